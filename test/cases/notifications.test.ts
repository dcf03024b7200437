import { describe, expect, it } from "vitest";
import { drive, type Frame } from "./drive.js";
import { notice, turnCompleted, turnStarted } from "./messages.js";
import { told } from "./told.js";

/** What is said of no turn. */
const ofThread = (method: string, params: object): Frame => ({ method, params: { threadId: "th", ...params } });

describe("optional texts", () => {
  it("are trimmed, and left out where they are null", () => {
    const { receive } = drive();
    const range = { start: { line: 1, column: 1 }, end: { line: 1, column: 2 } };
    const frames = [
      { method: "deprecationNotice", params: { summary: "s", details: " d " } },
      { method: "configWarning", params: { summary: "s", details: null, path: " /p ", range } },
    ];
    expect(told(frames.flatMap((frame) => receive(frame)))).toStrictEqual([
      { type: "deprecation.notice", payload: { summary: "s", details: "d" }, refs: {} },
      { type: "config.warning", payload: { summary: "s", path: "/p", range }, refs: {} },
    ]);
  });

  it("keep their spaces where the wire's own word is asked for", () => {
    expect(told(drive().receive(ofThread("thread/name/updated", { threadName: " Title " })))).toStrictEqual([
      { type: "thread.metadata.updated", payload: { name: "Title", metadata: { threadId: "th", threadName: " Title " } }, refs: { thread: "th" } },
    ]);
  });
});

it("a model that stands in for another is told with both names", () => {
  const frame = notice("model/rerouted", { fromModel: "m1", toModel: "m2", reason: "highRiskCyberActivity" });
  expect(told(drive().receive(frame))).toStrictEqual([
    { type: "model.rerouted", payload: { fromModel: "m1", toModel: "m2", reason: "highRiskCyberActivity" }, refs: { thread: "th", turn: "tu" } },
  ]);
});

it("rate limits are told as they came: null is not absent, and nothing is carried over or made up", () => {
  const { receive } = drive();
  const reached = { primary: { usedPercent: 100, windowDurationMins: 300, resetsAt: 1_760_000_000 }, rateLimitReachedType: "rate_limit_reached", planType: "pro" };
  const later = { primary: { usedPercent: 12, windowDurationMins: 300, resetsAt: 1_760_018_000 }, planType: null };
  const events = [reached, later].flatMap((rateLimits) => receive({ method: "account/rateLimits/updated", params: { rateLimits } }));
  expect(told(events)).toStrictEqual([
    { type: "account.rate-limits.updated", payload: { rateLimits: reached }, refs: {} },
    { type: "account.rate-limits.updated", payload: { rateLimits: later }, refs: {} },
  ]);
});

it("the usage of a child thread is the child's alone", () => {
  const { receive } = drive();
  const usage = (totalTokens: number): object => {
    const count = { totalTokens, inputTokens: totalTokens, cachedInputTokens: 5, outputTokens: 10, reasoningOutputTokens: 3 };
    return { total: count, last: { ...count, totalTokens: totalTokens / 10 }, modelContextWindow: null };
  };
  const updated = (threadId: string, turnId: string, totalTokens: number): Frame => ({ method: "thread/tokenUsage/updated", params: { threadId, turnId, tokenUsage: usage(totalTokens) } });
  const events = [turnStarted(), updated("th", "tu", 1000), updated("th2", "c1", 50), turnCompleted()].flatMap((frame) => receive(frame));
  expect(told(events)).toStrictEqual([
    { type: "turn.started", payload: {}, refs: { thread: "th", turn: "tu" } },
    { type: "thread.token-usage.updated", payload: { usage: usage(1000) }, refs: { thread: "th", turn: "tu" } },
    { type: "thread.token-usage.updated", payload: { usage: usage(50) }, refs: { thread: "th2", turn: "c1" } },
    { type: "turn.completed", payload: { state: "completed" }, refs: { thread: "th", turn: "tu" } },
  ]);
  const [parent, , child] = events;
  expect(child?.threadId).not.toBe(parent?.threadId);
  expect(child?.turnId).not.toBe(parent?.turnId);
});

describe("a realtime thread", () => {
  it("is told by the id of its realtime session", () => {
    expect(told(drive().receive(ofThread("thread/realtime/started", { sessionId: "rt" })))).toStrictEqual([
      { type: "thread.realtime.started", payload: { realtimeSessionId: "rt" }, refs: { thread: "th" } },
    ]);
  });

  it("tells what it carries, not the parameters around it", () => {
    const { receive } = drive();
    const audio = { data: "AA==", numChannels: 1, sampleRate: 24_000 };
    const frames = [
      ofThread("thread/realtime/itemAdded", { item: { x: 1 } }),
      ofThread("thread/realtime/outputAudio/delta", { audio }),
      ofThread("thread/realtime/error", { message: "m" }),
      ofThread("thread/realtime/closed", { reason: "r" }),
    ];
    expect(told(frames.flatMap((frame) => receive(frame)))).toStrictEqual([
      { type: "thread.realtime.item-added", payload: { item: { x: 1 } }, refs: { thread: "th" } },
      { type: "thread.realtime.audio.delta", payload: { audio }, refs: { thread: "th" } },
      { type: "thread.realtime.error", payload: { message: "m" }, refs: { thread: "th" } },
      { type: "thread.realtime.closed", payload: { reason: "r" }, refs: { thread: "th" } },
    ]);
  });
});
