import type { Transform } from "../check/types.js";
import type { Diagnostic } from "../diagnostic.js";
import { providerOf, tableName } from "../mapping/place.js";
import type { MappingFile, TableNode } from "../mapping/types.js";
import type { CanonicalModel } from "../schema/canonical.js";
import type { SurfaceInput } from "../schema/read-surface.js";
import { suggest } from "../spelling.js";
import type { Protocol, Settings } from "./config.js";
import { sha256 } from "./files.js";
import { equivalenceFile } from "./input-faults.js";
import { textsBelow, type Inputs } from "./inputs.js";

/** What a project has of its own, together with what of Mapwright it builds on. */

export interface ParsedMapping {
  readonly file: string;
  /** The folder that the file stands in: tables of one folder share a memory. */
  readonly provider: string;
  readonly node?: MappingFile;
  readonly diagnostics: readonly Diagnostic[];
}

/** How tables of JSON-RPC are called. */
const roles: readonly string[] = ["notifications", "requests", "responses"];

const yaml = /\.ya?ml$/;

/** Every mapping file; of a table that one of the project's extends, that one alone. */
export async function readMappings({ mappings, shipped }: Settings, inputs: Inputs): Promise<ParsedMapping[]> {
  const { parseMapping } = await import("../mapping/index.js");
  const parse = (folder: string, extendable: readonly TableNode[]): ParsedMapping[] =>
    [...textsBelow(inputs, folder, yaml)].flatMap(([file, text]) => (file === equivalenceFile(folder) ? [] : [{ file, provider: providerOf(file), ...parseMapping(file, text, extendable) }]));
  const theirs = shipped === undefined ? [] : parse(shipped.mappings, []);
  const own = parse(mappings, theirs.flatMap(({ node }) => (node?.kind === "table" ? [node] : [])));
  const extended = new Set(own.flatMap(({ node }) => (node?.kind === "table" && node.extended === true ? [node.source.value] : [])));
  const kept = theirs.filter(({ node }) => node?.kind !== "table" || !extended.has(node.source.value));
  return [...kept.map((one) => (one.node?.kind === "table" ? { ...one, node: { ...one.node, shipped: true as const } } : one)), ...own];
}

/** What agents of the project's own lack for sessions, and files that would be generated to the same place. */
export function missingTables({ providers, mappings }: Settings, parsed: readonly ParsedMapping[]): Diagnostic[] {
  const tables = parsed.flatMap(({ provider, file, node }) => (node?.kind === "table" ? [{ provider, file, source: node.source.value, at: node.source.at, name: tableName(file) }] : []));
  const torn = new Set(parsed.flatMap(({ provider, node }) => (node === undefined ? [provider] : [])));
  const missing = providers.flatMap(({ name, frames, sources, at }): Diagnostic[] => {
    // Of a table that could not be read, enough is said.
    if (torn.has(name)) return [];
    const own = tables.filter(({ provider }) => provider === name);
    // A table whose source is misspelt is there.
    if (own.some(({ source }) => !sources.includes(source))) return [];
    const without = sources.filter((source) => !own.some((table) => table.source === source));
    const report = (message: string, hint: string): Diagnostic => ({ code: "missing-table", severity: "error", message, hint, ...at });
    const lacking = without.map((source) => report(`The source "${source}" of "${name}" has no table.`, `Write ${mappings}/${name}/${frames === "typed" ? "messages" : "notifications"}.yaml with \`source: ${source}\`.`));
    const unnamed = frames === "json-rpc" && without.length === 0 && !own.some((table) => table.name === "notifications");
    if (unnamed) return [report(`"${name}" has no table of notifications.`, `Tables of JSON-RPC are found by their names: ${mappings}/${name}/notifications.yaml, requests.yaml and responses.yaml.`)];
    const strange = frames === "json-rpc" ? own.filter((table) => sources.includes(table.source) && !roles.includes(table.name)) : [];
    return [...lacking, ...strange.map((table) => ({ ...report(`No session of "${name}" would use this table.`, `Tables of JSON-RPC are found by their names: ${roles.join(".yaml, ")}.yaml.`), ...table.at }))];
  });
  const clashes = tables.flatMap(({ provider, file, name }, index): Diagnostic[] => {
    const other = tables.slice(0, index).find((one) => one.provider === provider && one.name === name);
    return other === undefined ? [] : [{ code: "duplicate-file", severity: "error", file, line: 1, column: 1, message: `"${file}" and "${other.file}" would both become "${provider}/${name}.ts".`, hint: `Rename this one, or let it say \`extends: ${other.source}\`.` }];
  });
  return [...missing, ...clashes];
}

