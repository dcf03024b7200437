import type { Diagnostic } from "../diagnostic.js";
import type { Change, SchemaDiff } from "../diff/index.js";
import type { MappingFile } from "../mapping/types.js";
import type { Surface } from "../schema/types.js";
import { suggest } from "../spelling.js";
import { isProtocol } from "../vendor/own.js";
import type { Settings } from "./config.js";
import { inputFaults } from "./input-faults.js";
import type { Inputs } from "./inputs.js";
import { UserError } from "./io.js";
import { readAllTransforms, readMappings, readModel, schemasOf } from "./layers.js";
import { hasErrors } from "./report.js";

/** What `mapwright diff <protocol> <from> <to> --format json` prints (README.md). */
export interface SchemaDiffReport {
  readonly protocol: string;
  readonly from: string;
  readonly to: string;
  readonly summary: { readonly breaks: number; readonly needs: number; readonly safe: number; readonly unknown: number };
  /** What breaks a row first, what is safe last; in between, in the order of the newer version's messages. */
  readonly changes: readonly Change[];
  /** What `check` will say, and that hangs on none of the changes. */
  readonly findings: readonly Diagnostic[];
  readonly definitions: SchemaDiff["definitions"];
}

export interface Asked {
  readonly protocol: string;
  readonly from: string;
  readonly to: string;
}

/**
 * Compares two vendored versions, and judges the changes by the tables of the project. `diagnostics` are what is wrong with schemas or
 * tables: without schemas there is no report, without tables one that judges nothing.
 * @throws UserError for what is not vendored
 */
export async function diffSchemas(settings: Settings, inputs: Inputs, asked: Asked): Promise<{ report?: SchemaDiffReport; diagnostics: readonly Diagnostic[] }> {
  await refuseUnvendored(settings, inputs, asked);
  const { protocol, from, to } = asked;
  const { diffVersions, judge, versionsOf } = await import("../diff/index.js");
  const configured = settings.protocols.find(({ name }) => name === protocol)?.versions ?? [];
  const older = [...(configured.includes(from) ? [] : [from]), ...configured.filter((version) => version !== to)];
  const all = configured.includes(to) ? [...(configured.includes(from) ? [] : [from]), ...configured] : [...older, to];
  const read = await readProtocol(protocol, all, settings, inputs);
  if (read.surface === undefined) return { diagnostics: read.diagnostics };

  const tables = await readTables(settings, inputs, protocol);
  const unions = tables.mappings.flatMap((file) => (file.kind === "table" ? [file.schema, file.sentSchema] : [])).flatMap((schema) => (schema?.value.protocol === protocol ? [schema.value.name] : []));
  const versions = versionsOf(read.surface, from, to, unions);
  const diff = diffVersions(versions);
  const broken = hasErrors(tables.diagnostics) || tables.canonical === undefined;
  const mappings = broken ? [] : tables.mappings;
  const without = older.length === 1 ? alone(read.surface, from) : ((await readProtocol(protocol, older, settings, inputs)).surface ?? alone(read.surface, from));
  const { changes, findings } =
    tables.canonical === undefined
      ? { changes: diff.changes.map((change): Change => ({ severity: "unknown", ...change, concerns: [] })), findings: [] }
      : judge({ diff, versions, pair: read.surface, mappings, before: new Map(tables.others).set(protocol, without), after: new Map(tables.others).set(protocol, read.surface), canonical: tables.canonical, transforms: tables.transforms });
  const count = (severity: Change["severity"]): number => changes.filter((change) => change.severity === severity).length;
  const summary = { breaks: count("breaks"), needs: count("needs"), safe: count("safe"), unknown: count("unknown") };
  return { report: { protocol, from, to, summary, changes, findings, definitions: diff.definitions }, diagnostics: broken ? tables.diagnostics : [] };
}

/** One version of a surface. The overlay may be about others, so that it would be wrong to read it with this one alone. */
function alone(surface: Surface, version: string): Surface {
  const set = surface.byVersion.get(version)!;
  return { ...surface, versions: [version], merged: set, byVersion: new Map([[version, set]]) };
}

async function refuseUnvendored({ schemas, shipped }: Settings, inputs: Inputs, { protocol, from, to }: Asked): Promise<void> {
  const { protocols: fetched } = await import("../vendor/protocols.js");
  const below = (...rest: readonly string[]): string[] => [...new Set([schemas, ...(shipped === undefined ? [] : [shipped.schemas])].flatMap((folder) => foldersIn(inputs, [folder, ...rest].join("/"))))].sort();
  const protocols = below().filter(isProtocol);
  if (!protocols.includes(protocol)) throw new UserError(`no schemas of a protocol '${protocol}' are vendored`, suggest(protocol, protocols, "there are"));
  const versions = below(protocol);
  for (const version of [from, to]) {
    if (versions.includes(version)) continue;
    throw new UserError(`${protocol} ${version} is not vendored`, `vendored: ${versions.join(", ") || "none"}; ${fetched.has(protocol) ? `\`mapwright vendor ${protocol}@${version}\` gets another` : `put the files of another into ${schemas}/${protocol}/${version}`}`);
  }
  if (from === to) throw new UserError(`'${from}' is compared with itself`, `vendored: ${versions.join(", ")}`);
}

function foldersIn(inputs: Inputs, folder: string): string[] {
  const below = [...inputs.keys()].filter((file) => file.startsWith(`${folder}/`)).map((file) => file.slice(folder.length + 1).split("/"));
  return [...new Set(below.flatMap(([name, ...rest]) => (name === undefined || rest.length === 0 ? [] : [name])))].sort();
}

async function readProtocol(protocol: string, versions: readonly string[], settings: Settings, inputs: Inputs): Promise<{ surface?: Surface; diagnostics: Diagnostic[] }> {
  const { readSurface } = await import("../schema/index.js");
  return readSurface(schemasOf({ name: protocol, versions }, settings, inputs));
}

/** The tables of the providers that speak the protocol, and what they are checked against; those of other providers do not matter here. */
async function readTables(settings: Settings, inputs: Inputs, protocol: string) {
  const parsed = await readMappings(settings, inputs);
  const speaking = new Set(parsed.flatMap(({ node, provider }) => (node !== undefined && namesOf(node).includes(protocol) ? [provider] : [])));
  const mappings = parsed.flatMap(({ node, provider }) => (node !== undefined && speaking.has(provider) ? [node] : []));
  const canonical = await readModel(settings, inputs);
  const transforms = await readAllTransforms(settings, inputs);
  const others = new Map<string, Surface>();
  const diagnostics = [...inputFaults(settings, inputs), ...parsed.flatMap((one) => one.diagnostics), ...canonical.diagnostics, ...transforms.diagnostics];
  for (const { name, versions } of settings.protocols) {
    if (name === protocol || !mappings.some((file) => namesOf(file).includes(name))) continue;
    const { surface, diagnostics: wrong } = await readProtocol(name, versions, settings, inputs);
    if (surface === undefined) diagnostics.push(...wrong);
    else others.set(name, surface);
  }
  return { mappings, canonical: canonical.model, transforms: transforms.transforms, others, diagnostics };
}

/** The protocols that a table is about. */
function namesOf(file: MappingFile): string[] {
  return file.kind === "table" ? [file.schema, file.sentSchema].flatMap((schema) => schema?.value.protocol ?? []) : [];
}
