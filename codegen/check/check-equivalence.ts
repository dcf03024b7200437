import type { ConceptNode, EquivalenceNode, EquivalentNode, SourceKeys } from "../mapping/equivalence.js";
import type { Located, Scalar } from "../mapping/types.js";
import type { CanonicalEvent } from "../schema/canonical.js";
import { acts, givenByAct } from "./acts.js";
import { describeGiven, givenBy, type Wanted } from "./given-events.js";
import { namedRows, rowKeys } from "./named-rows.js";
import { compare, type Report } from "./report.js";
import { canonicalSpec } from "./sections.js";
import { enumerate, meant, suggest } from "../spelling.js";
import type { CheckedConcept, CheckedEquivalence, CheckedEquivalent, CheckedEquivalentKey, CheckedProvider, CheckedRow, CheckedTable, Program } from "./types.js";

/** Every row and act that is named as the equivalent of others exists, and gives the event that they have in common. */
export function checkEquivalence(node: EquivalenceNode, program: Program, report: Report): CheckedEquivalence {
  const providers = inColumns(program);
  const names = providers.map(({ name }) => name);
  const concepts = node.concepts.flatMap((concept) => checkConcept(concept, { program, providers, report }) ?? []);
  checkSection(node.spec, program, report);
  return { spec: node.spec.value, specAt: node.spec.at, providers: names, concepts };
}

/** A section of the specification shows the equivalences, or something else. */
function checkSection({ value: section, at }: Located<string>, { providers }: Program, report: Report): void {
  const table = providers.flatMap(({ tables }) => tables).find(({ spec }) => spec === section);
  const owner = section === canonicalSpec ? "the canonical events" : table?.file;
  if (owner !== undefined) report("taken-section", at, `Section ${section} shows ${owner}.`, "Give the equivalences a section of their own.");
}

interface Context {
  readonly program: Program;
  readonly providers: readonly CheckedProvider[];
  readonly report: Report;
}

/** As the canonical model lists them, and those that it does not know after them. */
function inColumns({ canonical, providers }: Program): readonly CheckedProvider[] {
  const known = canonical.providerKinds;
  const place = ({ name }: CheckedProvider): number => (known.includes(name) ? known.indexOf(name) : known.length);
  return [...providers].sort((a, b) => place(a) - place(b) || compare(a.name, b.name));
}

function checkConcept(concept: ConceptNode, context: Context): CheckedConcept | undefined {
  const { program, providers, report } = context;
  const names = providers.map(({ name }) => name);
  const misspelt = new Set<string>();
  for (const { provider } of concept.cells) {
    if (names.includes(provider.value)) continue;
    // The provider that was meant is not missing as well.
    misspelt.add(meant(provider.value, names.filter((name) => !concept.cells.some((cell) => cell.provider.value === name))) ?? "");
    report("unknown-provider", provider.at, `"${provider.value}" has no tables.`, suggest(provider.value, names, "Providers"));
  }
  const event = program.canonical.events.find(({ type }) => type === concept.event.value);
  if (event === undefined) {
    report("unknown-event", concept.event.at, `"${concept.event.value}" is no canonical event.`, suggest(concept.event.value, program.canonical.events.map(({ type }) => type), "Events"));
    return undefined;
  }
  const fixed = checkFixed(concept, event, report);
  const wanted: Wanted = { event, fixed };
  const cells = new Map<string, CheckedEquivalent>();
  for (const provider of providers) {
    const cell = concept.cells.find(({ provider: { value } }) => value === provider.name);
    if (cell) cells.set(provider.name, checkCell(cell, provider, wanted, report));
    else if (!misspelt.has(provider.name)) report("missing-provider", concept.name.at, `"${concept.name.value}" says nothing of ${provider.name}.`, `Name what gives ${event.type} there, or write \`${provider.name}: { none: "the reason" }\`.`);
  }
  return { name: concept.name.value, event: event.type, fixed, cells };
}

/** Words of the canonical model, in fields of the event. */
function checkFixed({ fixed }: ConceptNode, { type, fields }: CanonicalEvent, report: Report): CheckedConcept["fixed"] {
  return fixed.flatMap(({ name, values }) => {
    const field = fields.find((one) => one.name === name.value);
    if (field === undefined) {
      report("unknown-field", name.at, `${type} has no field "${name.value}".`, suggest(name.value, fields.map((one) => one.name), "It has"));
      return [];
    }
    const { shape } = field;
    const words = (shape.kind === "union" ? shape.members : [shape]).flatMap((member): Scalar[] => (member.kind === "literal" ? [member.value] : []));
    const strange = words.length === 0 ? [] : values.filter(({ value }) => !words.includes(value));
    for (const { value, at } of strange) report("unknown-literal", at, `"${name.value}" is never "${String(value)}".`, suggest(String(value), words.map(String), "Values"));
    // With a wrong word, rows cannot be asked for the right one.
    return strange.length > 0 ? [] : [{ name: name.value, values: values.map(({ value }) => value) }];
  });
}

