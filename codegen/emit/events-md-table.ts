import type { CheckedAlternative, CheckedCondition, CheckedEvent, CheckedExpression, CheckedKey, CheckedOperand, CheckedRow, CheckedTable } from "../check/types.js";
import { code, table } from "./markdown.js";

/** One mapping table as people read it: a line for each row, in the order of the YAML. */
export function tableSection(checked: CheckedTable): string {
  const elements = new Set([checked.key, checked.sentKey].flatMap((key) => (key === undefined ? [] : [...elementsOf(key)])));
  const rows = [...checked.rows.map((row) => ({ row, sent: false })), ...checked.sent.map((row) => ({ row, sent: true }))];
  const columns: readonly (readonly [head: string, cell: (row: CheckedRow, sent: boolean) => string])[] = [
    ["Message", (row, sent) => messageText(row) + (sent ? " (from the host)" : "")],
    ["Canonical events", ({ alternatives }) => alternativesText(alternatives, elements)],
    ["After the host's answer", ({ answer }) => (answer === undefined ? "" : alternativesText(answer, elements))],
    ["Decisions", ({ decide }) => (decide ?? []).map(({ decision }) => code(decision)).join(", ")],
    ["Notes", (row, sent) => notesText(row, sent ? [] : checked.ensure)],
    ["Versions", (row) => versionsText(row, checked.versions)],
  ];
  const filled = columns
    .map(([head, cell]) => ({ head, cells: rows.map(({ row, sent }) => cell(row, sent)) }))
    .filter(({ cells }, index) => index < 2 || cells.some((cell) => cell !== ""));
  const text = table(
    filled.map(({ head }) => head),
    rows.map((_, line) => filled.map(({ cells }) => cells[line] ?? "")),
  );
  if (checked.ensure.length === 0) return text;
  return `Every message gives ${checked.ensure.map((event) => eventText(event, elements)).join(" and ")} first, if not open yet, unless its line says otherwise.\n\n${text}`;
}

/** The messages that a pattern stands for, so that a reader finds each by its name; of many, the pattern alone. */
function messageText({ key, covers, open }: CheckedRow): string {
  if (covers.length === 0) return code(key);
  const text = covers.length > 8 ? `${code(key)} (${covers.length} messages)` : covers.map((covered) => code(covered.key)).join(", ");
  return text + (open ? " and unlisted ones" : "");
}

function alternativesText(alternatives: readonly CheckedAlternative[], elements: Elements): string {
  const texts = alternatives.map((alternative) => eventsText(alternative, elements));
  if (new Set(texts).size === 1) return texts[0] ?? "";
  return alternatives
    .map(({ when }, index) => {
      const text = texts[index] ?? "";
      if (when.length === 0) return index === 0 ? text : `else: ${text}`;
      return `when ${conditionsText(when, elements)}: ${text}`;
    })
    .join("; ");
}

function eventsText({ ensure, events }: CheckedAlternative, elements: Elements): string {
  const texts = [...ensure.map((event) => `${eventText(event, elements)} (if not open yet)`), ...events.map((event) => eventText(event, elements))];
  return texts.length === 0 ? "none" : texts.join(" + ");
}

/** `content.delta (assistant_text)`: with the words of the canonical vocabulary that the row fixes. */
function eventText({ type, fields, when }: CheckedEvent, elements: Elements): string {
  const words = fields.flatMap(({ accepts, value }) => (accepts.kind === "enum" && value.kind === "literal" ? [String(value.value)] : []));
  const text = code(words.length === 0 ? type : `${type} (${words.join(", ")})`);
  return when.length === 0 ? text : `${text} (when ${conditionsText(when, elements)})`;
}

function conditionsText(conditions: readonly CheckedCondition[], elements: Elements): string {
  return conditions
    .map(({ expression, test }) => {
      const subject = subjectText(expression, elements);
      if (test.kind !== "values") return `${subject} is ${test.kind}`;
      return `${subject} is ${[...test.values.map(String), ...test.patterns].map(code).join(" or ")}`;
    })
    .join(" and ");
}

/** `requestType` of `toolName`; remembered `run.interrupted`. */
function subjectText({ first, then }: CheckedExpression, elements: Elements): string {
  return then.reduce((text, step) => {
    if (step.kind === "else") return `${text} or else ${operandText(step.operand, elements)}`;
    return `${code(step.kind === "values" ? step.table.name : step.transform.name)} of ${text}`;
  }, operandText(first, elements));
}

function operandText(operand: CheckedOperand, elements: Elements): string {
  if (operand.kind === "literal") return code(String(operand.value));
  const { root, text } = operand.path;
  const words = text.replace(/^\$\.?/, "");
  if (root === "") return code(words.replace(/^params\.(?=\w)/, "") || "$");
  if (root === "request") return `${code(words.replace(/^request\.(params\.)?(?=\w)/, ""))} of the request`;
  return elements.has(root) ? code(words) : `remembered ${code(words)}`;
}

/** What the key calls the elements of lists. */
type Elements = ReadonlySet<string>;

function elementsOf(key: CheckedKey): Elements {
  if (key.kind === "each") return new Set([key.as, ...elementsOf(key.key)]);
  return new Set([...key.below.values()].flatMap((below) => [...elementsOf(below)]));
}

function notesText({ alternatives, answer, twin, yieldsTo }: CheckedRow, ensured: readonly CheckedEvent[]): string {
  const notes = [...alternatives, ...(answer ?? [])].flatMap(({ note }) => (note === undefined ? [] : [note]));
  if (twin.length > 0) notes.push(`twin of ${twin.map(code).join(", ")}`);
  if (yieldsTo.length > 0) notes.push(`yields to ${yieldsTo.map(code).join(", ")}`);
  const without = ensured.filter((event) => alternatives.every(({ tableEnsure, ensure }) => !tableEnsure.includes(event) && !ensure.some(({ type }) => type === event.type)));
  if (without.length > 0) notes.push(`without ${without.map(({ type }) => code(type)).join(", ")}`);
  return [...new Set(notes)].join("; ");
}

/** Only where the table has several versions, and not all of them have the message. */
function versionsText({ covers }: CheckedRow, versions: readonly string[]): string {
  if (versions.length === 1) return "";
  const found = versions.filter((version) => covers.some((covered) => covered.versions.includes(version)));
  return found.length === versions.length || found.length === 0 ? "all" : found.join(", ");
}
