import { spawn, spawnSync, type SpawnSyncOptions } from "node:child_process";
import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { beforeAll, expect, test } from "vitest";
import { localRegistry } from "../vendor/packages.js";
import { mapperFile, newGenerated, newProject, tableFile, type Project } from "./project.js";

/** The program as it is installed: built, in a process of its own. */

const repository = fileURLToPath(new URL("../..", import.meta.url));
const main = path.join(repository, "dist/codegen/cli/main.js");

beforeAll(() => {
  for (const step of [[path.join(repository, "node_modules/typescript/bin/tsc"), "-p", "tsconfig.build.json"], ["build.mjs", "build/declarations", "dist"]]) {
    const { status, stdout, stderr } = spawnSync(process.execPath, step, { cwd: repository, encoding: "utf8" });
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: "", stderr: "" });
  }
});

function mapwright(project: Project, argv: readonly string[], { env, ...options }: SpawnSyncOptions = {}): { status: number | null; stdout: string; stderr: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...argv], { cwd: project.root, ...options, encoding: "utf8", env: { ...process.env, ...env } });
  return { status, stdout, stderr };
}

test("it begins with a shebang and prints the version of the package", () => {
  expect(readFileSync(main, "utf8")).toMatch(/^#!\/usr\/bin\/env node\n/);
  const { version } = JSON.parse(readFileSync(path.join(repository, "package.json"), "utf8")) as { version: string };
  expect(mapwright(newProject(), ["--version"])).toEqual({ status: 0, stdout: `${version}\n`, stderr: "" });
});

test("locale and time zone change no byte", () => {
  const places = [
    { LC_ALL: "C", TZ: "UTC", LANG: "C" },
    { LC_ALL: "tr_TR.UTF-8", TZ: "Pacific/Kiritimati", LANG: "tr_TR.UTF-8" },
    { LC_ALL: "sv_SE.UTF-8", TZ: "America/St_Johns", LANG: "sv_SE.UTF-8" },
  ];
  const outputs = places.map((env, index) => {
    const project = newProject(`place ${index}`);
    expect(mapwright(project, ["generate"], { env })).toMatchObject({ status: 0, stderr: "" });
    return [...project.disk().keys()].map((name) => [name, project.read(name)]);
  });
  expect(outputs[1]).toEqual(outputs[0]);
  expect(outputs[2]).toEqual(outputs[0]);
});

test("--help and commands that find nothing to do load no compiler", async () => {
  const project = await newGenerated();
  mapwright(project, ["generate"]);
  const log = project.file("../loaded.txt");
  const hooks = `import { appendFileSync } from "node:fs"; export async function load(url, context, next) { appendFileSync(${JSON.stringify(log)}, url + "\\n"); return next(url, context); }`;
  const register = `import { register } from "node:module"; register("data:text/javascript,${encodeURIComponent(hooks)}");`;
  for (const argv of [["--help"], ["--version"], ["generate"], ["generate", "--check"], ["check"], ["check", "--format", "json"]]) {
    rmSync(log, { force: true });
    const { status } = spawnSync(process.execPath, ["--import", `data:text/javascript,${encodeURIComponent(register)}`, main, ...argv], { cwd: project.root });
    expect(status).toBe(0);
    const loaded = readFileSync(log, "utf8").split("\n");
    expect(loaded).toContain(pathToFileURL(main).href);
    const packages = loaded.flatMap((url) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1] ?? []);
    expect([...new Set(packages)].sort()).toEqual(["commander", "picocolors"]);
  }
});

test("a reader that has seen enough is no fault", async () => {
  const project = newProject();
  writeFileSync(project.file("long.jsonl"), `${JSON.stringify({ method: "error", params: { text: "x".repeat(200) } })}\n`.repeat(20_000));
  const child = spawn(process.execPath, [main, "replay", "long.jsonl", "--provider", "codex"], { cwd: project.root });
  let stderr = "";
  child.stderr.on("data", (chunk) => (stderr += String(chunk)));
  child.stdout.once("data", () => child.stdout.destroy());
  const code = await new Promise((resolve) => child.once("exit", resolve));
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
});

