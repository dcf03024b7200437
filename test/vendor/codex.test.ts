import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { hashesOf, readTree, vendorCodex } from "../../codegen/vendor/index.js";

/** What the real binary does, as far as vendoring knows it: it writes its home's name into a file, to show which it was given. */
const script = `#!${process.execPath}
const fs = require("node:fs"), path = require("node:path");
const [server, command, flag, out] = process.argv.slice(2);
if (server !== "app-server" || command !== "generate-json-schema" || flag !== "--out") process.exit(2);
if (fs.existsSync(path.join(__dirname, "broken"))) process.exit(1);
fs.mkdirSync(path.join(out, "v2"), { recursive: true });
if (fs.existsSync(path.join(__dirname, "empty"))) process.exit(0);
fs.writeFileSync(path.join(out, "v2", "B.json"), "{}");
fs.writeFileSync(path.join(out, "A.json"), JSON.stringify({ home: process.env.CODEX_HOME === path.dirname(out) }));
`;

let folder: string;
let target: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "mapwright-vendor-test-"));
  target = path.join(folder, "vendor", "x86_64-unknown-linux-musl", "codex");
  await mkdir(target, { recursive: true });
  await writeFile(path.join(folder, "package.json"), JSON.stringify({ name: "@openai/codex", version: "0.200.0-alpha.1-linux-x64", license: "Apache-2.0" }));
  await writeFile(path.join(target, "codex"), script);
  await chmod(path.join(target, "codex"), 0o755);
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

describe("vendorCodex", () => {
  it("lets the binary of a package write its schemas, in a home of its own", async () => {
    const { version, entry, files } = await vendorCodex(folder, "sha512-x");
    expect(version).toBe("0.200.0-alpha.1");
    expect([...files.keys()]).toEqual(["A.json", "v2/B.json"]);
    expect(new TextDecoder().decode(files.get("A.json"))).toBe('{"home":true}');
    expect(entry).toEqual({
      package: "@openai/codex",
      version: "0.200.0-alpha.1-linux-x64",
      integrity: "sha512-x",
      license: "Apache-2.0",
      obtained: "codex app-server generate-json-schema --out DIR",
      files: hashesOf(files),
    });
  });

  it("takes the binary itself, and no integrity where none is known", async () => {
    const { version, entry } = await vendorCodex(path.join(target, "codex"));
    expect(version).toBe("0.200.0-alpha.1");
    expect(entry).not.toHaveProperty("integrity");
  });

  it("fails if there is no binary, if it fails, and if it writes nothing", async () => {
    await writeFile(path.join(target, "empty"), "");
    await expect(vendorCodex(folder)).rejects.toThrow("wrote no schemas");
    await writeFile(path.join(target, "broken"), "");
    await expect(vendorCodex(folder)).rejects.toThrow("failed: it ended with 1");
    await rm(path.join(folder, "vendor"), { recursive: true });
    await expect(vendorCodex(folder)).rejects.toThrow("no codex binary");
    await expect(vendorCodex(path.join(folder, "nowhere"))).rejects.toThrow("ENOENT");
  });
});

describe("readTree", () => {
  it("reads all files below a folder, in order", async () => {
    const files = await readTree(folder);
    expect([...files.keys()]).toEqual(["package.json", "vendor/x86_64-unknown-linux-musl/codex/codex"]);
    expect(Buffer.from(files.get("package.json")!)).toEqual(await readFile(path.join(folder, "package.json")));
  });
});
