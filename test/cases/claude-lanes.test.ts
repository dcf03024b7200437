import { describe, expect, it } from "vitest";
import { answer, ask, assistant, blockDelta, blockStart, blockStop, jsonDelta, messageDelta, messageStart, running, success, system, text, textDelta, tool, toolResult, user } from "./claude.js";
import { types } from "./told.js";

const lane = { parent_tool_use_id: "task" };

describe("a side chain of Claude (EVENTS.md rule 20)", () => {
  it("has blocks of its own under the same indexes", () => {
    const { receive } = running();
    const frames = [
      messageStart("m1"), messageStart("m2", "task"), blockStart(1, tool("a", "Read")), blockStart(1, tool("b", "Grep"), "task"),
      blockDelta(1, jsonDelta('{"a":1}')), blockDelta(1, jsonDelta('{"b":2}'), "task"), blockStop(1, "task"), blockStop(1),
    ];
    const stops = frames.flatMap((frame) => receive(frame)).slice(-2);
    expect(stops).toMatchObject([
      { payload: { data: { input: { b: 2 }, parentToolUseId: "task" } }, providerRefs: { providerItemId: "b" } },
      { payload: { data: { input: { a: 1 } } }, providerRefs: { providerItemId: "a" } },
    ]);
  });

  it("has texts of its own, though the indexes and the message's beginning are unknown", () => {
    const { receive } = running();
    const events = [blockStart(0, text("")), blockStart(0, text(""), "task"), blockDelta(0, textDelta("x")), blockDelta(0, textDelta("y"), "task")].flatMap((frame) => receive(frame));
    expect(types(events).filter((type) => type === "content.delta")).toHaveLength(2);
  });

  it("stands in the turn that it runs for, and neither starts, ends nor changes it", () => {
    const { receive, act } = running();
    const [, turn] = receive(assistant("m1", [tool("task", "Task", { description: "Count" })]));
    const events = [
      user([text("Count.")], { ...lane, uuid: "p" }), assistant("m2", [tool("t1", "Bash", { command: "ls" })], lane), messageStart("m3", "task"), messageDelta("end_turn", "task"), toolResult("t1", {}, lane),
    ].flatMap((frame) => receive(frame));
    expect(types(events).filter((type) => type.startsWith("turn.") || type.startsWith("session.") || type === "thread.started" || type === "thread.token-usage.updated")).toEqual([]);
    for (const { turnId } of events.filter(({ itemId }) => itemId !== undefined)) expect(turnId).toBe(turn?.turnId);
    expect(types(act(ask("t1", "Bash", { command: "ls" })))).toEqual(["request.opened"]);
    expect(receive(toolResult("task")).at(-1)).toMatchObject({ type: "item.completed", payload: { itemType: "collab_agent_tool_call", detail: "Count" } });
  });

  it("opens no turn, and what it began goes on where the turn is over", () => {
    const { receive } = running();
    receive(assistant("m1", [tool("t1", "Bash", { command: "ls" })], lane));
    receive(success());
    const late = receive(toolResult("t1", {}, lane));
    expect(late).toMatchObject([{ type: "item.updated", payload: { itemType: "command_execution", status: "completed" } }]);
    expect(types(receive(assistant("m2", [text("done")], lane)))).toEqual(["item.started", "item.completed"]);
  });

  it("works on in the background once its tool call is over: the end of a turn ends nothing of it, and answers nothing", () => {
    const { receive, act } = running();
    receive(assistant("m1", [tool("task", "Agent", { description: "Count" })]));
    receive(toolResult("task"));
    const [started] = receive(assistant("m2", [tool("t1", "Bash", { command: "ls" })], lane));
    expect(started).toMatchObject({ type: "item.started" });
    expect(started?.turnId).toBeUndefined();
    const [opened] = act(ask("t1", "Bash", { command: "ls" }, { agentID: "a" }));
    expect(opened).toMatchObject({ type: "request.opened", itemId: started?.itemId });
    const nested = receive(assistant("m3", [tool("task2", "Agent")], lane)).concat(receive(assistant("m4", [tool("t2", "Read")], { parent_tool_use_id: "task2" })));
    expect(nested.map(({ turnId }) => turnId).filter(Boolean)).toEqual([]);
    expect(types(receive(success()))).toEqual(["thread.token-usage.updated", "turn.completed", "session.state.changed"]);
    expect(act(answer("t1", { behavior: "allow", updatedInput: {} }))).toMatchObject([{ type: "request.resolved", requestId: opened?.requestId, payload: { decision: "accept" } }]);
    act({ kind: "turn.start", input: "more" });
    expect(receive(toolResult("t1", { is_error: true }, lane))).toMatchObject([{ type: "item.completed", itemId: started?.itemId, payload: { status: "failed" } }]);
  });

  it("a request about its tool is about its item", () => {
    const { receive, act } = running();
    const [, started] = receive(assistant("m1", [tool("t1", "Bash", { command: "ls" })], lane));
    expect(act(ask("t1", "Bash", { command: "ls" }, { agentID: "a" }))).toMatchObject([{ type: "request.opened", itemId: started?.itemId }]);
  });
});

describe("a task of Claude", () => {
  const started = () => system("task_started", { task_id: "k", tool_use_id: "task", description: "Count", task_type: "local_agent" });
  const notified = (status: string) => system("task_notification", { task_id: "k", tool_use_id: "task", status, output_file: "/o", summary: "One file." });

  it("is about the tool call that runs it", () => {
    const { receive } = running();
    const [, item] = receive(assistant("m1", [tool("task", "Task", { description: "Count" })]));
    expect(receive(started())).toMatchObject([{ type: "task.started", payload: { taskId: "k", description: "Count", taskType: "local_agent" }, itemId: item?.itemId }]);
    const usage = { total_tokens: 5, tool_uses: 1, duration_ms: 9 };
    expect(receive(system("task_progress", { task_id: "k", tool_use_id: "task", description: "Reading", usage, last_tool_name: "Read" }))).toMatchObject([
      { type: "thread.token-usage.updated", payload: { usage } }, { type: "task.progress", payload: { taskId: "k", description: "Reading", usage, lastToolName: "Read" } },
    ]);
    expect(receive(notified("failed"))).toMatchObject([{ type: "task.completed", payload: { taskId: "k", status: "failed", summary: "One file." }, itemId: item?.itemId }]);
  });

  it("in the foreground ends with the result of its tool call, if nothing else says so", () => {
    const { receive } = running();
    receive(started());
    expect(types(receive(toolResult("task")))).toEqual(["task.completed", "item.completed"]);
    const { receive: told } = running();
    told(started());
    expect(types(told(notified("completed")))).toEqual(["task.completed"]);
    expect(types(told(toolResult("task")))).toEqual(["item.completed"]);
  });

  it("that an interrupt ends was stopped", () => {
    const { receive, act } = running();
    receive(started());
    act({ kind: "turn.interrupt" });
    expect(receive(toolResult("task", { is_error: true }))[0]).toMatchObject({ type: "task.completed", payload: { status: "stopped" } });
  });

  it.each([{ status: "async_launched", isAsync: true }, { backgroundTaskId: "k" }])("in the background goes on after the result %j", (tool_use_result) => {
    const { receive } = running();
    receive(started());
    expect(types(receive(toolResult("task", {}, { tool_use_result })))).toEqual(["item.completed"]);
    receive(success());
    expect(types(receive(notified("stopped")))).toEqual(["task.completed"]);
  });
});
