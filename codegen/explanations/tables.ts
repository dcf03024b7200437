import type { keyCodes, tableCodes } from "../check/codes.js";
import { notifications, rows, table, type Explanations } from "./types.js";

const requestTable = "mappings/demo/requests.yaml";
const approve = `  approve: { request.opened: { requestType: unknown } }`;

export const tables: Explanations<keyof typeof tableCodes> = {
  "unknown-source": {
    why: "Every event says in `raw.source` where its message was read. The words for that are the canonical model's, and this is none of them.",
    mend: "Mend the spelling, or add the source to `schemas/canonical/envelope.yaml`.",
    ...table(`source: codex.app-server.notifications`, `source: codex.app-server.notification`),
  },
  "duplicate-source": {
    why: "A source has one table, so that everybody knows where to look, and no message has two rows.",
    mend: "Join the two tables, or give one of them the source that it is about.",
    before: { [notifications]: `source: codex.app-server.notification\n`, [requestTable]: `source: codex.app-server.notification\nrows:\n${approve}\n` },
    after: { [notifications]: `source: codex.app-server.notification\n`, [requestTable]: `source: codex.app-server.request\nrows:\n${approve}\n` },
  },
  "unknown-protocol": {
    why: "The table, value table or config names a protocol of which no schemas are vendored, so that nothing of it can be checked.",
    mend: "Mend the spelling, or fetch the protocol with `mapwright vendor` and list it in the config.",
    ...table(`schema: demoo#/Notification`, `schema: demo#/Notification`),
  },
  "unknown-definition": {
    why: "The protocol's schemas have no definition of this name in any vendored version.",
    mend: "Mend the spelling. A definition that an agent uses and does not publish goes into the overlay.",
    ...table(`schema: demo#/Notifications`, `schema: demo#/Notification`),
  },
  "taken-section": {
    why: "A section of the specification shows one thing; this one shows the canonical events, another table's, or the equivalences.",
    mend: "Write the number of a section of its own.",
    ...table(`spec: "1"`, `spec: "3.1"`),
  },
  "missing-spec": {
    severity: "warning",
    why: "Without a section, the rows of the table stand nowhere in the specification that people read.",
    mend: 'Add `spec` with the number of the section, and the markers of that section to the specification.',
    before: { "mappings/demo/messages.yaml": `source: claude.sdk.message\nschema: demo#/Message\nkey: { $.type: { result: $.subtype } }\nrows:\n  "*": { item.updated: {} }\n  "result:*": { item.updated: {} }\n# and no \`spec\`\n` },
    after: { "mappings/demo/messages.yaml": `source: claude.sdk.message\nspec: "4.1"\nschema: demo#/Message\nkey: { $.type: { result: $.subtype } }\nrows:\n  "*": { item.updated: {} }\n  "result:*": { item.updated: {} }\n` },
  },
};

