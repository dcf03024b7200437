import type { Diagnostic } from "../diagnostic.js";

/** The colours that a frame uses; `picocolors.createColors(enabled)` has them. */
export interface FrameColors {
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly red: (text: string) => string;
  readonly yellow: (text: string) => string;
  readonly cyan: (text: string) => string;
}

export interface FrameOptions {
  /** Absent: no colours. */
  readonly color?: FrameColors;
}

/** Lines shown above the one at fault: in YAML they say whose key it is. */
const contextLines = 2;
/** Wider lines are cut around the caret. */
const frameWidth = 100;
const tabWidth = 4;

const plain: FrameColors = { bold: same, dim: same, red: same, yellow: same, cyan: same };

/**
 * A diagnostic as a compiler prints it: what is wrong, where, the line with a caret under the place, what to do.
 * Without `sourceText`, or with one that lacks the line, there is no frame. Ends without a line break.
 *
 *     error[unknown-field]: "turn.completed" has no field "stat".
 *       --> mappings/codex/notifications.yaml:41:7
 *        |
 *     40 |     turn.completed:
 *     41 |       stat: $.params.turn.status
 *        |       ^^^^
 *        = hint: Did you mean "state"?
 */
export function formatDiagnostic(diagnostic: Diagnostic, sourceText: string | undefined, options: FrameOptions = {}): string {
  const color = options.color ?? plain;
  const accent = diagnostic.severity === "error" ? color.red : color.yellow;
  const lines = [`${accent(color.bold(`${diagnostic.severity}[${diagnostic.code}]`))}${color.bold(`: ${printable(diagnostic.message)}`)}`];
  const frame = sourceText === undefined ? undefined : frameLines(diagnostic, sourceText);
  const margin = " ".repeat(frame?.numberWidth ?? 1);
  if (diagnostic.file !== undefined) lines.push(`${margin}${color.cyan("-->")} ${place(diagnostic)}`);
  if (frame !== undefined) {
    lines.push(`${margin} ${color.dim("|")}`);
    for (const { number, text } of frame.lines)
      lines.push(`${color.dim(`${String(number).padStart(frame.numberWidth)} |`)} ${text}`.trimEnd());
    lines.push(`${margin} ${color.dim("|")} ${frame.indent}${accent("^".repeat(frame.carets))}`);
  }
  if (diagnostic.hint !== undefined) {
    const [first = "", ...rest] = printable(diagnostic.hint).split("\n");
    lines.push(`${margin} ${color.dim("=")} ${color.cyan("hint:")} ${first}`);
    for (const line of rest) lines.push(`${margin}         ${line}`.trimEnd());
  }
  return lines.join("\n");
}

/** `2 errors, 1 warning in 1 file`; `no problems`. */
export function formatSummary(diagnostics: readonly Diagnostic[]): string {
  const count = (severity: Diagnostic["severity"]) => diagnostics.filter((one) => one.severity === severity).length;
  const counted = [plural(count("error"), "error"), plural(count("warning"), "warning")].filter((part) => !part.startsWith("0 "));
  if (counted.length === 0) return "no problems";
  const files = new Set(diagnostics.flatMap((one) => one.file ?? []));
  return counted.join(", ") + (files.size === 0 ? "" : ` in ${plural(files.size, "file")}`);
}

/** A line that GitHub Actions shows beside the changed line of a pull request. */
export function formatGithub(diagnostic: Diagnostic): string {
  const oneLine = diagnostic.endLine === undefined || diagnostic.endLine === diagnostic.line;
  const properties: readonly (readonly [string, string | number | undefined])[] = [
    ["file", diagnostic.file],
    ["line", diagnostic.line],
    ["endLine", diagnostic.endLine],
    // GitHub rejects columns of an annotation that goes over several lines
    ["col", oneLine ? diagnostic.column : undefined],
    ["endColumn", oneLine ? diagnostic.endColumn : undefined],
    ["title", diagnostic.code],
  ];
  const written = properties.flatMap(([name, value]) => (value === undefined ? [] : `${name}=${escapeProperty(String(value))}`));
  const message = diagnostic.hint === undefined ? diagnostic.message : `${diagnostic.message}\n${diagnostic.hint}`;
  return `::${diagnostic.severity} ${written.join(",")}::${escapeData(message)}`;
}

interface Frame {
  readonly numberWidth: number;
  readonly lines: readonly { readonly number: number; readonly text: string }[];
  /** What stands before the carets, in blanks. */
  readonly indent: string;
  readonly carets: number;
}

