import type { CheckedAlternative, CheckedEvent, CheckedRef } from "../check/types.js";
import { conditionCode } from "./condition.js";
import { camelCase, upperFirst } from "./names.js";
import { keyCode, nameRecalls, nameSharedReads, readsMemory } from "./path.js";
import { mergedRefs, refCode, refsLiteral } from "./refs.js";
import { callCode, functionScope, innerScope, local, memoryRoot, parameterCode, parametersOf, refsParameter, type Scope, tableScope, variable } from "./scope.js";
import { ask, contractType, type GeneratedFunction, type Source } from "./source.js";
import { type Block, entry, looseObjectCode, objectCode } from "./value.js";
import { expressionsOfAlternative, expressionsOfEvent, expressionsOfEvents, expressionsOfRefs } from "./walk.js";

/** What the rows of one kind see, and whose refs their events have unless they say otherwise. */
export interface RowKind {
  /** Roots of paths, and `memory`; the first is what `$` is. */
  readonly roots: readonly string[];
  readonly refsOf: GeneratedFunction;
  /** `$` answers `$request`, and the refs are those of the request. */
  readonly answers: boolean;
  /** Elements of lists that its key goes through. */
  readonly elements?: readonly string[];
  /** The table's refs as far as the row's messages declare them; without it, `refsOf` is called. */
  readonly declared?: readonly CheckedRef[];
}

/** One row as a function from a message to its drafts; `undefined` where no alternative applies. */
export function rowFunction(name: string, alternatives: readonly CheckedAlternative[], kind: RowKind, source: Source): GeneratedFunction {
  const scope = functionScope(source, [...kind.roots, ...(kind.elements ?? [])]);
  const lines = nameSharedReads(alternatives.flatMap((alternative) => [...expressionsOfAlternative(alternative)]), scope);
  const last = alternatives.findIndex(({ when }) => when.length === 0);
  const settled = !kind.answers && alternatives.every(({ refs }) => refs.length === 0) && !readsMemory([...expressionsOfRefs(tableRefsOf(kind, source))], scope);
  const refs = settled && alternatives.length > 1 ? namedRefs(tableRefs(kind, scope), { scope, lines }) : undefined;
  for (const alternative of last === -1 ? alternatives : alternatives.slice(0, last + 1)) {
    const condition = conditionCode(alternative.when, { scope, lines });
    if (condition === "") {
      lines.push(...noteLines(alternative));
      alternativeLines(alternative, kind, { scope, lines }, refs);
    } else {
      const inner: Block = { scope: innerScope(scope), lines: noteLines(alternative) };
      alternativeLines(alternative, kind, inner, refs);
      lines.push(`if (${condition}) {`, ...inner.lines, "}");
    }
  }
  if (last === -1) lines.push("return undefined;");
  const roots = parametersOf(scope);
  const result = `readonly ${contractType(source, "Draft")}[]${last === -1 ? " | undefined" : ""}`;
  return { name, roots, code: `function ${name}(${parameterCode(scope, roots)}): ${result} {\n${lines.join("\n")}\n}` };
}

function noteLines({ note }: CheckedAlternative): string[] {
  return note === undefined ? [] : note.split(/\r\n|[\r\n\u2028\u2029]/).map((line) => `// ${line}`);
}

/** Remembers, then gives the events: those that only open what is not open yet come first. */
function alternativeLines(alternative: CheckedAlternative, kind: RowKind, block: Block, known: string | undefined): void {
  const { scope, lines } = block;
  const events = [
    ...alternative.tableEnsure.map((event) => ({ event, ensure: true, draft: ensuredCode })),
    ...alternative.ensure.map((event) => ({ event, ensure: true, draft: draftCode })),
    ...alternative.events.map((event) => ({ event, ensure: false, draft: draftCode })),
  ];

  // Refs that the cells at hand do not change are the same before and after remembering.
  const settled = alternative.refs.length === 0 && !readsMemory([...expressionsOfRefs(tableRefsOf(kind, scope.source))], scope);
  let refs = known;
  if (refs === undefined && settled && alternative.remember.length > 0 && events.length > 0) refs = namedRefs(tableRefs(kind, scope), block);
  for (const { cell, fields } of alternative.remember) {
    const held = [JSON.stringify(cell.name), keyCode(cell, scope), looseObjectCode(fields, block), refs ?? tableRefs(kind, scope)];
    lines.push(`${variable(scope, memoryRoot)}.remember(${held.join(", ")});`);
  }

  if (events.length === 0) {
    lines.push("return [];");
    return;
  }
  const own = alternative.refs.length === 0 ? [] : mergedRefs(tableRefsOf(kind, scope.source), alternative.refs);
  lines.push(...nameRecalls([...expressionsOfRefs(own), ...expressionsOfEvents(alternative)], scope));
  if (refs === undefined) {
    refs = ownRefs(alternative.refs, kind, block);
    if (events.length > 1 || refs.startsWith("{")) refs = namedRefs(refs, block);
  }
  if (events.every(({ event }) => event.when.length === 0)) {
    const drafts = events.map(({ event, ensure, draft }) => draft(event, ensure, refs!, events.length, block));
    lines.push(`return [${drafts.join(", ")}];`);
    return;
  }
  const drafts = local(scope, "drafts");
  lines.push(`const ${drafts}: ${contractType(scope.source, "Draft")}[] = [];`);
  for (const { event, ensure, draft: write } of events) {
    const condition = conditionCode(event.when, write === ensuredCode ? { scope: tableScope(scope), lines } : block);
    const inner: Block = condition === "" ? block : { scope: innerScope(scope), lines: [] };
    const draft = `${drafts}.push(${write(event, ensure, refs, events.length, inner)});`;
    lines.push(...(inner === block ? [draft] : [`if (${condition}) {`, ...inner.lines, draft, "}"]));
  }
  lines.push(`return ${drafts};`);
}

