import type { Diagnostic } from "../diagnostic.js";
import type { Added, CanonicalModel } from "./canonical.js";
import { below, checkDefaults, checkEvent, checkKeys, checkSchema, reporter, type Report } from "./canonical-check.js";
import { checkAdded } from "./canonical-added.js";
import { isObject } from "./json.js";
import { buildModel, canonicalForm } from "./canonical-model.js";
import { positionOf, readSource, type CanonicalSource, type DeclaredEvent, type Place } from "./canonical-source.js";
import type { CanonicalSchema } from "./canonical-shape.js";
import { isTypeName } from "./names.js";

/** Top-level keys that hold one schema, and the name it gets in the model. */
const singles: { readonly [section: string]: string } = {
  providers: "ProviderKind",
  sources: "RuntimeEventSource",
  raw: "RuntimeEventRaw",
  envelope: "RuntimeEventBase",
};
/** Top-level keys that hold schemas by name, and the keyword that each of those must have. */
const groups: { readonly [section: string]: string } = { brands: "type", enums: "enum", payloads: "type" };
/** What else is a type where those of the model are: what is made of them all, and what TypeScript has. */
const taken: ReadonlySet<string> = new Set(
  (
    "AddedEvents AddedSources AddedProviders CanonicalRuntimeEventType CanonicalRuntimeEventTypeFromPayloadMap RuntimeEventPayloadByType MissingPayloadTypes ExtraPayloadTypes " +
    "ProviderRuntimeEventV2 EventOf TType TPayload Array Record Exclude Extract any bigint boolean never null number object string symbol undefined unknown"
  ).split(" "),
);
const sections = [...Object.keys(singles), ...Object.keys(groups), "families"];

interface Declared {
  readonly name: string;
  readonly section: string;
  readonly schema: unknown;
  readonly place: Place;
}

/** What a project adds to the model: files like those of the model itself, and words of its config. */
export interface Additions {
  readonly files: ReadonlyMap<string, string>;
  readonly sources: readonly string[];
  readonly providerKinds: readonly string[];
}

/**
 * The canonical model (section 1 of the specification) from the YAML texts of `schemas/canonical/`, by path. Where there
 * is an error, there is no model. Codes: those of YAML, `empty-file`, `canonical-unknown-key`, `canonical-missing-key`,
 * `canonical-bad-value`, `canonical-duplicate`, `canonical-unknown-reference`, `canonical-unknown-event`,
 * `canonical-unknown-field`, `canonical-missing-default`, `canonical-bad-default`. What a project adds is read together with it, so
 * that its events may use what the model declares.
 */
export function readCanonical(files: ReadonlyMap<string, string>, additions?: Additions): { readonly model?: CanonicalModel; readonly diagnostics: readonly Diagnostic[] } {
  const diagnostics: Diagnostic[] = [];
  const report = reporter(diagnostics);
  const sources = readSources(files, diagnostics);
  const own = readSources(additions?.files ?? new Map(), diagnostics);
  if (diagnostics.length > 0) return { diagnostics };

  const { declared: all, events } = collect([...sources, ...own], report);
  const declared = additions === undefined ? all : all.map((entry) => extended(entry, additions));
  // A section that nobody understands is what everything else misses.
  if (diagnostics.length > 0) return { diagnostics };
  for (const section of [...Object.keys(singles), "families"]) {
    if (declared.some((entry) => entry.section === section) || (section === "families" && events.length > 0)) continue;
    diagnostics.push({ code: "canonical-missing-key", severity: "error", message: `No file of the canonical model declares "${section}".`, hint: "Restore the file that does from version control, or declare it." });
  }
  const references = new Map(declared.map(({ section, name }) => [section in singles ? `#/${section}` : `#/${section}/${name}`, name]));
  for (const { section, schema, place } of declared) {
    checkSchema(schema, place, references, section === "payloads", report);
    const keyword = groups[section] ?? (section === "raw" || section === "envelope" ? "properties" : "enum");
    if (isObject(schema) && !(keyword in schema)) report("canonical-missing-key", place, `"${keyword}" is missing here.`, { part: "key" });
  }
  for (const event of events) checkEvent(event, references, report);
  if (diagnostics.length > 0) return { diagnostics };

  const definitions = new Map(declared.map(({ name, schema }) => [name, canonicalForm(schema as CanonicalSchema, references)]));
  for (const { name, place } of declared) checkDefaults(definitions.get(name) ?? {}, place, definitions, report);
  const brands = declared.filter(({ section }) => section === "brands").map(({ name }) => name);
  const enums = declared.filter(({ section }) => section === "enums").map(({ name }) => name);
  const model = buildModel({ brands, enums, definitions, references, events, report });
  for (const event of events) if (own.includes(event.place.source)) checkAdded(event, model, report);
  const added = additions && addedTo(additions, declared, events, own);
  return diagnostics.length > 0 ? { diagnostics } : { model: { ...model, ...(added && { added }) }, diagnostics };
}

