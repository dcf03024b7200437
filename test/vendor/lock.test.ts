import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { formatLock, hashesOf, parseLock, verifyLock, withEntry, type Lock, type LockEntry } from "../../codegen/vendor/index.js";
import { filesBelow } from "../schema/helpers.js";

const files = { "A.json": '{"a":1}', "v2/B.json": "{}" };
const entry: LockEntry = { package: "@scope/agent", version: "1.10.0-linux-x64", integrity: "sha512-x", license: "Apache-2.0", obtained: "agent schema --out DIR", files: hashesOf(new Map(Object.entries(files))) };
const lock: Lock = { agent: { "1.10.0": entry } };

/** The project's files: the lock, two vendored files, and what is not vendored. */
function project(changed: Record<string, string | undefined> = {}): Map<string, string> {
  const all: Record<string, string | undefined> = {
    "schemas/lock.json": formatLock(lock),
    "schemas/agent/1.10.0/A.json": files["A.json"],
    "schemas/agent/1.10.0/v2/B.json": files["v2/B.json"],
    "schemas/agent/overlay.yaml": "definitions: {}",
    "schemas/canonical/events.yaml": "events: {}",
    "schemas/README.md": "",
    "mappings/agent/messages.yaml": "",
    ...changed,
  };
  return new Map(Object.entries(all).flatMap(([path, text]) => (text === undefined ? [] : [[path, text]])));
}

function problems(changed: Record<string, string | undefined>): unknown[] {
  return verifyLock("schemas", project(changed)).map(({ code, file, hint }) => [code, file, hint]);
}

describe("verifyLock", () => {
  it("finds nothing wrong with what was vendored, in text or bytes", () => {
    expect(verifyLock("schemas", project())).toEqual([]);
    expect(verifyLock("schemas", new Map([...project()].map(([path, text]) => [path, new TextEncoder().encode(text)])))).toEqual([]);
  });

  it("names a file that was changed, is missing, or is in no lock, and says what mends it today", () => {
    const sha = (text: string): string => createHash("sha256").update(text).digest("hex");
    expect(problems({ "schemas/agent/1.10.0/A.json": '{"a":2}' })).toEqual([
      ["tampered-file", "schemas/agent/1.10.0/A.json", `Restore it from version control: vendored files are not edited, and a publisher's own change is another version. What is on the wire beside them is said in "schemas/agent/overlay.yaml".`],
    ]);
    expect(problems({ "schemas/agent/1.10.0/v2/B.json": undefined })).toEqual([["missing-file", "schemas/agent/1.10.0/v2/B.json", 'Restore it from version control, or let `npx mapwright vendor agent@1.10.0` put it back.']]);
    expect(problems({ "schemas/agent/1.10.0/v2/C.json": "{}" })).toEqual([["extra-file", "schemas/agent/1.10.0/v2/C.json", `Delete it, or pin it in "schemas/lock.json": "v2/C.json": "${sha("{}")}"`]]);
    expect(problems({ "schemas/agent/2.0.0/A.json": "{}" })).toEqual([["unlocked-version", "schemas/lock.json", expect.stringContaining("schemas/README.md")]]);
  });

  it("says where a lock stops being JSON", () => {
    expect(verifyLock("schemas", project({ "schemas/lock.json": '{\n  "agent": {,\n}' }))).toMatchObject([{ code: "invalid-lock", line: 2, column: 13, hint: expect.stringContaining("version control") }]);
  });

  it("misses the lock only where something is vendored", () => {
    expect(problems({ "schemas/lock.json": undefined })).toEqual([["missing-lock", "schemas/lock.json", expect.stringContaining("agent/1.10.0")]]);
    expect(verifyLock("schemas", new Map([["schemas/canonical/events.yaml", ""]]))).toEqual([]);
  });

  it.each([
    ["no JSON", "{"],
    ["a list", "[]"],
    ["a protocol without versions", '{"agent":7}'],
    ["an entry that is none", '{"agent":{"1":[]}}'],
    ["an entry without its licence", JSON.stringify({ agent: { 1: { ...entry, license: undefined } } })],
    ["an entry with more than there is", JSON.stringify({ agent: { 1: { ...entry, licence: "MIT" } } })],
    ["hashes that are none", JSON.stringify({ agent: { 1: { ...entry, files: { "A.json": 1 } } } })],
  ])("cannot read a lock that is %s", (_, text) => {
    expect(problems({ "schemas/lock.json": text }).map((problem) => (problem as string[])[0])).toEqual(["invalid-lock"]);
  });

  it("holds for what this project vendors", () => {
    const vendored = new Map([...filesBelow("schemas")].map(([path, text]) => [`schemas/${path}`, text]));
    expect(verifyLock("schemas", vendored)).toEqual([]);
    const { lock: own } = parseLock("schemas/lock.json", vendored.get("schemas/lock.json")!);
    const { files: hashes, ...about } = own!["codex-app-server"]!["0.107.0"]!;
    expect(Object.keys(hashes)).toHaveLength(149);
    expect(about).toEqual({
      package: "@openai/codex",
      version: "0.107.0-linux-x64",
      integrity: "sha512-h9SG15CrNihjHwSiYBU3dxMWH2r9fQIBPxFIpWnSUnjE5/YaXusbJQEvC+5u+g6CzUXX40fFsm3gVWV9uzX7Og==",
      license: "Apache-2.0",
      obtained: "codex app-server generate-json-schema --out DIR",
    });
    expect(formatLock(own!)).toBe(vendored.get("schemas/lock.json"));
  });
});

describe("formatLock", () => {
  it("is stable: versions by number, the rest by name, whatever the order it came in", () => {
    const shuffled: LockEntry = { files: { "v2/B.json": "2", "A.json": "1" }, obtained: "package", license: "MIT", version: "1", package: "p" };
    const built = ["1.10.0", "1.9.0", "1.10.0-beta"].reduce((made, version) => withEntry(made, "z", version, shuffled), withEntry({}, "a", "1", shuffled));
    const text = formatLock(built);
    expect(Object.keys(JSON.parse(text) as object)).toEqual(["a", "z"]);
    expect(Object.keys((JSON.parse(text) as Lock).z!)).toEqual(["1.9.0", "1.10.0", "1.10.0-beta"]);
    expect(Object.keys((JSON.parse(text) as Lock).a!["1"]!)).toEqual(["package", "version", "license", "obtained", "files"]);
    expect(text.indexOf('"A.json"')).toBeLessThan(text.indexOf('"v2/B.json"'));
    expect(formatLock(parseLock("lock.json", text).lock!)).toBe(text);
  });
});
