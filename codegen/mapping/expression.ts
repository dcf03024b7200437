import { shorten } from "../yaml/excerpt.js";
import type { Text, Yaml } from "../yaml/read.js";
import { isExpression, mismatch, namePattern, type Reader } from "./reader.js";
import type { MappingCode } from "./codes.js";
import type { Expression, ExpressionStep, Located, Operand, Path, Scalar, Step } from "./types.js";

/**
 * The grammar of a scalar that begins with `$`:
 *
 *     expression = path { "??" operand | "|" name }       strictly left to right
 *     operand    = path | word | number | "text" | 'text'
 *     path       = "$" [ name ] { "." step }
 *     step       = digits | field | field "(" field "=" ( path | word | "text" | 'text' ) ")"
 *
 * A field's name holds any character but `. ( ) = | ?` and blanks. The first mistake of an expression is reported at
 * its own column (`bad-expression`).
 */
export function parseExpression(reader: Reader, source: Text): Expression | undefined {
  const scanner = createScanner(reader, source);
  const first = scanner.path();
  if (first === undefined) return undefined;
  const then: ExpressionStep[] = [];
  let previous: Operand = { kind: "path", path: first };
  while (scanner.more()) {
    const step = scanner.step(previous);
    if (step === undefined) return undefined;
    then.push(step);
    if (step.kind === "else") previous = step.operand;
  }
  // oxlint-disable-next-line unicorn/no-thenable -- a list, never awaited
  return { first: { kind: "path", path: first }, then, text: source.text.trimEnd(), at: source.at };
}

/** An expression where nothing else may stand. */
export function asExpression(reader: Reader, node: Yaml, what: string, code: MappingCode = "bad-expression"): Expression | undefined {
  if (isExpression(node)) return parseExpression(reader, node);
  const looksLikePath = node.kind === "scalar" && /^\.?[A-Za-z_][\w.]*$/.test(node.text);
  mismatch(
    reader,
    node,
    `${what} is a path that begins with "$"`,
    code,
    looksLikePath ? `Did you mean "$.${node.text.replace(/^\./, "")}"?` : "Write a path: `$.params.itemId`.",
  );
  return undefined;
}

/** A path alone, without `??` and `|`. */
export function asPath(reader: Reader, node: Yaml, what: string): Located<Path> | undefined {
  const expression = asExpression(reader, node, what);
  const step = expression?.then[0];
  if (expression === undefined || expression.first.kind !== "path") return undefined;
  if (step !== undefined) {
    reader.report("bad-expression", step.at, `${what} is a path alone, without "??" and "|".`, "Remove what follows the path.");
    return undefined;
  }
  return { value: expression.first.path, at: expression.at };
}

/** The path in the key of a mapping (`$.type:`). */
export function keyPath(reader: Reader, key: Text): Located<Path> | undefined {
  return asPath(reader, { kind: "scalar", value: key.text, quoted: true, empty: false, ...key }, "This key");
}

interface Scanner {
  path(): Path | undefined;
  step(previous: Operand): ExpressionStep | undefined;
  /** Skips blanks; whether anything is left. */
  more(): boolean;
}

