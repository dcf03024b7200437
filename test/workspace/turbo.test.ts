import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";

/** A workspace that builds with turbo: two packages with tables of their own, and an application over one of them. */

const repository = fileURLToPath(new URL("../..", import.meta.url));
const template = fileURLToPath(new URL("template", import.meta.url));
const turbo = createRequire(import.meta.url).resolve("turbo/bin/turbo");
/** Stands for a compiler. */
const build = "node -e \"require('node:fs').cpSync('src/generated', 'out', { recursive: true })\"";
let root: string;

beforeAll(() => {
  root = realpathSync(mkdtempSync(path.join(tmpdir(), "mapwright-workspace-")));
  cpSync(template, root, { recursive: true });
  mkdirSync(path.join(root, "node_modules/.bin"), { recursive: true });
  symlinkSync(repository, path.join(root, "node_modules/mapwright"), "junction");
  symlinkSync(path.join(repository, "dist/codegen/cli/main.js"), path.join(root, "node_modules/.bin/mapwright"));
  for (const name of ["cursor-mappers", "claude-mappers", "app"]) symlinkSync(path.join(root, "packages", name), path.join(root, "node_modules", name), "junction");
  for (const provider of ["cursor", "claude"]) {
    const cwd = path.join(root, "packages", `${provider}-mappers`);
    mkdirSync(cwd);
    writeFileSync(path.join(cwd, "package.json"), JSON.stringify({ name: `${provider}-mappers`, version: "1.0.0", type: "module", scripts: { build }, dependencies: { mapwright: "*" } }));
    const { status, stderr } = spawnSync(process.execPath, [path.join(root, "node_modules/.bin/mapwright"), "init", provider], { cwd, encoding: "utf8" });
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  }
  // Without a commit, turbo takes what is built for sources.
  git("init", "-q");
  git("add", "-A");
  git("-c", "user.name=test", "-c", "user.email=test@example.com", "-c", "commit.gpgsign=false", "commit", "-qm", "begin");
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

function git(...argv: readonly string[]): void {
  expect(spawnSync("git", argv, { cwd: root, encoding: "utf8" })).toMatchObject({ status: 0 });
}

/** What turbo says of each task. */
function turboRun(): { readonly [task: string]: "ran" | "cached" } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [turbo, "run", "build", "--ui=stream", "--no-color"], {
    cwd: root,
    encoding: "utf8",
    env: { ...process.env, TURBO_TELEMETRY_DISABLED: "1", TURBO_NO_UPDATE_NOTIFIER: "1", TURBO_CACHE_DIR: path.join(root, ".cache"), CI: "1" },
  });
  expect(status, stdout + stderr).toBe(0);
  const lines = stdout.matchAll(/^(\S+): cache (miss|hit)/gm);
  return Object.fromEntries(Array.from(lines, ([, task, cache]) => [task, cache === "hit" ? "cached" : "ran"]));
}

const tasks = (kind: "ran" | "cached") => ({
  "app:build": kind,
  "claude-mappers:build": kind,
  "claude-mappers:generate": kind,
  "cursor-mappers:build": kind,
  "cursor-mappers:generate": kind,
});

test("the first build runs, the second is a full cache hit, and a changed row rebuilds what depends on it", () => {
  expect(turboRun()).toEqual(tasks("ran"));
  expect(turboRun()).toEqual(tasks("cached"));

  const table = path.join(root, "packages/cursor-mappers/mappings/cursor/notifications.yaml");
  writeFileSync(table, readFileSync(table, "utf8").replace("currentModeId: $.params.update.currentModeId", "mode: $.params.update.currentModeId"));
  expect(turboRun()).toEqual({ ...tasks("cached"), "cursor-mappers:generate": "ran", "cursor-mappers:build": "ran", "app:build": "ran" });

  // What is generated comes out of the cache again.
  const mapper = path.join(root, "packages/cursor-mappers/src/generated/cursor/notifications.ts");
  const generated = readFileSync(mapper, "utf8");
  rmSync(path.join(root, "packages/cursor-mappers/src/generated"), { recursive: true });
  expect(turboRun()).toEqual(tasks("cached"));
  expect(readFileSync(mapper, "utf8")).toBe(generated);
});
