import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { hashesOf, parseLock, vendorAcp } from "../../codegen/vendor/index.js";
import { textOf } from "../schema/helpers.js";

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "mapwright-vendor-test-"));
  await writeFile(path.join(folder, "package.json"), JSON.stringify({ name: "@agentclientprotocol/sdk", version: "1.2.3", license: "Apache-2.0" }));
  await mkdir(path.join(folder, "schema", "v1"), { recursive: true });
  await writeFile(path.join(folder, "schema", "schema.json"), '{ "b": 1,\n"a": 2 }');
  await writeFile(path.join(folder, "schema", "v1", "meta.json"), "{}");
  await writeFile(path.join(folder, "schema", "README.md"), "no schema");
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

describe("vendorAcp", () => {
  it("takes the schemas of a package as they are, and nothing else", async () => {
    const { version, entry, files } = await vendorAcp(folder, "sha512-x");
    expect(version).toBe("1.2.3");
    expect([...files].map(([file, text]) => [file, new TextDecoder().decode(text)])).toEqual([["schema.json", '{ "b": 1,\n"a": 2 }'], ["v1/meta.json", "{}"]]);
    expect(entry).toEqual({ package: "@agentclientprotocol/sdk", version: "1.2.3", integrity: "sha512-x", license: "Apache-2.0", obtained: "package", files: hashesOf(files) });
  });

  it("has no integrity where none is known", async () => {
    expect((await vendorAcp(folder)).entry).not.toHaveProperty("integrity");
  });

  it("fails if there are no schemas, or no package", async () => {
    await rm(path.join(folder, "schema", "schema.json"));
    await rm(path.join(folder, "schema", "v1"), { recursive: true });
    await expect(vendorAcp(folder)).rejects.toThrow("no schemas");
    await expect(vendorAcp(path.join(folder, "nowhere"))).rejects.toThrow("ENOENT");
  });
});

it("is where 0.14.1 comes from", () => {
  const { lock } = parseLock("schemas/lock.json", textOf("schemas/lock.json"));
  const { files, ...about } = lock!.acp!["0.14.1"]!;
  expect(Object.keys(files)).toEqual(["schema.json"]);
  expect(about).toEqual({
    package: "@agentclientprotocol/sdk",
    version: "0.14.1",
    integrity: "sha512-b6r3PS3Nly+Wyw9U+0nOr47bV8tfS476EgyEMhoKvJCZLbgqoDFN7DJwkxL88RR0aiOqOYV1ZnESHqb+RmdH8w==",
    license: "Apache-2.0",
    obtained: "package",
  });
});

it("is where 2.4.0 comes from: the stable schema of the version of the protocol that agents speak", () => {
  const { lock } = parseLock("schemas/lock.json", textOf("schemas/lock.json"));
  const { files, ...about } = lock!.acp!["2.4.0"]!;
  expect(Object.keys(files)).toEqual(["schema.json"]);
  expect(about).toEqual({
    package: "@agentclientprotocol/sdk",
    version: "2.4.0",
    integrity: "sha512-7qJ8nnyj7WesC5ve185ioTpB2/svQoeGV4HA4nLEhgDUrcmBe54/08VcXc/oL4p14tDbxxECZzdYmUYQ+4l+Wg==",
    license: "Apache-2.0",
    obtained: "schema/v1/schema.json of the package",
  });
});