function readSources(files: ReadonlyMap<string, string>, diagnostics: Diagnostic[]): CanonicalSource[] {
  return [...files.keys()].sort().flatMap((file) => {
    const source = readSource(file, files.get(file) ?? "");
    if ("tree" in source) return source;
    diagnostics.push(...source);
    return [];
  });
}

/** The lists of sources and of providers with those of the project. */
function extended(entry: Declared, { sources, providerKinds }: Additions): Declared {
  const own = entry.section === "sources" ? sources : entry.section === "providers" ? providerKinds : [];
  const listed = isObject(entry.schema) && Array.isArray(entry.schema["enum"]) ? (entry.schema["enum"] as readonly unknown[]) : undefined;
  return own.length === 0 || listed === undefined ? entry : { ...entry, schema: { ...(entry.schema as object), enum: [...new Set([...listed, ...own])] } };
}

/** `undefined` where the model stays as it is. */
function addedTo({ sources, providerKinds }: Additions, declared: readonly Declared[], events: readonly DeclaredEvent[], own: readonly CanonicalSource[]): Added | undefined {
  const isOwn = ({ place }: { readonly place: Place }): boolean => own.includes(place.source);
  const added: Added = { types: declared.filter(isOwn).map(({ name }) => name), events: events.filter(isOwn).map(({ type }) => type), sources, providerKinds };
  return Object.values(added).some((names: readonly string[]) => names.length > 0) ? added : undefined;
}

/** Everything that the files declare, in their order; nothing inside it is checked yet. */
function collect(sources: readonly CanonicalSource[], report: Report): { readonly declared: Declared[]; readonly events: DeclaredEvent[] } {
  const declared: Declared[] = [];
  const events: DeclaredEvent[] = [];
  const known = new Map<string, Place>();
  const once = (name: string, place: Place) => {
    const first = known.get(name);
    if (first === undefined) return void known.set(name, place);
    const { file, line } = positionOf(first, "key");
    report("canonical-duplicate", place, `"${name}" is declared twice; first at ${file}:${line}.`, { part: "key" });
  };
  for (const source of sources) {
    const root: Place = { source, path: [] };
    if (!checkKeys(source.value, root, sections, [], report)) continue;
    for (const [section, value] of Object.entries(source.value)) {
      const place = below(root, section);
      const single = Object.hasOwn(singles, section) ? singles[section] : undefined;
      if (single !== undefined) {
        once(single, place);
        declared.push({ name: single, section, schema: value, place });
      } else if (!isObject(value)) {
        report("canonical-bad-value", place, `"${section}" must be a map of names.`);
      } else if (section === "families") {
        for (const [family, content] of Object.entries(value)) events.push(...eventsOf(family, content, below(place, family), once, report));
      } else if (Object.hasOwn(groups, section)) {
        for (const [name, schema] of Object.entries(value)) {
          once(name, below(place, name));
          if (taken.has(name)) report("canonical-bad-value", below(place, name), `"${name}" is the name of something else where the types stand.`, { hint: "Choose another.", part: "key" });
          else if (!isTypeName(name)) report("canonical-bad-value", below(place, name), `"${name}" cannot name a type.`, { hint: "A name is a letter followed by letters and digits, and no word of TypeScript.", part: "key" });
          declared.push({ name, section, schema, place: below(place, name) });
        }
      }
    }
  }
  return { declared, events };
}

function eventsOf(family: string, content: unknown, place: Place, once: (name: string, place: Place) => void, report: Report): DeclaredEvent[] {
  if (!checkKeys(content, place, ["description", "events"], ["description", "events"], report)) return [];
  const events = content["events"];
  if (!isObject(events)) return [];
  return Object.entries(events).map(([type, value]) => {
    once(type, below(place, "events", type));
    if (!/^[A-Za-z][\w-]*(?:\.[\w-]+)+$/.test(type)) report("canonical-bad-value", below(place, "events", type), `"${type}" cannot name an event.`, { hint: "A name is words with dots between them, such as `review.requested`: by its dot, a row tells an event from its other keys.", part: "key" });
    return { type, family, value, place: below(place, "events", type) };
  });
}
