import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import fs from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { PassThrough } from "node:stream";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { run } from "../../codegen/cli/run.js";
import { formatLock, hashesOf, parseLock, type LockEntry } from "../../codegen/vendor/index.js";
import { filesBelow, textOf } from "../schema/helpers.js";
import {
  acpPackage,
  acpText,
  anthropicPackage,
  claudePackage,
  codexFiles,
  codexPackage,
  codexScript,
  codexSdkPackage,
  integrityOf,
  localRegistry,
  mcpPackage,
  tarball,
  unpack,
  type Files,
  type LocalRegistry,
} from "../vendor/packages.js";
import { newProject, runIn, type Project, type Result } from "./project.js";

/** For what a test gives, and, apart from it, where the program puts what is temporary. */
let folder: string;
let temporary: string;
let project: Project;

beforeEach(() => {
  folder = realpathSync(mkdtempSync(path.join(tmpdir(), "mapwright-vendor-test-")));
  temporary = path.join(folder, "tmp");
  mkdirSync(temporary);
  project = newProject();
  vi.stubEnv("TMPDIR", temporary);
});

afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

function given(name: string, files: Files): string {
  return unpack(path.join(folder, name), files);
}

function packed(files: Files, name = "package.tgz"): string {
  const file = path.join(folder, name);
  writeFileSync(file, tarball(files));
  return file;
}

function pinned(protocol: string, version: string): LockEntry | undefined {
  return parseLock("lock.json", project.read("schemas/lock.json")).lock?.[protocol]?.[version];
}

/** Runs what must be wrong use, and leave all as it was. */
async function refused(...argv: string[]): Promise<string> {
  const before = project.disk();
  const { code, stdout, stderr } = await project.run("vendor", ...argv);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(project.disk()).toEqual(before);
  expect(readdirSync(temporary)).toEqual([]);
  expect(stderr).not.toMatch(/internal error|^ +at /m);
  return stderr;
}

