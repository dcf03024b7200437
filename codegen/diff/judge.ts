import { check, isUndecided, type Proposals, type Transform } from "../check/index.js";
import { inOrder } from "../check/report.js";
import type { Diagnostic } from "../diagnostic.js";
import { expandKey, shortKey } from "../mapping/key.js";
import type { MappingFile, MemoryNode, RowNode, TableNode, ValueTableNode } from "../mapping/types.js";
import type { CanonicalModel } from "../schema/canonical.js";
import type { Shape, Surface } from "../schema/types.js";
import { refusedAnswers, type Refused } from "./broken-answers.js";
import { brokenReads, readsByLine, type Broken, type LineReads } from "./broken-reads.js";
import { siteKey } from "./trace.js";
import { homeOf, type Versions } from "./schema-diff.js";
import { mappedBy, type Mapped } from "./table-messages.js";
import type { Change, Concern, Judged, SchemaChange, SchemaDiff } from "./types.js";

export interface JudgeInput {
  readonly diff: SchemaDiff;
  readonly versions: Versions;
  /** With at least both versions. */
  readonly pair: Surface;
  /** The surfaces of all protocols, as the tables are checked without the newer version, and with it. */
  readonly before: ReadonlyMap<string, Surface>;
  readonly after: ReadonlyMap<string, Surface>;
  readonly mappings: readonly MappingFile[];
  readonly canonical: CanonicalModel;
  readonly transforms: readonly Transform[];
}

/**
 * What each change means for the tables (README.md). Whether something is needed, or no longer fits, is what `check` says once the newer
 * version is covered, too; whether a path is gone is asked of the newer version alone, where the union of both would hide it.
 */
export function judge(input: JudgeInput): Judged {
  const { diff, versions, pair, mappings } = input;
  const tables = mappings.filter((file): file is TableNode => file.kind === "table");
  const own = tables.filter((node) => node.schema.value.protocol === pair.protocol);
  if (own.length === 0) return { changes: diff.changes.map((change) => ({ severity: "unknown", ...change, concerns: [] })), findings: [] };

  const [old, fresh] = [versions.from.name, versions.to.name].map((version) => own.flatMap((node) => mappedBy(node, memoriesOf(node, mappings), pair, version, input.canonical))) as [Mapped[], Mapped[]];
  const verdicts = new Map<SchemaChange, Verdict>(diff.changes.map((change) => [change, { breaks: [], needs: [], touches: [], stubs: [] }]));
  const findings: Diagnostic[] = [];
  const { said, known, values } = newlySaid(input);
  for (const diagnostic of said) {
    if (isUndecided(diagnostic)) {
      if (!linkUndecided(diagnostic, own, fresh, input, verdicts) && !known.has(identity(diagnostic))) findings.push(diagnostic);
      continue;
    }
    const linked = diagnostic.code === "uncovered-message" ? linkUncovered(diagnostic, own, diff.changes, verdicts) : diagnostic.code === "missing-values" ? linkValues(diagnostic, own, values, input, verdicts) : false;
    if (!linked && diagnostic.code !== "uncovered-message" && diagnostic.code !== "missing-values") linkBroken(diagnostic, readsByLine(old, versions.from), diff.changes, verdicts, findings);
    else if (!linked) findings.push(diagnostic);
  }
  for (const broken of brokenReads(old, fresh, versions)) linkGone(broken, diff.changes, verdicts, findings);
  for (const refused of refusedAnswers(old, fresh, versions.to.name)) linkRefused(refused, diff.changes, verdicts, findings);
  noteOnlyOlder(old, diff.changes, verdicts);
  return { changes: inSeverity(diff.changes.map((change) => judged(change, verdicts.get(change)!))), findings: inOrder(findings) };
}

interface Verdict {
  readonly breaks: Concern[];
  readonly needs: Concern[];
  /** Nothing is to be done, but a reviewer wants to know. */
  readonly touches: Concern[];
  readonly stubs: string[];
}

