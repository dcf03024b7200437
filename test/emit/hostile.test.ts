import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { eventOf } from "../../codegen/testing/event.js";
import { sample } from "../../codegen/schema/sample.js";
import { eventMsg } from "../../generated/codex/event-msg.js";
import { notifications as codexNotifications } from "../../generated/codex/notifications.js";
import { requests as codexRequests } from "../../generated/codex/requests.js";
import { responses as codexResponses } from "../../generated/codex/responses.js";
import { validateEvent } from "../../src/canonical.js";
import type { Decision, Draft, Memory, Table, Unvalidated } from "../../src/contract.js";
import { demo } from "../check/protocol.js";
import { asks } from "./golden/agent/asks.js";
import { outcomes } from "./golden/agent/outcomes.js";
import { updates } from "./golden/agent/updates.js";
import { chat } from "./golden/chat/chat.js";
import { messages } from "./golden/demo/messages.js";
import { notifications } from "./golden/demo/notifications.js";
import { requests } from "./golden/demo/requests.js";
import { responses } from "./golden/demo/responses.js";

/** No mapper throws on what a provider sent, whatever it sent, and every event that it gives is valid. */

const json = fc.jsonValue({ maxDepth: 4 });
const word = fc.constantFrom("__proto__", "constructor", "toString", "length", "", "a", "text", "error_x", "0");
const hostile = fc.oneof(json, fc.constantFrom(null, 0, -1, 1e308, "", "x".repeat(5000), [], {}, [[[]]], [null], true), fc.dictionary(word, json, { noNullPrototype: true }));

/** Messages as the schema has them, with some of their parts replaced or taken away. */
function broken(message: unknown): fc.Arbitrary<unknown> {
  return fc.array(fc.tuple(fc.nat(), hostile, fc.boolean()), { maxLength: 4 }).map((edits) => {
    const copy = structuredClone(message);
    for (const [at, value, remove] of edits) {
      const places = placesIn(copy);
      const place = places[at % Math.max(1, places.length)];
      if (place === undefined) continue;
      if (remove) delete place.object[place.name];
      else place.object[place.name] = structuredClone(value);
    }
    return copy;
  });
}

interface Place {
  readonly object: { [name: string]: unknown };
  readonly name: string;
}

function placesIn(value: unknown): Place[] {
  if (typeof value !== "object" || value === null) return [];
  const object = value as { [name: string]: unknown };
  return Object.keys(object).flatMap((name) => [{ object, name }, ...placesIn(object[name])]);
}

const memory = (held: unknown): Memory => ({ recall: () => (typeof held === "object" && held !== null ? held : {}) as Unvalidated, remember: () => undefined });

function everything(table: Table, message: unknown, request: unknown, held: unknown): readonly Draft[] {
  const m = message as Unvalidated;
  const r = request as Unvalidated;
  expect(typeof table.key(m, r)).toBe("string");
  table.refs(m, memory(held), r);
  for (const decision of ["accept", "acceptForSession", "decline", "cancel", "x"] as Decision[]) table.decide?.(m, decision, r as object);
  expect(Array.isArray(table.decisions?.(m) ?? [])).toBe(true);
  return [table.map(m, memory(held), r), table.sent?.(m, memory(held)), table.answer?.(m, r, memory(held)), table.answer?.(r, m, memory(held))].flatMap((drafts) => drafts ?? []);
}

const { merged } = demo();
const samplesOf = (union: string, path: string, values: readonly string[]): unknown[] =>
  values.map((value) => sample(merged, merged.definitions.get(union)!.schema, new Map([[path, value]])));