describe("from a tarball", () => {
  test("the schemas are written and pinned, and the config's line is said", async () => {
    const from = packed(acpPackage("1.2.3"));
    const result = await project.run("vendor", "acp@1.2.3", "--from", from);
    expect(result).toEqual({
      code: 0,
      stdout: [
        "acp 1.2.3 is vendored: 1 file of @agentclientprotocol/sdk@1.2.3 in schemas/acp/1.2.3",
        "read: 1 definition; messages: SessionUpdate 2",
        'to cover it, write in mapwright.config.yaml: `acp: ["1.2.3"]`',
        "",
      ].join("\n"),
      stderr: "",
    });
    expect(project.read("schemas/acp/1.2.3/schema.json")).toBe(acpText);
    expect(pinned("acp", "1.2.3")).toEqual({
      package: "@agentclientprotocol/sdk",
      version: "1.2.3",
      integrity: integrityOf(tarball(acpPackage("1.2.3"))),
      license: "Apache-2.0",
      obtained: "package",
      files: hashesOf(new Map([["schema.json", acpText]])),
    });
    expect(pinned("tiny", "1.0.0")).toBeDefined();
    expect(readdirSync(temporary)).toEqual([]);
  });

  test("once more it is up to date, and nothing is touched", async () => {
    const from = packed(acpPackage("1.2.3"), "a name # with % in it");
    await project.run("vendor", "acp", "--from", from);
    const before = project.disk();
    expect(await project.run("vendor", "acp", "--from", from)).toMatchObject({ code: 0, stdout: expect.stringMatching(/^acp 1\.2\.3 is up to date: /) });
    expect(project.disk()).toEqual(before);
  });

  test("of several versions of ACP, the stable schema of the first, under the name it always had", async () => {
    const from = packed(acpPackage("2.0.0", { "schema/v1/schema.json": acpText, "schema/v1/schema.unstable.json": "{}", "schema/v2/schema.json": "{}" }));
    expect(await project.run("vendor", "acp@2.0.0", "--from", from)).toMatchObject({ code: 0 });
    expect(readdirSync(project.file("schemas/acp/2.0.0"))).toEqual(["schema.json"]);
    expect(project.read("schemas/acp/2.0.0/schema.json")).toBe(acpText);
    expect(pinned("acp", "2.0.0")).toMatchObject({ obtained: "schema/v1/schema.json of the package" });
  });

  test("JSON and Markdown say the same", async () => {
    const from = packed(acpPackage("1.2.3"));
    expect(JSON.parse((await project.run("vendor", "acp", "--from", from, "--format", "json")).stdout)).toEqual({
      protocol: "acp",
      version: "1.2.3",
      state: "vendored",
      folder: "schemas/acp/1.2.3",
      files: 1,
      package: "@agentclientprotocol/sdk@1.2.3",
      obtained: "package",
      undeclared: [],
      found: { versions: ["1.2.3"], definitions: 1, messages: { SessionUpdate: 2 } },
      configure: 'acp: ["1.2.3"]',
      diagnostics: [],
      summary: { errors: 0, warnings: 0 },
    });
    const { stdout } = await project.run("vendor", "acp", "--from", from, "--format", "markdown");
    expect(stdout).toBe(
      "**mapwright vendor**: acp 1.2.3 is up to date: 1 file of @agentclientprotocol/sdk@1.2.3 in schemas/acp/1.2.3\n\n- read: 1 definition; messages: SessionUpdate 2\n- to cover it, write in mapwright.config.yaml: `acp: [\"1.2.3\"]`\n",
    );
  });

  test("a version that the config names already is vendored, and read together with the others", async () => {
    await project.run("vendor", "acp", "--from", packed(acpPackage("1.2.3")));
    project.edit("mapwright.config.yaml", "protocols:\n", 'protocols:\n  acp: ["1.2.3", "1.10.0"]\n');
    expect(await project.run("check")).toMatchObject({ code: 2 });
    const { code, stdout } = await project.run("vendor", "acp", "--from", packed(acpPackage("1.10.0")));
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining("read, together with 1.2.3: 1 definition") });
    expect(stdout).not.toContain("to cover it");
  });

  test("what is wrong with the schemas is reported", async () => {
    const broken = { "schema/schema.json": JSON.stringify({ $defs: { A: { $ref: "#/$defs/B" } } }) };
    const from = packed(acpPackage("1.2.3", broken));
    const { code, stdout } = await project.run("vendor", "acp", "--from", from);
    expect({ code, stdout }).toEqual({ code: 1, stdout: expect.stringContaining("error[dangling-ref]") });
    expect(stdout).toContain("schemas/acp/1.2.3/schema.json:1:");
    expect(JSON.parse((await project.run("vendor", "acp", "--from", from, "--format", "json")).stdout)).toMatchObject({ diagnostics: [{ code: "dangling-ref" }], summary: { errors: 1 } });
  });
});

describe("what is there already", () => {
  let from: string;
  beforeEach(async () => {
    from = packed(acpPackage("1.2.3", { "schema/schema.json": acpText, "schema/meta.json": "{}" }));
    await project.run("vendor", "acp", "--from", from);
  });

  test("a file that was changed, or is not of the version, is not overwritten", async () => {
    project.write("schemas/acp/1.2.3/schema.json", "{}");
    project.write("schemas/acp/1.2.3/mine.json", "{}");
    const said = await refused("acp", "--from", from);
    expect(said).toContain("acp 1.2.3 is vendored already, and not the same: mine.json, schema.json differ");
    expect(said).toContain("delete 'schemas/acp/1.2.3' and its entry in 'schemas/lock.json'");
  });

  test("other hashes in the lock are not overwritten either", async () => {
    rmSync(project.file("schemas/acp/1.2.3/meta.json"));
    expect(await refused("acp", "--from", packed(acpPackage("1.2.3"), "other.tgz"))).toContain("schemas/lock.json has other hashes");
  });

  test("a file that is missing is put back", async () => {
    const before = project.read("schemas/lock.json");
    rmSync(project.file("schemas/acp/1.2.3/meta.json"));
    expect(await project.run("vendor", "acp", "--from", from)).toMatchObject({ code: 0, stdout: expect.stringContaining("is vendored") });
    expect([project.read("schemas/acp/1.2.3/meta.json"), project.read("schemas/lock.json")]).toEqual(["{}", before]);
  });

  test("the integrity is added where it becomes known, and never lost", async () => {
    const withIt = project.read("schemas/lock.json");
    const { integrity: _, ...without } = pinned("acp", "1.2.3")!;
    const { lock } = parseLock("", withIt);
    project.write("schemas/lock.json", formatLock({ ...lock, acp: { "1.2.3": without } }));
    await project.run("vendor", "acp", "--from", from);
    expect(project.read("schemas/lock.json")).toBe(withIt);
    await project.run("vendor", "acp", "--from", given("unpacked", acpPackage("1.2.3", { "schema/schema.json": acpText, "schema/meta.json": "{}" })));
    expect(project.read("schemas/lock.json")).toBe(withIt);
  });

  test("what cannot be written leaves all as it was", async () => {
    project.write("schemas/codex-sdk", "in the way");
    const said = await refused("codex-sdk", "--from", given("sdk", codexSdkPackage("1.0.0")), "--from", given("mcp", mcpPackage("1.2.0")));
    expect(said).toContain("cannot write 'schemas/codex-sdk/1.0.0/index.json'");
    expect(said).toContain("nothing was changed");
  });

  test("a lock that cannot be read is said", async () => {
    project.write("schemas/lock.json", "{");
    expect(await refused("acp", "--from", from)).toContain('"schemas/lock.json" cannot be read');
  });
});