function frameLines(diagnostic: Diagnostic, sourceText: string): Frame | undefined {
  const { line, column = 1 } = diagnostic;
  const source = linesOf(sourceText);
  const faulty = line === undefined ? undefined : source[line - 1]?.replace(/\r$/, "");
  if (line === undefined || faulty === undefined) return undefined;

  const from = Math.min(column, faulty.length + 1) - 1;
  const to =
    diagnostic.endLine !== undefined && diagnostic.endLine > line
      ? faulty.trimEnd().length
      : Math.min((diagnostic.endColumn ?? column + 1) - 1, faulty.length);
  const caretFrom = width(faulty.slice(0, from));
  const caretTo = Math.max(caretFrom + 1, width(faulty.slice(0, Math.max(from, to))));

  const left = caretTo < frameWidth || width(faulty) <= frameWidth ? 0 : leftOf(caretFrom, caretTo);
  const first = Math.max(1, line - contextLines);
  const lines = source
    .slice(first - 1, line)
    .map((text, index) => ({ number: first + index, text: cut(expand(text.replace(/\r$/, "")), left) }));
  // the line that is blank above says nothing
  while (lines.length > 1 && lines[0]!.text.trim() === "") lines.shift();
  return {
    numberWidth: String(line).length,
    lines,
    indent: " ".repeat(caretFrom - left),
    carets: Math.max(1, Math.min(caretTo, left + frameWidth) - caretFrom),
  };
}

/** Where the part that is shown begins: a third of it stands before what is marked, less where that would not fit; ellipses take a column each. */
function leftOf(caretFrom: number, caretTo: number): number {
  const third = caretFrom - Math.floor(frameWidth / 3);
  return Math.max(0, Math.min(Math.max(third, caretTo + 1 - frameWidth), caretFrom - 1));
}

let split: { readonly text: string; readonly lines: readonly string[] } | undefined;

/** Of the file that was asked for last, the lines are kept: a file has many diagnostics one after the other, or none. */
function linesOf(text: string): readonly string[] {
  if (split?.text !== text) split = { text, lines: text.replace(/^\uFEFF/, "").split("\n") };
  return split.lines;
}

/** The part of a line between two display columns, with an ellipsis where something is cut off. */
function cut(text: string, left: number): string {
  if (left === 0 && width(text) <= frameWidth) return text;
  let at = 0;
  let shown = "";
  for (const character of text) {
    const next = at + characterWidth(character);
    if (at >= left && next <= left + frameWidth) shown += character;
    else if (at < left && next > left) shown += " ".repeat(next - left); // half a wide character
    at = next;
  }
  if (at > left + frameWidth) shown = `${[...shown].slice(0, -1).join("")}…`;
  if (left === 0 || shown === "") return shown;
  const [head = "", ...rest] = shown;
  return `…${" ".repeat(Math.max(0, characterWidth(head) - 1))}${rest.join("")}`;
}

/** Tabs as blanks, control characters visible: a line of a file must not steer the terminal, nor the order of what is read. */
function expand(text: string): string {
  let shown = "";
  let at = 0;
  for (const character of text) {
    const part = character === "\t" ? " ".repeat(tabWidth - (at % tabWidth)) : isControl(character) ? "\uFFFD" : character;
    shown += part;
    at += width(part);
  }
  return shown;
}

/** How many columns of a terminal a text takes. */
function width(text: string): number {
  let at = 0;
  for (const character of text) at += character === "\t" ? tabWidth - (at % tabWidth) : characterWidth(character);
  return at;
}

function characterWidth(character: string): number {
  if (character >= " " && character <= "~") return 1;
  if (/^[\p{Mark}\p{Format}]$/u.test(character)) return 0;
  return /^[\u1100-\u115F\u2E80-\u303E\u3041-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6\u{1F300}-\u{1FAFF}\u{20000}-\u{3FFFD}]$/u.test(
    character,
  )
    ? 2
    : 1;
}

function isControl(character: string): boolean {
  return character < " " || /^[\u007F-\u009F\u202A-\u202E\u2066-\u2069]$/.test(character);
}

/** Control characters as escapes, so that no text steers the terminal; line breaks stay. */
export function printable(text: string): string {
  return [...text]
    .map((character) =>
      character !== "\n" && isControl(character) ? `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}` : character,
    )
    .join("");
}

function place({ file, line, column }: Diagnostic): string {
  return [printable(file ?? ""), ...(line === undefined ? [] : [line, ...(column === undefined ? [] : [column])])].join(":");
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

function escapeData(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}

function same(text: string): string {
  return text;
}
