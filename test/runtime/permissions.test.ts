import { describe, expect, it } from "vitest";
import { string, type Table, type Unvalidated } from "../../src/contract.js";
import type { Session } from "../../src/session/types.js";
import { note, shorts } from "./fixtures/frames.js";
import { session, tables } from "./fixtures/tables.js";

const refs = (act: Unvalidated) => ({ session: undefined, thread: undefined, turn: undefined, item: act["toolUseID"], request: act["toolUseID"], lane: undefined });

/** A callback's table, as small as can be. */
const permissions: Table = {
  source: "claude.sdk.permission",
  key: (act) => string(act["kind"]) ?? "(none)",
  refs,
  map: (act) => [{ type: "request.opened", payload: {}, refs: refs(act), ensure: false }],
  answer: (act, answer) => [{ type: "request.resolved", payload: { decision: string(answer["result"]?.["word"]) ?? "cancel" }, refs: refs(act), ensure: false }],
  decide: (_, decision) => (decision === "acceptForSession" ? { result: { word: "accept" }, instead: "accept" } : decision === "cancel" ? undefined : { result: { word: decision } }),
  decisions: () => ["accept", "acceptForSession", "decline"],
  reads: {},
};
const asking = (): Session =>
  session({}, { permissions, tables: [...Object.values(tables).filter((table): table is Table => "map" in table), permissions], soleThread: true, answerTo: (_, answer) => ("result" in answer ? { ...(answer.result as object) } : { ...answer }) });
const request = { kind: "permission.request", toolName: "Bash", input: {}, toolUseID: "tool1" } as const;

describe("a callback that asks (EVENTS.md rule 14)", () => {
  it("opens a request of its own id, which decide answers in the words of the callback", () => {
    const s = asking();
    const [opened] = s.act(request);
    expect(opened).toMatchObject({ type: "request.opened", providerRefs: { providerRequestId: "tool1", providerItemId: "tool1" }, raw: { source: "claude.sdk.permission", messageType: "permission.request", payload: request } });
    const decided = s.decide(opened?.requestId ?? "", "decline");
    expect(decided.reply).toEqual({ word: "decline" });
    expect(decided.events).toMatchObject([{ type: "request.resolved", requestId: opened?.requestId, payload: { decision: "decline" }, raw: { source: "claude.sdk.permission", messageType: "permission.result" } }]);
  });

  it("is answered by what the callback gave back, once", () => {
    const s = asking();
    s.act(request);
    const result = { kind: "permission.result", toolUseID: "tool1", result: { word: "accept" } } as const;
    expect(shorts(s.act(result))).toEqual(["request.resolved unknown accept"]);
    expect(s.act(result)).toEqual([]);
    expect(s.stats.repeats).toBe(1);
  });

  it("asked again while it is open is a repeat", () => {
    const s = asking();
    s.act(request);
    expect(s.act(request)).toEqual([]);
    expect(s.stats.repeats).toBe(1);
  });

  it("that nobody asked cannot be answered", () => {
    expect(shorts(asking().act({ kind: "permission.result", toolUseID: "other", result: {} }))).toEqual(["runtime.warning"]);
  });

  it("is told of a decision that could not be said as it was meant, and resolves with what was said", () => {
    const s = asking();
    const [opened] = s.act(request);
    const decided = s.decide(opened?.requestId ?? "", "acceptForSession");
    expect(decided.events).toMatchObject([
      { type: "runtime.warning", requestId: opened?.requestId, payload: { detail: { decision: "acceptForSession", instead: "accept" } } },
      { type: "request.resolved", payload: { decision: "accept" } },
    ]);
  });

  it("takes its kind from the item that it is about", () => {
    const s = asking();
    s.receive(note("item/started", { threadId: "th1", item: { type: "fileChange", id: "tool1" } }));
    expect(shorts(s.act(request))).toEqual(["request.opened file_change_approval"]);
  });

  it("is resolved where the host interrupts", () => {
    const s = asking();
    s.receive(note("turn/started", { threadId: "th1" }));
    s.act(request);
    expect(s.act({ kind: "turn.interrupt" })).toMatchObject([{ type: "request.resolved", payload: { decision: "cancel", resolution: "interrupted" } }]);
  });

  it("is nothing to an agent that asks by messages", () => {
    expect(shorts(session().act(request))).toEqual(["runtime.warning"]);
  });
});