/** An event of the table's `ensure`, made by a function that its rows share. */
function ensuredCode(event: CheckedEvent, _ensure: boolean, refs: string, _of: number, { scope }: Block): string {
  const { source } = scope;
  const made = ask(source, `ensure ${source.table.ensure.indexOf(event)}`, `ensure${upperFirst(camelCase(event.type))}`, (name) => {
    const inside = functionScope(source, ["", memoryRoot, "request", refsParameter]);
    const expressions = [...expressionsOfEvent({ ...event, when: [] })];
    const lines = [...nameSharedReads(expressions, inside), ...nameRecalls(expressions, inside)];
    const draft = draftCode(event, true, variable(inside, refsParameter)!, 1, { scope: inside, lines });
    const roots = parametersOf(inside);
    return { roots, code: `function ${name}(${parameterCode(inside, roots)}): ${contractType(source, "Draft")} {\n${[...lines, `return ${draft};`].join("\n")}\n}` };
  });
  return callCode(innerScope(tableScope(scope), new Map([[refsParameter, refs]])), made);
}

function draftCode(event: CheckedEvent, ensure: boolean, refs: string, of: number, block: Block): string {
  const type = JSON.stringify(event.type);
  const name = of > 1 ? `${camelCase(event.type)}Payload` : "payload";
  const { canonical } = block.scope.source.program;
  const declared = canonical.events.find((candidate) => candidate.type === event.type)?.fields ?? [];
  // An inherited field is left out where the row's value is absent: the event takes it from what was opened.
  const inherited = new Set(declared.filter((field) => field.inherited).map((field) => field.name));
  const fields = event.fields.map((field) => (inherited.has(field.name) ? { ...field, required: false } : field));
  const ids = new Set(declared.filter((field) => canonical.brands.includes(field.type)).map((field) => field.name));
  const payload = objectCode(fields, block, { name, type: `${contractType(block.scope.source, "PayloadDraft")}<${type}>`, ids });
  return `{ type: ${type}, ${entry("payload", payload)}, ${entry("refs", refs)}, ensure: ${ensure} }`;
}

function tableRefsOf(kind: RowKind, source: Source): readonly CheckedRef[] {
  return kind.declared ?? source.table.refs;
}

function tableRefs(kind: RowKind, scope: Scope): string {
  if (kind.declared !== undefined && !readsMemory([...expressionsOfRefs(kind.declared)], tableScope(scope))) return refsLiteral(kind.declared, tableScope(scope));
  return callCode(kind.answers ? asRequest(scope) : scope, kind.refsOf);
}

function ownRefs(overrides: readonly CheckedRef[], kind: RowKind, block: Block): string {
  if (overrides.length === 0) return tableRefs(kind, block.scope);
  if (!kind.answers) {
    const others = new Map(tableRefsOf(kind, block.scope.source).map((ref) => [ref.name, ref]));
    return refsLiteral(overrides, block.scope, (name) => refCode(others.get(name), tableScope(block.scope)));
  }
  const asked = named("asked", tableRefs(kind, block.scope), block);
  return refsLiteral(overrides, block.scope, (name) => `${asked}.${name}`);
}

/** The request in the place of the message. */
function asRequest(scope: Scope): Scope {
  return innerScope(scope, new Map([["", scope.variables.get("request")!]]));
}

/** In one variable, so that events of one message share one object. */
function namedRefs(code: string, block: Block): string {
  return code === "noRefs" ? code : named("refs", code, block);
}

function named(wanted: string, code: string, { scope, lines }: Block): string {
  const name = local(scope, wanted);
  lines.push(`const ${name} = ${code};`);
  return name;
}
