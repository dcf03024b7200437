import { describe, expect, it } from "vitest";
import { answer, ask, assistant, claudeDrive, failure, messageDelta, messageStart, running, success, system, text, tool, toolResult, user } from "./claude.js";
import type { Drive } from "./drive.js";
import { types } from "./told.js";

/** What the end of a turn tells, without its thread, its usage and that the session is ready again. */
const ending = (drive: Drive, ...frames: Parameters<Drive["receive"]>) =>
  drive.receive(...frames).flatMap(({ type, payload }) => (type.startsWith("thread.") || type.startsWith("session.") ? [] : [{ type, payload: payload as object }]));
const completedOf = (events: ReturnType<Drive["receive"]>) => events.find(({ type }) => type === "turn.completed");

describe("a turn of Claude (EVENTS.md rule 21)", () => {
  it("starts by the host's word, with what it said of it, before anything names the thread", () => {
    const { act, receive } = claudeDrive();
    const started = act({ kind: "session.start", model: "opus" });
    expect(types(started)).toEqual(["session.started", "session.configured", "session.state.changed"]);
    expect(started[1]).toMatchObject({ payload: { config: { model: "opus" } } });
    const [turn] = act({ kind: "turn.start", input: "hi", model: "opus", effort: "high" });
    expect(turn).toMatchObject({ type: "turn.started", payload: { model: "opus", effort: "high" } });
    expect(receive(success())).toMatchObject([{ type: "thread.started", payload: { providerThreadId: "s" } }, { type: "thread.token-usage.updated" }, { type: "turn.completed", turnId: turn?.turnId }, { type: "session.state.changed", payload: { state: "ready" } }]);
  });

  it("starts by a prompt that the host sends; one more steers the turn that runs", () => {
    const { send, receive } = claudeDrive();
    expect(types(send(user("hi", { uuid: "p1" })))).toEqual(["turn.started"]);
    expect(send(user([text("and")], { uuid: "p2" }))).toEqual([]);
    expect(types(receive(success())).filter((type) => type.startsWith("turn."))).toEqual(["turn.completed"]);
    expect(types(send(user("again")))).toEqual(["turn.started"]);
  });

  it("a second start by the host's word steers, too", () => {
    const { act } = running();
    expect(act({ kind: "turn.start", input: "also" })).toMatchObject([{ type: "session.state.changed", payload: { state: "running" } }]);
  });

  it("starts with the assistant's output where nobody asked; what the user is shown to have said starts none", () => {
    const { receive } = claudeDrive();
    expect(types(receive(user([text("hi")], { isReplay: true })))).toEqual(["thread.started", "item.started", "item.completed"]);
    expect(types(receive(assistant("m1", [text("x")])))).toEqual(["turn.started", "item.started", "item.completed"]);
    const { receive: streamed } = claudeDrive();
    expect(types(streamed(messageStart("m1")))).toEqual(["thread.started", "turn.started", "session.state.changed"]);
  });

  it("goes on in another thread when Claude names another session", () => {
    const { receive, act } = running();
    receive(assistant("m1", [text("x")]));
    const [started] = receive(assistant("m2", [text("y")], { session_id: "s2" }));
    expect(started).toMatchObject({ type: "thread.started", payload: { providerThreadId: "s2" } });
    const done = completedOf(receive(success({ session_id: "s2" })));
    expect(done).toMatchObject({ type: "turn.completed", threadId: started?.threadId });
    const [next] = act({ kind: "turn.start", input: "more" });
    expect(next).toMatchObject({ type: "turn.started", threadId: started?.threadId });
    expect(next?.turnId).not.toBe(done?.turnId);
    expect(completedOf(receive(success({ session_id: "s2" })))).toMatchObject({ turnId: next?.turnId });
  });
});

