import type { YamlCode } from "../yaml/codes.js";
import { rows, table, type Explanations } from "./types.js";

export const yaml: Explanations<YamlCode> = {
  "yaml-syntax": {
    why: "The text cannot be read, so nothing else in the file can be judged. Only the first such error is reported, since most later ones follow from it.",
    mend: "Look at the marked place and what stands just before it: a quote or a bracket that is not closed, a tab, a colon without quotes, a line that is indented differently.",
    ...rows(`turn/started:\n  note: "A turn has begun.\n  turn.started: {}`, `turn/started:\n  note: "A turn has begun."\n  turn.started: {}`),
  },
  "yaml-character": {
    why: "Characters that do not show, such as a no-break space, make two texts differ that look the same; a file that is not UTF-8 would become another text.",
    mend: "Delete the character and type it anew, or save the file as UTF-8. Where such a character is meant, write it as an escape in double quotes.",
    ...rows(`turn/started:\n  note: A\u00A0turn has begun.\n  turn.started: {}`, `turn/started:\n  note: A turn has begun.\n  turn.started: {}`),
  },
  "yaml-too-deep": {
    why: "No table needs lists and mappings inside each other like this; it is a bracket that was forgotten, or a file that is meant to exhaust its reader.",
    mend: "Close the bracket, or check the indentation.",
    ...rows(`turn/started: { item.updated: { data: ${"[".repeat(64)}${"]".repeat(64)} } }`, `turn/started: { item.updated: { data: [] } }`),
  },
  "yaml-directive": {
    why: "Files are always YAML 1.2. A directive would ask for other rules, by which `no` is false and `1:30` a number, and would not get them.",
    mend: "Delete the line.",
    ...table(`%YAML 1.1\n---\nsource: codex.app-server.notification\nspec: "3.1"\nschema: demo#/Notification\nkey: $.method\nrows:\n  "*": { item.updated: {} }`, `source: codex.app-server.notification\nspec: "3.1"\nschema: demo#/Notification\nkey: $.method\nrows:\n  "*": { item.updated: {} }`),
  },
  "yaml-documents": {
    why: "A file is one table. What stands below the second `---` would be left out without a word.",
    mend: "Give each document a file of its own.",
    ...table(`source: codex.app-server.notification\nspec: "3.1"\nschema: demo#/Notification\nkey: $.method\nrows:\n  "*": { item.updated: {} }\n---\nvalues: {}`, `source: codex.app-server.notification\nspec: "3.1"\nschema: demo#/Notification\nkey: $.method\nrows:\n  "*": { item.updated: {} }`),
  },
  "yaml-reserved-start": {
    why: "YAML keeps `@`, backticks, `%` and some others at the beginning of plain text for itself.",
    mend: "Put the text in quotes.",
    ...rows("turn/started:\n  note: `turn` is not read.\n  turn.started: {}", "turn/started:\n  note: \"`turn` is not read.\"\n  turn.started: {}"),
  },
  "yaml-duplicate-key": {
    why: 'One of the two would win and the other be lost without a word. Keys are compared as text, so that `1` and `"1"` are the same.',
    mend: "Remove one of the two, or join what they say; two events of one name are written as a list.",
    ...rows(`turn/started: { turn.started: {} }\nturn/started: { item.updated: {} }`, `turn/started: { turn.started: {}, item.updated: {} }`),
  },
  "yaml-merge-key": {
    why: "Merges are no part of YAML 1.2, and a row that borrows from another cannot be reviewed by reading it.",
    mend: "Write out what the row says.",
    ...rows(`turn/started:\n  <<: { note: A turn has begun. }\n  turn.started: {}`, `turn/started:\n  note: A turn has begun.\n  turn.started: {}`),
  },
  "yaml-anchor": {
    why: "Anchors and aliases move what a row says to another place of the file, and a few of them can blow up a file without bound.",
    mend: "Remove the anchor, and write out what its aliases stand for.",
    ...rows(`turn/started: { turn.started: &nothing {} }`, `turn/started: { turn.started: {} }`),
  },
  "yaml-alias": {
    why: "YAML reads an unquoted `*` at the beginning of text as an alias, which files may not use; most often a pattern is meant.",
    mend: "Put the pattern in quotes, or write out what the alias stands for.",
    ...rows(`*/started: { item.updated: {} }`, `"*/started": { item.updated: {} }\n"{turn/completed,item/delta,plan/updated,log/written}": { item.updated: {} }`),
  },
  "yaml-tag": {
    why: "A tag would turn text into something else, such as a date or a set, which no table can hold.",
    mend: "Remove the tag; where text begins with `!`, put it in quotes.",
    ...rows(`turn/started:\n  note: !important A turn has begun.\n  turn.started: {}`, `turn/started:\n  note: "!important A turn has begun."\n  turn.started: {}`),
  },
  "yaml-key-type": {
    why: "Keys are text. YAML reads `null`, `true` and `{a,b}` without quotes as something else, and what they became as text would be a guess.",
    mend: "Put the key in quotes.",
    ...rows(`{turn/started,turn/completed}: { item.updated: {} }`, `"{turn/started,turn/completed}": { item.updated: {} }`),
  },
  "yaml-unquoted-template": {
    why: "YAML reads braces as a mapping, so that the text would become an object without anybody having asked for one. There are no templates.",
    mend: "Write a path, or put the text in quotes if it is meant.",
    ...rows(`turn/started: { turn.started: { model: {{params.threadId}} } }`, `turn/started: { turn.started: { model: $.params.threadId } }`),
  },
  "yaml-number-loses-digits": {
    why: "YAML reads it as a number that comes out in another form: `1.10` as 1.1, `007` as 7.",
    mend: "Put it in quotes, or write the number in its plain form.",
    ...table(`spec: 3.10`, `spec: "3.10"`),
  },
  "yaml-number-not-finite": {
    why: "Events are JSON, which has neither infinity nor not-a-number.",
    mend: "Write a number, or put the text in quotes.",
    ...rows(`turn/started: { item.updated: { data: .inf } }`, `turn/started: { item.updated: { data: ".inf" } }`),
  },
  "yaml-comment": {
    why: "A `#` after a blank begins a comment, so that the rest of the line is lost.",
    mend: "Put the whole text in quotes.",
    ...rows(`turn/started:\n  note: see #3 for more\n  turn.started: {}`, `turn/started:\n  note: "see #3 for more"\n  turn.started: {}`),
  },
  "empty-file": {
    why: "A file that says nothing has been emptied by accident, or is not needed.",
    mend: "Restore what it said from version control, or delete it.",
    before: { "mappings/demo/memory.yaml": "# memory:\n#   run: { by: [$.params.threadId], holds: { kind: last }, until: turn }\n" },
    after: {},
  },
  "empty-value": {
    why: "A key without a value reads as null, though most often something was about to be written.",
    mend: "Write the value, or remove the key. Where null is meant, spell it `null`.",
    ...rows(`turn/completed:\n  turn.completed:\n    state: completed\n    errorMessage:`, `turn/completed:\n  turn.completed:\n    state: completed\n    errorMessage: $.params.error.message`),
  },
};
