import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { check, type Program } from "../../codegen/check/index.js";
import { emitEditorSchemas } from "../../codegen/emit/editor-schema.js";
import { parseEquivalence, parseMapping } from "../../codegen/mapping/index.js";
import { readSurface } from "../../codegen/schema/index.js";
import { readCanonical } from "../../codegen/schema/read-canonical.js";
import { canonicalFiles } from "../canonical/fixtures.js";
import { equivalents, programOf, requests, rows } from "../check/checking.js";
import { notification, object } from "../check/protocol.js";

/** Sound projects, whose schemas editors would have on the disk while somebody makes the mistakes of the other tests. */

/** Writes the schemas of each program into a folder of its name below a new one. */
export function withSchemas(programs: { readonly [name: string]: Program }): { readonly root: string; readonly texts: ReadonlyMap<string, string>; readonly remove: () => void } {
  const texts = new Map<string, string>();
  const root = mkdtempSync(join(tmpdir(), "mapwright-editor-"));
  for (const [name, program] of Object.entries(programs)) {
    for (const { path, content } of emitEditorSchemas(program)) {
      const file = join(root, name, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, content);
      texts.set(`${name}/${path}`, content);
    }
  }
  return { root, texts, remove: () => rmSync(root, { recursive: true }) };
}

const word = { type: "string" };

/** What the tables of `test/mapping/mistakes.ts` are about: messages `a`, `b`, ... and an event `x.y` with fields of any type. */
export function readingProgram(): Program {
  const names = ["turn/started", "turn/completed", "item/completed", "a", "b", "c", "d", "session/new"];
  const definitions = {
    ServerNotification: { oneOf: names.map((method) => notification(method, { id: word })) },
    ClientRequest: { oneOf: [object({ id: word, method: { type: "string", enum: ["initialize"] } })] },
  };
  const files = new Map([["all.json", JSON.stringify({ $schema: "http://json-schema.org/draft-07/schema#", definitions })]]);
  const { surface } = readSurface({ protocol: "codex-app-server", versions: new Map([["1.0", files]]) });
  const anything = `      x.y:\n        description: Anything.\n        payload: { type: object, properties: { ${[..."abcdefghi", "ok"].map((name) => `${name}: { description: Any value. }`).join(", ")} } }\n\n      session.started:\n`;
  const canonical = readCanonical(new Map([...canonicalFiles()].map(([file, text]) => [file, text.replace("      session.started:\n", anything)])));
  const table = (source: string, spec: string, all: readonly string[]): string =>
    `source: ${source}\nspec: "${spec}"\nschema: codex-app-server#/ServerNotification\nkey: $.method\nrows:\n${all.map((name) => `  ${name}: { turn.started: {} }\n`).join("")}`;
  const parsed = [
    parseMapping("mappings/codex/test.yaml", table("codex.app-server.notification", "3.1", names).replace("{ turn.started: {} }", "{ remember: { d: { a: 1 } }, x.y: { a: $d.a } }")),
    parseMapping("mappings/codex/memory.yaml", "memory: { d: { by: [], holds: { a: last }, until: turn } }\n"),
    parseMapping("mappings/codex/other.yaml", `${table("codex.app-server.request", "3.2", names)}sentSchema: codex-app-server#/ClientRequest\nsent: { initialize: { none: n } }\n`),
  ];
  const equivalence = parseEquivalence("mappings/equivalence.yaml", 'spec: "7"\nconcepts:\n  Turn start: { turn.started: {}, codex: { none: n } }\n');
  const { program, diagnostics } = check({
    mappings: parsed.flatMap(({ node }) => node ?? []),
    surfaces: new Map(surface && [[surface.protocol, surface]]),
    canonical: canonical.model!,
    transforms: [],
    ...(equivalence.node && { equivalence: equivalence.node }),
  });
  if (program === undefined) throw new Error(JSON.stringify([parsed, diagnostics], undefined, 1));
  // The cells of concepts are about a source that is as short; some rows are about answers.
  const providers = program.providers.map((provider) => ({
    ...provider,
    tables: provider.tables.flatMap((one) => (one.name === "other" ? [{ ...one, source: "a.b" }] : [one, { ...one, name: "answers", answers: { root: "", steps: [], text: "$" } }])),
  }));
  return { ...program, providers };
}

const memory = `memory:
  run: { by: [$.params.threadId], holds: { kind: last, nth: count, said: text, input: json }, until: turn }
`;
const values = `values:
  state: { of: demo#/TurnStatus, map: { running: completed, completed: completed, failed: failed }, unlisted: failed }
  why: { of: demo#/Failure, map: { overload: failed, stopped: interrupted, http: failed }, unlisted: failed }
`;
const notifications = `turn/completed:
  - when: { $.params.reason: present }
    turn.completed: { state: $.params.reason | why ?? failed }
  - remember: { run: { kind: a, nth: 1, said: text, input: "{}" } }
    turn.completed: { state: $.params.turn.status | state }
    item.updated: { title: $run.said, data: { kind: $run.kind, nth: $run.nth, input: $run.input } }
item/delta: { content.delta: { streamKind: assistant_text, delta: $.params.delta } }
log/written: { item.updated: { data: $ } }
`;

/** What the tables of `test/check/mistakes.ts` are about. */
export async function checkingProgram(): Promise<Program> {
  return programOf({
    ...rows(notifications, values),
    ...requests("answer: { request.resolved: { decision: accept } }\ndecide: { accept: { decision: accept } }"),
    "mappings/demo/memory.yaml": memory,
    "mappings/demo/messages.yaml": 'source: claude.sdk.message\nspec: "4.1"\nschema: demo#/Message\nkey: { $.type: { result: $.subtype } }\nrows:\n  "result:*": { item.updated: {} }\n  "*": { item.updated: {} }\n',
    "mappings/demo/responses.yaml": 'source: codex.app-server.response\nspec: "3.4"\nschema: demo#/ClientRequest\nanswers: $.id\nkey: { $request.method: { has: [error, result] } }\nrows:\n  "*:error": { runtime.error: { message: $.error.message } }\n  "*:result": { none: "nothing to say" }\n',
  });
}

/** What the concepts of `test/check/mistakes.ts` are about. */
export function equivalenceProgram(): Promise<Program> {
  return programOf(equivalents("Turn start: { turn.started: {}, demo: { none: n }, claude: { none: n } }"));
}
