import { asMap, describe, isExpression, locatedText, unknownKey, type Reader } from "./reader.js";
import type { DecideNode } from "./types.js";
import { readValue } from "./value.js";
import type { Yaml } from "../yaml/read.js";

const decisions = ["accept", "acceptForSession", "decline", "cancel"] as const;

/** What `session.decide` writes for each decision that the provider can express. */
export function readDecide(reader: Reader, node: Yaml): DecideNode[] {
  const known = [...decisions, "otherwise"];
  return (asMap(reader, node, "`decide`", "bad-decide", "Write `decide: { accept: { decision: accept } }`.")?.entries ?? []).flatMap(
    (entry) => {
      if (!known.includes(entry.key.text)) {
        unknownKey(reader, entry.key, "`decide`", known);
        return [];
      }
      const reply = readReply(reader, entry.value);
      return reply ? [{ decision: locatedText(entry.key), reply, at: entry.key.at }] : [];
    },
  );
}

function readReply(reader: Reader, node: Yaml): DecideNode["reply"] | undefined {
  if (node.kind === "scalar" && !isExpression(node)) {
    if (node.text === "error") return { kind: "error" };
    if ((decisions as readonly string[]).includes(node.text)) return { kind: "as", decision: node.text };
    reader.report(
      "bad-decide",
      node.at,
      `A decision writes a result, but this is ${describe(node)}.`,
      `Write the result as a mapping, \`error\`, or one of ${decisions.join(", ")} for "the same as".`,
    );
    return undefined;
  }
  const value = readValue(reader, node);
  return value && { kind: "result", value };
}
