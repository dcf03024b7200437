import type { HouseCode } from "../policy/codes.js";
import { example, notifications, rowsOf, type Explanation, type Explanations } from "./types.js";

/** Rows that a policy finds, and those that it does not; with other text below the rows where it is about that. */
function policy(code: HouseCode, before: string, after: string, file = notifications): Pick<Explanation, "before" | "after"> {
  const config = { "mapwright.config.yaml": `policies:\n  ${code}: error\n` };
  return example(file, before, after, config);
}

const table = (map: string, unlisted: string): string => `${rowsOf("item/started: { item.started: { itemType: $.params.item.type | itemType } }")}values:\n  itemType: { of: demo#/Item.type, map: { message: assistant_message, command: command_execution, tool: ${map} }, unlisted: ${unlisted} }`;
const rest = `"{turn/started,turn/completed,item/started,item/delta,plan/updated,log/written}"`;

export const policies: Explanations<HouseCode> = {
  "row-without-note": {
    why: "The specification shows the note beside the row. A house that wants every decision said turns this on.",
    mend: "Say in `note` what a reader would ask: why this event, what is left out. Or excuse the row.",
    ...policy("row-without-note", `rows:\n  ${rest}:\n    item.updated: {}`, `rows:\n  ${rest}:\n    note: Nothing of them is shown yet.\n    item.updated: {}`),
  },
  "row-without-example": {
    why: "An example is a test that stands where the row is reviewed, and `mapwright explain` shows it.",
    mend: "Add `examples:` with a message, best a recorded one, and the events that it must give. Or excuse the row.",
    ...policy(
      "row-without-example",
      `rows:\n  ${rest}:\n    turn.started: {}`,
      `rows:\n  ${rest}:\n    turn.started: {}\n    examples:\n      - message: { method: turn/started, params: { threadId: th_1, turn: { id: tn_1, status: running, items: [] } } }\n        events: [{ type: turn.started }]`,
    ),
  },
  "warning-without-note": {
    why: "A message that becomes a warning alone was not placed anywhere. That may be right, and then there is a reason.",
    mend: "Say the reason in `note`, or give the event that the message means. Or excuse the row.",
    ...policy("warning-without-note", rowsOf(`log/written: { runtime.warning: { message: $.params.level } }`), rowsOf(`log/written:\n  note: The agent's own log; nothing else of it is for a user.\n  runtime.warning: { message: $.params.level }`)),
  },
  "catch-all-row": {
    why: "A row with a bare `*` takes the messages of the next version, too: nobody is told that they are new, and `mapwright bump` finds nothing to decide.",
    mend: "Name the messages that the row is for, as a group. What no schema lists belongs to `(other)`. Or excuse the row.",
    ...policy("catch-all-row", `rows:\n  "*": { item.updated: {} }`, `rows:\n  ${rest}: { item.updated: {} }`),
  },
  "unknown-item-type": {
    why: "An application can show nothing good for an item or a request of which it only knows that it is one.",
    mend: "Say which of the types it is. Or excuse the row or the value table, where the agent itself does not say.",
    ...policy("unknown-item-type", table("unknown", "unknown"), table("mcp_tool_call", "unknown")),
  },
  "unlisted-guess": {
    why: "A value that no schema lists is one that nobody has read about. Giving it a known meaning is a guess, and the canonical model has the word `unknown` there.",
    mend: "Write `unlisted: unknown`. Or excuse the value table.",
    ...policy("unlisted-guess", table("mcp_tool_call", "mcp_tool_call"), table("mcp_tool_call", "unknown")),
  },
  "whole-message": {
    why: "Passing the message on spares the decision what of it matters: applications begin to read the agent's own fields, which the next version changes. The message itself is in `raw` anyway.",
    mend: "Give the fields that the event is about. Or excuse the row.",
    ...policy("whole-message", `rows:\n  ${rest}: { item.updated: { data: $.params } }`, `rows:\n  ${rest}: { item.updated: {} }`),
  },
  "unused-exception": {
    severity: "warning",
    why: "The exception excuses nothing, or nothing any more. Kept, it would one day excuse what nobody has looked at.",
    mend: "Remove it, or mend its spelling: a source, or a source and a key, in which `*` stands for any text.",
    ...example(
      "mapwright.config.yaml",
      `policies:\n  catch-all-row: { severity: error, except: [codex.app-server.notification, codex.eventmsg] }`,
      `policies:\n  catch-all-row: { severity: error, except: [codex.app-server.notification] }`,
      { [notifications]: `rows:\n  "*": { item.updated: {} }\n` },
    ),
  },
};
