import type { CST, YAMLError } from "yaml";
import type { Diagnostic } from "../diagnostic.js";
import type { YamlCode } from "./codes.js";
import { codePointAt, quote } from "./excerpt.js";
import type { Locate } from "./positions.js";

/** Reported from the tokens and the tree with a better message, or none of the syntax: they do not stop the reading. */
const reportedElsewhere = new Set([
  "BAD_ALIAS",
  "ALIAS_PROPS",
  "TAG_RESOLVE_FAILED",
  "MULTIPLE_ANCHORS",
  "MULTIPLE_TAGS",
  "BAD_COLLECTION_TYPE",
  "BAD_DIRECTIVE",
  "BAD_SCALAR_START",
]);

/** The first syntax error of a document, told so that it can be mended, or `undefined` if there is none. */
export function syntaxDiagnostic(
  errors: readonly YAMLError[],
  tokens: readonly CST.Token[],
  text: string,
  locate: Locate,
): Diagnostic | undefined {
  const error = errors
    .filter((one) => !reportedElsewhere.has(one.code))
    .reduce<YAMLError | undefined>((first, one) => (first === undefined || one.pos[0] < first.pos[0] ? one : first), undefined);
  if (error === undefined) return undefined;
  const template = templateBefore(text, error.pos[0]);
  if (template !== undefined) {
    const written = text.slice(template.start, template.end);
    return {
      code: "yaml-unquoted-template",
      severity: "error",
      message: `YAML reads the braces of "${written}" as a mapping, not as text.`,
      hint: `Write a path (\`$.${written.replace(/[${}\s]/g, "")}\`), or quote the text: ${quote(written)}.`,
      ...locate(template.start, template.end),
    };
  }
  const told = tell(error, errors, tokens, text);
  const start = told.start ?? error.pos[0];
  return {
    code: told.code ?? "yaml-syntax",
    severity: "error",
    message: told.message,
    hint: told.hint,
    ...locate(start, told.end ?? Math.max(error.pos[1], start + 1)),
  };
}

interface Told {
  readonly code?: YamlCode;
  readonly message: string;
  readonly hint: string;
  /** Where to mend it, if that is not where the reader noticed. */
  readonly start?: number;
  readonly end?: number;
}

function tell(error: YAMLError, errors: readonly YAMLError[], tokens: readonly CST.Token[], text: string): Told {
  const offset = error.pos[0];
  const blank = strangeIndent(text, offset);
  if (blank !== undefined) return blank;
  const unclosed = unclosedToken(tokens, error);
  const bracket = bracketInPath(text, unclosed?.offset ?? offset);
  if (bracket !== undefined) return bracket;
  if (unclosed !== undefined) return tellUnclosed(unclosed, text);
  const indent = /^ *\t/.exec(text.slice(text.lastIndexOf("\n", offset - 1) + 1))?.[0];
  if (indent !== undefined && error.code !== "TAB_AS_INDENT") return { ...tab, start: text.lastIndexOf("\n", offset - 1) + 1, end: text.lastIndexOf("\n", offset - 1) + 1 + indent.length };
  switch (error.code) {
    case "TAB_AS_INDENT":
      return tab;
    case "BLOCK_AS_IMPLICIT_KEY":
    case "BLOCK_IN_FLOW": {
      // `a: b` with a further indented `c: d` below reads as the key "b c"
      const overLines = errors.find((one) => one.code === "MULTILINE_IMPLICIT_KEY" && one.pos[0] === offset);
      if (overLines !== undefined)
        return {
          ...lineAt(text, overLines.pos[1] - 1, overLines.pos[1]),
          message: "The key above already has a value, and this line goes on with it.",
          hint: "This line is indented too far, or the value above does not belong there.",
        };
      return {
        message: "A second `key: value` begins inside a value.",
        hint: "Quote text that contains a colon and a blank, or put the inner key on a line of its own, indented further.",
      };
    }
    case "MULTILINE_IMPLICIT_KEY":
      return {
        message: "A key stands on one line, but this one goes over several.",
        hint: "A colon and a blank are missing after the first word of this line.",
      };
    case "BAD_INDENT": {
      const line = lineAt(text, offset);
      if (/^-\S/.test(text.slice(line.start))) return { ...line, message: "This is no list item.", hint: "Write a blank after the dash." };
      return {
        ...line,
        message: "This line is indented differently from the ones it belongs with.",
        hint: "Give all keys of one mapping, and all items of one list, the same number of spaces.",
      };
    }
    case "MISSING_CHAR":
      if (/Implicit map key/.test(error.message))
        return { message: "This key has no value.", hint: "Write a colon and a blank after the key; in a list, a blank after the dash." };
      return { message: sentence(error.message), hint: "Write a blank between the two, or close what is open." };
    case "BAD_DQ_ESCAPE":
      return {
        message: `"${text.slice(offset, offset + 2)}" is no escape in double quotes.`,
        hint: "Write two backslashes for one, or use single quotes.",
        end: offset + 2,
      };
    case "UNEXPECTED_TOKEN":
      if (/^[\]}]/.test(text.slice(offset)))
        return { message: `The ${text[offset]} closes nothing.`, hint: "Remove it, or quote the text that it belongs to." };
      if (text.slice(text.lastIndexOf("\n", offset - 1) + 1, offset).trim() === "")
        return {
          ...lineAt(text, offset),
          message: "This line does not belong to what stands above it.",
          hint: "Check its indentation, and whether something above is left open.",
        };
      if (/["'][ \t]*$/.test(text.slice(0, offset))) {
        const inside = text.slice(0, offset).trimEnd().endsWith("'") ? "Two single quotes stand for one inside single quotes" : 'A backslash goes before a `"` inside double quotes';
        return { message: "Text goes on behind its closing quote.", hint: `${inside}; or put the whole text into quotes.` };
      }
      return { message: sentence(error.message), hint: "Quote text that contains quotes, brackets, braces, a comma or a colon." };
    default:
      return { message: sentence(error.message), hint: "Quote the text, or check the indentation." };
  }
}