export const keys: Explanations<keyof typeof keyCodes> = {
  "not-a-discriminator": {
    why: "A key tells messages apart by a word that each of them has. What is an object, or stands in a list, has no such word.",
    mend: "Name the field that holds the word. `each` goes through a list.",
    ...table(`key: $.params`, `key: $.method`),
  },
  "unknown-key-value": {
    why: "The key goes on below a value that no message has there, so that the branch is never taken.",
    mend: "Mend the spelling of the value, or remove the branch.",
    ...table(`key: { $.method: { item/delt: $.params.kind } }`, `key: { $.method: { item/delta: $.params.kind } }\nrows:\n  "item/delta:{text,thought}": { item.updated: {} }`),
  },
  "unknown-message": {
    why: "No message of any vendored version has this key, so that the row is never taken, and the message that was meant has none.",
    mend: "Mend the spelling. A message that is on the wire and in no schema goes into the overlay.",
    ...rows(`turn/complete: { turn.completed: { state: completed } }`, `turn/completed: { turn.completed: { state: completed } }`),
  },
  "never-absent": {
    why: "The schemas require the tag in every message, so that a row for its absence is never taken.",
    mend: "Remove the row. What no schema lists belongs to `(other)`.",
    ...rows(`"(none)": { item.updated: {} }`, `"(other)": { item.updated: {} }`),
  },
  "duplicate-row": {
    why: "Two rows say what the same message becomes, and only one of them can be right.",
    mend: "Remove one of the two, or take the message out of the group.",
    ...rows(`"turn/{started,completed}": { item.updated: {} }\nturn/started: { turn.started: {} }`, `turn/completed: { item.updated: {} }\nturn/started: { turn.started: {} }`),
  },
  "overlapping-rows": {
    why: "Two patterns of equal rank match the same message. Which of them counts would depend on their order, which means nothing.",
    mend: "Give that message a row of its own, or narrow one of the patterns.",
    ...rows(`"turn/*": { item.updated: {} }\n"*/started": { item.updated: {} }\n"{item/delta,plan/updated,log/written}": { item.updated: {} }`, `"turn/*": { item.updated: {} }\n"{item/started,item/delta,plan/updated,log/written}": { item.updated: {} }`),
  },
  "unreachable-row": {
    why: "Each message that the pattern matches has a row that says it more exactly, so that this one is never taken.",
    mend: "Remove the row.",
    ...rows(`turn/started: { turn.started: {} }\nturn/completed: { item.updated: {} }\n"turn/*": { item.updated: {} }`, `turn/started: { turn.started: {} }\nturn/completed: { item.updated: {} }`),
  },
  "unreachable-alternative": {
    why: "The first alternative whose `when` holds is taken. After one without `when`, nothing comes any more.",
    mend: "Put the one without `when` last, or remove one of the two.",
    ...rows(
      `turn/completed:\n  - turn.completed: { state: completed }\n  - when: { $.params.error: present }\n    turn.completed: { state: failed }`,
      `turn/completed:\n  - when: { $.params.error: present }\n    turn.completed: { state: failed }\n  - turn.completed: { state: completed }`,
    ),
  },
  "open-alternatives": {
    why: "A message that meets none of the conditions would be lost without a word.",
    mend: "End with an alternative without `when`.",
    ...rows(
      `turn/completed:\n  - when: { $.params.error: present }\n    turn.completed: { state: failed }`,
      `turn/completed:\n  - when: { $.params.error: present }\n    turn.completed: { state: failed }\n  - turn.completed: { state: completed }`,
    ),
  },
  "uncovered-message": {
    why: "A vendored version has this message, and no row says what it becomes. That is decided when tables are compiled, not by a hole at run time.",
    mend: "Read the message's schema, and write a row; the hint shows a beginning.",
    ...rows(`ask: { user-input.requested: { questions: $.params.questions } }`, `ask: { user-input.requested: { questions: $.params.questions } }\napprove: { request.opened: { requestType: unknown } }`, {}, requestTable),
  },
  "undecided-row": {
    why: "The row is a proposal, as `mapwright bump` writes it from names and shapes. Nothing is generated from a guess that nobody has read.",
    mend: "Read the schema of the message (`mapwright explain <source> <key>`), make the row say what it means, and delete the line `undecided`.",
    ...rows(`turn/started:\n  undecided: "new in 1.0, proposed like turn/completed"\n  turn.started: {}`, `turn/started:\n  turn.started: {}`),
  },
  "silent-error": {
    why: "The agent answers with an error, and nobody would hear of it.",
    mend: "Give an event, such as `runtime.error` or `runtime.warning`.",
    ...rows(`"*:error": { none: Nobody minds. }`, `"*:error": { runtime.error: { message: $.error.message } }`, {}, "mappings/demo/responses.yaml"),
  },
  "guarded-row": {
    severity: "warning",
    why: "Every event of the row has a `when` of its own, so that a message may give none at all.",
    mend: "Leave one event without `when`, or write the conditions as alternatives with a last one for the rest.",
    ...rows(`turn/completed:\n  runtime.error: { when: { $.params.error: present }, message: failed }`, `turn/completed:\n  runtime.error: { when: { $.params.error: present }, message: failed }\n  turn.completed: { state: completed }`),
  },
};

