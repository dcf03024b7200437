import path from "node:path";
import type { Program, Proposals } from "../check/types.js";
import type { Diagnostic } from "../diagnostic.js";
import type { FormatCache, OutputFile } from "../emit/index.js";
import type { readSurface } from "../schema/index.js";
import type { Surface } from "../schema/types.js";
import type { Protocol, Settings } from "./config.js";
import { equivalenceFile, inputFaults } from "./input-faults.js";
import { fingerprint, textsBelow, type Inputs } from "./inputs.js";
import { hasErrors } from "./report.js";

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
  const { readCanonical } = await import("../schema/read-canonical.js");
  const { parseEquivalence, parseMapping } = await import("../mapping/index.js");
  const { check, isWrong, readTransforms } = await import("../check/index.js");

  const diagnostics: Diagnostic[] = inputFaults(settings, inputs);
  const surfaces = new Map<string, Surface>();
  if (diagnostics.length > 0) return { surfaces, diagnostics };
  for (const protocol of settings.protocols) {
    const read = await surfaceOf(protocol, settings, inputs);
    diagnostics.push(...read.diagnostics);
    if (read.surface !== undefined) surfaces.set(protocol.name, read.surface);
  }
  const canonical = readCanonical(textsBelow(inputs, `${settings.schemas}/canonical`, /\.ya?ml$/));
  const transforms = await readTransforms(settings.transforms === undefined ? new Map() : textsBelow(inputs, settings.transforms, /\.ts$/));
  diagnostics.push(...canonical.diagnostics, ...transforms.diagnostics);

  const shared = equivalenceFile(settings.mappings);
  const texts = Array.from(textsBelow(inputs, settings.mappings, /\.ya?ml$/)).filter(([file]) => file !== shared);
  const parsed = texts.map(([file, text]) => ({ file, ...parseMapping(file, text) }));
  const equivalence = inputs.has(shared) ? parseEquivalence(shared, inputs.get(shared)!.toString("utf8")) : undefined;
  diagnostics.push(...[...parsed, ...(equivalence ? [equivalence] : [])].flatMap((read) => read.diagnostics));

  // A table is checked against all it names: with a part of that missing, half of what is said would be wrong.
  const torn = new Set(parsed.flatMap(({ file, node }) => (node === undefined ? [path.posix.dirname(file)] : [])));
  const mappings = parsed.flatMap(({ file, node }) => (node === undefined || torn.has(path.posix.dirname(file)) ? [] : [node]));
  if (canonical.model === undefined || surfaces.size < settings.protocols.length || hasErrors(transforms.diagnostics)) return { surfaces, diagnostics };
  const whole = torn.size === 0 && equivalence?.node !== undefined && { equivalence: equivalence.node };
  const checked = check({ mappings, surfaces, canonical: canonical.model, transforms: transforms.transforms, propose, ...whole });
  diagnostics.push(...checked.diagnostics);
  const lies = diagnostics.some(isWrong);
  return { surfaces, diagnostics, ...(checked.program !== undefined && !lies && { program: checked.program }), ...(checked.proposals && { proposals: checked.proposals }) };
}

/** The whole way, from the inputs to the files to write. */
export async function compile(settings: Settings, inputs: Inputs, formatted?: FormatCache): Promise<Compiled> {
  const understood = await understand(settings, inputs);
  if (understood.program === undefined || hasErrors(understood.diagnostics)) return understood;
  const { emit } = await import("../emit/index.js");
  const { output, schemas, events, transforms } = settings;
  const { files, diagnostics } = await emit(understood.program, {
    output,
    schemas,
    runtime,
    testing,
    ...(formatted !== undefined && { formatted }),
    ...(transforms !== undefined && { transforms }),
    ...(events !== undefined && { events, eventsText: inputs.get(events)?.toString("utf8") ?? "" }),
  });
  return { ...understood, diagnostics: [...understood.diagnostics, ...diagnostics], ...(!hasErrors(diagnostics) && { files }) };
}

/** Where the contract between generated mappers and the runtime stands, and what generated tests are made of. */
const runtime = "src";
const testing = "codegen";

/** Reading a protocol's schemas is the slowest part; `--watch` reads them again only when they changed. */
const known = new Map<string, { readonly inputs: string; readonly read: SurfaceReading }>();
type SurfaceReading = ReturnType<typeof readSurface>;

async function surfaceOf({ name, versions }: Protocol, settings: Settings, inputs: Inputs): Promise<SurfaceReading> {
  const folder = `${settings.schemas}/${name}`;
  const own = fingerprint(new Map([...inputs].filter(([file]) => file.startsWith(`${folder}/`)))) + versions.join();
  const before = known.get(folder);
  if (before?.inputs === own) return before.read;
  const schema = await import("../schema/index.js");
  const overlay = inputs.get(`${folder}/overlay.yaml`);
  const read = schema.readSurface({
    protocol: name,
    folder,
    versions: new Map(versions.map((version) => [version, textsBelow(inputs, `${folder}/${version}`, /\.json$/, true)])),
    ...(overlay !== undefined && { overlay: { file: `${folder}/overlay.yaml`, text: overlay.toString("utf8") } }),
  });
  known.set(folder, { inputs: own, read });
  return read;
}
