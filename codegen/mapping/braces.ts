import { isCollection, isMap, isScalar, parseDocument, visit, type Pair, type ParsedNode } from "yaml";

/** Rows in braces, where one stands behind the other. */

/** Where each entry begins and ends. */
export type Braces = ReadonlyMap<string, { readonly start: number; readonly end: number }>;

/** The entries of what stands below a key of a file, if that is in braces. */
export function bracesAround(text: string, name: string): Braces | undefined {
  const contents: unknown = parseDocument(text).contents;
  const found = isMap(contents) ? contents.items.find(({ key }) => isScalar(key) && key.value === name)?.value : undefined;
  if (!isMap(found) || found.flow !== true) return undefined;
  const pairs = found.items as Pair<ParsedNode, ParsedNode | null>[];
  return new Map(pairs.map(({ key, value }) => [isScalar(key) ? String(key.value) : "", { start: key.range[0], end: (value ?? key).range[1] }]));
}

/** A block of lines as it stands in braces, on one line. */
export function flowText(lines: readonly string[]): string {
  const document = parseDocument(lines.join("\n"));
  visit(document, {
    Collection: (_, node) => {
      if (isCollection(node)) node.flow = true;
    },
  });
  return document.toString({ lineWidth: 0 }).trim();
}