function checkCell(cell: EquivalentNode, provider: CheckedProvider, wanted: Wanted, report: Report): CheckedEquivalent {
  const checkSources = (sources: readonly SourceKeys[], sent: boolean): CheckedEquivalent["rows"] =>
    sources.flatMap(({ source, keys }) => {
      const table = provider.tables.find((one) => one.source === source.value);
      if (table) return [{ source: table.source, spec: table.spec, keys: keys.flatMap((key) => checkKey(key, { table, sent }, wanted, report) ?? []) }];
      const known = [...provider.tables.map((one) => one.source), ...(sent ? [] : ["sent", "act", "none"])];
      report("unknown-source", source.at, `No table of ${provider.name} maps "${source.value}".`, suggest(source.value, known, "There is"));
      return [];
    });
  const rows = [...checkSources(cell.rows, false), ...checkSources(cell.sent, true)];
  const known = cell.acts.filter((act) => checkAct(act, provider, wanted, report));
  return { rows, acts: known.map(({ value }) => value), none: cell.none?.value };
}

/** The rows of a table that are about the agent's messages, or about what the host writes. */
interface Side {
  readonly table: CheckedTable;
  readonly sent: boolean;
}

function checkKey({ value: key, at }: Located<string>, side: Side, wanted: Wanted, report: Report): CheckedEquivalentKey | undefined {
  const { named, strange } = namedRows(key, rowsOf(side));
  if (strange !== undefined) {
    report("unknown-row", at, `No row of ${side.table.source} covers "${strange}"${side.sent ? ", sent by the host" : ""}.`, rowHint(strange, side));
    return undefined;
  }
  const silent = named.find((row) => by(row, wanted) === undefined);
  if (silent !== undefined) {
    const which = named.length > 1 ? `The row "${silent.key}" that "${key}" names` : `"${key}"`;
    report("not-given", at, `${which} does not give ${describeGiven(wanted)}.`, givenHint(silent, side, wanted));
    return undefined;
  }
  const itself = named.some((row) => by(row, wanted) === "message");
  return { key, by: !itself ? "answer" : side.sent ? "sent" : "message" };
}

function rowsOf({ table, sent }: Side): readonly CheckedRow[] {
  return sent ? table.sent : table.rows;
}

function by(row: CheckedRow, wanted: Wanted): "message" | "answer" | undefined {
  if (givenBy(row.alternatives, wanted)) return "message";
  return row.answer !== undefined && givenBy(row.answer, wanted) ? "answer" : undefined;
}

function rowHint(key: string, side: Side): string | undefined {
  const keys = rowKeys(rowsOf(side));
  const longer = keys.filter((one) => one.startsWith(`${key}:`));
  if (longer.length > 0) return `The messages are told apart further: ${enumerate(longer)}.`;
  const other = namedRows(key, rowsOf({ ...side, sent: !side.sent })).named.length > 0;
  if (other) return side.sent ? "It is a message of the agent: it stands beside `sent`, not in it." : `It is what the host writes: \`sent: { ${side.table.source}: ${key} }\`.`;
  return suggest(key, keys, "There is");
}

/** The row's own events where the event is another, else what the table has with it. */
function givenHint(row: CheckedRow, side: Side, wanted: Wanted): string {
  const own = [...new Set([...row.alternatives, ...(row.answer ?? [])].flatMap(({ tableEnsure, ensure, events }) => [...tableEnsure, ...ensure, ...events].map(({ type }) => type)))];
  const others = rowsOf(side).filter((one) => by(one, wanted) !== undefined).map((one) => one.key);
  const gives = own.length === 0 ? "It gives nothing." : `It gives: ${enumerate(own)}.`;
  return others.length === 0 ? `${gives} No row of this table gives ${describeGiven(wanted)}.` : `${gives} Rows with ${describeGiven(wanted)}: ${enumerate(others)}.`;
}

function checkAct({ value, at }: Located<string>, provider: CheckedProvider, { event }: Wanted, report: Report): boolean {
  const act = acts.get(value);
  if (act === undefined) {
    report("unknown-act", at, `"${value}" is no act of the host's.`, suggest(value, acts.keys(), "Acts"));
    return false;
  }
  const given = givenByAct(act, provider.name);
  if (given.includes(event.type)) return true;
  report("not-given", at, `The act "${value}" does not give ${event.type} at ${provider.name}.`, given.length === 0 ? "It gives nothing by itself." : `It gives: ${given.join(", ")}.`);
  return false;
}
