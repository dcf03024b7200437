import type { eventCodes, valueCodes } from "../check/codes.js";
import { values } from "./files.js";
import { example, notifications, rows, rowsOf, type Explanations } from "./types.js";

export const events: Explanations<keyof typeof eventCodes> = {
  "unknown-event": {
    why: "The canonical model has no event of this name, and applications know only those that it has.",
    mend: "Mend the spelling; section 1 of the specification lists the events.",
    ...rows(`turn/started: { turn.start: {} }`, `turn/started: { turn.started: {} }`),
  },
  "unknown-field": {
    why: "The event, or the object, has no such field; what is written there would reach nobody.",
    mend: "Mend the spelling. What belongs to no field can stay in `raw`, which every event carries.",
    ...rows(`turn/completed: { turn.completed: { state: completed, errorMesage: none } }`, `turn/completed: { turn.completed: { state: completed, errorMessage: none } }`),
  },
  "missing-field": {
    why: "The field is required: applications rely on its being there.",
    mend: "Add it. An event of something that is open inherits `itemType`, `title` and `requestType` from what opened it.",
    ...rows(`turn/completed: { turn.completed: {} }`, `turn/completed: { turn.completed: { state: completed } }`),
  },
  "unknown-literal": {
    why: "The field takes one word of a closed list, and this is none of them.",
    mend: "Mend the spelling, or take the nearest word of the list.",
    ...rows(`item/delta: { content.delta: { streamKind: assistent_text, delta: $.params.delta } }`, `item/delta: { content.delta: { streamKind: assistant_text, delta: $.params.delta } }`),
  },
  "literal-path": {
    why: "Without its `$`, the path is text, and every event would carry that very text.",
    mend: "Write the `$`, or put the text in quotes if it is meant.",
    ...rows(`turn/completed: { turn.completed: { state: failed, errorMessage: params.error.message } }`, `turn/completed: { turn.completed: { state: failed, errorMessage: $.params.error.message } }`),
  },
  "type-mismatch": {
    why: "What the schemas say of the value does not fit what its place takes; at run time it would count as absent.",
    mend: "Read another field, or pass it through a value table or a transform that gives the right type.",
    ...rows(`turn/completed: { turn.completed: { state: failed, errorMessage: $.params.error } }`, `turn/completed: { turn.completed: { state: failed, errorMessage: $.params.error.message } }`),
  },
  "optional-into-required": {
    why: "The schemas allow the value to be absent, and the field is required.",
    mend: "Say with `??` what it becomes then, or give the event only where the value is there.",
    ...rows(`log/written: { runtime.warning: { message: $.params.text } }`, `log/written: { runtime.warning: { message: $.params.text ?? "The agent wrote to its log." } }`),
  },
  "impossible-value": {
    why: "The path never has this value in any vendored version, so that the condition never holds.",
    mend: "Mend the spelling. Values that an agent uses and does not publish go into the overlay.",
    ...rows(
      `turn/completed:\n  - when: { $.params.turn.status: fail }\n    turn.completed: { state: failed }\n  - turn.completed: { state: completed }`,
      `turn/completed:\n  - when: { $.params.turn.status: failed }\n    turn.completed: { state: failed }\n  - turn.completed: { state: completed }`,
    ),
  },
  "undecided-field": {
    why: "The field is a proposal, as `mapwright bump` writes it where nothing says which word, path or answer is meant; what is listed is what there is to choose from.",
    mend: "Read the schema of the message (`mapwright explain <source> <key>`), and write the right one alone. Where a word of the agent is to become a word of the event, that is a value table.",
    ...rows(`turn/completed: { turn.completed: { state: { undecided: [completed, failed, interrupted] } } }`, `turn/completed: { turn.completed: { state: completed } }`),
  },
  "ensure-opens-nothing": {
    why: "`ensure` gives an event only where nothing of its kind is open, which has a meaning only for events that open something.",
    mend: "Name an event that opens, such as `item.started`, or give the event itself.",
    ...rows(`turn/started:\n  ensure: { turn.completed: { state: failed } }\n  item.updated: {}`, `turn/started:\n  ensure: { turn.started: {} }\n  item.updated: {}`),
  },
};

const whole = "turnState: { of: demo#/TurnStatus, map: { running: completed, completed: completed, failed: failed }, unlisted: failed }";

export const valueTables: Explanations<keyof typeof valueCodes> = {
  "not-an-enum": {
    why: "The table has a line for each value that the schemas list there, and they list none.",
    mend: "Name an enum, or a property that is one. A table for any text says `of: string`.",
    ...values(`turnState: { of: demo#/Turn.id, map: { completed: completed }, unlisted: failed }`, whole),
  },
  "unknown-value": {
    why: "No vendored version lists this value, so that its line is never used, and the one that was meant has none.",
    mend: "Mend the spelling, or remove the line.",
    ...values(`turnState: { of: demo#/TurnStatus, map: { running: completed, completed: completed, failed: failed, stopped: failed }, unlisted: failed }`, whole),
  },
  "missing-values": {
    why: "A vendored version lists these values. What they become is decided here, not by `unlisted`.",
    mend: "Add a line for each.",
    ...values(`turnState: { of: demo#/TurnStatus, map: { running: completed }, unlisted: failed }`, whole),
  },
  "undecided-value": {
    why: "The line is a proposal, as `mapwright bump` writes it. Nothing is generated from a guess that nobody has read.",
    mend: "Read what the value means, and write the word alone.",
    ...values(`turnState: { of: demo#/TurnStatus, map: { running: completed, completed: completed, failed: { undecided: failed } }, unlisted: failed }`, whole),
  },
  "missing-unlisted": {
    why: "An agent that is newer than the schemas may send a value that they do not list, and it must become something.",
    mend: "Add `unlisted` with the most careful of the table's results.",
    ...values(`turnState: { of: demo#/TurnStatus, map: { running: completed, completed: completed, failed: failed } }`, whole),
  },
  "pattern-in-enum": {
    why: "Where the schemas list values, each has its own line: a pattern would take the next version's values without anybody looking at them.",
    mend: "Write a line for each value that it would match.",
    ...values(`turnState: { of: demo#/TurnStatus, map: { running: completed, completed: completed, "f*": failed }, unlisted: failed }`, whole),
  },
  "duplicate-values": {
    why: "`| name` is either a value table or a transform, and here it would be both.",
    mend: "Rename one of the two.",
    ...example(
      "src/transforms/text.ts",
      "export function turnState(text: string): string {\n  return text;\n}",
      "export function trimmed(text: string): string {\n  return text.trim();\n}",
      { [notifications]: `${rowsOf("turn/completed: { turn.completed: { state: $.params.turn.status | turnState } }")}values:\n  ${whole}\n` },
    ),
  },
  "unused-values": {
    severity: "warning",
    why: "No row passes a value through the table, so that it does nothing.",
    mend: "Remove it, or write the `|` that was meant.",
    ...values(whole, whole),
    before: { [notifications]: `${rowsOf("turn/completed: { turn.completed: { state: completed } }")}values:\n  ${whole}\n` },
  },
};
