import type { mappingCodes } from "../mapping/codes.js";
import { extension, requests, shared, values } from "./files.js";
import { example, rows, table, type Explanations } from "./types.js";

export const mapping: Explanations<keyof typeof mappingCodes> = {
  "not-a-mapping-file": {
    why: "Every YAML file in the folder of a provider is a table or a `memory.yaml`, and this one is neither.",
    mend: "Move what is no table out of the folder, or write the keys of a table.",
    ...example("mappings/demo/memory.yaml", `- run\n- block`, `memory: {}`),
  },
  "unknown-key": {
    why: "A key that nobody reads says nothing, though its writer thinks that it does.",
    mend: "Mend the spelling or the indentation; mappings/README.md lists the keys.",
    ...rows(`turn/started:\n  nots: A turn has begun.\n  turn.started: {}`, `turn/started:\n  note: A turn has begun.\n  turn.started: {}`),
  },
  "missing-key": {
    why: "Without this key the rest of the place cannot be understood.",
    mend: "Add the key that the message names.",
    ...rows(`plan/updated:\n  turn.plan.updated:\n    plan: { each: $.params.plan, step: $step.step, status: pending }`, `plan/updated:\n  turn.plan.updated:\n    plan: { each: $.params.plan, as: step, step: $step.step, status: pending }`),
  },
  "wrong-form": {
    why: "A list stands where a mapping belongs, a number where text belongs, or the like; turning one into the other would be a guess.",
    mend: "Write it in the form that the message names. Text that looks like a number or a truth value needs quotes.",
    ...rows(`turn/started:\n  note: 5\n  turn.started: {}`, `turn/started:\n  note: "5"\n  turn.started: {}`),
  },
  "bad-expression": {
    why: "An expression is a path, `??` and `|`, and nothing else: no arithmetic, no brackets, no arguments. So a row can be read at a glance, and its types can be checked.",
    mend: "Write a list element as `.0`, a choice as `??`. What does not fit is a transform in `src/transforms/`.",
    ...rows(`turn/started: { item.updated: { data: "$.params.turn.items[0]" } }`, `turn/started: { item.updated: { data: $.params.turn.items.0 } }`),
  },
  "bad-name": {
    why: "The name becomes one in TypeScript, and stands in paths after a `$`: it is letters and digits, and none that means something else already.",
    mend: "Use another name.",
    ...rows(
      `plan/updated:\n  turn.plan.updated:\n    plan: { each: $.params.plan, as: request, step: $request.step, status: pending }`,
      `plan/updated:\n  turn.plan.updated:\n    plan: { each: $.params.plan, as: step, step: $step.step, status: pending }`,
    ),
  },
  "bad-schema-name": {
    why: "A table says which definition of which protocol it is about; anything else leads to no schema.",
    mend: "Write `<protocol>#/<Definition>`.",
    ...table(`schema: demo/Notification`, `schema: demo#/Notification`),
  },
  "bad-key": {
    why: "A key is segments joined by colons, each a value, a pattern, a group, `(none)` or `(other)`. This one cannot be taken apart.",
    mend: "Close the group, fill the segment, or mend the word in parentheses.",
    ...rows(`"turn/{started,completed": { item.updated: {} }`, `"turn/{started,completed}": { item.updated: {} }`),
  },
  "bad-key-tree": {
    why: "`key` says what tells messages apart: a path, a path with what goes on below its values, `has`, or `each`.",
    mend: "Begin with a path, and put the further paths below the values for which they count.",
    ...table(`key: [$.method, $.params.kind]`, `key: { $.method: { item/delta: $.params.kind } }\nrows:\n  "item/delta:{text,thought}": { item.updated: {} }`),
  },
  "bad-row": {
    why: "A row says what its messages become. One that is empty, or that says something twice, leaves it open.",
    mend: "Give it an event. A message that becomes nothing worth showing still gives one, such as `item.updated` or `runtime.warning`.",
    ...rows(`turn/started: { note: A turn has begun. }`, `turn/started: { note: A turn has begun., turn.started: {} }`),
  },
  "bad-when": {
    why: "`when` compares an expression with a value, a list of values, `present` or `absent`, and knows nothing else.",
    mend: "Begin each entry with a path, and compare it with words. For null write `absent`.",
    ...rows(`turn/completed:\n  turn.started: {}\n  runtime.error: { when: $.params.error, message: failed }`, `turn/completed:\n  turn.started: {}\n  runtime.error: { when: { $.params.error: present }, message: failed }`),
  },
  "bad-event": {
    why: "An event has a payload: its fields, or `{}` where it needs none.",
    mend: "Write the fields below the event, or `{}`. A list gives the event several times.",
    ...rows(`turn/completed: { turn.completed: completed }`, `turn/completed: { turn.completed: { state: completed } }`),
  },
  "bad-ref": {
    why: "A ref is an id that the agent gave, so it is a path, `none`, or an identity made from several parts; a fixed word would give all messages the same.",
    mend: "Write the path, with its `$`.",
    ...table(`refs: { thread: threadId }`, `refs: { thread: $.params.threadId }`),
  },
  "bad-none": {
    why: "`none` says that a message gives nothing by itself, and why. Beside events it contradicts them, and an agent's own message always gives something, so that none is lost.",
    mend: "Write an event. In tables of answers and under `sent:`, `none` stands alone with its reason.",
    ...rows(`turn/started: { none: Nobody needs it. }`, `turn/started: { turn.started: {} }`),
  },
  "bad-decide": {
    why: "For each decision a row says what is written to the agent: a result, `error`, or the name of another decision. This is none of them.",
    mend: "Write the result as a mapping, as the response's schema has it.",
    ...requests(`decide: { accept: { decision: accept }, decline: refuse }`, `decide: { accept: { decision: accept }, decline: { decision: decline } }`),
  },
  "bad-each": {
    why: "`each` goes through a list of the message and needs its path, and a name for the elements.",
    mend: "Write `{ each: $.path, as: name, ... }`.",
    ...rows(
      `plan/updated:\n  turn.plan.updated:\n    plan: { each: plan, as: step, step: $step.step, status: pending }`,
      `plan/updated:\n  turn.plan.updated:\n    plan: { each: $.params.plan, as: step, step: $step.step, status: pending }`,
    ),
  },
  "bad-example": {
    why: "An example becomes a test: a message, and the events that it must give. In another form there is nothing to test.",
    mend: "Write `{ message: {...}, events: [{ type: ... }] }`.",
    ...rows(`turn/started:\n  turn.started: {}\n  examples:\n    - message: { method: turn/started }\n      events: [turn.started]`, `turn/started:\n  turn.started: {}\n  examples:\n    - message: { method: turn/started }\n      events: [{ type: turn.started }]`),
  },
  "bad-concept": {
    why: "A concept is one event and, for each provider, what gives it. Otherwise there is nothing to compare.",
    mend: "Name one event, and under each provider sources with their keys, an act, or `none` with its reason.",
    ...shared(`Turn start: { demo: { codex.app-server.notification: turn/started } }`, `Turn start: { turn.started: {}, demo: { codex.app-server.notification: turn/started } }`),
  },
  "unknown-extends": {
    why: "The table adds to one that is not there, or not shipped: only a project whose config says `extends: mapwright` adds to tables.",
    mend: "Name the source of a table that Mapwright ships, or write a whole table.",
    ...extension("mappings/codex/more.yaml", `extends: codex.app-server.notifications\nrefs: { lane: $.params.threadId }`, "mappings/codex/more.yaml", `extends: codex.app-server.notification\nrefs: { lane: $.params.threadId }`),
  },
  "misplaced-extension": {
    why: "The tables of a folder share a memory, so that a table adds to one of its own folder.",
    mend: "Move the file to the folder of that name.",
    ...extension("mappings/claude/more.yaml", `extends: codex.app-server.notification\nrefs: { lane: $.params.threadId }`, "mappings/codex/more.yaml", `extends: codex.app-server.notification\nrefs: { lane: $.params.threadId }`),
  },
  "bad-value-table": {
    why: "A value table maps words to words. A path in it would make the result depend on more than the value.",
    mend: "Write plain values. What needs more is a transform.",
    ...values(`turnState: { of: demo#/TurnStatus, map: { running: $.params.reason, completed: completed, failed: failed }, unlisted: failed }`, `turnState: { of: demo#/TurnStatus, map: { running: completed, completed: completed, failed: failed }, unlisted: failed }`),
  },
};

