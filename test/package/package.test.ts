import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { publint } from "publint";
import { rolldown } from "rolldown";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ownFiles } from "../cli/own-package.js";
import { git, manifest, node, pack, repository, type Packed } from "./packed.js";

let packed: Packed;
beforeAll(() => {
  packed = pack();
});
afterAll(() => packed.dispose());

describe("the tarball", () => {
  it("holds what is run, read or extended, and nothing of the workshop", () => {
    const tops = new Set(packed.files.map((file) => file.split("/").slice(0, file.startsWith("dist/") || file.startsWith("src/") ? 2 : 1).join("/")));
    expect([...tops]).toEqual(["CONTRIBUTING.md", "DIAGNOSTICS.md", "EVENTS.md", "LICENSE", "NOTICE", "README.md", "dist/codegen", "dist/generated", "dist/src", "generated", "mappings", "mapwright.config.yaml", "package.json", "schemas", "src/transforms"]);
    expect(packed.files.filter((file) => /(^|\/)(test|tests|golden|build)\/|\.test\./.test(file))).toEqual([]);
  });

  it("has the file of every entry, and no code twice", () => {
    for (const [name, entry] of Object.entries(manifest.exports)) {
      for (const target of Object.values(typeof entry === "string" ? [entry] : entry) as string[]) {
        const [before = "", after] = target.slice(2).split("*");
        expect(packed.files.some((file) => (after === undefined ? file === before : file.startsWith(before) && file.endsWith(after))), `${name}: ${target}`).toBe(true);
      }
    }
    const regions = packed.files.filter((file) => file.startsWith("dist/") && file.endsWith(".js")).flatMap((file) => [...read(file).matchAll(/^\/\/(?:#region)? ?((?:src|generated|codegen)\/\S+\.ts)$/gm)].map(([, source]) => source));
    expect(regions.length).toBeGreaterThan(200);
    expect(regions.length).toBe(new Set(regions).size);
  });

  it("is one that publint finds no fault with", async () => {
    const { messages } = await publint({ pkgDir: packed.folder, strict: true, pack: false });
    expect(messages).toEqual([]);
  });

  it("is one whose types are right, as are the types wrong would say", () => {
    const attw = path.join(repository, "node_modules/@arethetypeswrong/cli/dist/index.js");
    // It is a package of modules: what resolves as CommonJS, or by the rules of old, does not count.
    const report = JSON.parse(node([attw, packed.tarball, "--profile", "esm-only", "--format", "json"], packed.project)) as { analysis: { problems: readonly { kind: string; resolutionKind?: string }[] } };
    expect(report.analysis.problems.filter(({ resolutionKind }) => resolutionKind !== "node10" && resolutionKind !== "node16-cjs")).toEqual([]);
  });
});

describe("a project that installed it", () => {
  beforeAll(() => {
    for (const [file, text] of Object.entries({ ...ownFiles, "src/use.ts": USE })) write(file, text);
    node([path.join(packed.folder, "dist/codegen/cli/main.js"), "generate"], packed.project);
  });

  it("loads every entry", () => {
    const entries = ["", "/codex", "/codex-sdk", "/claude", "/cursor", "/canonical", "/provider", "/contract", "/testing", "/transforms/text", "/transforms/tools"];
    const script = `for (const entry of ${JSON.stringify(entries)}) console.log(entry, Object.keys(await import("mapwright" + entry)).sort().join());`;
    const lines = node(["--input-type=module", "-e", script], packed.project).trimEnd().split("\n");
    expect(lines[0]).toBe(" createSession,providerNames,validateEvent");
    expect(lines[6]).toBe("/provider claudeProvider,codexProvider,codexSdkProvider,createMemory,createProviderSession,cursorProvider,rpcProvider,typedProvider,withEvents");
    expect(lines[8]).toBe("/testing draftsOf,exhaustive,shippedSchemas");
    expect(lines).toHaveLength(entries.length);
  });

  it("compiles tables of its own over the shipped ones, which run", async () => {
    const told = await bundled('export { createSession } from "./src/generated/index.ts";');
    write("told.mjs", told);
    const script = 'import { createSession } from "./told.mjs"; console.log(createSession({ provider: "acme" }).receive({ type: "review", verdict: "yes" }).map(({ type, provider, payload }) => JSON.stringify({ type, provider, payload })).join());';
    expect(node(["--input-type=module", "-e", script], packed.project)).toBe('{"type":"review.requested","provider":"acme","payload":{"verdict":"approve"}}\n');
  });

  it("has types for the oldest TypeScript that README.md names, and may add to them", () => {
    const { version } = JSON.parse(readFileSync(path.join(repository, "node_modules/typescript-oldest/package.json"), "utf8")) as { version: string };
    expect(read("README.md")).toContain(`TypeScript ${version.split(".", 2).join(".")} or later`);
    expectTypes("typescript-oldest", { module: "nodenext", moduleResolution: "nodenext", lib: ["ES2022", "DOM"], types: [] });
  });

  it("has types for the newest, with the rules of bundlers, and without a browser", () => {
    expectTypes("typescript", { module: "nodenext", moduleResolution: "nodenext", lib: ["ES2022", "DOM"], types: [] });
    expectTypes("typescript", { module: "esnext", moduleResolution: "bundler", lib: ["ES2022"], types: ["node"] });
  });
});

describe("every command that loads its parts late", () => {
  const source = "cursor.acp.notification";
  const key = "session/update:current_mode_update";
  // What each prints, so that a part that is missing, or prints nothing, is heard of.
  const commands: readonly (readonly [words: string, code: number, says: string])[] = [
    ["coverage", 0, "acme.messages\nacme 1.0.0: 2 messages, 0 uncovered"],
    ["coverage --format json", 0, '"fedBy":["acme.messages review"]'],
    ["coverage --format markdown", 0, "## `acme.messages`"],
    ["coverage --format html", 0, "</script>"],
    ["explain", 0, "unknown-literal"],
    ["explain --format markdown", 0, "# Diagnostics"],
    ["explain unknown-literal", 0, "unknown-literal"],
    [`explain ${source} ${key}`, 0, "in place of node_modules/mapwright/mappings/cursor/notifications.yaml"],
    ["review HEAD", 1, "<!-- mapwright-review -->"],
    ["review HEAD --format text", 1, "HEAD -> working tree"],
    ["diff acp 0.14.1 2.4.0", 0, "acp"],
    ["diff --behaviour HEAD", 0, "No difference"],
    ["replay sessions/acme.jsonl --provider acme", 0, "session.started"],
    ["check --format github", 1, "::error"],
    ["check --format sarif", 1, "sarif-2.1.0.json"],
    ["generate", 0, "written"],
    ["init claude", 0, "mappings/claude/"],
  ];

  it("finds them in the package", () => {
    const files: { readonly [file: string]: string } = { ...ownFiles, ".gitignore": "", "sessions/acme.jsonl": '{"type":"hello","session":"s"}\n', "mapwright.config.yaml": `${ownFiles["mapwright.config.yaml"]}transcripts: { acme: [sessions] }\n` };
    for (const [file, text] of Object.entries(files)) write(`every/${file}`, text);
    const main = path.join(packed.folder, "dist/codegen/cli/main.js");
    const place = path.join(packed.project, "every");
    write("fresh/package.json", '{ "name": "fresh", "type": "module" }\n');
    node([main, "generate"], place);
    for (const words of [["init", "-q"], ["add", "."], ["-c", "user.name=t", "-c", "user.email=t@example.com", "-c", "commit.gpgsign=false", "commit", "-qm", "first"]]) git(words, place);
    write("every/mappings/cursor/notifications.yaml", ownFiles["mappings/cursor/notifications.yaml"]!.replace("session.configured: { config: $.params.update }", "runtime.warning: { message: ours }"));
    // In one process: each part is loaded once.
    const script = `const [main, commands] = JSON.parse(process.argv[1]);
process.stdout.setMaxListeners(0); process.stderr.setMaxListeners(0); process.setMaxListeners(0);
for (const [index, words] of commands.entries()) { if (words.startsWith("init")) process.chdir("../fresh"); process.argv = [process.argv[0], main, ...words.split(" ")]; await import(main + "?" + index); process.stdout.write("\\0" + process.exitCode + "\\0"); }
process.exitCode = 0;`;
    const told = node(["--input-type=module", "-e", script, JSON.stringify([pathToFileURL(main).href, commands.map(([words]) => words)])], place).split("\0");
    const found = commands.map(([words, , says], index) => [words, Number(told[2 * index + 1]), told[2 * index]!.includes(says) ? says : told[2 * index]]);
    expect(found).toEqual(commands);
  });
});

describe("an entry of one provider", () => {
  const marks: { readonly [provider: string]: string } = { codex: "codex.app-server.notification", "codex-sdk": "codex.sdk.thread-event", claude: "claude.sdk.permission", cursor: "cursor.acp.response" };

  it.each(Object.keys(marks))("mapwright/%s brings its own tables alone, and nothing of Node", async (provider) => {
    const code = await bundled(`export * from "mapwright/${provider}";`);
    for (const [name, mark] of Object.entries(marks)) expect([name, code.includes(mark)]).toEqual([name, name === provider]);
    expect(code).not.toMatch(/["']node:|commander|ts-morph/);
    expect(code).not.toContain("is not known here");
  });

  it("brings no table at all where nothing needs one", async () => {
    const code = await bundled('export { createProviderSession, typedProvider } from "mapwright/provider";');
    for (const mark of Object.values(marks)) expect(code).not.toContain(mark);
    expect((await bundled('export { trimmed } from "mapwright/transforms/text";')).length).toBeLessThan(1000);
  });
});

const USE = `import type { AddedEvents, EventOf, ExtraPayloadTypes, MissingPayloadTypes, ProviderKind, ProviderRuntimeEventV2, RuntimeEventSource } from "mapwright/canonical";
import { validatorOf } from "mapwright/canonical";
import { createSession } from "mapwright";
import * as codex from "mapwright/codex";
import * as sdk from "mapwright/codex-sdk";
import * as claude from "mapwright/claude";
import * as cursor from "mapwright/cursor";
import { noRefs, type Draft, type Table } from "mapwright/contract";
import { createProviderSession, typedProvider, withEvents } from "mapwright/provider";
import { exhaustive, shippedSchemas } from "mapwright/testing";
import { trimmed } from "mapwright/transforms/text";
import type { ThreadEvent } from "mapwright/types/codex-sdk";
declare module "mapwright/canonical" {
  interface AddedEvents { "survey.asked": { reviewer: string } }
  interface AddedSources { "other.messages": true }
  interface AddedProviders { other: true }
}
export const kind: ProviderKind = "other";
export const source: RuntimeEventSource = "other.messages";
// @ts-expect-error
export const nobody: ProviderKind = "nobody";
export const complete: [MissingPayloadTypes | ExtraPayloadTypes] extends [never] ? true : false = true;
export const draft: Draft = { type: "survey.asked", payload: { reviewer: "me" }, refs: noRefs, ensure: false };
// @ts-expect-error
export const wrong: Draft = { type: "survey.asked", payload: { reviewer: 1 }, refs: noRefs, ensure: false };
declare const table: Table;
const other = createProviderSession(withEvents(typedProvider({ name: "other", kind: "other", table, cells: {} }), { "survey.asked": { entity: "task", does: "updates" } }));
for (const session of [other, createSession({ provider: "codex" }), codex.createSession(), sdk.createSession(), claude.createSession(), cursor.createSession()]) {
  for (const event of session.receive({})) {
    if (event.type === "survey.asked") event.payload.reviewer.trim();
    // @ts-expect-error
    if (event.type === "survey.refused") throw event;
    const whole: ProviderRuntimeEventV2 = event;
    void whole;
  }
}
export type Reviewer = AddedEvents["survey.asked"] & EventOf<"survey.asked">["payload"];
export type First = ThreadEvent["type"];
export const used = [trimmed(" "), exhaustive, shippedSchemas("acp"), validatorOf];
`;

function read(file: string): string {
  return readFileSync(path.join(packed.folder, file), "utf8");
}

function write(file: string, text: string): void {
  const to = path.join(packed.project, file);
  mkdirSync(path.dirname(to), { recursive: true });
  writeFileSync(to, text);
}

/** What tsc says of the project's own code, of what was generated, and of the declarations that they use. */
function expectTypes(compiler: string, options: object): void {
  const compilerOptions = { strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, skipLibCheck: false, target: "ES2022", noEmit: true, verbatimModuleSyntax: true, ...options };
  write("tsconfig.json", JSON.stringify({ compilerOptions, include: ["src"], exclude: ["src/generated/tests"] }));
  expect(node([path.join(repository, "node_modules", compiler, "bin/tsc"), "-p", "."], packed.project)).toBe("");
}

/** The whole of a module and what it imports, minified. */
async function bundled(text: string): Promise<string> {
  write("entry.mjs", text);
  const build = await rolldown({ input: path.join(packed.project, "entry.mjs"), platform: "browser", cwd: packed.project, resolve: { extensionAlias: { ".js": [".ts", ".js"] } } });
  const { output } = await build.generate({ minify: true });
  await build.close();
  return output.map((chunk) => (chunk.type === "chunk" ? chunk.code : "")).join("");
}
