import { Composer, Parser, type ParsedNode } from "yaml";
import type { Diagnostic, Position } from "../diagnostic.js";
import { locator, type ReportAt } from "./positions.js";
import type { Span } from "./scalar-spans.js";
import { syntaxDiagnostic } from "./syntax-errors.js";
import { codePointAt } from "./excerpt.js";
import { convert } from "./nodes.js";
import { lintTokens, maxDepth } from "./tokens.js";

/** A scalar as YAML 1.2 core understands it. */
export type Scalar = string | number | boolean | null;

/**
 * YAML as our files may use it (tables, overlays, the canonical model, the config): the strict part of YAML 1.2 core, every
 * node with its position. What they may not use is reported here, and stands as `bad` in the tree so that nothing more is
 * said about it.
 */
export type Yaml = YamlScalar | YamlList | YamlMap | YamlBad;

/** Text with a position for each part of it. */
export interface Text {
  readonly text: string;
  readonly at: Position;
  /** The place of `text.slice(from, to)` in the file, also inside quotes. */
  readonly span: Span;
}

export interface YamlScalar extends Text {
  readonly kind: "scalar";
  readonly value: Scalar;
  readonly quoted: boolean;
  /** Nothing was written where a value belongs. */
  readonly empty: boolean;
}

export interface YamlList {
  readonly kind: "list";
  readonly items: readonly Yaml[];
  readonly at: Position;
}

export interface YamlMap {
  readonly kind: "map";
  readonly entries: readonly YamlEntry[];
  /** No entry was left out because of its key. */
  readonly whole: boolean;
  readonly at: Position;
}

export interface YamlEntry {
  readonly key: Text;
  readonly value: Yaml;
}

export interface YamlBad {
  readonly kind: "bad";
  readonly at: Position;
}

/**
 * Reads one document. With a syntax error there is one diagnostic and no tree; else a tree, and a diagnostic for each
 * thing in it that our files may not use. Positions do not count a byte order mark.
 */
export function readYaml(file: string, source: string): { root?: Yaml; diagnostics: Diagnostic[] } {
  const text = source.replace(/^\uFEFF/, "");
  const locate = locator(file, text);
  const found: Diagnostic[] = [];
  const report: ReportAt = (code, start, end, message, hint) => {
    found.push({ code, severity: "error", message, ...locate(start, end), hint });
  };

  const control = findControlCharacter(text);
  if (control !== undefined) {
    report(
      "yaml-character",
      control,
      control + 1,
      `The character ${codePointAt(text, control)} may not stand here.`,
      controlHint(text, control),
    );
    return { diagnostics: found };
  }

  const tokens = [...new Parser().parse(text)];
  const tooDeep = lintTokens(tokens, text, report);
  if (tooDeep !== undefined) {
    report(
      "yaml-too-deep",
      tooDeep,
      tooDeep + 1,
      `More than ${maxDepth} lists and mappings inside each other.`,
      "Close a bracket, or check the indentation.",
    );
    return { diagnostics: found.slice(-1) };
  }

  // `uniqueKeys` is off because convert() compares keys as text and gives both places; nothing here ever resolves an alias.
  const documents = [
    ...new Composer({ version: "1.2", schema: "core", merge: false, uniqueKeys: false }).compose(tokens, true, text.length),
  ];
  const document = documents[0];
  const contents = document?.contents as ParsedNode | null | undefined;
  const root = contents ? convert(contents, text, locate, report) : undefined;

  const syntax = syntaxDiagnostic(document?.errors ?? [], tokens, text, locate);
  if (syntax !== undefined) {
    // What stands before the error on its own line is the likelier cause: `*:error: {..}`, `{a,b}:c: ..`. So is a directive, or a `#` that took the closing brace.
    const cause = found.find(
      (one) => one.code === "yaml-directive" || (one.line === syntax.line && (one.code === "yaml-comment" || one.column! <= syntax.column!)),
    );
    return { diagnostics: [cause ?? syntax] };
  }
  const second = documents[1];
  if (second !== undefined)
    report(
      "yaml-documents",
      second.range[0],
      second.range[0],
      "A second document begins here; a file is one document.",
      "Move it to a file of its own, or remove the `---` or `...` line.",
    );
  return { ...(root === undefined ? {} : { root }), diagnostics: found };
}

/** Characters that YAML forbids, and the sign that a file was not UTF-8. */
function findControlCharacter(text: string): number | undefined {
  // oxlint-disable-next-line no-control-regex
  const found = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffd]|\r(?!\n)/.exec(text);
  return found?.index;
}

function controlHint(text: string, offset: number): string {
  if (text[offset] === "\r") return "End lines with a line feed, or with both.";
  return text[offset] === "\ufffd" ? "Save the file as UTF-8." : "Remove it, or write it as an escape in double quotes.";
}
