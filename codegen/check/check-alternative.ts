import type { AlternativeNode, RefNode, RememberNode } from "../mapping/types.js";
import { misfits } from "./assignable.js";
import { checkConditions, otherwise } from "./check-condition.js";
import { checkEnsured, checkEvent, type Ensured } from "./check-event.js";
import { checkFields, type Target } from "./check-value.js";
import { resolveExpression } from "./resolve-expression.js";
import { withPresent, type Environment, type Scope } from "./scope.js";
import { shapeText, unknown } from "./shapes.js";
import { suggest } from "../spelling.js";
import type { CheckedAlternative, CheckedCell, CheckedExpression, CheckedField, CheckedRef } from "./types.js";

type Cells = ReadonlyMap<string, CheckedCell>;

/** Alternatives in order: each is only looked at where those before it do not hold. */
export function checkAlternatives(env: Environment, scope: Scope, nodes: readonly AlternativeNode[], cells: Cells, ensured: readonly Ensured[] = []): CheckedAlternative[] {
  let left = scope;
  return nodes.map((node) => {
    const met = checkConditions(env, left, node.when);
    const checked = checkAlternative(env, met, node, cells, ensured);
    left = { ...otherwise(env, left, node.when), ...(met.scope.doubtful && { doubtful: true }) };
    return checked;
  });
}

/** One alternative: its conditions narrow what follows, and what it remembers is there for its events. */
function checkAlternative(env: Environment, { conditions, scope: met }: ReturnType<typeof checkConditions>, node: AlternativeNode, cells: Cells, ensured: readonly Ensured[]): CheckedAlternative {
  const own = new Set(node.ensure.map(({ type }) => type.value));
  const remember: { cell: CheckedCell; fields: readonly CheckedField[] }[] = [];
  let inside = met;
  for (const one of node.remember) {
    const fields = checkRemember(env, inside, one);
    const cell = cells.get(one.cell.value);
    if (fields && cell) remember.push({ cell, fields });
    if (fields?.length !== one.fields.length) inside = { ...inside, doubtful: true };
    inside = withPresent(inside, ...(fields ?? []).flatMap((field) => (isSurelyHeld(env, one.cell.value, field) ? `$${one.cell.value}.${field.name}` : [])));
  }
  return {
    when: conditions,
    note: node.note?.value,
    refs: checkRefs(env, inside, node.refs),
    remember,
    tableEnsure: node.ensuresNothing ? [] : ensured.flatMap(({ event }) => (own.has(event.type) ? [] : event)),
    ensure: checkEnsured(env, inside, node.ensure).map(({ event }) => event),
    events: node.events.flatMap((event) => checkEvent(env, inside, event) ?? []),
    at: node.at,
  };
}

function checkRemember(env: Environment, scope: Scope, { cell, fields }: RememberNode): CheckedField[] | undefined {
  const holds = env.memory.cells.get(cell.value);
  if (holds === undefined) {
    env.report("unknown-cell", cell.at, `There is no memory cell "${cell.value}".`, suggest(cell.value, env.memory.cells.keys(), "Cells") ?? "Cells are declared in `memory.yaml` beside the tables.");
    return undefined;
  }
  const known = fields.filter(({ name }) => {
    if (!holds.has(name.value)) env.report("unknown-cell-field", name.at, `The memory cell "${cell.value}" holds no "${name.value}".`, suggest(name.value, holds.keys(), "It holds"));
    return holds.has(name.value);
  });
  const targets = [...holds].map(([name, kind]): Target => ({ name, shape: kind === "last" ? unknown : kind === "count" ? { kind: "number" } : { kind: "string" }, required: false }));
  return checkFields(env, scope, known, { fields: targets, owner: `the memory cell "${cell.value}"`, at: cell.at });
}

/** Half a JSON is not readable yet; all else is there once it was remembered. */
function isSurelyHeld(env: Environment, cell: string, { name, value }: CheckedField): boolean {
  if (env.memory.cells.get(cell)?.get(name) === "json") return false;
  return value.kind !== "expression" || !value.expression.optional;
}

/** Provider ids: texts and numbers. */
export function checkRefs(env: Environment, scope: Scope, nodes: readonly RefNode[]): CheckedRef[] {
  return nodes.flatMap(({ name, value }): CheckedRef[] => {
    switch (value.kind) {
      case "none":
        return [{ name: name.value, value: { kind: "none" } }];
      case "expression": {
        const expression = checkId(env, scope, value.expression);
        return expression ? [{ name: name.value, value: { kind: "expression", expression } }] : [];
      }
      case "identity": {
        const parts = value.parts.map((part) => checkId(env, scope, part));
        return parts.includes(undefined) ? [] : [{ name: name.value, value: { kind: "identity", parts: parts as CheckedExpression[] } }];
      }
    }
  });
}

function checkId(env: Environment, scope: Scope, node: Parameters<typeof resolveExpression>[2]): CheckedExpression | undefined {
  const expression = resolveExpression(env, scope, node);
  if (expression === undefined || misfits(env.set, expression.shape, idShape).length === 0) return expression;
  env.report("type-mismatch", node.at, `An id is a text or a number, but \`${expression.text}\` is ${shapeText(expression.shape)}.`, "Read a field that tells such things apart.");
  return undefined;
}

const idShape = { kind: "union", members: [{ kind: "string" }, { kind: "number" }, { kind: "integer" }] } as const;
