import { check, readTransforms, type Code, type Program } from "../../codegen/check/index.js";
import type { Diagnostic } from "../../codegen/diagnostic.js";
import { parseEquivalence, parseMapping } from "../../codegen/mapping/index.js";
import type { Surface } from "../../codegen/schema/types.js";
import { canonicalModel } from "../canonical/fixtures.js";
import { place, unmark } from "../mapping/marked.js";
import { demo } from "./protocol.js";

/** Texts by path: tables and memories (`.yaml`), transforms (`.ts`). `«»` may stand around what must be reported. */
export type Files = { readonly [file: string]: string };

const surface = demo();
const canonical = canonicalModel();

export interface Checked {
  readonly program: Program | undefined;
  readonly diagnostics: readonly Diagnostic[];
  /** Those of `check` alone, without those of reading transforms. */
  readonly byCheck: readonly Diagnostic[];
  /** The marked places, as `file 3:5-3:9`. */
  readonly marked: readonly string[];
}

/** YAML and TypeScript through the parser, the reading of transforms and the checker. */
export async function checkFiles(files: Files, surfaces: readonly Surface[] = [surface]): Promise<Checked> {
  const unmarked = Object.entries(files).map(([file, text]) => ({ file, ...unmark(text) }));
  const tables = unmarked.filter(({ file }) => file.endsWith(".yaml") && file !== equivalence);
  const parsed = tables.map(({ file, text }) => parseMapping(file, text));
  const [shared] = unmarked.filter(({ file }) => file === equivalence).map(({ file, text }) => parseEquivalence(file, text));
  const errors = [...parsed, ...(shared ? [shared] : [])].flatMap(({ diagnostics }) => diagnostics);
  if (errors.length > 0) throw new Error(`the parser refuses: ${JSON.stringify(errors, undefined, 2)}`);
  const transforms = await readTransforms(new Map(unmarked.filter(({ file }) => file.endsWith(".ts")).map(({ file, text }) => [file, text])));
  const { program, diagnostics } = check({
    mappings: parsed.flatMap(({ node }) => node ?? []),
    surfaces: new Map(surfaces.map((one) => [one.protocol, one])),
    canonical,
    transforms: transforms.transforms,
    ...(shared?.node && { equivalence: shared.node }),
  });
  const marked = unmarked.flatMap(({ file, places }) => places.map((at) => `${file} ${place(at)}`));
  return { program, diagnostics: [...transforms.diagnostics, ...diagnostics], byCheck: diagnostics, marked };
}

/** A program, or the reasons why there is none. */
export async function programOf(files: Files, surfaces?: readonly Surface[]): Promise<Program> {
  const { program, diagnostics } = await checkFiles(files, surfaces);
  if (program === undefined || diagnostics.length > 0) throw new Error(diagnostics.map((one) => `${one.file}:${one.line}:${one.column} ${one.code} ${one.message} ${one.hint}`).join("\n"));
  return program;
}

export function found({ diagnostics }: Checked): { code: Code; at: string; hint: string | undefined }[] {
  return diagnostics.map(({ code, file, hint, ...at }) => ({ code: code as Code, at: `${file} ${place(at)}`, hint }));
}

const notifications = "mappings/demo/notifications.yaml";
const equivalence = "mappings/equivalence.yaml";
const rest = '  "*": { item.updated: { data: $ } }\n';

/** A table of notifications with these rows, everything else taken by `*`; `more` stands before `rows`. */
export function rows(text: string, more = ""): Files {
  return { [notifications]: `source: codex.app-server.notification\nspec: "3.1"\nschema: demo#/Notification\nkey: $.method\n${more}rows:\n${indent(text)}${rest}` };
}

/** One row for `turn/completed`, in short. */
export function row(text: string, more = ""): Files {
  return rows(`turn/completed:\n${indent(text)}`, more);
}

/** Two requests; `approve` as given, `ask` quiet. */
export function requests(approve: string): Files {
  const quiet = "  ask: { user-input.requested: { questions: $.params.questions } }\n";
  return { "mappings/demo/requests.yaml": `source: codex.app-server.request\nspec: "3.2"\nschema: demo#/Request\nkey: $.method\nrows:\n  approve:\n    request.opened: { requestType: unknown }\n${indent(indent(approve))}${quiet}` };
}

/** Notifications that are all alike, and value tables. */
export function values(text: string, use = "$.params.turn.status | state"): Files {
  return rows(`turn/completed: { turn.completed: { state: ${use} } }`, `values:\n${indent(text)}`);
}

const both = `"{turn/started,turn/completed}":
  turn.started: {}
item/started:
  - when: { $.params.item.type: command }
    item.started: { itemType: command_execution }
  - item.started: { itemType: unknown }
item/delta: { content.delta: { streamKind: $.params.kind | streamKind, delta: $.params.delta } }
log/written:
  ensure: { thread.started: {} }
  runtime.warning: { message: log }
`;
const streamKinds = "values: { streamKind: { of: string, map: { text: assistant_text }, unlisted: reasoning_text } }\n";

/** Two providers with a table of notifications and one of requests; `concepts` says what they have in common. */
export function equivalents(concepts: string): Files {
  const approve = "request.opened: { requestType: unknown }\nanswer: { request.resolved: { decision: accept } }\n";
  const sent = "sentSchema: demo#/ClientRequest\nsent:\n  run: { turn.started: {} }\n  start: { none: quiet }\n";
  const claude = 'source: claude.sdk.message\nspec: "4.1"\nschema: demo#/Message\nkey: { $.type: { result: $.subtype } }\nrows:\n  "result:*": { turn.completed: { state: completed } }\n  "*": { item.updated: {} }\n';
  return {
    ...rows(both, streamKinds),
    "mappings/demo/requests.yaml": `source: codex.app-server.request\nspec: "3.2"\nschema: demo#/Request\nkey: $.method\nrows:\n  approve:\n${indent(indent(approve))}  ask: { user-input.requested: { questions: $.params.questions } }\n${sent}`,
    "mappings/claude/messages.yaml": claude,
    [equivalence]: `spec: "7"\nconcepts:\n${indent(concepts)}`,
  };
}

export function indent(text: string): string {
  return text.replace(/\n?$/, "\n").replace(/^(?=.)/gm, "  ");
}