const tab: Told = { message: "A tab cannot indent YAML.", hint: "Indent with spaces, two for each level." };

/** A blank that looks like a space and is none, at the beginning of the last line that the reader could not go on with, or the one above it. */
function strangeIndent(text: string, offset: number): Told | undefined {
  const lines = text.slice(0, text.indexOf("\n", offset) === -1 ? text.length : text.indexOf("\n", offset)).split("\n");
  let from = lines.reduce((length, line) => length + line.length + 1, 0);
  // The last two lines that are not blank.
  let left = 2;
  while (lines.length > 0 && left > 0) {
    const line = lines.pop() ?? "";
    from -= line.length + 1;
    const at = /^\s*/.exec(line)?.[0].search(/[^ \t\r]/) ?? -1;
    if (at !== -1)
      return {
        code: "yaml-character",
        message: `The line is indented with ${codePointAt(line, at)}, which is no space.`,
        hint: "Indent with spaces, two for each level.",
        start: from + at,
        end: from + at + 1,
      };
    if (line.trim() !== "") left -= 1;
  }
  return undefined;
}

/** `$.items[0]` inside braces ends them for YAML; what is wrong is the path. */
function bracketInPath(text: string, offset: number): Told | undefined {
  const from = text.lastIndexOf("\n", offset - 1) + 1;
  const end = text.indexOf("\n", offset) === -1 ? text.length : text.indexOf("\n", offset);
  const found = /\$[A-Za-z_]*(?:\.[\w]+)*\[[^\]\n]*\]?/.exec(text.slice(from, end));
  if (found === null) return undefined;
  const start = from + found.index + found[0].indexOf("[");
  return {
    message: "A path has no brackets.",
    hint: "Write a list element as `.0`, the only element with a value as `list(field=value)`.",
    start,
    end: from + found.index + found[0].length,
  };
}

/** What a line says, without its indentation and line break; of a blank line, the next one that says something. */
function lineAt(text: string, offset: number, end?: number): { start: number; end: number } {
  const blank = /^(?:[ \t]*(?:#[^\n]*)?\r?\n)+/.exec(text.slice(text.lastIndexOf("\n", offset - 1) + 1))?.[0].length ?? 0;
  const from = text.lastIndexOf("\n", offset - 1) + 1 + (end === undefined ? blank : 0);
  const lineEnd = text.indexOf("\n", from) === -1 ? text.length : text.indexOf("\n", from);
  const start = from + /^\s*/.exec(text.slice(from, lineEnd))![0].length;
  return { start, end: Math.max(start, end ?? from + text.slice(from, lineEnd).trimEnd().length) };
}

function tellUnclosed(token: CST.Token, text: string): Told {
  const opener = text[token.offset]!;
  const closer = { "[": "]", "{": "}" }[opener] ?? opener;
  return {
    message: `The ${opener} that opens here is never closed.`,
    hint: `Write the closing ${closer}.`,
    start: token.offset,
    end: token.offset + 1,
  };
}

/** The quote or bracket that the error says is not closed: its beginning is where to mend it, not the end of the file. */
function unclosedToken(tokens: readonly CST.Token[], error: YAMLError): CST.Token | undefined {
  if (!/closing|end with a|flow/i.test(error.message)) return undefined;
  const pending: CST.Token[] = [...tokens];
  let found: CST.Token | undefined;
  for (let token = pending.pop(); token !== undefined; token = pending.pop()) {
    if (token.offset <= error.pos[0] && isUnclosed(token) && (found === undefined || token.offset > found.offset)) found = token;
    if ("value" in token && token.value) pending.push(token.value as CST.Token);
    if ("items" in token) for (const item of token.items) for (const part of [item.key, item.value]) if (part) pending.push(part);
  }
  return found;
}

function isUnclosed(token: CST.Token): boolean {
  if (token.type === "flow-collection")
    return !token.end.some((one) => one.type === (token.start.type === "flow-map-start" ? "flow-map-end" : "flow-seq-end"));
  if (token.type === "double-quoted-scalar") return !/^"(?:[^"\\]|\\[^])*"$/.test(token.source);
  if (token.type === "single-quoted-scalar") return !/^'(?:[^']|'')*'$/.test(token.source);
  return false;
}

/** `${params.x}` in a flow mapping: the error lies at its brace. */
function templateBefore(text: string, offset: number): { start: number; end: number } | undefined {
  if (text.slice(offset - 1, offset + 1) !== "${") return undefined;
  const end = text.slice(offset).search(/[}\n]/);
  return { start: offset - 1, end: end === -1 ? text.length : text[offset + end] === "}" ? offset + end + 1 : offset + end };
}

function sentence(message: string): string {
  return `${message.replace(/\.$/, "")}.`.replace(/^./, (first) => first.toUpperCase());
}
