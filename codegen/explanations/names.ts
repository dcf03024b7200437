import type { nameCodes } from "../check/codes.js";
import { memory } from "./files.js";
import { example, notifications, rows, rowsOf, type Explanations } from "./types.js";

const run = memory("run: { by: [$.params.threadId], holds: { kind: last }, until: turn }");
const filled = rowsOf("turn/started: { remember: { run: { kind: a } }, turn.started: { model: $run.kind } }");

export const names: Explanations<keyof typeof nameCodes> = {
  "unknown-root": {
    why: "After the `$` stands the name of a memory cell, of an element of `each`, or `request` or `extra`. None of this name is there.",
    mend: "Mend the spelling; `$.` is the message itself. `$request` is there in answers, `$extra` in `decide`.",
    ...rows(`turn/started: { item.updated: { data: $params.turn } }`, `turn/started: { item.updated: { data: $.params.turn } }`),
  },
  "unknown-path": {
    why: "No message of the row has this path in any vendored version, so that it would always be absent.",
    mend: "Mend the spelling; `mapwright explain <source> <key>` shows what the message holds. A field that is on the wire and in no schema goes into the overlay.",
    ...rows(`turn/completed: { turn.completed: { state: failed, errorMessage: $.params.error.mesage } }`, `turn/completed: { turn.completed: { state: failed, errorMessage: $.params.error.message } }`),
  },
  "not-a-list": {
    why: "`each`, `.0` and `list(field=value)` go into a list, and here the schemas have none.",
    mend: "Name the list, or read the field without going into it.",
    ...rows(`turn/started: { item.updated: { data: $.params.turn.0 } }`, `turn/started: { item.updated: { data: $.params.turn.items.0 } }`),
  },
  "unknown-pipe": {
    why: "After `|` stands a value table of this file or a transform, and there is none of this name.",
    mend: "Mend the spelling, add the value table under `values`, or write the transform in `src/transforms/`.",
    ...rows(`item/delta: { turn.diff.updated: { unifiedDiff: $.params.delta | trim } }`, `item/delta: { turn.diff.updated: { unifiedDiff: $.params.delta | trimmed } }`, {
      "src/transforms/text.ts": "export function trimmed(text: string): string {\n  return text.trim();\n}\n",
    }),
  },
  "unknown-cell": {
    why: "What a row remembers is declared in `memory.yaml`, so that a reviewer sees what is kept between messages. This cell is not.",
    mend: "Mend the spelling, or declare the cell.",
    ...rows(`turn/started: { remember: { rum: { kind: a } }, turn.started: { model: $run.kind } }`, `turn/started: { remember: { run: { kind: a } }, turn.started: { model: $run.kind } }`, run),
  },
  "unknown-cell-field": {
    why: "The cell holds other names than this one, so that it would always be absent.",
    mend: "Mend the spelling, or add the name to `holds`.",
    ...rows(`turn/started: { remember: { run: { kind: a } }, turn.started: { model: $run.kid } }`, `turn/started: { remember: { run: { kind: a } }, turn.started: { model: $run.kind } }`, run),
  },
  "duplicate-cell": {
    why: "The tables of a provider share their memory: two cells of one name would be one, with two meanings.",
    mend: "Remove one of the two, or give it another name.",
    ...example("mappings/demo/more.yaml", `memory:\n  run: { by: [], holds: { kind: last }, until: session }`, `memory: {}`, { ...run, [notifications]: filled }),
  },
  "memory-cycle": {
    why: "The key of each of these cells needs the value of another, so that none can be looked up first.",
    mend: "Take the key of one of them from the message.",
    ...example(
      "mappings/demo/memory.yaml",
      `memory:\n  a: { by: [$b.x], holds: { x: last }, until: turn }\n  b: { by: [$a.x], holds: { x: last }, until: turn }`,
      `memory:\n  a: { by: [$.params.threadId], holds: { x: last }, until: turn }\n  b: { by: [$a.x], holds: { x: last }, until: turn }`,
      { [notifications]: rowsOf("turn/started:\n  remember: { a: { x: 1 }, b: { x: 1 } }\n  item.updated: { data: { a: $a.x, b: $b.x } }") },
    ),
  },
  "unused-cell": {
    severity: "warning",
    why: "The cell is filled and never read, read and never filled, or neither, so that it does nothing.",
    mend: "Remove it, or write the row that was meant to use it.",
    ...rows(`turn/started: { turn.started: {} }`, `turn/started: { remember: { run: { kind: a } }, turn.started: { model: $run.kind } }`, run),
  },
};