describe("the end of a turn of Claude (EVENTS.md rule 24)", () => {
  const usage = success()["usage"];
  const counts = { usage, modelUsage: {}, totalCostUsd: 0.5 };

  it("completes, with the stop reason of the last answer where the result has none", () => {
    const drive = running();
    drive.receive(messageStart("m1"));
    expect(drive.receive(messageDelta("max_tokens"))).toMatchObject([{ type: "thread.token-usage.updated", payload: { usage: { input_tokens: 3 } } }]);
    expect(ending(drive, success())).toEqual([{ type: "turn.completed", payload: { state: "completed", stopReason: "max_tokens", ...counts } }]);
    drive.act({ kind: "turn.start" });
    expect(ending(drive, success())).toEqual([{ type: "turn.completed", payload: { state: "completed", ...counts } }]);
    drive.act({ kind: "turn.start" });
    expect(ending(drive, success({ stop_reason: "refusal", terminal_reason: "completed" }))).toMatchObject([{ payload: { state: "completed", stopReason: "refusal" } }]);
  });

  it("fails when the answer was an error, whatever the subtype says", () => {
    const drive = running();
    drive.receive(assistant("m1", [text("access disabled")], { error: "authentication_failed" }));
    expect(ending(drive, success({ is_error: true, result: "access disabled" }))).toEqual([
      { type: "runtime.error", payload: { message: "access disabled", class: "provider_error", detail: { subtype: "success" } } },
      { type: "turn.completed", payload: { state: "failed", errorMessage: "access disabled", ...counts } },
    ]);
  });

  it.each(["api_error", "malformed_tool_use_exhausted", "prompt_too_long"])("fails for the terminal reason %s, without any other sign", (reason) => {
    expect(ending(running(), success({ result: "", terminal_reason: reason }))).toMatchObject([
      { type: "runtime.error", payload: { message: "Claude turn failed." } },
      { type: "turn.completed", payload: { state: "failed", stopReason: reason } },
    ]);
  });

  it.each(["completed", "hook_stopped", "something_new"])("does not fail for the terminal reason %s", (reason) => {
    expect(ending(running(), success({ terminal_reason: reason }))).toMatchObject([{ type: "turn.completed", payload: { state: "completed", stopReason: reason } }]);
  });

  it.each([
    ["error_max_turns", "max_turns", "Claude reached the limit of turns."],
    ["error_max_budget_usd", "max_budget_usd", "Claude reached the limit of cost."],
    ["error_max_structured_output_retries", "max_structured_output_retries", "Claude gave no valid structured output within the limit of retries."],
    ["error_during_execution", "error_during_execution", "Claude failed during the turn."],
  ])("fails with %s, which the stop reason says", (subtype, stopReason, message) => {
    expect(ending(running(), failure(subtype))).toMatchObject([
      { type: "runtime.error", payload: { message, class: "provider_error" } },
      { type: "turn.completed", payload: { state: "failed", stopReason, errorMessage: message } },
    ]);
    expect(ending(running(), failure(subtype, { errors: ["one", "two"], is_error: true }))).toMatchObject([{ payload: { message: "one\ntwo" } }, { payload: { errorMessage: "one\ntwo" } }]);
  });

  it("ends with a result of a kind that no schema lists", () => {
    const drive = running();
    const events = drive.receive(failure("error_of_a_new_kind", { errors: ["no"] }), { foreign: true });
    expect(types(events)).toEqual(["thread.started", "thread.token-usage.updated", "runtime.error", "turn.completed", "session.state.changed"]);
    expect(completedOf(events)).toMatchObject({ payload: { state: "failed", stopReason: "error_of_a_new_kind" } });
    drive.act({ kind: "turn.start" });
    expect(completedOf(drive.receive(success({ subtype: "parked" }), { foreign: true }))).toMatchObject({ payload: { state: "completed" } });
  });

  it("an error belongs to the turn that it ends", () => {
    const drive = running();
    const [, , error, done] = drive.receive(failure("error_max_turns"));
    expect(error).toMatchObject({ type: "runtime.error", turnId: done?.turnId });
    expect(done?.turnId).toBeDefined();
  });
});

describe("an interrupted turn of Claude (EVENTS.md rule 24)", () => {
  const interrupted = [{ type: "turn.completed", payload: { state: "interrupted" } }];

  it("is one after the host's interrupt, and what was open in it fails", () => {
    const drive = running();
    drive.receive(assistant("m1", [tool("t1", "Bash", { command: "sleep 9" })]));
    drive.act({ kind: "turn.interrupt" });
    expect(ending(drive, failure("error_during_execution", { is_error: true, errors: ["[diagnostic]"] }))).toMatchObject([{ type: "item.completed", payload: { status: "failed", title: "Bash" } }, ...interrupted]);
  });

  it("is one after a denial that interrupts", () => {
    const drive = running();
    drive.act(ask("t1", "Bash", { command: "rm -r ." }));
    expect(drive.act(answer("t1", { behavior: "deny", message: "stop", interrupt: true }))).toMatchObject([{ type: "request.resolved", payload: { decision: "cancel" } }]);
    expect(ending(drive, failure("error_during_execution"))).toMatchObject(interrupted);
  });

  it.each(["[Request interrupted by user]", "[Request interrupted by user for tool use]"])("is one after the program's own words: %s", (words) => {
    const drive = running();
    drive.receive(user([text(words)]));
    expect(ending(drive, failure("error_during_execution"))).toMatchObject(interrupted);
  });

  it.each(["aborted_streaming", "aborted_tools"])("is one by its terminal reason %s, without a runtime.error", (reason) => {
    expect(ending(running(), failure("error_during_execution", { is_error: true, terminal_reason: reason }))).toMatchObject([{ payload: { state: "interrupted", stopReason: reason } }]);
    expect(ending(running(), success({ is_error: true, terminal_reason: reason }))).toMatchObject([{ payload: { state: "interrupted" } }]);
  });

  it("is none if the interrupt was another turn's, another kind of failure, or words of a side chain", () => {
    const drive = running();
    drive.act({ kind: "turn.interrupt" });
    expect(ending(drive, success())).toMatchObject([{ payload: { state: "completed" } }]);
    drive.act({ kind: "turn.interrupt" });
    drive.act({ kind: "turn.start" });
    drive.receive(user([text("[Request interrupted by user]")], { parent_tool_use_id: "task", uuid: "u2" }));
    expect(ending(drive, failure("error_during_execution")).at(-1)).toMatchObject({ payload: { state: "failed" } });
    drive.act({ kind: "turn.start" });
    drive.act({ kind: "turn.interrupt" });
    expect(ending(drive, failure("error_max_turns")).at(-1)).toMatchObject({ payload: { state: "failed" } });
  });
});

describe("the end of a session with Claude (EVENTS.md rule 15)", () => {
  it("closes what the stream leaves open, with the text that came", () => {
    const { receive, act } = running();
    receive(messageStart("m1"));
    receive({ ...system("status"), status: "compacting" });
    act(ask("t1", "Bash", { command: "ls" }));
    receive(assistant("m1", [tool("t1", "Bash", { command: "ls" })]));
    expect(types(act({ kind: "session.exit", exitKind: "error", reason: "exit 1" }))).toEqual(["request.resolved", "item.completed", "runtime.error", "turn.completed", "session.exited"]);
    expect(types(receive(toolResult("t1")))).not.toContain("item.completed");
  });
});
