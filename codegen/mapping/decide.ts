import { asMap, describe, isExpression, located, locatedText, refuseEmpty, unknownKey, type Reader } from "./reader.js";
import type { DecideMapNode, DecideNode, OtherwiseNode } from "./types.js";
import { readValue } from "./value.js";
import type { Yaml, YamlEntry } from "../yaml/read.js";

const decisions = ["accept", "acceptForSession", "decline", "cancel"] as const;

const otherwiseForm = "Write `otherwise: cancel`, or `otherwise: { acceptForSession: accept, accept: cancel }`.";

/** What `session.decide` writes for each decision that the provider can express. */
export function readDecide(reader: Reader, node: Yaml): DecideMapNode {
  const known = [...decisions, "otherwise"];
  const entries = asMap(reader, node, "`decide`", "bad-decide", "Write `decide: { accept: { decision: accept } }`.")?.entries ?? [];
  refuseEmpty(reader, node, "`decide`", "bad-decide", "Write `decide: { accept: { decision: accept } }`.");
  for (const { key } of entries) if (!known.includes(key.text)) unknownKey(reader, key, "`decide`", known);
  const otherwise = entries.find(({ key }) => key.text === "otherwise");
  return {
    decisions: entries.flatMap((entry) => (isDecision(entry.key.text) ? readDecision(reader, entry) : [])),
    otherwise: otherwise ? readOtherwise(reader, otherwise) : [],
  };
}

function readDecision(reader: Reader, { key, value }: YamlEntry): DecideNode[] {
  const reply = readReply(reader, value);
  return reply ? [{ decision: locatedText(key), reply, at: key.at }] : [];
}

function readReply(reader: Reader, node: Yaml): DecideNode["reply"] | undefined {
  if (node.kind === "scalar" && !isExpression(node)) {
    if (node.text === "error") return { kind: "error" };
    if (isDecision(node.text)) return { kind: "as", decision: node.text };
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

/** One decision for all, or for each what is tried next. */
function readOtherwise(reader: Reader, { key, value }: YamlEntry): OtherwiseNode[] {
  if (value.kind !== "map") {
    const instead = readInstead(reader, value);
    return instead ? [{ decision: located("*", key.at), instead }] : [];
  }
  if (value.entries.length === 0) reader.report("bad-decide", value.at, "`otherwise` says nothing.", otherwiseForm);
  return value.entries.flatMap((entry) => {
    if (!isDecision(entry.key.text)) {
      unknownKey(reader, entry.key, "`otherwise`", decisions, "`otherwise` names decisions; what a decision writes stands beside it.");
      return [];
    }
    const instead = readInstead(reader, entry.value);
    return instead ? [{ decision: locatedText(entry.key), instead }] : [];
  });
}

function readInstead(reader: Reader, node: Yaml): OtherwiseNode["instead"] | undefined {
  if (node.kind === "scalar" && (isDecision(node.text) || node.text === "error")) return located(node.text, node.at);
  if (node.kind !== "bad")
    reader.report("bad-decide", node.at, `\`otherwise\` names a decision or \`error\`, but this is ${describe(node)}.`, otherwiseForm);
  return undefined;
}

function isDecision(text: string): boolean {
  return (decisions as readonly string[]).includes(text);
}