test.skipIf(process.platform !== "linux")("a full disk is said in a line, and nothing steers the terminal", () => {
  const project = newProject();
  const full = openSync("/dev/full", "w");
  const { status, stderr } = spawnSync(process.execPath, [main, "coverage"], { cwd: project.root, stdio: ["ignore", full, "pipe"], encoding: "utf8" });
  closeSync(full);
  expect({ status, stderr }).toEqual({ status: 2, stderr: "error: cannot write the output: no space left on the disk\n" });
  writeFileSync(project.file("noise.jsonl"), "\u001B[2J\n");
  const noise = mapwright(project, ["replay", "noise.jsonl", "--provider", "codex"]);
  expect(noise).toMatchObject({ status: 2, stdout: "", stderr: expect.stringMatching(/^error: noise\.jsonl:1: .*\n$/) });
  expect(noise.stderr).not.toContain("\u001B");
});

test("a long transcript is read as a stream, in little memory", () => {
  const project = newProject();
  const line = `${JSON.stringify({ method: "item/agentMessage/delta", params: { threadId: "T", turnId: "U", itemId: "I", delta: "x".repeat(10_000) } })}\n`;
  writeFileSync(project.file("huge.jsonl"), line.repeat(10_000));
  expect(statSync(project.file("huge.jsonl")).size).toBeGreaterThan(100e6);
  const { status, stderr } = spawnSync(process.execPath, ["--max-old-space-size=64", main, "replay", "huge.jsonl", "--provider", "codex", "--format", "json"], {
    cwd: project.root,
    stdio: ["ignore", "ignore", "pipe"],
    encoding: "utf8",
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
});

test("two processes that generate at once leave whole files", async () => {
  const project = newProject();
  const codes = await Promise.all([1, 2].map(() => new Promise((resolve) => spawn(process.execPath, [main, "generate"], { cwd: project.root, stdio: "ignore" }).once("exit", resolve))));
  expect(codes).toEqual([0, 0]);
  expect(mapwright(project, ["check"])).toEqual({ status: 0, stdout: "no problems\n", stderr: "" });
  expect([...project.disk().keys()].filter((name) => name.endsWith(".mapwright"))).toEqual([]);
});

test.skipIf(process.platform === "win32")("Ctrl-C ends --watch with exit code 0", async () => {
  const project = await newGenerated();
  const child = spawn(process.execPath, [main, "generate", "--watch"], { cwd: project.root });
  let printed = "";
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  await new Promise<void>((resolve) => {
    child.stderr.on("data", (chunk) => {
      printed += String(chunk);
      if (printed.includes("watching for changes")) resolve();
    });
  });
  child.kill("SIGINT");
  expect(await ended).toBe(0);
  expect(project.read(mapperFile)).toContain(tableFile);
});

test.skipIf(process.platform === "win32")("Ctrl-C ends vendor as it ends other programs, with nothing left behind", async () => {
  const registry = await localRegistry();
  registry.answer("hang");
  const project = newProject();
  const before = project.disk();
  const temporary = project.file("../temporary");
  mkdirSync(temporary);
  const env = { ...process.env, TMPDIR: temporary, npm_config_registry: registry.url, npm_config_noproxy: "127.0.0.1" };
  const child = spawn(process.execPath, [main, "vendor", "acp@1.0.0"], { cwd: project.root, env });
  const ended = new Promise<NodeJS.Signals | null>((resolve) => child.once("exit", (_, signal) => resolve(signal)));
  let printed = "";
  child.stderr.on("data", (chunk) => (printed += String(chunk)));
  await registry.request();
  child.kill("SIGINT");
  expect([await ended, printed]).toEqual(["SIGINT", "error: interrupted; nothing was changed\n"]);
  expect(readdirSync(temporary)).toEqual([]);
  expect(project.disk()).toEqual(before);
  await registry.close();
});