function judged(change: SchemaChange, { breaks, needs, touches, stubs }: Verdict): Change {
  const severity = breaks.length > 0 ? "breaks" : needs.length > 0 ? "needs" : "safe";
  const concerns = [...breaks, ...needs, ...touches];
  const unique = [...new Map(concerns.map((concern) => [JSON.stringify(concern), concern])).values()];
  return { severity, ...change, concerns: unique, ...(stubs.length > 0 && { stub: [...new Set(stubs)].join("\n") }) };
}

const order = ["breaks", "needs", "safe", "unknown"];

function inSeverity(changes: readonly Change[]): Change[] {
  return [...changes].sort((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity));
}

/** What `check` says with the newer version, and does not say without it; and the lines that it proposes. */
function newlySaid({ before, after, mappings, canonical, transforms }: JudgeInput): { readonly said: readonly Diagnostic[]; readonly known: ReadonlySet<string>; readonly values: Proposals["values"] } {
  const errors = (diagnostics: readonly Diagnostic[]): Diagnostic[] => diagnostics.filter(({ severity }) => severity === "error");
  const known = new Set(errors(check({ mappings, surfaces: before, canonical, transforms }).diagnostics).map(identity));
  const { diagnostics, proposals } = check({ mappings, surfaces: after, canonical, transforms, propose: true });
  return { said: errors(diagnostics).filter((diagnostic) => isUndecided(diagnostic) || !known.has(identity(diagnostic))), known, values: proposals?.values ?? [] };
}

function identity({ code, file, line, column, message }: Diagnostic): string {
  return [code, file, line, column, message].join("\0");
}

/** A message without a row is the one that is new, or one that holds the variant or value that is. */
function linkUncovered(diagnostic: Diagnostic, tables: readonly TableNode[], changes: readonly SchemaChange[], verdicts: ReadonlyMap<SchemaChange, Verdict>): boolean {
  const node = tables.find(({ file }) => file === diagnostic.file);
  if (diagnostic.uncovered === undefined || node === undefined) return false;
  const { key, row } = diagnostic.uncovered;
  const linked = bringing(key, node, changes);
  for (const change of linked) {
    const verdict = verdicts.get(change)!;
    verdict.needs.push({ file: node.file, line: diagnostic.line ?? 1, name: key, why: "no row covers it" });
    verdict.stubs.push(row);
  }
  return linked.length > 0;
}

/** What brings the messages of a key. */
function bringing(key: string, { schema }: TableNode, changes: readonly SchemaChange[]): readonly SchemaChange[] {
  const union = schema.value.name;
  const within = (message: string): boolean => key === message || key.startsWith(`${message}:`) || message.startsWith(`${key}:`);
  const segments = key.split(":");
  const linked = changes.filter(({ kind, change, name, reached }) => {
    if (change !== "added") return false;
    const here = reached.some((one) => one.union === union && within(one.message));
    return here && (kind === "message" || kind === "request" || kind === "union" || ((kind === "variant" || kind === "value") && segments.includes(plainName(name))));
  });
  // A new message needs its rows whatever it holds.
  const whole = linked.filter(({ kind }) => kind === "message" || kind === "request" || kind === "union");
  return whole.length > 0 ? whole : linked;
}

/** What is only proposed is as much to be done as what is missing. */
function linkUndecided({ code, file, line }: Diagnostic, tables: readonly TableNode[], fresh: readonly Mapped[], { after, diff }: JudgeInput, verdicts: ReadonlyMap<SchemaChange, Verdict>): boolean {
  const table = tables.find((node) => node.file === file);
  if (table === undefined || line === undefined) return false;
  const need = (changes: readonly SchemaChange[], name: string, what: string): void => {
    for (const change of changes) verdicts.get(change)!.needs.push({ file: table.file, line, name, why: `${what} is only proposed` });
  };
  if (code === "undecided-value") {
    const node = table.values.find(({ map }) => map.some(({ undecided }) => undecided?.line === line));
    const lines = node?.map.filter(({ undecided }) => undecided?.line === line) ?? [];
    return lines.map(({ from: { value } }) => {
      const linked = bringingValue(value, definitionsOf(node!, after), diff.changes);
      need(linked, node!.name.value, `"${value}"`);
      return linked.length > 0;
    }).includes(true);
  }
  const rows = fresh.filter(({ node }) => node === table).flatMap((mapped) => mapped.rows);
  const found = rows.find(({ row: { at, alternatives, answer = [] } }) => at.line === line || [...alternatives, ...answer].some(({ undecided, at: own }) => undecided?.at.line === line || own.line === line));
  const linked = [...new Set(found?.leaves.flatMap(({ segments }) => bringing(segments.join(":"), table, diff.changes)))];
  if (found !== undefined) need(linked, found.row.key.value, "it");
  return linked.length > 0;
}

