import type { Program, Proposals } from "../check/types.js";
import type { Diagnostic } from "../diagnostic.js";
import type { EmitOptions, FormatCache, OutputFile, Runtime } from "../emit/index.js";
import type { readSurface } from "../schema/index.js";
import type { Surface } from "../schema/types.js";
import type { Protocol, Settings } from "./config.js";
import { equivalenceFile, inputFaults } from "./input-faults.js";
import { fingerprint, type Inputs } from "./inputs.js";
import { isAsShipped, missingTables, readAllTransforms, readMappings, readModel, schemasOf, unknownItemTypes } from "./layers.js";
import { hasErrors } from "./report.js";
import { shippedFolder } from "./shipped.js";

/** The stages in order, over texts: read, understand, check, emit. Each is loaded when it is needed, not before. */

export interface Understood {
  readonly surfaces: ReadonlyMap<string, Surface>;
  /** Absent when there are errors; uncovered messages and what is undecided do not count. */
  readonly program?: Program;
  readonly diagnostics: readonly Diagnostic[];
  /** Where they were asked for, and the tables could be checked. */
  readonly proposals?: Proposals;
}

export interface Compiled extends Understood {
  /** Absent when there is any error. */
  readonly files?: readonly OutputFile[];
}

/** Schemas, tables and transforms to a checked program, and all that is wrong with them. */
export async function understand(settings: Settings, inputs: Inputs, propose = false): Promise<Understood> {
  const { parseEquivalence } = await import("../mapping/index.js");
  const { check, isWrong, toldApart } = await import("../check/index.js");

  const diagnostics: Diagnostic[] = inputFaults(settings, inputs);
  const surfaces = new Map<string, Surface>();
  if (diagnostics.length > 0) return { surfaces, diagnostics };
  for (const protocol of settings.protocols) {
    const read = await surfaceOf(protocol, settings, inputs);
    diagnostics.push(...read.diagnostics);
    if (read.surface !== undefined) surfaces.set(protocol.name, read.surface);
  }
  const canonical = await readModel(settings, inputs);
  const transforms = await readAllTransforms(settings, inputs);
  diagnostics.push(...canonical.diagnostics, ...transforms.diagnostics);

  const shared = equivalenceFile(settings.mappings);
  const parsed = await readMappings(settings, inputs);
  diagnostics.push(...missingTables(settings, parsed), ...(canonical.model === undefined ? [] : unknownItemTypes(settings, canonical.model)));
  const equivalence = inputs.has(shared) ? parseEquivalence(shared, inputs.get(shared)!.toString("utf8")) : undefined;
  diagnostics.push(...[...parsed, ...(equivalence ? [equivalence] : [])].flatMap((read) => read.diagnostics));

  const tables = parsed.flatMap(({ node }) => (node?.kind === "table" ? [node] : []));
  const apart = toldApart(tables, surfaces);
  const quiet = (one: Diagnostic): boolean => one.union !== undefined && tables.length > 0 && ![...surfaces.keys()].some((name) => apart.has(`${name}#/${one.union}`));
  diagnostics.splice(0, diagnostics.length, ...diagnostics.filter((one) => !quiet(one)));

  // A table is checked against all it names: with a part of that missing, half of what is said would be wrong.
  const torn = new Set(parsed.flatMap(({ provider, node }) => (node === undefined ? [provider] : [])));
  const mappings = parsed.flatMap(({ provider, node }) => (node === undefined || torn.has(provider) ? [] : [node]));
  if (canonical.model === undefined || surfaces.size < settings.protocols.length || hasErrors(transforms.diagnostics)) return { surfaces, diagnostics };
  const whole = torn.size === 0 && equivalence?.node !== undefined && { equivalence: equivalence.node };
  const specified = settings.events !== undefined || !settings.extends;
  const checked = check({ mappings, surfaces, canonical: canonical.model, transforms: transforms.transforms, propose, specified, ...whole });
  diagnostics.push(...checked.diagnostics.filter((found) => !isLeftOver(found)));
  const lies = diagnostics.some(isWrong);
  return { surfaces, diagnostics, ...(checked.program !== undefined && !lies && { program: checked.program }), ...(checked.proposals && { proposals: checked.proposals }) };
}

/** A row of the project's has taken the place of what used it. */
function isLeftOver({ code, file }: Diagnostic): boolean {
  return code === "unused-cell" && file?.startsWith(`${shippedFolder}/`) === true;
}

/** The whole way, from the inputs to the files to write. */
export async function compile(settings: Settings, inputs: Inputs, formatted?: FormatCache): Promise<Compiled> {
  const understood = await understand(settings, inputs);
  if (understood.program === undefined || hasErrors(understood.diagnostics)) return understood;
  const { emit } = await import("../emit/index.js");
  const { files, diagnostics } = await emit(understood.program, emitOptions(settings, inputs, formatted));
  return { ...understood, diagnostics: [...understood.diagnostics, ...diagnostics], ...(!hasErrors(diagnostics) && { files }) };
}

/** What runs of a program, also of one that is not finished: it does not know what is not covered. */
export async function running(program: Program, settings: Settings, inputs: Inputs): Promise<readonly OutputFile[]> {
  const { emitRunning } = await import("../emit/index.js");
  return emitRunning(program, emitOptions(settings, inputs));
}

function emitOptions(settings: Settings, inputs: Inputs, formatted?: FormatCache): EmitOptions {
  const { output, schemas, events, transforms, providers, tests } = settings;
  return {
    output,
    schemas,
    runtime: runtimeOf(settings, inputs),
    providers,
    tests,
    ...(formatted !== undefined && { formatted }),
    ...(transforms !== undefined && { transforms }),
    ...(events !== undefined && { events, eventsText: inputs.get(events)?.toString("utf8") ?? "" }),
  };
}

/** What generated code imports: our own folders here, and the package where it was installed. */
function runtimeOf(settings: Settings, inputs: Inputs): Runtime {
  const { shipped, protocols } = settings;
  if (shipped === undefined) return { kind: "folders", contract: "src", testing: "codegen" };
  const asShipped = protocols.filter((protocol) => isAsShipped(protocol, settings, inputs));
  return { kind: "package", name: "mapwright", known: new Set(shipped.protocols.map(({ name }) => name)), protocols: new Set(asShipped.map(({ name }) => name)) };
}

/** Reading a protocol's schemas is the slowest part; `--watch` reads them again only when they changed. */
const known = new Map<string, { readonly inputs: string; readonly read: SurfaceReading }>();
type SurfaceReading = ReturnType<typeof readSurface>;

async function surfaceOf(protocol: Protocol, settings: Settings, inputs: Inputs): Promise<SurfaceReading> {
  const { schemas, shipped } = settings;
  const folders = [schemas, ...(shipped === undefined ? [] : [shipped.schemas])].map((folder) => `${folder}/${protocol.name}/`);
  // Of the bytes: making texts of them all takes longer than the rest of what a save needs.
  const own = fingerprint(new Map([...inputs].filter(([file]) => folders.some((folder) => file.startsWith(folder))))) + protocol.versions.join();
  const before = known.get(protocol.name);
  if (before?.inputs === own) return before.read;
  const schema = await import("../schema/index.js");
  const read = schema.readSurface(schemasOf(protocol, settings, inputs));
  known.set(protocol.name, { inputs: own, read });
  return read;
}
