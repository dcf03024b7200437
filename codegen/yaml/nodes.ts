import { isAlias, isScalar, isSeq, type Pair, type ParsedNode, type Scalar as YamlLibScalar, type YAMLMap } from "yaml";
import { codePointAt, quote, shorten } from "./excerpt.js";
import type { Locate, ReportAt } from "./positions.js";
import { scalarSpans } from "./scalar-spans.js";
import type { Scalar, Text, Yaml, YamlBad, YamlEntry, YamlScalar } from "./read.js";

/** The composed node as a plain tree, reporting what may not be in it. */
export function convert(node: ParsedNode, text: string, locate: Locate, report: ReportAt): Yaml {
  const [start, valueEnd] = node.range;
  const end = start + text.slice(start, valueEnd).trimEnd().length;
  const at = locate(start, end);
  if (isAlias(node) || node.tag !== undefined) return { kind: "bad", at };
  if (isScalar(node)) return convertScalar(node, text, locate, report);
  if (isSeq(node)) return { kind: "list", items: node.items.map((item) => convert(item as ParsedNode, text, locate, report)), at };
  if (isTemplate(node)) {
    const written = shorten(text.slice(start, end));
    const inside = written.replace(/[{}\s]/g, "");
    const tight = /^\{\s*([\w$.]+):([^\s:{}][^{}]*?)\s*\}$/.exec(written);
    report(
      "yaml-unquoted-template",
      start,
      end,
      `YAML reads "${written}" as a mapping, not as text.`,
      tight
        ? `A blank is missing after the colon: \`{ ${tight[1]}: ${tight[2]} }\`.`
        : `Write a path (\`$.${inside.replace(/^\$?\.?/, "")}\`), or quote the text: ${quote(written)}.`,
    );
    return { kind: "bad", at };
  }
  const entries = convertEntries(node, text, locate, report);
  return { kind: "map", entries, whole: entries.length === node.items.length, at };
}

/** `{{x}}` and `{x}`: a mapping whose keys have no values. */
function isTemplate(node: YAMLMap.Parsed): boolean {
  return node.flow === true && node.items.length > 0 && node.items.every((pair) => pair.value === null);
}

function convertEntries(node: YAMLMap.Parsed, text: string, locate: Locate, report: ReportAt): YamlEntry[] {
  const seen = new Map<string, number>();
  const entries: YamlEntry[] = [];
  for (const pair of node.items as Pair<ParsedNode, ParsedNode | null>[]) {
    const key = convertKey(pair.key, text, locate, report);
    const value: Yaml = pair.value ? convert(pair.value, text, locate, report) : nothing(pair.key.range[1], locate);
    if (key === undefined) continue;
    const first = seen.get(key.text);
    if (first !== undefined) {
      const { file, line, column } = locate(first, first);
      report(
        "yaml-duplicate-key",
        pair.key.range[0],
        pair.key.range[1],
        `The key "${shorten(key.text)}" is given twice; first at ${file}:${line}:${column}.`,
        "Keys are compared as text. Remove one of the two.",
      );
      continue;
    }
    seen.set(key.text, pair.key.range[0]);
    entries.push({ key, value });
  }
  return entries;
}

function convertKey(node: ParsedNode, text: string, locate: Locate, report: ReportAt): Text | undefined {
  const [start, end] = node.range;
  if (isAlias(node)) return undefined;
  if (!isScalar(node)) {
    const written = shorten(text.slice(start, lineEnd(text, start)).replace(/:(\s.*)?$/, ""));
    report(
      "yaml-key-type",
      start,
      end,
      `A key is text, but this is a ${isSeq(node) ? "list" : "mapping"}.`,
      `Quote a key that begins with a bracket or a brace: ${quote(written)}.`,
    );
    return undefined;
  }
  if (node.tag !== undefined) return undefined;
  const written = text.slice(start, end);
  if (node.value === null || typeof node.value === "boolean") {
    report(
      "yaml-key-type",
      start,
      Math.max(end, start + 1),
      written === ""
        ? "A key is missing before the colon."
        : `A key is text, but ${written} without quotes is ${node.value === null ? "null" : "a truth value"}.`,
      written === "" ? 'Write `"":` if the empty text is meant.' : `Write ${quote(written)}.`,
    );
    return undefined;
  }
  if (typeof node.value === "number" && !Number.isFinite(node.value)) {
    report("yaml-key-type", start, end, `A key is text, but ${written} without quotes is a number.`, `Write ${quote(written)}.`);
    return undefined;
  }
  if (node.type === "PLAIN" && written === "<<") {
    report("yaml-merge-key", start, end, 'There are no merges here, but the key "<<" is one.', "Write the merged keys out.");
    return undefined;
  }
  const scalar = convertScalar(node, text, locate, report);
  return scalar.kind === "scalar" ? scalar : undefined;
}

function convertScalar(node: YamlLibScalar.Parsed, text: string, locate: Locate, report: ReportAt): YamlScalar | YamlBad {
  const [start, end] = node.range;
  const written = text.slice(start, end);
  const at = locate(start, start + written.trimEnd().length); // a block scalar ends with its last line, not below it
  const quoted = node.type !== "PLAIN";
  if (!quoted && /^[@`%,|>\t]/.test(written)) {
    report(
      "yaml-reserved-start",
      start,
      end,
      `Text cannot begin with "${written[0]}" unless it is quoted.`,
      `Write ${quote(shorten(written))}.`,
    );
    return { kind: "bad", at };
  }
  const invisible = quoted ? -1 : written.search(/[\u00a0\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/);
  if (invisible !== -1) {
    const which = codePointAt(written, invisible);
    report(
      "yaml-character",
      start + invisible,
      start + invisible + 1,
      `The text holds ${which}, which does not show.`,
      "Remove it, or quote the text if it is meant.",
    );
    return { kind: "bad", at };
  }
  if (node.anchor !== undefined && written === "") return { kind: "bad", at };
  if (!quoted && isCutOff(text, end)) return { kind: "bad", at };
  const value = node.value as Scalar;
  if (typeof value === "number") {
    if (!Number.isFinite(value)) {
      report("yaml-number-not-finite", start, end, `JSON has no number ${written}.`, `Quote it if the text is meant: ${quote(written)}.`);
      return { kind: "bad", at };
    }
    if (Object.is(value, -0) || String(value) !== written) {
      const read = Object.is(value, -0) ? "0" : String(value);
      report(
        "yaml-number-loses-digits",
        start,
        end,
        `YAML reads ${written} as the number ${read}.`,
        `Quote it if the text is meant: ${quote(written)}. Else write ${read}.`,
      );
      return { kind: "bad", at };
    }
  }
  return {
    kind: "scalar",
    value,
    text: typeof value === "string" ? value : written,
    quoted,
    empty: !quoted && written === "",
    at,
    span: scalarSpans(written, start, typeof value === "string" ? value : written, node.type ?? "PLAIN", locate),
  };
}

/** What follows the sign would be part of the text; the tokens tell of it (`yaml-comment`). */
function isCutOff(text: string, end: number): boolean {
  return /^[ \t]*[ \t:]#[^\s#!=-]/.test(text.slice(Math.max(0, end - 1), end + 80).replace(/^[^:\s]/, ""));
}

function nothing(offset: number, locate: Locate): YamlScalar {
  const at = locate(offset, offset);
  return { kind: "scalar", value: null, text: "", quoted: false, empty: true, at, span: () => at };
}

function lineEnd(text: string, offset: number): number {
  const end = text.indexOf("\n", offset);
  return end === -1 ? text.length : end;
}