/** `image { fileId }` is one of several variants `image`. */
function plainName(name: string): string {
  return name.replace(/ \{ .*$/, "");
}

/** Each value without a line is one that the enum has got, or a variant that its union has got. */
function linkValues(diagnostic: Diagnostic, tables: readonly TableNode[], proposed: Proposals["values"], { after, diff }: JudgeInput, verdicts: ReadonlyMap<SchemaChange, Verdict>): boolean {
  const table = tables.find(({ file }) => file === diagnostic.file);
  const node = table?.values.find(({ name }) => name.at.line === diagnostic.line);
  if (table === undefined || node === undefined) return false;
  const missing = proposed.filter((line) => line.file === table.file && line.table === node.name.value);
  const chain = definitionsOf(node, after);
  const unlinked = missing.filter(({ key: value, text }) => {
    const linked = bringingValue(value, chain, diff.changes);
    for (const change of linked) {
      const verdict = verdicts.get(change)!;
      verdict.needs.push({ file: table.file, line: node.name.at.line, name: node.name.value, why: `has no line for "${value}"` });
      verdict.stubs.push(`  ${text}`);
    }
    return linked.length === 0;
  });
  return unlinked.length === 0;
}

function bringingValue(value: string, chain: ReadonlySet<string>, changes: readonly SchemaChange[]): readonly SchemaChange[] {
  return changes.filter(({ kind, change, name, places }) => change === "added" && kind !== "field" && plainName(name) === value && places.some(({ definition }) => definition === undefined || chain.has(definition)));
}

/** Those on the way of `of: acp#/ToolCall.kind`: the enum has a name of its own. */
function definitionsOf({ of }: ValueTableNode, surfaces: ReadonlyMap<string, Surface>): Set<string> {
  const [protocol = "", pointer = ""] = of.value.split("#/", 2);
  const definitions = surfaces.get(protocol)?.merged.definitions;
  const found = new Set<string>();
  const [start = "", ...properties] = definitions?.has(pointer) === true ? [pointer] : pointer.split(".");
  let names = [start];
  for (const property of [...properties, undefined]) {
    names = names.flatMap((name) => aliases(name, definitions, found));
    if (property !== undefined) names = names.flatMap((name) => namesUnder(definitions?.get(name)?.shape, property));
  }
  return found;
}

function aliases(name: string, definitions: Surface["merged"]["definitions"] | undefined, found: Set<string>): string[] {
  if (found.has(name)) return [name];
  found.add(name);
  const shape = definitions?.get(name)?.shape;
  const parts = shape?.kind === "union" ? shape.members : shape === undefined ? [] : [shape];
  return [name, ...parts.flatMap((part) => (part.kind === "named" ? aliases(part.name, definitions, found) : []))];
}

function namesUnder(shape: Shape | undefined, property: string): string[] {
  if (shape?.kind === "union") return shape.members.flatMap((member) => namesUnder(member, property));
  const value = shape?.kind === "object" ? shape.fields.get(property)?.shape : undefined;
  const parts = value?.kind === "union" ? value.members : value === undefined ? [] : [value];
  return parts.flatMap((part) => (part.kind === "named" ? [part.name] : []));
}

/** What no longer fits stands on a line that reads what changed. */
function linkBroken(diagnostic: Diagnostic, reads: ReadonlyMap<string, LineReads>, changes: readonly SchemaChange[], verdicts: ReadonlyMap<SchemaChange, Verdict>, findings: Diagnostic[]): void {
  const line = reads.get(`${diagnostic.file}:${diagnostic.line}`);
  const touching = line === undefined ? [] : changes.filter((change) => touches(change, line.touched));
  // What is new beside what a row reads is to blame only where nothing that it reads has changed.
  const altered = touching.filter(({ change }) => change !== "added");
  const linked = altered.length > 0 ? altered : touching;
  if (line === undefined || linked.length === 0) findings.push(diagnostic);
  for (const change of linked) verdicts.get(change)!.breaks.push({ file: diagnostic.file!, line: diagnostic.line!, name: line!.row, why: diagnostic.message });
}

function linkGone({ file, line, row, path, touched }: Broken, changes: readonly SchemaChange[], verdicts: ReadonlyMap<SchemaChange, Verdict>, findings: Diagnostic[]): void {
  const linked = changes.filter((change) => change.change !== "added" && touches(change, touched));
  // A variant that is gone takes its fields along; where only it is to blame, it is named.
  const gone = linked.filter(({ change }) => change === "removed");
  for (const change of gone.length > 0 ? gone : linked) verdicts.get(change)!.breaks.push({ file, line, name: row, why: `reads ${path}, which is gone` });
  if (linked.length === 0) findings.push({ code: "unknown-path", severity: "error", file, line, message: `"${row}" reads ${path}, which the newer version does not have.` });
}

/** The word that is gone, or else what changed in the answers to those requests. */
function linkRefused({ file, line, row, messages, word, why }: Refused, changes: readonly SchemaChange[], verdicts: ReadonlyMap<SchemaChange, Verdict>, findings: Diagnostic[]): void {
  const near = changes.filter(({ change, reached }) => change !== "added" && reached.some(({ message, answer }) => answer && messages.includes(message)));
  const named = near.filter(({ name, kind }) => kind !== "field" && plainName(name) === word);
  const linked = named.length > 0 ? named : near.length === 1 ? near : [];
  for (const change of linked) verdicts.get(change)!.breaks.push({ file, line, name: row, why });
  if (linked.length === 0) findings.push({ code: "unknown-literal", severity: "error", file, line, message: `"${row}" ${why}.` });
}

function touches({ places, reached, kind }: SchemaChange, touched: ReadonlySet<string>): boolean {
  if (kind === "message" || kind === "request" || kind === "union") return false;
  return places.some(({ definition, path }) => {
    // A variant that is new or gone changes what the union around it is.
    const ways = kind === "variant" ? [path, path.replace(/\([^()]*\)$/, "")] : [path];
    const homes = definition === undefined ? reached.map(homeOf) : [definition];
    return homes.some((home) => ways.some((way) => touched.has(siteKey({ home, path: way }))));
  });
}

/** Rows for what the newer version does not send any more stay as long as an older one does. */
function noteOnlyOlder(old: readonly Mapped[], changes: readonly SchemaChange[], verdicts: ReadonlyMap<SchemaChange, Verdict>): void {
  for (const change of changes) {
    if (change.change !== "removed" || (change.kind !== "message" && change.kind !== "request" && change.kind !== "union")) continue;
    const messages = new Set(change.reached.map(({ message }) => message));
    for (const { union, rows } of old) {
      if (union !== change.reached[0]?.union) continue;
      for (const { row, leaves } of rows) {
        const names = rowNames(row);
        if ([...messages].some((message) => names.has(message)) && leaves.length > 1) verdicts.get(change)!.touches.push({ file: row.at.file, line: row.at.line, name: shortKey(row.key.value), why: "names it beside others; for it, the row serves only older versions" });
        const only = leaves.length > 0 && leaves.every(({ segments }) => segments.some((_, index) => messages.has(segments.slice(0, index + 1).join(":"))));
        if (only) verdicts.get(change)!.touches.push({ file: row.at.file, line: row.at.line, name: row.key.value, why: "serves only older versions" });
      }
    }
  }
}

/** The messages that a row names one by one. */
function rowNames({ key }: RowNode): Set<string> {
  const keys = expandKey(key.value).map((segments) => segments.map((segment) => (segment.kind === "exact" ? segment.value : "*")));
  return new Set(keys.flatMap((segments) => segments.map((_, index) => segments.slice(0, index + 1).join(":"))));
}

function memoriesOf({ file }: TableNode, mappings: readonly MappingFile[]): MemoryNode[] {
  const folder = file.slice(0, file.lastIndexOf("/"));
  return mappings.filter((other): other is MemoryNode => other.kind === "memory" && other.file.startsWith(`${folder}/`));
}