const demoNotifications = samplesOf("Notification", "method", ["turn/completed", "item/started", "item/delta", "plan/updated", "log/written"]);
const demoRequests = [...samplesOf("Request", "method", ["approve", "ask"]), ...samplesOf("ClientRequest", "method", ["start", "run"])];
const demoMessages = [
  ...samplesOf("Message", "event.type", ["block_start", "block_delta", "block_stop"]),
  ...samplesOf("Message", "message.content.0.type", ["text", "tool_use", "thinking"]),
  ...samplesOf("Message", "subtype", ["init", "status", "success", "error_tool"]),
];
const demoChat = [
  ...samplesOf("Chat", "event.type", ["message_start", "block_start", "block_delta", "block_stop"]),
  ...samplesOf("Chat", "message.content.0.type", ["text", "tool_use", "thinking"]),
  ...samplesOf("Chat", "content.0.type", ["text", "tool_use"]),
  ...samplesOf("Chat", "subtype", ["done", "error_limit"]),
];
const demoUpdates = [...samplesOf("AgentUpdate", "params.update.kind", ["chunk", "call", "mode"]), ...samplesOf("HostNotification", "method", ["stop"])];
const demoAsks = [...samplesOf("AgentAsk", "method", ["permit"]), ...samplesOf("HostAsk", "method", ["prompt", "open", "mode"])];
const frames = [{ id: 1, result: { thread: { id: "t" } } }, { id: 1, error: { code: -32601, message: "m" } }, {}];
const turn = { id: "t", items: [], status: "failed", error: { message: "m" } };
const codex = ["turn/completed", "item/started", "item/completed", "turn/plan/updated", "error", "fuzzyFileSearch/sessionUpdated"].map((method) => ({
  method,
  params: { threadId: "a", turnId: "b", turn, item: { type: "commandExecution", id: "i", command: "ls", content: [{ type: "text", text: "x" }] }, plan: [{ step: "s", status: "pending" }], error: { message: "m" } },
}));
const codexEvents = ["item_started", "plan_update", "exec_command_begin", "exec_command_output_delta", "token_count", "mcp_tool_call_end", "undo_started"].map((type) => ({
  id: "t",
  msg: { type, item: { type: "Plan", id: "p" }, plan: [{ step: "s" }], command: ["ls", "-l"], chunk: "aGk=", stream: "stdout", call_id: "c", info: {}, result: { Ok: { isError: true } }, invocation: { server: "s", tool: "t" } },
}));
const codexQuestions = ["item/commandExecution/requestApproval", "execCommandApproval", "item/tool/requestUserInput", "item/tool/call"].map((method) => ({
  id: 0,
  method,
  params: { threadId: "a", itemId: "i", command: ["ls"], questions: [{ question: "q" }] },
}));

const subjects: readonly (readonly [string, Table, readonly unknown[], readonly unknown[]])[] = [
  ["notifications", notifications, demoNotifications, [{}]],
  ["a tree of tags", messages, demoMessages, [{}]],
  ["requests", requests, demoRequests, frames],
  ["answers", responses, frames, demoRequests],
  ["a chat", chat, demoChat, [{}]],
  ["updates", updates, demoUpdates, [{}]],
  ["asks", asks, demoAsks, frames],
  ["outcomes", outcomes, frames, demoAsks],
  ["Codex notifications", codexNotifications, codex, [{}]],
  ["Codex EventMsg", eventMsg, codexEvents, [{}]],
  ["Codex requests", codexRequests, codexQuestions, frames],
  ["Codex answers", codexResponses, frames, [{ id: 1, method: "thread/resume", params: { threadId: "t" } }]],
];

describe.each(subjects)("%s", (_name, table, samples, others) => {
  test("never throw, and give only valid events", () => {
    const message = fc.oneof(hostile, ...samples.map(broken));
    const request = fc.oneof(hostile, ...others.map(broken));
    let given = 0;
    fc.assert(
      fc.property(message, request, hostile, (m, r, held) => {
        for (const draft of everything(table, m, r, held)) {
          given++;
          expect(validateEvent(eventOf(draft, "claude.sdk.message", m))).toEqual([]);
        }
      }),
      { numRuns: 1500 },
    );
    expect(given).toBeGreaterThan(300);
  });

  test("never change a message", () => {
    fc.assert(
      fc.property(fc.oneof(...samples.map(broken)), (m) => {
        const before = JSON.stringify(m);
        everything(table, m, m, {});
        expect(JSON.stringify(m)).toBe(before);
      }),
      { numRuns: 200 },
    );
  });
});
