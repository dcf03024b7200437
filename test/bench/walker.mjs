import { any, at, attempt, boolean, integer, list, number, object, string, strings, tag } from "../../dist/src/contract.js";

const coerced = { any, boolean, integer, list, number, object, string, strings };

/**
 * Walks the rows of a checked table at run time, the way one would do it without generating code: a map from key to row, and
 * every path a list of steps. Only what the notifications of Codex use.
 * @param table A `CheckedTable` whose key is one path.
 * @param transforms The transforms by name.
 */
export function walker(table, transforms) {
  const rows = new Map(table.rows.flatMap((row) => row.covers.map((covered) => [covered.key, row])));
  const keyPath = table.key.path;
  return (message) => {
    const row = rows.get(walk(keyPath, { "": message }));
    if (row === undefined) return undefined;
    const roots = { "": message };
    const alternative = row.alternatives.find(({ when }) => holds(when, roots, transforms));
    if (alternative === undefined) return undefined;
    const refs = { session: undefined, thread: undefined, turn: undefined, item: undefined, request: undefined, lane: undefined };
    for (const { name, value } of [...table.refs, ...alternative.refs]) {
      refs[name] = value.kind === "expression" ? evaluate(value.expression, roots, transforms) : undefined;
    }
    const drafts = (events, ensure) =>
      events
        .filter((event) => holds(event.when, roots, transforms))
        .map((event) => ({ type: event.type, payload: objectOf(event.fields, roots, transforms), refs, ensure }));
    return [...drafts(alternative.ensure, true), ...drafts(alternative.events, false)];
  };
}

function holds(conditions, roots, transforms) {
  return conditions.every(({ expression, test }) => {
    const value = evaluate(expression, roots, transforms);
    if (test.kind === "present") return value !== undefined && value !== null;
    if (test.kind === "absent") return value === undefined || value === null;
    return test.values.includes(value);
  });
}

function objectOf(fields, roots, transforms) {
  const made = {};
  for (const field of fields) {
    const value = valueOf(field, roots, transforms);
    if (field.required) made[field.name] = value ?? field.fallback;
    else if (value !== undefined && value !== "") made[field.name] = value;
  }
  return made;
}

function valueOf({ accepts, value }, roots, transforms) {
  switch (value.kind) {
    case "literal":
      return value.value;
    case "expression":
      return accepted(accepts, evaluate(value.expression, roots, transforms));
    case "object":
      return objectOf(value.fields, roots, transforms);
    case "list":
      return value.items.map((item) => (item.kind === "literal" ? item.value : evaluate(item.expression, roots, transforms)));
    case "each":
      return (list(evaluate(value.list, roots, transforms)) ?? []).map((element) =>
        objectOf(value.fields, { ...roots, [value.as]: element }, transforms),
      );
  }
}

function accepted(accepts, value) {
  if (accepts.kind === "enum") return accepts.values.includes(value) ? value : undefined;
  return coerced[accepts.kind](value);
}

function evaluate(expression, roots, transforms) {
  let value = operand(expression.first, roots);
  for (const step of expression.then) {
    if (step.kind === "else") value ??= operand(step.operand, roots);
    else if (step.kind === "values") value = looked(step.table, value);
    else value = attempt(transforms[step.transform.name], value);
  }
  return value;
}

function operand(given, roots) {
  return given.kind === "literal" ? given.value : walk(given.path, roots);
}

function walk(path, roots) {
  let value = roots[path.root];
  for (const step of path.steps) {
    if (value === undefined || value === null) return undefined;
    value = step.kind === "field" ? value[step.name] : step.kind === "index" ? at(value, step.index) : undefined;
  }
  return value;
}

function looked(table, value) {
  if (value === undefined || value === null) return table.absent;
  const key = table.form === "tag" ? tag(value) : String(value);
  return table.map.find(({ from }) => from === key)?.to ?? table.unlisted;
}