describe("Codex", () => {
  const written = (version: string): Record<string, string> => Object.fromEntries(Object.keys(codexFiles).map((file) => [file, project.read(`schemas/codex-app-server/${version}/${file}`)]));

  test("the binary of a package, packed or not, writes its schemas", async () => {
    const files = codexPackage("0.200.0-linux-x64");
    expect(await project.run("vendor", "codex-app-server@0.200.0", "--from", packed(files))).toMatchObject({ code: 0, stdout: expect.stringContaining("2 files of @openai/codex@0.200.0-linux-x64 in schemas/codex-app-server/0.200.0\nread: 2 definitions; messages: ServerNotification 2\n") });
    expect(written("0.200.0")).toEqual(codexFiles);
    expect(pinned("codex-app-server", "0.200.0")).toEqual({
      package: "@openai/codex",
      version: "0.200.0-linux-x64",
      integrity: integrityOf(tarball(files)),
      license: "Apache-2.0",
      obtained: "codex app-server generate-json-schema --out DIR",
      files: hashesOf(new Map(Object.entries(codexFiles))),
    });
    expect(await project.run("vendor", "codex-app-server@0.200.0", "--from", given("unpacked", files))).toMatchObject({ code: 0, stdout: expect.stringContaining("up to date") });
  });

  test("so does a binary of one's own, which says its version", async () => {
    const binary = path.join(given("bin", { codex: codexScript }), "codex");
    expect(await project.run("vendor", "codex-app-server", "--from", binary)).toMatchObject({ code: 0 });
    expect(written("0.200.0")).toEqual(codexFiles);
    expect(pinned("codex-app-server", "0.200.0")).toMatchObject({ package: "@openai/codex", version: "0.200.0", license: "UNKNOWN" });
    expect(pinned("codex-app-server", "0.200.0")).not.toHaveProperty("integrity");
  });

  test.each([
    ["that does not know the command", `#!${process.execPath}\nif (process.argv[2] === "--version") console.log("0.1.0"); else { console.error("\\nerror: unrecognized subcommand"); process.exit(2); }`, "failed: error: unrecognized subcommand"],
    ["that writes nothing", `#!${process.execPath}\nconsole.log("0.1.0");`, "wrote no schemas"],
    ["that is none", "#!/nowhere/at/all\n", "it cannot be run (ENOENT)"],
    ["that says no version", `#!${process.execPath}\n`, "is no codex: it does not say its version"],
    ["that writes half a file", codexScript.replace("writeFileSync(path.join(out, file), text)", "writeFileSync(path.join(out, file), text.slice(0, 50))"), "`codex` wrote 'ServerNotification.json', which is no JSON schema"],
    ["that dies", codexScript.replace("const [server", "if (process.argv[2] !== '--version') process.kill(process.pid, 'SIGKILL');\nelse console.log('x');\nconst [server"), "failed: it ended with SIGKILL"],
    ["that babbles and fails", codexScript.replace("const [server", "require('node:fs').writeSync(2, 'y'.repeat(3e6)); process.exit(1);\nconst [server"), `failed: ${"y".repeat(300)}\n`],
  ])("a binary %s is told so", async (_, script, said) => {
    expect(await refused("codex-app-server", "--from", path.join(given("bin", { codex: script }), "codex"))).toContain(said);
  });

  test("a file that is no program is told so", async () => {
    const file = path.join(given("bin", { codex: "text" }), "codex");
    chmodSync(file, 0o644);
    expect(await refused("codex-app-server", "--from", file)).toContain("it cannot be run (EACCES)");
  });
});

