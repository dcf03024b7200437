import { cpSync, existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { newPackage, ownFiles } from "./own-package.js";
import type { Project } from "./project.js";

const shipped = fileURLToPath(new URL("../../schemas", import.meta.url));

interface Report {
  readonly diagnostics: readonly { readonly code: string; readonly file?: string; readonly line?: number; readonly column?: number; readonly message: string; readonly hint?: string }[];
  readonly drift: { readonly missing: readonly string[]; readonly stale: readonly string[] };
}

async function checked(project: Project): Promise<{ readonly code: number } & Report> {
  const { code, stdout } = await project.run("check", "--format", "json");
  return { code, ...(JSON.parse(stdout) as Report) };
}

describe("a package that extends Mapwright", () => {
  test("generates what it touches, and no more", async () => {
    const project = newPackage();
    const { code, stderr } = await project.run("generate");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const files = readdirSync(project.file("src/generated"), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    expect(files.map((entry) => path.relative(project.file("src/generated"), path.join(entry.parentPath, entry.name)).replaceAll(path.sep, "/")).sort()).toEqual([
      "acme.ts",
      "acme/memory.ts",
      "acme/messages.ts",
      "canonical.ts",
      "canonical/events.ts",
      "canonical/lifecycle.ts",
      "canonical/validators.ts",
      "cursor.ts",
      "cursor/memory.ts",
      "cursor/notifications.ts",
      "cursor/requests.ts",
      "cursor/responses.ts",
      "editor/acme/messages.schema.json",
      "editor/config.schema.json",
      "editor/cursor/notifications.schema.json",
      "editor/memory.schema.json",
      "editor/overlay.schema.json",
      "index.ts",
      "tests/acme/messages.test.ts",
      "tests/cursor/notifications.test.ts",
      "tests/cursor/requests.test.ts",
      "tests/cursor/responses.test.ts",
      "types/acme.ts",
    ]);

    const mapper = project.read("src/generated/cursor/notifications.ts");
    expect(mapper).toContain('from "mapwright/contract"');
    expect(mapper).toContain('from "mapwright/types/acp"');
    expect(mapper).toMatch(/\/\/ mappings\/cursor\/notifications\.yaml:3\n\s+case "current_mode_update":/);
    expect(mapper).toMatch(/\/\/ node_modules\/mapwright\/mappings\/cursor\/notifications\.yaml:\d+\n\s+case "available_commands_update":/);
    expect(project.read("src/generated/tests/cursor/notifications.test.ts")).toContain('schemas: shippedSchemas("acp")');
    expect(project.read("src/generated/acme.ts")).toMatch(/withEvents\(typedProvider\(\{ name: "acme", kind: "acme", soleThread: true, table: messages, cells \}\), lifecycle\)/);
    const events = project.read("src/generated/canonical/events.ts");
    expect(events).toContain('export type ReviewVerdict = "approve" | "reject";');
    expect(events).toMatch(/declare module "mapwright\/canonical" \{\s+interface AddedEvents \{\s+\/\*\* Somebody is to look at it\. \*\/\s+"review\.requested": \{/);
    expect(events).toMatch(/interface AddedSources \{\s+"acme\.messages": true;/);

    expect(await checked(project)).toMatchObject({ code: 0, diagnostics: [] });
    expect((await project.run("generate")).stdout).toBe("up to date\n");
  });

  test("has of the model what it adds, and of an unchanged model nothing", async () => {
    const project = newPackage({
      "mapwright.config.yaml": "extends: mapwright\nmappings: mappings\noutput: generated\n",
      "mappings/acme/messages.yaml": undefined,
      "schemas/canonical/review.yaml": undefined,
      "schemas/acme/1.0.0/AcmeMessage.json": undefined,
    });
    expect((await project.run("generate")).code).toBe(0);
    expect(readdirSync(project.file("generated")).sort()).toEqual(["cursor", "cursor.ts", "editor", "index.ts"]);
  });

  test("reports what it changed and did not generate", async () => {
    const project = newPackage();
    await project.run("generate");
    project.edit("mappings/cursor/notifications.yaml", "$.params.update }", "$.params }");
    expect(await checked(project)).toMatchObject({ code: 1, drift: { stale: ["src/generated/cursor/notifications.ts"] } });
  });

  test("adds versions of its own to those that are shipped", async () => {
    const project = newPackage({ "mapwright.config.yaml": ownFiles["mapwright.config.yaml"]!.replace("protocols:\n", 'protocols:\n  acp: ["9.0.0"]\n') });
    cpSync(path.join(shipped, "acp/2.4.0"), project.file("schemas/acp/9.0.0"), { recursive: true });
    expect((await project.run("generate")).code).toBe(0);
    expect(project.read("src/generated/cursor/notifications.ts")).toContain('from "../types/acp.js"');
    const tests = project.read("src/generated/tests/cursor/notifications.test.ts");
    expect(tests).toMatch(/schemas: \[new URL\("[./]*schemas\/acp\/?", import\.meta\.url\), shippedSchemas\("acp"\)\]/);
    expect(tests).toMatch(/versions: \["0\.14\.1", "2\.4\.0", "9\.0\.0"\]/);
    // What was vendored is pinned; the schema that it wrote itself need not be.
    expect((await checked(project)).diagnostics).toEqual([expect.objectContaining({ code: "missing-lock", message: expect.not.stringContaining("acme") })]);
  });

  test("lists versions oldest first, whoever brings them", async () => {
    const project = newPackage({ "mapwright.config.yaml": ownFiles["mapwright.config.yaml"]!.replace("protocols:\n", 'protocols:\n  acp: ["1.2.0"]\n') });
    cpSync(path.join(shipped, "acp/2.4.0"), project.file("schemas/acp/1.2.0"), { recursive: true });
    const { stdout } = await project.run("coverage", "--format", "json");
    expect((JSON.parse(stdout) as { tables: { protocol: string; versions: string[] }[] }).tables.find(({ protocol }) => protocol === "acp")?.versions).toEqual(["0.14.1", "1.2.0", "2.4.0"]);
  });

  test("knows what it vendored, also where the config does not name it yet", async () => {
    const project = newPackage();
    cpSync(path.join(shipped, "codex-sdk/0.163.0"), project.file("schemas/codex-sdk/0.163.0"), { recursive: true });
    const { "codex-sdk": pinned } = JSON.parse(readFileSync(path.join(shipped, "lock.json"), "utf8")) as { "codex-sdk": { "0.163.0": object } };
    project.write("schemas/lock.json", `${JSON.stringify({ "codex-sdk": { "0.163.0": pinned["0.163.0"] } })}\n`);
    await project.run("generate");
    expect(await checked(project)).toMatchObject({ code: 0, diagnostics: [] });
  });

  test("is told where the schemas of its own protocol belong", async () => {
    const project = newPackage({ "schemas/acme/1.0.0/AcmeMessage.json": undefined, "schemas/acme/1.0.0/README.md": "none yet\n" });
    expect((await checked(project)).diagnostics).toEqual([expect.objectContaining({ code: "missing-schemas", message: expect.stringContaining('"schemas/acme/1.0.0"') })]);
    const vendored = await project.run("vendor", "acme@1.1.0", "--from", "schemas");
    expect(vendored).toMatchObject({ code: 2, stderr: expect.stringContaining("put its files into schemas/acme/<version>/") });
  });

  test("has a hint for each agent that can be replayed", async () => {
    const project = newPackage();
    project.write("session.jsonl", '{"type":"hello","session":"s"}\n');
    expect(await project.run("replay", "session.jsonl", "--provider", "acm")).toMatchObject({ code: 2, stderr: expect.stringContaining('Did you mean "acme"?') });
  });

  test("adds an overlay of its own to the shipped one", async () => {
    const variant = "variants:\n  AgentNotification:\n    - note: Seen in our own build.\n      schema: { type: object, required: [method], properties: { method: { const: ours/ping }, params: { type: object } } }\n";
    const project = newPackage({ "schemas/acp/overlay.yaml": variant, "mappings/cursor/notifications.yaml": `${ownFiles["mappings/cursor/notifications.yaml"]}  ours/ping:\n    runtime.warning: { message: ping }\n` });
    expect(await project.run("generate")).toMatchObject({ code: 0, stderr: "" });
    const mapper = project.read("src/generated/cursor/notifications.ts");
    expect(mapper).toContain('case "ours/ping":');
    // What only the shipped overlay knows.
    expect(mapper).toContain('case "cursor/');
    const tests = project.read("src/generated/tests/cursor/notifications.test.ts");
    expect(tests).toMatch(/schemas: \[new URL\("[./]*schemas\/acp\/?", import\.meta\.url\), shippedSchemas\("acp"\)\]/);
  });

  test("reads of its schemas those that its config names", async () => {
    const project = newPackage({ "schemas/others/api.json": "no JSON at all" });
    expect((await project.run("generate")).code).toBe(0);
  });

  test("is explained row by row, its own and those that are shipped", async () => {
    const project = newPackage();
    await project.run("generate");
    const own = await project.run("explain", "cursor.acp.notification", "session/update:current_mode_update");
    expect(own.stdout).toContain("mappings/cursor/notifications.yaml:3");
    expect(own.stdout).toContain("Ours shows the mode as it is.");
    const theirs = await project.run("explain", "cursor.acp.notification", "session/update:available_commands_update");
    expect(theirs.stdout).toContain("node_modules/mapwright/mappings/cursor/notifications.yaml");
    expect(theirs.stdout).toContain("availableCommands: $.params.update.availableCommands");
  });

  test("a row that names what shipped rows are about takes the place of them all", async () => {
    const project = newPackage({ "mappings/cursor/notifications.yaml": `extends: cursor.acp.notification\nrows:\n  "session/update:{current_mode_update,plan}":\n    runtime.warning: { message: ours }\n` });
    expect((await project.run("generate")).code).toBe(0);
    const mapper = project.read("src/generated/cursor/notifications.ts");
    expect(mapper).toMatch(/function sessionUpdateCurrentModeUpdateEtc\b/);
    expect(mapper).not.toMatch(/function sessionUpdate(?:Plan|CurrentModeUpdate)\b/);
  });

  test("may call an agent and its tables as its modules call their own things", async () => {
    const own = (text: string | undefined): string => text!.replace("  acme: {", "  providers: {");
    const table = ownFiles["mappings/acme/messages.yaml"]!;
    const project = newPackage({ "mapwright.config.yaml": own(config), "mappings/acme/messages.yaml": undefined, "mappings/providers/cells.yaml": table });
    expect((await project.run("generate")).code).toBe(0);
    const entry = project.read("src/generated/providers.ts");
    expect(entry).toContain('import { cells as cells_ } from "./providers/cells.js"');
    expect(entry).toContain("table: cells_, cells })");
    const index = project.read("src/generated/index.ts");
    expect(index).toContain('import { providers as providers_ } from "./providers.js"');
    expect(index).toContain("providers: providers_");

    const same = newPackage({ "mapwright.config.yaml": config.replace("  acme: {", "  with-events: {"), "mappings/acme/messages.yaml": undefined, "mappings/with-events/messages.yaml": table });
    expect((await same.run("generate")).code).toBe(0);
    expect(same.read("src/generated/with-events.ts")).toContain("export { withEvents_ as withEvents };");
  });

  test("a table that cannot be read is not said to be missing, too", async () => {
    const project = newPackage({ "mappings/acme/messages.yaml": `${ownFiles["mappings/acme/messages.yaml"]}nonsense: 1\n` });
    expect((await checked(project)).diagnostics.map(({ code }) => code)).toEqual(["unknown-key"]);
  });

  test("explains a row of its own with the shipped one that it stands in place of, and what that one says beside", async () => {
    const key = "stream_event:content_block_delta:thinking_delta";
    const project = newPackage({ "mappings/claude/messages.yaml": `extends: claude.sdk.message\nrows:\n  "${key}":\n    content.delta: { streamKind: reasoning_text, delta: $.event.delta.thinking }\n  "system:init":\n    session.configured: { config: { cwd: $.cwd } }\n` });
    const { stdout, stderr } = await project.run("explain", "claude.sdk.message", key);
    expect(stderr).toBe("");
    expect(stdout).toMatch(/\nin place of \S*node_modules\/mapwright\/mappings\/claude\/messages\.yaml:\d+\n {2}It has `when`, `refs`, `ensure`, which the row above has not\.\n {2}"stream_event:content_block_delta:thinking_delta":\n {4}- when: /);
    const json = JSON.parse((await project.run("explain", "claude.sdk.message", key, "--format", "json")).stdout) as { replaces: unknown };
    expect(json.replaces).toEqual([{ key, file: "node_modules/mapwright/mappings/claude/messages.yaml", line: expect.any(Number) as number, row: expect.stringContaining("ensure: none") as string, more: ["when", "refs", "ensure"] }]);
    const theirs = await project.run("explain", "claude.sdk.message", "assistant:text", "--format", "json");
    expect(JSON.parse(theirs.stdout)).not.toHaveProperty("replaces");
  });

  test("explains the pattern that a row of its own takes a message from", async () => {
    const project = newPackage({ "mappings/cursor/responses.yaml": 'extends: cursor.acp.response\nrows:\n  "session/fork:error":\n    runtime.warning: { message: ours }\n' });
    const { replaces } = JSON.parse((await project.run("explain", "cursor.acp.response", "session/fork:error", "--format", "json")).stdout) as { replaces: readonly { key: string }[] };
    expect(replaces.map(({ key }) => key)).toEqual([expect.stringMatching(/^\{.*session\/fork.*\}:error$/)]);
  });

  test("does not bump what is not its own", async () => {
    const { code, stderr } = await newPackage().run("bump", "acp@2.4.1", "--from", "nowhere");
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining("npx mapwright vendor acp@2.4.1") });
  });
});

const config = ownFiles["mapwright.config.yaml"]!;
const notifications = ownFiles["mappings/cursor/notifications.yaml"]!;

describe("what a package says wrongly is reported where it stands", () => {
  test.each<[what: string, files: { readonly [file: string]: string | undefined }, code: string, place: string, hint: RegExp]>([
    ["a table that is not there", { "mappings/cursor/notifications.yaml": notifications.replace("notification\n", "notifications\n") }, "unknown-extends", "mappings/cursor/notifications.yaml:1:10", /Did you mean "cursor\.acp\.notification"/],
    ["a message that no version has", { "mappings/cursor/notifications.yaml": notifications.replace("current_mode_update", "mode_update") }, "unknown-message", "mappings/cursor/notifications.yaml:3:3", /./],
    ["a shipped file's name for another table", { "mappings/cursor/requests.yaml": ownFiles["mappings/acme/messages.yaml"] }, "duplicate-file", "mappings/cursor/requests.yaml:1:1", /extends: cursor\.acp\.request/],
    ["an event that is there already", { "schemas/canonical/review.yaml": ownFiles["schemas/canonical/review.yaml"]!.replace("review.requested:", "turn.started:") }, "canonical-duplicate", "schemas/canonical/review.yaml:7:7", /^$/],
    ["an enum that is a list", { "schemas/canonical/review.yaml": ownFiles["schemas/canonical/review.yaml"]!.replace("{ description: What a reviewer thinks., enum: [approve, reject] }", "[approve, reject]") }, "canonical-bad-value", "schemas/canonical/review.yaml:2:18", /enum: \[approve, reject\]/],
    ["a source without a table", { "mappings/acme/messages.yaml": undefined }, "missing-table", "mapwright.config.yaml:9:3", /mappings\/acme\/messages\.yaml/],
    ["JSON-RPC without notifications", { "mapwright.config.yaml": config.replace("typed", "json-rpc") }, "missing-table", "mapwright.config.yaml:9:3", /notifications\.yaml/],
    ["another thing to extend", { "mapwright.config.yaml": config.replace("extends: mapwright", "extends: ../base") }, "config-shape", "mapwright.config.yaml:1:10", /extends: mapwright/],
    ["providers without it", { "mapwright.config.yaml": config.replace("extends: mapwright\n", "") }, "config-shape", "mapwright.config.yaml:7:1", /extends: mapwright/],
    ["another test runner", { "mapwright.config.yaml": config.replace("tests: vitest", "tests: jest") }, "config-shape", "mapwright.config.yaml:5:8", /tests: vitest/],
    ["a message sorted among those of JSON-RPC under another name", { "mapwright.config.yaml": config.replace("typed", "json-rpc").replace("[acme.messages]", "[acme.messages, acme.more]"), "mappings/acme/notifications.yaml": ownFiles["mappings/acme/messages.yaml"], "mappings/acme/messages.yaml": undefined, "mappings/acme/events.yaml": ownFiles["mappings/acme/messages.yaml"]!.replace("acme.messages", "acme.more") }, "missing-table", "mappings/acme/events.yaml:1:9", /notifications\.yaml, requests\.yaml, responses\.yaml/],
    ["an agent that is shipped", { "mapwright.config.yaml": config.replace("  acme: {", "  claude: {") }, "config-shape", "mapwright.config.yaml:9:3", /another name/],
    ["an agent that is called as a file of the output", { "mapwright.config.yaml": config.replace("  acme: {", "  index: {") }, "config-shape", "mapwright.config.yaml:9:3", /another name/],
    ["an agent that is called as a word of TypeScript", { "mapwright.config.yaml": config.replace("  acme: {", "  default: {") }, "config-shape", "mapwright.config.yaml:9:3", /another name/],
    ["a table that is called as a word of TypeScript", { "mappings/acme/messages.yaml": undefined, "mappings/acme/class.yaml": ownFiles["mappings/acme/messages.yaml"] }, "bad-file-name", "mappings/acme/class.yaml:1:1", /another name/],
    ["a source that is shipped", { "mapwright.config.yaml": config.replace("[acme.messages]", "[codex.eventmsg]") }, "config-shape", "mapwright.config.yaml:9:9", /acme\.messages/],
    ["a source twice", { "mapwright.config.yaml": `${config}  acne: { frames: typed, sources: [acme.messages] }\n` }, "config-shape", "mapwright.config.yaml:10:9", /name each once/],
    ["two sources of typed messages", { "mapwright.config.yaml": config.replace("[acme.messages]", "[acme.messages, acme.more]") }, "config-shape", "mapwright.config.yaml:9:9", /one table/],
    ["an item type that nobody has", { "mapwright.config.yaml": config.replace("soleThread: true", "segments: [assistant]") }, "config-shape", "mapwright.config.yaml:9:3", /assistant_message/],
    ["a table of another agent's folder", { "mappings/acme/notifications.yaml": "extends: claude.sdk.message\n" }, "unknown-extends", "mappings/acme/notifications.yaml:1:10", /agent of this folder/],
    ["an event that no row could give", { "schemas/canonical/review.yaml": ownFiles["schemas/canonical/review.yaml"]!.replace("review.requested:", "constructor:") }, "canonical-bad-value", "schemas/canonical/review.yaml:7:7", /review\.requested/],
    ["a type that is called as one of the package", { "schemas/canonical/review.yaml": ownFiles["schemas/canonical/review.yaml"]!.replaceAll("ReviewVerdict", "EventOf") }, "canonical-bad-value", "schemas/canonical/review.yaml:2:3", /another/],
    ["a field that would be code", { "schemas/canonical/review.yaml": ownFiles["schemas/canonical/review.yaml"]!.replace("taskId:", '"x: 1 }; globalThis.y = { z":') }, "canonical-bad-value", "schemas/canonical/review.yaml:15:13", /letters/],
    ["no frames", { "mapwright.config.yaml": config.replace("frames: typed, ", "") }, "config-shape", "mapwright.config.yaml:9:9", /frames: typed/],
    ["a misspelt switch", { "mapwright.config.yaml": config.replace("soleThread", "soleThreads") }, "config-unknown-key", "mapwright.config.yaml:9:52", /soleThread/],
    ["a switch that is no yes or no", { "mapwright.config.yaml": config.replace("soleThread: true", "soleThread: maybe") }, "config-shape", "mapwright.config.yaml:9:64", /^$/],
    ["a protocol that nobody has", { "mapwright.config.yaml": config.replace('acme: ["1.0.0"]', 'acne: ["1.0.0"]') }, "unknown-protocol", "mapwright.config.yaml:7:3", /Did you mean "acme"/],
    ["a version that nobody has", { "mapwright.config.yaml": config.replace('acme: ["1.0.0"]', 'acme: ["1.0.0"]\n  acp: ["1.0.0"]') }, "unknown-version", "mapwright.config.yaml:8:9", /0\.14\.1, 2\.4\.0/],
  ])("%s", async (_, files, code, place, hint) => {
    const project = newPackage(files);
    const { diagnostics } = await checked(project);
    const found = diagnostics.map((one) => ({ code: one.code, place: `${one.file}:${one.line}:${one.column}`, hint: one.hint ?? "" }));
    expect(found).toContainEqual({ code, place, hint: expect.stringMatching(hint) });
    expect((await project.run("generate")).code).not.toBe(0);
    expect(existsSync(project.file("src/generated"))).toBe(false);
  });
});
