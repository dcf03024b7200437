import type { CheckedAlternative, CheckedCondition, CheckedEvent, CheckedRow, CheckedTable } from "../check/types.js";
import { code, table } from "./markdown.js";

/** One mapping table as people read it: a line for each row, in the order of the YAML. */
export function tableSection(checked: CheckedTable): string {
  const rows = [...checked.rows.map((row) => ({ row, sent: false })), ...checked.sent.map((row) => ({ row, sent: true }))];
  const columns: readonly (readonly [head: string, cell: (row: CheckedRow, sent: boolean) => string])[] = [
    ["Message", (row, sent) => messageText(row) + (sent ? " (from the host)" : "")],
    ["Canonical events", ({ alternatives }) => alternativesText(alternatives)],
    ["After the host's answer", ({ answer }) => (answer === undefined ? "" : alternativesText(answer))],
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
  return `Every message gives ${checked.ensure.map(eventText).join(" and ")} first, if not open yet, unless its line says otherwise.\n\n${text}`;
}

/** The messages that a pattern stands for, so that a reader finds each by its name; of many, the pattern alone. */
function messageText({ key, covers, open }: CheckedRow): string {
  if (covers.length === 0) return code(key);
  const text = covers.length > 8 ? `${code(key)} (${covers.length} messages)` : covers.map((covered) => code(covered.key)).join(", ");
  return text + (open ? " and unlisted ones" : "");
}

function alternativesText(alternatives: readonly CheckedAlternative[]): string {
  const texts = alternatives.map(eventsText);
  if (new Set(texts).size === 1) return texts[0] ?? "";
  return alternatives
    .map(({ when }, index) => {
      const text = texts[index] ?? "";
      if (when.length === 0) return index === 0 ? text : `else: ${text}`;
      return `when ${conditionsText(when)}: ${text}`;
    })
    .join("; ");
}

function eventsText({ ensure, events }: CheckedAlternative): string {
  const texts = [...ensure.map((event) => `${eventText(event)} (if not open yet)`), ...events.map(eventText)];
  return texts.length === 0 ? "none" : texts.join(" + ");
}

/** `content.delta (assistant_text)`: with the words of the canonical vocabulary that the row fixes. */
function eventText({ type, fields, when }: CheckedEvent): string {
  const words = fields.flatMap(({ accepts, value }) => (accepts.kind === "enum" && value.kind === "literal" ? [String(value.value)] : []));
  const text = code(words.length === 0 ? type : `${type} (${words.join(", ")})`);
  return when.length === 0 ? text : `${text} (when ${conditionsText(when)})`;
}

function conditionsText(conditions: readonly CheckedCondition[]): string {
  return conditions
    .map(({ expression, test }) => {
      const subject = code(expression.text.replace(/^\$\.(params\.)?(?=\w)/, ""));
      if (test.kind !== "values") return `${subject} is ${test.kind}`;
      return `${subject} is ${[...test.values.map(String), ...test.patterns].map(code).join(" or ")}`;
    })
    .join(" and ");
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