/** What is hidden is nowhere looked at, and so would be missing as soon as it is pinned. */
test("hidden files are left out, and links to files are files", async () => {
  const from = given("linked", { "schema/.cache.json": acpText, "package.json": acpPackage("1.2.3")["package.json"]! });
  symlinkSync(path.join(given("store", { "1": acpText }), "1"), path.join(from, "schema/schema.json"));
  expect(await project.run("vendor", "acp", "--from", from)).toMatchObject({ code: 0 });
  expect(Object.keys(pinned("acp", "1.2.3")!.files)).toEqual(["schema.json"]);
  expect((await project.run("vendor", "--verify")).code).toBe(0);
});

test("a licence in the form of old packages is a text in the lock", async () => {
  const about = JSON.stringify({ name: "@agentclientprotocol/sdk", version: "1.2.3", license: { type: "MIT", url: "" } });
  await project.run("vendor", "acp", "--from", packed({ ...acpPackage("1.2.3"), "package.json": about }));
  expect(pinned("acp", "1.2.3")?.license).toBe("MIT");
});

describe("derived schemas", () => {
  test("Claude's come from two packages, in either order", async () => {
    const api = packed(anthropicPackage("0.7.0"), "api.tgz");
    const { code, stdout } = await project.run("vendor", "claude-agent-sdk@0.9.0", "--from", api, "--from", given("sdk", claudePackage("0.9.0")));
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining("declared nowhere, and left out: SDKGone in SDKMessage") });
    expect(pinned("claude-agent-sdk", "0.9.0")).toMatchObject({ obtained: `derived from the types of sdk.d.ts, and what they import of @anthropic-ai/sdk@0.7.0 ${integrityOf(tarball(anthropicPackage("0.7.0")))}` });
    expect(JSON.parse(project.read("schemas/claude-agent-sdk/0.9.0/sdk.json"))).toMatchObject({ definitions: { Message: { properties: { id: { const: "0.7.0" } } } } });
  });

  test("what the types import is found in the node_modules around, if it fits", async () => {
    const sdk = given("app/node_modules/@openai/codex-sdk", codexSdkPackage("0.9.0"));
    given("app/node_modules/@modelcontextprotocol/sdk", mcpPackage("1.4.0"));
    expect(await project.run("vendor", "codex-sdk", "--from", sdk)).toMatchObject({ code: 0 });
    expect(pinned("codex-sdk", "0.9.0")).toMatchObject({ obtained: "derived from the types of dist/index.d.ts, and what they import of @modelcontextprotocol/sdk@1.4.0" });
  });

  test("what is missing is said, and what was found in its place", async () => {
    const sdk = given("app/node_modules/@openai/codex-sdk", codexSdkPackage("0.9.0"));
    const alone = await refused("codex-sdk", "--from", sdk);
    expect(alone).toContain("the types of @openai/codex-sdk import those of @modelcontextprotocol/sdk (^1.2.0), and it is not there\n");
    expect(alone).toContain("Add --from PATH with the tarball or folder of @modelcontextprotocol/sdk.");
    given("app/node_modules/@modelcontextprotocol/sdk", mcpPackage("1.1.0"));
    expect(await refused("codex-sdk", "--from", sdk)).toContain("node_modules/@modelcontextprotocol/sdk' is 1.1.0");
    expect(await refused("codex-sdk", "--from", given("mcp", mcpPackage("1.2.0")))).toContain("the package @openai/codex-sdk is missing");
    expect(await refused("claude-agent-sdk", "--from", given("bad", { ...claudePackage("0.9.0"), "sdk.d.ts": "export type SDKMessage = [1];" }), "--from", given("api", anthropicPackage("0.7.0")))).toContain('"SDKMessage" is written in a way');
  });
});