/** The canonical model, with what the project adds to it. */
export async function readModel({ schemas, shipped, providers }: Settings, inputs: Inputs): Promise<ModelReading> {
  const own = textsBelow(inputs, `${schemas}/canonical`, yaml);
  const files = shipped === undefined ? own : textsBelow(inputs, `${shipped.schemas}/canonical`, yaml);
  const added = shipped && { files: own, sources: providers.flatMap((provider) => provider.sources), providerKinds: providers.map(({ name }) => name) };
  const key = sha256(JSON.stringify([[...files], added && { ...added, files: [...own] }]));
  if (known?.inputs !== key) {
    const { readCanonical } = await import("../schema/read-canonical.js");
    known = { inputs: key, read: readCanonical(files, added) };
  }
  return known.read;
}

type ModelReading = { readonly model?: CanonicalModel; readonly diagnostics: readonly Diagnostic[] };

/** `--watch` reads the model again only when it changed. */
let known: { readonly inputs: string; readonly read: ModelReading } | undefined;

/** Item types that the config names, and the model does not have. */
export function unknownItemTypes({ providers }: Settings, model: CanonicalModel): Diagnostic[] {
  const known = model.enums.get("CanonicalItemType") ?? [];
  return providers.flatMap(({ name, switches, at }) =>
    switches.flatMap(({ name: option, value }) =>
      (typeof value === "boolean" ? [] : value.filter((type) => !known.includes(type))).map((type): Diagnostic => ({ code: "config-shape", severity: "error", message: `"${type}", of "${option}" of "${name}", is no item type.`, ...at, hint: suggest(type, known, "There is") ?? "" })),
    ),
  );
}

/** All transforms; those that are shipped say so. */
export async function readAllTransforms({ transforms, shipped }: Settings, inputs: Inputs): Promise<{ readonly transforms: readonly Transform[]; readonly diagnostics: readonly Diagnostic[] }> {
  const { readTransforms } = await import("../check/index.js");
  const read = async (folder: string | undefined) => (folder === undefined ? { transforms: [], diagnostics: [] } : readTransforms(textsBelow(inputs, folder, /\.ts$/), folder));
  const [theirs, own] = [await read(shipped?.transforms), await read(transforms)];
  return {
    transforms: [...theirs.transforms.map((transform): Transform => ({ ...transform, shipped: true })), ...own.transforms],
    diagnostics: [...theirs.diagnostics, ...own.diagnostics],
  };
}

/** The schemas of some versions of a protocol, with what overlays add: the one that is shipped, and the project's own to that. */
export function schemasOf({ name, versions }: Protocol, { schemas, shipped }: Settings, inputs: Inputs): SurfaceInput {
  const texts = (folder: string, version: string): Map<string, string> => textsBelow(inputs, `${folder}/${name}/${version}`, /\.json$/, true);
  const theirs = shipped?.protocols.find((protocol) => protocol.name === name)?.versions ?? [];
  const isShipped = (version: string): boolean => theirs.includes(version) && texts(schemas, version).size === 0;
  const folders = [...(shipped === undefined ? [] : [shipped.schemas]), schemas];
  const overlays = folders.map((folder) => `${folder}/${name}/overlay.yaml`).filter((file) => inputs.has(file));
  return {
    protocol: name,
    folder: `${shipped !== undefined && versions.every(isShipped) ? shipped.schemas : schemas}/${name}`,
    versions: new Map(versions.map((version) => [version, texts(shipped !== undefined && isShipped(version) ? shipped.schemas : schemas, version)])),
    overlays: overlays.map((file) => ({ file, text: inputs.get(file)!.toString("utf8") })),
  };
}

/** The project takes a protocol as it is shipped: no version and no overlay of its own. */
export function isAsShipped({ name, versions }: Protocol, { schemas, shipped }: Settings, inputs: Inputs): boolean {
  const ours = shipped?.protocols.find((protocol) => protocol.name === name);
  return ours !== undefined && ours.versions.join() === versions.join() && ![...inputs.keys()].some((file) => file.startsWith(`${schemas}/${name}/`));
}