function createScanner(reader: Reader, source: Text): Scanner {
  const { text } = source;
  let at = 0;

  const fail = (from: number, to: number, message: string, hint: string): undefined => {
    reader.report("bad-expression", source.span(from, Math.max(to, from + 1)), message, hint);
    return undefined;
  };
  const match = (pattern: RegExp): string => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0] ?? "";
    at += found.length;
    return found;
  };
  const blanks = () => match(/\s*/y);
  const toBlank = (from: number) => from + (/^\S*/.exec(text.slice(from))?.[0].length ?? 0);

  function path(depth = 0): Path | undefined {
    const from = at;
    if (depth > 1)
      return fail(from, toBlank(from), "A path inside the path of a picked value picks nothing itself.", "What needs more is a transform.");
    at += 1;
    if (text[at] === "{") {
      const to = text.indexOf("}", at) === -1 ? text.length : text.indexOf("}", at) + 1;
      const inside = text.slice(at + 1, to).replace(/[{}\s]/g, "");
      reader.report(
        "yaml-unquoted-template",
        source.span(from, to),
        `"${shorten(text.slice(from, to))}" is no path: there are no templates.`,
        `Write \`$.${inside}\`, or \`$$\` for a "$" that is text.`,
      );
      return undefined;
    }
    const root = match(/[A-Za-z_][A-Za-z0-9_]*/y);
    const steps: Step[] = [];
    while (text[at] === ".") {
      at += 1;
      const step = pathStep(from, depth);
      if (step === undefined) return undefined;
      steps.push(step);
    }
    const next = text[at];
    if (next === undefined || /[\s|?]/.test(next) || (depth > 0 && next === ")"))
      return { root, steps, text: text.slice(from, at), at: source.span(from, at) };
    if (next === "[")
      return fail(
        at,
        at + 1,
        "A path has no brackets.",
        "Write a list element as `.0`, the only element with a value as `list(field=value)`.",
      );
    if (next === "(") return fail(at, at + 1, "`(` follows the name of a list that is a field.", "Write `$.list(field=value)`.");
    return fail(
      at,
      at + 1,
      `"${String.fromCodePoint(text.codePointAt(at)!)}" cannot stand in a path here.`,
      root === "" && steps.length === 0
        ? `After "$" comes a dot (\`$.${text.slice(at).split(/\W/, 1)[0]}\`) or a name. Write \`$$\` for a "$" that is text.`
        : "Steps are joined by dots.",
    );
  }

  function pathStep(pathFrom: number, depth: number): Step | undefined {
    const from = at;
    const name = match(/[^.()=|?\s]+/y);
    if (name === "") {
      const what =
        text[from] === undefined || /\s/.test(text[from])
          ? "A field's name is missing after the dot."
          : `A field's name is missing before "${text[from]}".`;
      return fail(
        from - 1,
        from,
        what,
        text[from] === "." ? "Steps are joined by one dot." : "Write `$.field`; in a name stands anything but blanks and `. ( ) = | ?`.",
      );
    }
    const bracket = name.search(/[[\]]/);
    if (bracket !== -1) {
      const plain = text.slice(pathFrom, toBlank(from)).replace(/\[["']?(\w*)["']?\]/g, ".$1");
      return fail(
        from + bracket,
        from + name.length,
        "A path has no brackets.",
        `Write \`${plain}\`; the only element with a value is \`list(field=value)\`.`,
      );
    }
    if (text[at] === "(") return pick(name, from, depth);
    const place = source.span(from, at);
    return /^(?:0|[1-9][0-9]{0,8})$/.test(name) ? { kind: "index", index: Number(name), at: place } : { kind: "field", name, at: place };
  }

  function pick(list: string, from: number, depth: number): Step | undefined {
    const open = at;
    at += 1;
    const shape = "An element is picked by one field: `list(field=value)`.";
    const field = match(/[^.()=|?\s]+/y);
    if (field === "") return fail(open, at + 1, "The name of a field is missing after `(`.", shape);
    if (text[at] !== "=") return fail(at, at + 1, `"=" is missing after "${field}".`, shape);
    at += 1;
    const equals = text[at] === "$" ? path(depth + 1) : text[at] === '"' || text[at] === "'" ? quoted() : match(/[^()=|?\s]+/y);
    if (equals === undefined) return undefined;
    if (equals === "" && !/["']/.test(text[at - 1] ?? "")) return fail(at, at + 1, 'A value is missing after "=".', shape);
    if (text[at] !== ")")
      return fail(at, at + 1, text[at] === undefined ? "The `(` is not closed." : `")" is missing before "${text[at]}".`, shape);
    at += 1;
    return { kind: "pick", list, field, equals, at: source.span(from, at) };
  }

  function quoted(): string | undefined {
    const from = at;
    const found = text[at] === '"' ? match(/"(?:[^"\\]|\\.)*"/y) : match(/'(?:[^']|'')*'/y);
    if (found === "")
      return fail(
        from,
        text.length,
        "The quote is not closed.",
        "Quote the whole scalar if its text contains a `#`, a comma, a colon or a brace.",
      );
    if (found.startsWith("'")) return found.slice(1, -1).replaceAll("''", "'");
    try {
      return JSON.parse(found) as string;
    } catch {
      return fail(from, at, `${shorten(found)} is no JSON string.`, "Write escapes as JSON does, or use single quotes.");
    }
  }

  function operand(operator: number): Operand | undefined {
    if (text[at] === "$") {
      const found = path();
      return found && { kind: "path", path: found };
    }
    if (text[at] === '"' || text[at] === "'") {
      const found = quoted();
      return found === undefined ? undefined : { kind: "literal", value: found };
    }
    const from = at;
    const word = match(/[^\s|?]+/y);
    if (word === "") return fail(operator, operator + 2, 'A path or a value is missing after "??".', 'Write `?? $.other` or `?? "text"`.');
    const value = bareLiteral(word);
    if (value !== undefined) return { kind: "literal", value };
    if (word === "null") return fail(from, at, '"?? null" says nothing: null counts as absent.', "Leave it out.");
    const meantPath = /^\.?[A-Za-z_]\w*(?:\.\w+)+$|^\.\w+$/.test(word);
    return fail(
      from,
      at,
      `"${shorten(word)}" is neither a path nor a value.`,
      meantPath ? `Did you mean \`$.${word.replace(/^\./, "")}\`? Quote it if it is text.` : "Quote what is text.",
    );
  }

  function step(previous: Operand): ExpressionStep | undefined {
    const from = at;
    if (text.startsWith("??", at)) {
      at += 2;
      blanks();
      const found = operand(from);
      return found && { kind: "else", operand: found, at: source.span(from, at) };
    }
    if (text[at] === "?") return fail(at, at + 1, '"?" is no operator.', "`??` takes the first that is present.");
    if (text.startsWith("||", at))
      return fail(at, at + 2, '"||" is no operator.', "`??` takes the first that is present; `| name` converts.");
    if (text[at] === "|") {
      at += 1;
      blanks();
      const nameFrom = at;
      const name = match(/[^\s|?]+/y);
      if (name === "") return fail(from, from + 1, 'The name of a value table or a transform is missing after "|".', "Write `| name`.");
      if (!namePattern.test(name))
        return fail(
          nameFrom,
          at,
          `"${shorten(name)}" cannot be the name of a value table or a transform.`,
          name.includes("(")
            ? "A transform takes the value before the `|` and nothing else."
            : "A name is a letter followed by letters, digits and underscores.",
        );
      return { kind: "pipe", name, at: source.span(nameFrom, at) };
    }
    const rest = toBlank(from);
    if (previous.kind === "literal")
      return fail(from, rest, `"${shorten(text.slice(from, rest))}" cannot follow a value.`, "Quote text of several words.");
    return fail(
      from,
      rest,
      `"${shorten(text.slice(from, rest))}" is no operator.`,
      "Only `??` and `| name` may follow a path. What does not fit is a transform.",
    );
  }

  return {
    path: () => path(),
    step,
    more: () => {
      blanks();
      return at < text.length;
    },
  };
}

/** A word, a number as JSON writes it, or a truth value; all else wants quotes. */
function bareLiteral(word: string): Scalar | undefined {
  if (word === "true" || word === "false") return word === "true";
  if (/^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(word)) return String(Number(word)) === word ? Number(word) : undefined;
  return word !== "null" && /^[A-Za-z_][\w-]*$/.test(word) ? word : undefined;
}