describe("a folder of schemas", () => {
  test("is taken as it is: what is vendored of Codex has the same hashes", async () => {
    const from = given("schemas", Object.fromEntries(filesBelow("schemas/codex-app-server/0.107.0")));
    expect(await project.run("vendor", "codex-app-server@0.107.0", "--from", from)).toMatchObject({ code: 0 });
    const { lock } = parseLock("", textOf("schemas/lock.json"));
    expect(pinned("codex-app-server", "0.107.0")).toEqual({ package: "@openai/codex", version: "0.107.0", license: "UNKNOWN", obtained: "folder", files: lock!["codex-app-server"]!["0.107.0"]!.files });
  });

  test("must be one, and its version must be named", async () => {
    const from = given("schemas", { "schema.json": acpText, "other.txt": "" });
    expect(await refused("acp", "--from", from)).toContain("does not say which version its schemas are of");
    expect(await refused("acp@1.0.0", "--from", given("empty", { "other.txt": "" }))).toContain("neither a package nor a folder of schemas");
    expect(await refused("acp@1.0.0", "--from", given("broken", { "schema.json": "{" }))).toContain("schema.json' is no JSON schema");
    expect(await refused("acp@1.0.0", "--from", given("others", { "lock.json": '{ "acp": {} }' }))).toContain("neither a package nor a folder of schemas");
    expect(await refused("acp@1.0.0", "--from", from, "--from", packed(acpPackage("1.0.0")))).toContain("is all that is needed");
  });
});

test("a temporary folder that cannot be made is said", async () => {
  vi.stubEnv("TMPDIR", path.join(folder, "nowhere"));
  expect(await refused("acp", "--from", packed(acpPackage("1.2.3")))).toBe(`error: no temporary folder can be made in '${path.join(folder, "nowhere")}' (ENOENT)\n  hint: TMPDIR names another place.\n`);
});

/** On a read-only file system, Node says of a folder within a folder that is to be made that there is none. */
test("a read-only file system is called so", async () => {
  vi.spyOn(fs, "mkdir").mockImplementation((_, options) => Promise.reject(Object.assign(new Error(), { code: typeof options === "object" && options?.recursive === true ? "ENOENT" : "EROFS", syscall: "mkdir" })));
  expect(await refused("acp", "--from", unpack(path.join(folder, "bare"), acpPackage("1.2.3")))).toContain("cannot write 'schemas/acp/1.2.3/schema.json': the file system is read-only; nothing was changed");
  vi.restoreAllMocks();
});

