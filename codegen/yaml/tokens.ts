import type { CST } from "yaml";
import { quote, shorten } from "./excerpt.js";
import type { ReportAt } from "./positions.js";

/** The parts of YAML that the composed tree has no positions for. Our files have none of them, so each is reported. */

/** Deeper than any file of ours; keeps the recursive readers from running out of stack. */
export const maxDepth = 64;

/** Reports tags, anchors, aliases, directives and comments that cut text off; gives the offset of what is nested too deep. */
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
          `There are no tags here, but "${token.source}" is one.`,
          hintFor(token.source, "tag", text, end),
        );
        break;
      case "anchor":
        report(
          "yaml-anchor",
          token.offset,
          end,
          `There are no anchors here, but "${token.source}" is one.`,
          hintFor(token.source, "anchor", text, end),
        );
        break;
      case "alias": {
        // Part of a merge, which is reported at its key.
        if (/(?:^|[\s{,])<<\s*:\s*$/.test(text.slice(0, token.offset).slice(-40))) break;
        const line = text.slice(token.offset, text.indexOf("\n", token.offset) === -1 ? undefined : text.indexOf("\n", token.offset));
        const meant = /^\*[^\s,\]}]*?(?=:?(?:[\s,\]}]|$))/.exec(line)?.[0] ?? token.source;
        report(
          "yaml-alias",
          token.offset,
          token.offset + meant.length,
          `There are no aliases here, but "${meant}" is one.`,
          `Quote a pattern that begins with "*": ${quote(meant)}.`,
        );
        break;
      }
      case "directive":
        report(
          "yaml-directive",
          token.offset,
          end,
          `There are no directives here, but "${token.source}" is one.`,
          "Remove the line. Files are read as YAML 1.2.",
        );
        break;
      case "comment":
        if (cutsTextOff(token.source, text, token.offset))
          report(
            "yaml-comment",
            token.offset,
            end,
            `YAML reads "${shorten(token.source)}" as a comment.`,
            'Quote the whole text if it is meant; a comment has a blank after "#".',
          );
        break;
    }
    for (const child of childTokens(token))
      pending.push({ token: child, depth: child.type === "document" ? depth : depth + nesting(child) });
  }
  return undefined;
}

/** `note: see #3`, `$ref: #/definitions/A`: something stands before it on its line, and no blank after the sign. */
function cutsTextOff(comment: string, text: string, offset: number): boolean {
  if (!/^#[^\s#!=-]/.test(comment)) return false;
  const before = text.slice(text.lastIndexOf("\n", offset - 1) + 1, offset).trimEnd();
  return before !== "" && !/["'\]},]$/.test(before);
}

/** What stands before a value is no part of its text. */
function hintFor(source: string, what: string, text: string, end: number): string {
  const after = /^[ \t]+[^\s#,\]}]/.test(text.slice(end));
  return after ? `Remove the ${what}.` : `Quote it if the text is meant: ${quote(source)}.`;
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
  if ("end" in token) add(token.end);
  if ("items" in token) for (const item of token.items) [item.start, item.key, item.sep, item.value].forEach(add);
  return children;
}
