import { createHash } from "node:crypto";
import type { Settings } from "./config.js";
import { contentOf, filesBelow } from "./files.js";
import { placeOf, shippedFiles } from "./shipped.js";

/** Everything that is compiled, as it was when the command began: path below the config's folder to bytes, in order. */
export type Inputs = ReadonlyMap<string, Buffer>;

/** Reads all inputs that a config names, and what of Mapwright it builds on. */
export function readInputs(root: string, settings: Settings): Inputs {
  const files = [
    ...schemaFiles(root, settings),
    ...filesBelow(root, settings.mappings, (file) => /\.ya?ml$/.test(file)),
    ...(settings.transforms === undefined ? [] : filesBelow(root, settings.transforms, (file) => /(?<!\.test|\.d)\.ts$/.test(file))),
    ...(settings.events === undefined ? [] : [settings.events]),
    ...(settings.shipped === undefined ? [] : shippedFiles(settings.shipped)),
  ];
  const inputs = new Map<string, Buffer>();
  for (const file of files) {
    const content = contentOf(placeOf(root, file));
    if (content !== undefined) inputs.set(file, content);
  }
  return inputs;
}

/** A package that extends Mapwright may have schemas that are none of our business; what it vendored is. */
function schemaFiles(root: string, { schemas, shipped, protocols }: Settings): string[] {
  if (shipped === undefined) return filesBelow(root, schemas);
  const ours = new Set(["canonical", ...protocols.map(({ name }) => name), ...pinnedIn(contentOf(`${root}/${schemas}/lock.json`))]);
  return filesBelow(root, schemas, (file) => {
    const [folder = "", ...rest] = file.slice(schemas.length + 1).split("/");
    return rest.length === 0 ? folder === "lock.json" : ours.has(folder);
  });
}

/** The protocols of a lock; of one that cannot be read, others say so. */
function pinnedIn(lock: Buffer | undefined): string[] {
  try {
    return lock === undefined ? [] : Object.keys(JSON.parse(lock.toString("utf8")) as object);
  } catch {
    return [];
  }
}

/** Inputs as they are once some files are written: what is new stands where reading it would put it. */
export function withFiles(inputs: Inputs, { schemas }: Settings, files: readonly { readonly path: string; readonly content: string | Uint8Array }[]): Inputs {
  const after = new Map(inputs);
  for (const { path: file, content } of files) if (after.has(file) || file.startsWith(`${schemas}/`)) after.set(file, Buffer.from(content));
  const isSchema = (file: string): boolean => file.startsWith(`${schemas}/`);
  const order = [...[...after.keys()].filter(isSchema).sort(), ...[...after.keys()].filter((file) => !isSchema(file))];
  return new Map(order.map((file) => [file, after.get(file)!]));
}

/** Equal only for equal inputs. */
export function fingerprint(inputs: Inputs): string {
  const hash = createHash("sha256");
  for (const [file, content] of inputs) hash.update(`${file}\0${content.length}\0`).update(content);
  return hash.digest("hex");
}

/** The inputs of one kind below a folder as text, by their path below the config's folder, or by the `rest` below this one. */
export function textsBelow(inputs: Inputs, folder: string, kind: RegExp, rest = false): Map<string, string> {
  const texts = new Map<string, string>();
  for (const [file, content] of inputs) {
    if (file.startsWith(`${folder}/`) && kind.test(file)) texts.set(rest ? file.slice(folder.length + 1) : file, content.toString("utf8"));
  }
  return texts;
}