describe("wrong use", () => {
  test.each([
    [["acq"], "there is no protocol 'acq'", 'Did you mean "acp"?'],
    [["quite-another"], "there is no protocol 'quite-another'", "There are: acp, claude-agent-sdk, codex-app-server, codex-sdk."],
    [[], "which protocol?", "There are acp, "],
    [["acp@latest"], "'latest' is no version", "acp@1.2.3"],
    [["acp@../../etc"], "is no version", ""],
    [["acp@"], "'' is no version", ""],
    [["acp@1.0.0-..", "--from", "."], "'1.0.0-..' is no version", ""],
    [["acp@01.0.0", "--from", "."], "'01.0.0' is no version", ""],
    [["acp@1.0.0", "--from", ""], "option '--from <path>' argument '' is invalid. It is empty.", ""],
    [["acp", "--verify"], "--verify looks at everything", ""],
    [["acp", "--from", "/nowhere/at/all"], "there is nothing at '/nowhere/at/all'", ""],
  ])("%j", async (argv, said, hint) => {
    const stderr = await refused(...argv);
    expect(stderr).toContain(said);
    expect(stderr).toContain(hint);
  });

  test("another version, another package, and what is no package", async () => {
    const from = packed(acpPackage("1.2.3"));
    expect(await refused("acp@1.2.4", "--from", from)).toContain("what --from names is version 1.2.3, not 1.2.4");
    expect(await refused("codex-sdk", "--from", from)).toContain("is the package @agentclientprotocol/sdk, and what is needed is @openai/codex-sdk and @modelcontextprotocol/sdk");
    const garbage = path.join(given("garbage", { "a.tgz": "no gzip", plain: "text" }), "a.tgz");
    expect(await refused("acp", "--from", garbage)).toContain("is no tarball of an npm package");
    expect(await refused("acp", "--from", path.join(folder, "garbage/plain"))).toContain("is neither the tarball of a package nor a folder");
    expect(await refused("acp", "--from", packed({ "README.md": "" }))).toContain("is no tarball of an npm package");
    for (const about of ["{", "null"]) expect(await refused("acp", "--from", packed({ "package.json": about }))).toBe(`error: '${path.join(folder, "package.tgz")}' is no tarball of an npm package: it has no package.json that can be read\n`);
    expect(await refused("acp", "--from", packed({ "package.json": "{}" }))).toBe(`error: the package.json of '${path.join(folder, "package.tgz")}' does not say the name and version of a package\n`);
    expect(await refused("acp", "--from", packed(acpPackage("1.2.3", { "schema/schema.json": "{" })))).toContain("'schema.json' of @agentclientprotocol/sdk@1.2.3 is no JSON schema");
    expect(await refused("acp", "--from", packed(acpPackage("1.2.3", {})))).toContain('@agentclientprotocol/sdk@1.2.3 has no schemas in its folder "schema"');
    expect(await refused("acp", "--from", given("unnamed", { "package.json": "[]" }))).toContain("does not say the name and version");
  });

  test.each(["../../escaped", "1.0", "v1.2.3", ""])("a package that calls itself %j names no folder", async (version) => {
    expect(await refused("acp", "--from", given("strange", acpPackage(version)))).toContain(`calls itself version '${version}', which is none`);
  });

  test("nothing gets out of a tarball", async () => {
    const from = packed({ ...acpPackage("1.2.3"), "../../../../escaped.json": "{}", "schema/../../../escaped.json": "{}" });
    await project.run("vendor", "acp", "--from", from);
    expect(readdirSync(folder).sort()).toEqual(["package.tgz", "tmp"]);
    expect(existsSync(path.join(temporary, "escaped.json"))).toBe(false);
  });
});

