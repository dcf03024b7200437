import type { AlternativeNode, ConditionNode, EventNode, Expression, FieldNode, Operand, Path, RowNode, ValueNode } from "../mapping/types.js";
import type { DefinitionSet, Shape } from "../schema/types.js";
import { silent } from "./report.js";
import { resolvePath } from "./resolve-path.js";
import type { Environment, Scope } from "./scope.js";
import { membersOf } from "./shapes.js";
import type { CheckedRef, CheckedRow, JsonType } from "./types.js";

/** The fields of the message that a row reads, each once, up to the first list; what the schema says of each. */
export function readsOf(env: Environment, scope: Scope, row: RowNode, refs: readonly Path[]): CheckedRow["reads"] {
  const quiet = { ...env, report: silent };
  const paths = [...row.alternatives.flatMap(alternativePaths), ...refs];
  const reads = new Map<string, CheckedRow["reads"][number]>();
  for (const path of paths) {
    if (path.root !== "") continue;
    const steps = upToList(path);
    const text = steps.map(({ name }) => name).join(".");
    if (text === "" || reads.has(text)) continue;
    const typed = resolvePath(quiet, scope, { root: "", steps, text: `$.${text}` });
    if (typed) reads.set(text, { path: text, type: jsonType(env.set, typed.shape), required: !typed.optional });
  }
  return [...reads.values()];
}

function upToList({ steps }: Path): { kind: "field"; name: string }[] {
  const names: { kind: "field"; name: string }[] = [];
  for (const step of steps) {
    if (step.kind === "index") break;
    names.push({ kind: "field", name: step.kind === "field" ? step.name : step.list });
    if (step.kind === "pick") break;
  }
  return names;
}

function jsonType(set: DefinitionSet, shape: Shape): JsonType {
  const types = new Set(
    membersOf(set, shape).map((member): JsonType => {
      switch (member.kind) {
        case "literal":
          return typeof member.value as "string" | "number" | "boolean";
        case "integer":
          return "number";
        case "string":
        case "number":
        case "boolean":
        case "object":
        case "list":
          return member.kind;
        default:
          return "any";
      }
    }),
  );
  return types.size === 1 ? [...types][0]! : "any";
}

function alternativePaths(node: AlternativeNode): Path[] {
  return [
    ...node.when.flatMap(conditionPaths),
    ...node.refs.flatMap(({ value }) => (value.kind === "expression" ? expressionPaths(value.expression) : value.kind === "identity" ? value.parts.flatMap(expressionPaths) : [])),
    ...node.remember.flatMap(({ fields }) => fields.flatMap(fieldPaths)),
    ...node.ensure.flatMap(eventPaths),
    ...node.events.flatMap(eventPaths),
  ];
}

/** What an event reads. */
export function eventPaths(node: EventNode): Path[] {
  return [...node.when.flatMap(conditionPaths), ...node.fields.flatMap(fieldPaths)];
}

function conditionPaths({ expression }: ConditionNode): Path[] {
  return expressionPaths(expression);
}

function fieldPaths({ value }: FieldNode): Path[] {
  return valuePaths(value);
}

function valuePaths(node: ValueNode): Path[] {
  switch (node.kind) {
    case "literal":
      return [];
    case "expression":
      return expressionPaths(node.expression);
    case "object":
      return node.fields.flatMap(fieldPaths);
    case "list":
      return node.items.flatMap(valuePaths);
    case "each":
      return [...expressionPaths(node.list), ...node.fields.flatMap(fieldPaths)];
  }
}

function expressionPaths({ first, then }: Expression): Path[] {
  return [...operandPaths(first), ...then.flatMap((step) => (step.kind === "else" ? operandPaths(step.operand) : []))];
}

function operandPaths(operand: Operand): Path[] {
  return operand.kind === "path" ? [operand.path] : [];
}

/** The paths of a provider id. */
export function refPaths({ value }: CheckedRef): Path[] {
  const expressions = value.kind === "expression" ? [value.expression] : value.kind === "identity" ? value.parts : [];
  return expressions.flatMap(({ first, then }) => [first, ...then.flatMap((step) => (step.kind === "else" ? step.operand : []))].flatMap((operand) => (operand.kind === "path" ? operand.path : [])));
}
