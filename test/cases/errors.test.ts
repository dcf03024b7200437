import { describe, expect, it } from "vitest";
import { drive } from "./drive.js";
import { notice, textDelta, turnCompleted, turnStarted } from "./messages.js";
import { told, types } from "./told.js";

const refs = { thread: "th", turn: "tu" };

describe("an error (EVENTS.md rule 19) that the agent", () => {
  it("gets over is a warning with all that was said of it, and the turn goes on", () => {
    const { receive, act } = drive();
    const error = { message: "Reconnecting... 1/5", additionalDetails: "stream closed", codexErrorInfo: { responseStreamDisconnected: { httpStatusCode: null } } };
    const hiccup = notice("error", { willRetry: true, error });
    const events = [turnStarted(), hiccup, textDelta("m", "ok"), turnCompleted()].flatMap((frame) => receive(frame));
    expect(told(events)).toStrictEqual([
      { type: "turn.started", payload: {}, refs },
      { type: "runtime.warning", payload: { message: "Reconnecting... 1/5", detail: hiccup["params"] }, refs },
      { type: "content.delta", payload: { streamKind: "assistant_text", delta: "ok" }, refs: { ...refs, item: "m" } },
      { type: "turn.completed", payload: { state: "completed" }, refs },
    ]);
    expect(types(act({ kind: "session.exit" }))).toEqual(["session.exited"]);
  });

  it("gets over does not end a turn that says no more", () => {
    const { receive, act } = drive();
    const [started] = receive(turnStarted());
    const [warning, ...others] = receive(notice("error", { error: { message: "Reconnecting 2/5" }, willRetry: true }));
    expect(warning).toMatchObject({ type: "runtime.warning", turnId: started?.turnId, providerRefs: { providerTurnId: "tu" } });
    expect(others).toEqual([]);
    expect(types(act({ kind: "session.exit" }))).toEqual(["turn.completed", "session.exited"]);
  });

  it("gives up on is an error of the provider with all that was said of it", () => {
    const frame = notice("error", { error: { message: "bad model" }, willRetry: false });
    expect(told(drive().receive(frame))).toStrictEqual([{ type: "runtime.error", payload: { message: "bad model", class: "provider_error", detail: frame["params"] }, refs }]);
  });

  it("has a newer word for is told with that word, once, and fails the turn once", () => {
    const { receive } = drive();
    const error = { message: "slow down", codexErrorInfo: "rateLimitExceeded" };
    const frame = notice("error", { willRetry: false, error });
    const events = [frame, turnCompleted("tu", "failed", error)].flatMap((each) => receive(each, { foreign: true }));
    expect(told(events)).toStrictEqual([
      { type: "runtime.error", payload: { message: "slow down", class: "provider_error", detail: frame["params"] }, refs },
      { type: "turn.completed", payload: { state: "failed", errorMessage: "slow down" }, refs },
    ]);
  });
});

it("a warning without words of its own has ours, and its parameters", () => {
  const params = { samplePaths: [], extraCount: 0, failedScan: false };
  expect(told(drive().receive({ method: "windows/worldWritableWarning", params }))).toStrictEqual([
    { type: "runtime.warning", payload: { message: "Some folders are writable by everyone", detail: params }, refs: {} },
  ]);
});