describe("the registry", () => {
  let registry: LocalRegistry;
  let env: Record<string, string>;
  beforeEach(async () => {
    registry = await localRegistry();
    env = { npm_config_registry: registry.url, npm_config_noproxy: "127.0.0.1", npm_config_userconfig: path.join(folder, "npmrc"), npm_config_globalconfig: path.join(folder, "global"), npm_config_fetch_retries: "0", HOME: folder };
    for (const version of ["1.9.0", "1.10.0", "2.0.0-beta.1"]) registry.publish({ files: acpPackage(version) });
  });
  afterEach(() => registry.close());

  const vendor = (...argv: string[]): Promise<Result> => runIn(project.root, ["vendor", ...argv], { env });

  /** As `refused`. */
  async function failed(...argv: string[]): Promise<string> {
    const before = project.disk();
    const { code, stdout, stderr } = await vendor(...argv);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(project.disk()).toEqual(before);
    expect(readdirSync(temporary)).toEqual([]);
    expect(stderr).not.toMatch(/internal error|^ +at /m);
    return stderr;
  }

  test("gives the same bytes as the tarball itself", async () => {
    expect(await vendor("acp@1.9.0")).toMatchObject({ code: 0, stderr: "" });
    const lock = project.read("schemas/lock.json");
    expect(pinned("acp", "1.9.0")).toMatchObject({ integrity: integrityOf(tarball(acpPackage("1.9.0"))) });
    expect(readdirSync(temporary)).toEqual([]);
    project = newProject();
    await project.run("vendor", "acp@1.9.0", "--from", packed(acpPackage("1.9.0")));
    expect(project.read("schemas/lock.json")).toBe(lock);
    expect(existsSync(path.join(folder, ".npm"))).toBe(false);
  });

  test("is the one that npm is configured for, by scope", async () => {
    writeFileSync(path.join(folder, "npmrc"), `@agentclientprotocol:registry=${registry.url}\nfetch-retries=0\n`);
    env = { ...env, npm_config_registry: "http://127.0.0.1:9/" };
    expect(await vendor("acp@1.9.0")).toMatchObject({ code: 0 });
    expect(await failed("codex-sdk@1.0.0")).toContain("the npm registry cannot be reached (ECONNREFUSED)");
  });

  test("proposes the newest stable version where none is named", async () => {
    const said = await failed("acp");
    expect(said).toContain("which version of acp? The newest is 1.10.0");
    expect(said).toContain("npx mapwright vendor acp@1.10.0");
  });

  test("has a package of Codex for each platform, and only this one's is fetched", async () => {
    const here = `0.200.0-${process.platform}-${process.arch}`;
    for (const version of ["0.200.0", here, "0.200.0-plan9-x64"]) registry.publish({ files: codexPackage(version) });
    expect(await vendor("codex-app-server@0.200.0")).toMatchObject({ code: 0, stdout: expect.stringContaining(`2 files of @openai/codex@${here}`) });
    expect(registry.asked.filter((file) => file.endsWith(".tgz"))).toEqual([`@openai/codex/-/${here}.tgz`]);
  });

  test("has what the types import: the lowest version that the Codex SDK is developed with", async () => {
    registry.publish({ files: codexSdkPackage("1.0.0") });
    for (const version of ["1.1.0", "1.10.0", "1.2.1", "2.0.0"]) registry.publish({ files: mcpPackage(version) });
    expect(await vendor("codex-sdk@1.0.0")).toMatchObject({ code: 0 });
    expect(pinned("codex-sdk", "1.0.0")?.obtained).toContain("@modelcontextprotocol/sdk@1.2.1 sha512-");
  });

  test("has what the types import: the version that the code of the Claude SDK contains", async () => {
    registry.publish({ files: claudePackage("0.9.0", {}, { "cli.js": 'var a="9.9.9";var Go="0.7.1";function D5(){if(typeof Deno<"u"&&Deno.build!=null)return"deno"}' }) });
    for (const version of ["0.7.0", "0.7.1", "9.9.9"]) registry.publish({ files: anthropicPackage(version) });
    expect(await vendor("claude-agent-sdk@0.9.0")).toMatchObject({ code: 0 });
    expect(pinned("claude-agent-sdk", "0.9.0")?.obtained).toContain("@anthropic-ai/sdk@0.7.1 sha512-");
  });

  test("has what the types import: the newest that was there when the Claude SDK was published", async () => {
    registry.publish({ files: claudePackage("0.9.0", { peerDependencies: { "@anthropic-ai/sdk": ">=0.7.0" } }), time: "2026-02-02T00:00:00.000Z" });
    for (const [version, time] of [["0.7.0", "2026-01-01"], ["0.10.0", "2026-02-01"], ["0.11.0", "2026-02-03"]] as const) registry.publish({ files: anthropicPackage(version), time: `${time}T00:00:00.000Z` });
    expect(await vendor("claude-agent-sdk@0.9.0")).toMatchObject({ code: 0 });
    expect(pinned("claude-agent-sdk", "0.9.0")?.obtained).toContain("@anthropic-ai/sdk@0.10.0 sha512-");
  });

  test("that does not tell which version the types import is no reason to guess", async () => {
    registry.publish({ files: claudePackage("0.8.0") });
    registry.publish({ files: claudePackage("0.9.0", { peerDependencies: { "@anthropic-ai/sdk": "^0.7.0" } }) });
    registry.publish({ files: anthropicPackage("0.7.0") });
    expect(await failed("claude-agent-sdk@0.8.0")).toContain("@anthropic-ai/claude-agent-sdk does not say which version of @anthropic-ai/sdk");
    expect(await failed("claude-agent-sdk@0.9.0")).toContain("does not say when packages were published");
  });

  test("has no such version, no such package", async () => {
    const said = await failed("acp@9.9.9");
    expect(said).toContain("@agentclientprotocol/sdk has no version 9.9.9");
    expect(said).toContain("The newest are 1.10.0, 1.9.0.");
    expect(await failed("codex-sdk@1.0.0")).toContain("the npm registry has no @openai/codex-sdk\n");
  });

  test("sends another tarball than was published", async () => {
    registry.publish({ files: acpPackage("3.0.0"), sent: tarball(acpPackage("3.0.0", { "schema/schema.json": "{}" })) });
    expect(await failed("acp@3.0.0")).toContain("what the npm registry sent as @agentclientprotocol/sdk@3.0.0 is not what was published");
  });

  test("sends a package that calls itself another version", async () => {
    registry.publish({ files: acpPackage("3.0.1"), as: "3.0.0" });
    expect(await failed("acp@3.0.0")).toContain("what the npm registry sent as @agentclientprotocol/sdk@3.0.0 calls itself 3.0.1");
  });

  test.each([
    [{ status: 500 }, "the npm registry answered 500"],
    [{ status: 401 }, "does not give @agentclientprotocol/sdk to you (401): see `npm login`"],
    [{ status: 200, body: "<html>" }, "cannot be read"],
    [{ status: 200, body: "{}" }, "cannot be read: it names no versions"],
    [{ status: 200, body: "[]" }, "cannot be read"],
  ])("answers %j", async (how, said) => {
    registry.answer(how);
    const stderr = await failed("acp@1.9.0");
    expect(stderr).toContain(said);
    expect(stderr).toContain("`--from` takes a tarball");
  });

  test("is none", async () => {
    env = { ...env, npm_config_registry: "nowhere" };
    expect(await failed("acp@1.9.0")).toContain("npm is configured for a registry that is no URL");
  });

  test("does not answer", async () => {
    registry.answer("hang");
    env = { ...env, npm_config_fetch_timeout: "100" };
    expect(await failed("acp@1.9.0")).toContain("the npm registry does not answer in time");
  });

  test("is left alone as soon as somebody interrupts", async () => {
    registry.answer("hang");
    const interrupt = new AbortController();
    const before = project.disk();
    const running = runIn(project.root, ["vendor", "acp@1.9.0"], { env, signal: interrupt.signal });
    await registry.request();
    interrupt.abort();
    expect(await running).toEqual({ code: 2, stdout: "", stderr: "error: interrupted; nothing was changed\n" });
    expect(project.disk()).toEqual(before);
    expect(readdirSync(temporary)).toEqual([]);
  });

  test("is seen at work on a terminal only", async () => {
    const terminal = Object.assign(new PassThrough(), { isTTY: true, cursorTo: () => true, clearLine: () => true, moveCursor: () => true });
    const stdout = new PassThrough();
    await run(["vendor", "acp@1.9.0"], { cwd: project.root, env, stdin: () => new PassThrough(), stdout, stderr: terminal });
    expect(String(terminal.read())).toContain("fetching @agentclientprotocol/sdk@1.9.0");
    expect(String(stdout.read())).not.toContain("fetching");
  });
});

