import { isMap, isScalar, isSeq, parseDocument, type Pair, type ParsedNode, type YAMLMap, type YAMLSeq } from "yaml";

/** A config with one more version: what is there already stays as it is, to the byte. */

/**
 * @param text a config that can be read
 * @param versions those that it shall list, the new one among them, oldest first
 */
export function withVersion(text: string, protocol: string, version: string, versions: readonly string[]): string {
  const body = text.replace(/^\uFEFF/, "");
  const edit = editFor(body, protocol, version, versions);
  return text.slice(0, text.length - body.length) + body.slice(0, edit.at) + edit.text + body.slice(edit.at);
}

interface Edit {
  readonly at: number;
  readonly text: string;
}

function editFor(text: string, protocol: string, version: string, versions: readonly string[]): Edit {
  const contents: unknown = parseDocument(text).contents;
  const protocols = valueOf(contents, "protocols");
  if (!isMap(protocols)) throw new Error("the config has no protocols");
  const list = valueOf(protocols, protocol);
  return isSeq(list) ? inList(text, list as YAMLSeq.Parsed, version, versions) : inMap(text, protocols as YAMLMap.Parsed, `${protocol}: ["${version}"]`);
}

/** Behind the version that is the next older one, else before the oldest. */
function inList(text: string, list: YAMLSeq.Parsed, version: string, versions: readonly string[]): Edit {
  const index = versions.indexOf(version);
  const item = list.items[Math.max(0, index - 1)] as ParsedNode;
  const [start, end] = item.range;
  const quote = /^["']/.exec(text.slice(start))?.[0] ?? '"';
  const written = `${quote}${version}${quote}`;
  if (list.flow === true) return index === 0 ? { at: start, text: `${written}, ` } : { at: end, text: `, ${written}` };
  return onLine(text, index === 0 ? start : end, lineBegin(text, start), `- ${written}`, index === 0);
}

/** Behind the last protocol. */
function inMap(text: string, map: YAMLMap.Parsed, entry: string): Edit {
  const last = map.items.at(-1) as Pair<ParsedNode, ParsedNode>;
  const end = contentEnd(text, last.value as ParsedNode);
  return map.flow === true ? { at: end, text: `, ${entry}` } : onLine(text, end, lineBegin(text, last.key.range[0]), entry, false);
}

/** A line of its own, indented like the one that begins at `like`: below the line of `at`, or above it. */
function onLine(text: string, at: number, like: number, line: string, above: boolean): Edit {
  const indent = /^[ ]*/.exec(text.slice(like))![0];
  const newline = text.includes("\r\n") ? "\r\n" : "\n";
  if (above) return { at: lineBegin(text, at), text: `${indent}${line}${newline}` };
  const next = text.indexOf("\n", at);
  return next === -1 ? { at: text.length, text: `${newline}${indent}${line}` } : { at: next + 1, text: `${indent}${line}${newline}` };
}

function lineBegin(text: string, at: number): number {
  return text.lastIndexOf("\n", at - 1) + 1;
}

/** A list on lines of its own ends with its last item, not below it. */
function contentEnd(text: string, node: ParsedNode): number {
  const [start, end] = node.range;
  if (isSeq(node) && node.flow !== true && node.items.length > 0) return contentEnd(text, node.items.at(-1) as ParsedNode);
  return start + text.slice(start, end).trimEnd().length;
}

function valueOf(node: unknown, name: string): unknown {
  return isMap(node) ? node.items.find(({ key }) => isScalar(key) && String(key.value) === name)?.value : undefined;
}
