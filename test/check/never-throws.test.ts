import fc from "fast-check";
import { expect, test } from "vitest";
import { check, codes, isWrong } from "../../codegen/check/index.js";
import { parseMapping } from "../../codegen/mapping/index.js";
import { canonicalModel } from "../canonical/fixtures.js";
import { demo } from "./protocol.js";

/** Whatever is wrong with tables, it is reported, at a place in them. */

const canonical = canonicalModel();
const surfaces = new Map([["demo", demo()]]);

const memory = "memory:\n  block: { by: [$.parent, $.event.index], holds: { kind: last, item: last, input: json, nth: count }, until: turn }\n";
const messages = `source: claude.sdk.message
spec: "4.1"
schema: demo#/Message
key:
  $.type:
    system: { $.subtype: { status: $.status } }
    assistant: { each: $.message.content, as: block, key: $block.type }
    stream_event: { $.event.type: { block_start: $.event.block.type, block_stop: $block.kind } }
refs: { lane: $.parent, item: [$block.item, x, $block.nth] }
rows:
  "system:*": { session.configured: { config: { model: $.model ?? none } } }
  "system:status:{compacting,(none)}": { session.state.changed: { state: running } }
  result:
    - when: { $.subtype: ["error_*"], $.errors.0: present }
      turn.completed: { state: failed, errorMessage: $.errors.0 }
    - turn.completed: { state: $.subtype | state }
  "assistant:{text,thinking,(none)}": { ensure: { item.started: { itemType: reasoning } }, item.updated: { data: $ } }
  "assistant:tool_use": { item.updated: { data: $block.input, detail: $block.name } }
  "stream_event:block_start:*":
    remember: { block: { kind: $.event.block.type, nth: 1 } }
    item.started: { itemType: $block.kind | kind, data: $.event.block }
  stream_event:block_delta: { item.updated: { data: $.event.delta } }
  "stream_event:block_stop:{text,tool_use,thinking,(none)}":
    turn.plan.updated: { when: { $block.input: present }, plan: { each: $block.input.todos, as: one, step: $one.step ?? Step, status: pending } }
    item.completed: { status: completed }
values:
  state: { of: demo#/Message.subtype, map: { init: completed, status: completed, success: completed, error_turns: failed, error_tool: failed }, unlisted: failed, absent: completed }
  kind: { of: string, map: { text: assistant_message, "tool*": dynamic_tool_call }, unlisted: unknown }
`;
const requests = `source: codex.app-server.request
spec: "3.2"
schema: demo#/Request
key: $.method
rows:
  approve:
    twin: [system:init]
    request.opened: { requestType: unknown, args: $.params }
    answer:
      - when: { $.error: present }
        request.resolved: { decision: cancel, resolution: $.error.message }
      - request.resolved: { decision: accept, resolution: $request.params.options(optionId=$.result.remark).kind }
    decide:
      accept: { decision: { amend: { rule: $.params.options(kind=allow_once).optionId } }, remark: $extra.message }
      decline: { decision: decline }
      cancel: decline
      otherwise: error
  ask: { user-input.requested: { questions: $.params.questions } }
sentSchema: demo#/ClientRequest
sent: { run: { turn.started: {} }, start: { none: quiet } }
`;
const files = { "mappings/demo/memory.yaml": memory, "mappings/demo/messages.yaml": messages, "mappings/demo/requests.yaml": requests };
type File = keyof typeof files;

/** Words of the tables themselves in the wrong places, halves of words, lines lost or twice. */
const words = [...new Set(Object.values(files).flatMap((text) => text.match(/[$\w.*()-]+/g) ?? []))];
const change = fc.record({ file: fc.constantFrom(...(Object.keys(files) as File[])), at: fc.nat(400), how: fc.constantFrom("replace", "shorten", "drop", "repeat"), word: fc.constantFrom(...words) });

function changed(text: string, { at, how, word }: { at: number; how: string; word: string }): string {
  const lines = text.split("\n");
  if (how === "drop") return lines.toSpliced(at % lines.length, 1).join("\n");
  if (how === "repeat") return lines.toSpliced(at % lines.length, 0, lines[(at * 7) % lines.length]!).join("\n");
  const found = [...text.matchAll(/[$\w.*()-]+/g)];
  const { 0: old, index } = found[at % found.length]!;
  return text.slice(0, index) + (how === "replace" ? word : old.slice(0, -1)) + text.slice(index + old.length);
}

function checked(texts: { readonly [file: string]: string }): ReturnType<typeof check> {
  const mappings = Object.entries(texts).flatMap(([file, text]) => parseMapping(file, text).node ?? []);
  return check({ mappings, surfaces, canonical, transforms: [], propose: true });
}

test("the tables as they are pass", () => {
  expect(checked(files).diagnostics).toEqual([]);
});

test("changed tables are reported, never thrown over", () => {
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 4 }), (changes) => {
      const texts: Record<File, string> = { ...files };
      for (const one of changes) texts[one.file] = changed(texts[one.file], one);
      const { program, diagnostics } = checked(texts);
      for (const { code, file, line, column, message } of diagnostics) {
        expect(Object.keys(codes)).toContain(code);
        const text = texts[file as File].split("\n")[line! - 1]!;
        expect(column).toBeLessThanOrEqual(text.length + 1);
        expect(message).not.toMatch(/undefined|\[object/);
      }
      const stops = diagnostics.some(isWrong);
      expect(program === undefined).toBe(stops);
    }),
    { numRuns: 300, seed: 7 },
  );
});