describe("--verify", () => {
  test("finds nothing wrong with what was vendored", async () => {
    await project.run("vendor", "acp", "--from", packed(acpPackage("1.2.3")));
    expect(await project.run("vendor", "--verify")).toEqual({ code: 0, stdout: "2 versions, 2 files: all as they were vendored\n", stderr: "" });
    expect(JSON.parse((await project.run("vendor", "--verify", "--format", "json")).stdout)).toEqual({
      versions: [
        { protocol: "acp", version: "1.2.3", files: 1 },
        { protocol: "tiny", version: "1.0.0", files: 1 },
      ],
      diagnostics: [],
      summary: { errors: 0, warnings: 0 },
    });
  });

  test("names a file that was changed, is missing, or is in no lock", async () => {
    project.edit("schemas/tiny/1.0.0/Message.json", "notice", "notise");
    project.write("schemas/tiny/1.0.0/Other.json", "{}");
    project.write("schemas/acp/1.2.3/schema.json", acpText);
    const { code, stdout } = await project.run("vendor", "--verify");
    expect(code).toBe(1);
    for (const said of ["error[tampered-file]", "schemas/tiny/1.0.0/Message.json", "error[extra-file]", "schemas/tiny/1.0.0/Other.json", "error[unlocked-version]", "3 errors in 3 files; the lock has 1 version, 1 file"]) expect(stdout).toContain(said);

    rmSync(project.file("schemas/tiny/1.0.0/Message.json"));
    expect(JSON.parse((await project.run("vendor", "--verify", "--format", "json")).stdout)).toMatchObject({ diagnostics: [{ code: "unlocked-version" }, { code: "missing-file" }, { code: "extra-file" }], summary: { errors: 3 } });
    const markdown = (await project.run("vendor", "--verify", "--format", "markdown")).stdout;
    expect(markdown).toContain("**mapwright vendor --verify**: 3 errors in 3 files; the lock has 1 version, 1 file\n\n- **error**");
    expect(markdown).toContain("`schemas/tiny/1.0.0/Message.json`");
  });
});
