import type { CST } from "yaml";
import { quote } from "./excerpt.js";
import type { ReportAt } from "./positions.js";

/** The parts of YAML that the composed tree has no positions for. Tables have none of them, so each is reported. */

/** Deeper than any table; keeps the recursive readers of this folder from running out of stack. */
export const maxDepth = 64;

/** Reports tags, anchors, aliases and directives; gives the offset of what is nested too deep. */
export function lintTokens(tokens: readonly CST.Token[], text: string, report: ReportAt): number | undefined {
  const pending: { readonly token: CST.Token | CST.SourceToken; readonly depth: number }[] = tokens.map((token) => ({ token, depth: 0 }));
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { token, depth } = next;
    if (depth > maxDepth) return token.offset;
    const end = token.offset + ("source" in token ? token.source.length : 1);
    switch (token.type) {
      case "tag":
        report(
          "yaml-tag",
          token.offset,
          end,
          `Tables have no tags, but "${token.source}" is one.`,
          `Quote it if the text is meant: ${quote(token.source)}.`,
        );
        break;
      case "anchor":
        report(
          "yaml-anchor",
          token.offset,
          end,
          `Tables have no anchors, but "${token.source}" is one.`,
          `Quote it if the text is meant: ${quote(token.source)}.`,
        );
        break;
      case "alias": {
        const line = text.slice(token.offset, text.indexOf("\n", token.offset) === -1 ? undefined : text.indexOf("\n", token.offset));
        const meant = /^\*[^\s,\]}]*?(?=:?(?:[\s,\]}]|$))/.exec(line)?.[0] ?? token.source;
        report(
          "yaml-alias",
          token.offset,
          token.offset + meant.length,
          `Tables have no aliases, but "${meant}" is one.`,
          `Quote a pattern that begins with "*": ${quote(meant)}.`,
        );
        break;
      }
      case "directive":
        report(
          "yaml-directive",
          token.offset,
          end,
          `Tables have no directives, but "${token.source}" is one.`,
          "Remove the line. Tables are read as YAML 1.2.",
        );
        break;
    }
    for (const child of childTokens(token))
      pending.push({ token: child, depth: child.type === "document" ? depth : depth + nesting(child) });
  }
  return undefined;
}

function nesting(token: CST.Token | CST.SourceToken): number {
  return token.type === "block-map" || token.type === "block-seq" || token.type === "flow-collection" ? 1 : 0;
}

function childTokens(token: CST.Token | CST.SourceToken): (CST.Token | CST.SourceToken)[] {
  const children: (CST.Token | CST.SourceToken)[] = [];
  const add = (part: unknown) => {
    if (Array.isArray(part)) children.push(...(part as CST.SourceToken[]));
    else if (typeof part === "object" && part !== null) children.push(part as CST.Token);
  };
  if ("start" in token) add(token.start);
  if ("value" in token) add(token.value);
  if ("props" in token) add(token.props);
  if ("items" in token) for (const item of token.items) [item.start, item.key, item.sep, item.value].forEach(add);
  return children;
}
