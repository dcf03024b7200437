import { describe, expect, it } from "vitest";
import { assistant, blockDelta, blockStart, blockStop, jsonDelta, messageStart, running, stream, success, text, textDelta, tool, toolResult, user } from "./claude.js";
import type { Frame } from "./drive.js";
import { types } from "./told.js";

const thinking = (value: string): object => ({ type: "thinking", thinking: value, signature: "" });

describe("the text of Claude (EVENTS.md rule 22)", () => {
  const block = (index: number, ...pieces: string[]): Frame[] => [blockStart(index, text("")), ...pieces.map((piece) => blockDelta(index, textDelta(piece))), blockStop(index)];

  it("is one item, streamed and whole", () => {
    const { receive } = running();
    const [, ...streamed] = [messageStart("m1"), ...block(0, "EC", "HO")].flatMap((frame) => receive(frame));
    expect(streamed.slice(1).map(({ type, payload, providerRefs }) => [type, payload, providerRefs?.providerItemId])).toStrictEqual([
      ["item.started", { itemType: "assistant_message", status: "inProgress" }, "m1"],
      ["content.delta", { streamKind: "assistant_text", delta: "EC", contentIndex: 0 }, "m1"],
      ["content.delta", { streamKind: "assistant_text", delta: "HO", contentIndex: 0 }, "m1"],
      ["item.completed", { itemType: "assistant_message", status: "completed", detail: "ECHO" }, "m1"],
    ]);
    const again = receive(assistant("m1", [text("ECHO")]));
    expect(again).toMatchObject([{ type: "item.updated", itemId: streamed[1]?.itemId, payload: { itemType: "assistant_message", detail: "ECHO" } }]);
  });

  it("completes when it is said whole, which is before its block stops", () => {
    const { receive } = running();
    for (const frame of [messageStart("m1"), blockStart(0, text("")), blockDelta(0, textDelta(" hi "))]) receive(frame);
    expect(receive(assistant("m1", [text(" hi ")]))).toMatchObject([{ type: "item.completed", payload: { status: "completed", detail: " hi " } }]);
    expect(receive(blockStop(0))).toMatchObject([{ type: "item.updated", payload: { itemType: "assistant_message" } }]);
    expect(types(receive(success()))).not.toContain("item.completed");
  });

  it("of several blocks is several items, and each meets its own whole", () => {
    const { receive } = running();
    const started = [messageStart("m1"), ...block(0, "one"), ...block(1, "two")].flatMap((frame) => receive(frame)).filter(({ type }) => type === "item.started");
    const whole = [assistant("m1", [text("one")]), assistant("m1", [text("two")])].flatMap((frame) => receive(frame));
    expect(whole.map(({ itemId }) => itemId)).toEqual(started.map(({ itemId }) => itemId));
    expect(new Set(whole.map(({ itemId }) => itemId)).size).toBe(2);
  });

  it("of another message is another item, though its index is the same", () => {
    const { receive } = running();
    const events = [messageStart("m1"), ...block(0, "one"), messageStart("m2"), ...block(0, "two")].flatMap((frame) => receive(frame));
    const done = events.filter(({ type }) => type === "item.completed");
    expect(done.map(({ payload }) => payload)).toMatchObject([{ detail: "one" }, { detail: "two" }]);
    expect(new Set(done.map(({ itemId }) => itemId)).size).toBe(2);
  });

  it("that was not streamed opens and completes its own item; a stream that broke off closes with the turn", () => {
    const { receive } = running();
    for (const frame of [messageStart("m1"), blockStart(0, text("")), blockDelta(0, textDelta("This "))]) receive(frame);
    expect(receive(assistant("m2", [text("This is it.")]))).toMatchObject([{ type: "item.started" }, { type: "item.completed", payload: { detail: "This is it." } }]);
    expect(receive(success()).filter(({ type }) => type === "item.completed")).toMatchObject([{ payload: { status: "completed", detail: "This " } }]);
  });

  it("is one item even where nobody saw its message start", () => {
    const { receive } = running();
    const loose = (value: string, id: string): Frame[] => [blockStart(0, text("")), blockDelta(0, textDelta(value)), assistant(id, [text(value)]), blockStop(0)];
    const events = [...loose("one", "m1"), ...loose("two", "m2")].flatMap((frame) => receive(frame)).filter(({ itemId }) => itemId !== undefined);
    expect(types(events)).toEqual(["item.started", "content.delta", "item.completed", "item.updated", "item.started", "content.delta", "item.completed", "item.updated"]);
    expect(new Set(events.map(({ itemId }) => itemId)).size).toBe(2);
    expect([blockDelta(0, textDelta("x")), success()].flatMap((frame) => running().receive(frame)).filter(({ type }) => type === "content.delta")).toHaveLength(1);
  });

  it("that stands for an error is a failed item", () => {
    const { receive } = running();
    expect(receive(assistant("m1", [text("API Error: 500")], { error: "server_error" })).at(-1)).toMatchObject({
      type: "item.completed", payload: { itemType: "assistant_message", status: "failed", detail: "API Error: 500", data: { error: "server_error" } },
    });
  });
});

describe("the thinking of Claude (EVENTS.md rule 22)", () => {
  it("is reasoning; its signature is no text", () => {
    const { receive } = running();
    const frames = [messageStart("m1"), blockStart(0, thinking("")), blockDelta(0, { type: "thinking_delta", thinking: "Hm" }), blockDelta(0, { type: "signature_delta", signature: "s" }), assistant("m1", [thinking("Hm")]), blockStop(0)];
    const events = frames.flatMap((frame) => receive(frame)).filter(({ itemId }) => itemId !== undefined);
    expect(types(events)).toEqual(["item.started", "content.delta", "item.updated", "item.completed", "item.updated"]);
    expect(new Set(events.map(({ itemId }) => itemId)).size).toBe(1);
    expect(events.map(({ payload }) => payload)).toMatchObject([{ itemType: "reasoning" }, { streamKind: "reasoning_text", delta: "Hm" }, { data: { signature: "s" } }, { detail: "Hm" }, { itemType: "reasoning" }]);
  });

  it("stands beside the text of its message, and beside what is redacted", () => {
    const { receive } = running();
    const redacted = { type: "redacted_thinking", data: "x" };
    const started = [messageStart("m1"), blockStart(0, thinking("")), blockStop(0), blockStart(1, redacted), blockStop(1), blockStart(2, text("")), blockStop(2)].flatMap((frame) => receive(frame));
    const ids = started.filter(({ type }) => type === "item.started").map(({ itemId }) => itemId);
    const whole = [assistant("m1", [thinking("a")]), assistant("m1", [redacted]), assistant("m1", [text("b")])].flatMap((frame) => receive(frame));
    expect(whole.map(({ itemId }) => itemId)).toEqual(ids);
    expect(new Set(ids).size).toBe(3);
  });

  it("whose block nobody saw start is still told", () => {
    expect(running().receive(blockDelta(0, { type: "thinking_delta", thinking: "Let" }))).toMatchObject([{ type: "thread.started" }, { type: "content.delta", payload: { streamKind: "reasoning_text", delta: "Let" } }]);
  });
});

describe("a tool of Claude (EVENTS.md rules 13, 18, 23)", () => {
  it("shows its input when that is whole, has not run when its block stops, and ends with its result", () => {
    const { receive } = running();
    receive(messageStart("m1"));
    expect(receive(blockStart(0, tool("t1", "Bash")))).toMatchObject([{ type: "item.started", payload: { itemType: "command_execution", title: "Bash", status: "inProgress" }, providerRefs: { providerItemId: "t1" } }]);
    const [half] = receive(blockDelta(0, jsonDelta('{"command":"sle')));
    expect(half).toMatchObject({ type: "item.updated", payload: { status: "inProgress", title: "Bash" } });
    expect(half?.payload).not.toHaveProperty("detail");
    const input = { command: "sleep 9" };
    expect(receive(blockDelta(0, jsonDelta('ep 9"}')))).toMatchObject([{ payload: { detail: "sleep 9", data: { name: "Bash", input } } }]);
    expect(receive(assistant("m1", [tool("t1", "Bash", input)]))).toMatchObject([{ type: "item.updated", payload: { detail: "sleep 9", data: { input } } }]);
    expect(receive(blockStop(0))).toMatchObject([{ type: "item.updated", payload: { status: "inProgress", data: { input } } }]);
    expect(receive(toolResult("t1"))).toMatchObject([{ type: "item.completed", payload: { itemType: "command_execution", status: "completed", title: "Bash", detail: "sleep 9", data: { content: "done" } } }]);
  });

  it.each([["is_error", true, "failed"], ["is_error", false, "completed"], ["content", [text("a"), text("b")], "completed"]])("ends by its result: %s %j is %s", (field, value, status) => {
    const { receive } = running();
    receive(assistant("m1", [tool("t1", "mcp__s__x")]));
    expect(receive(toolResult("t1", { [field]: value }))).toMatchObject([{ type: "item.completed", payload: { itemType: "mcp_tool_call", status, title: "s · x" } }]);
  });

  it.each([
    ["Bash", "command_execution"], ["BashOutput", "command_execution"], ["KillShell", "command_execution"],
    ["Edit", "file_change"], ["MultiEdit", "file_change"], ["Write", "file_change"], ["NotebookEdit", "file_change"],
    ["Task", "collab_agent_tool_call"], ["Agent", "collab_agent_tool_call"], ["WebSearch", "web_search"],
    ["Read", "dynamic_tool_call"], ["TodoWrite", "dynamic_tool_call"], ["bash", "dynamic_tool_call"], ["MyBash", "dynamic_tool_call"], ["TaskOutput", "dynamic_tool_call"],
    ["mcp__shell__Bash", "mcp_tool_call"], ["mcp__a__Edit", "mcp_tool_call"],
  ])("%s by its exact name is %s", (name, itemType) => {
    expect(running().receive(blockStart(0, tool("t1", name))).at(-1)).toMatchObject({ type: "item.started", payload: { itemType } });
    expect(running().receive(assistant("m1", [tool("t1", name)])).at(-1)).toMatchObject({ type: "item.updated", payload: { itemType } });
  });

  it("that the API runs ends with its result block", () => {
    const { receive } = running();
    receive(messageStart("m1"));
    receive(blockStart(0, { type: "server_tool_use", id: "w1", name: "web_search", input: { query: "q" } }));
    expect(types(receive(blockStop(0)))).toEqual(["item.updated"]);
    expect(receive(blockStart(1, { type: "web_search_tool_result", tool_use_id: "w1", content: [] }))).toMatchObject([{ type: "item.completed", payload: { itemType: "web_search", status: "completed", title: "web_search" } }]);
    expect(types(receive(blockStop(1)))).toEqual(["item.updated"]);
    receive(blockStart(2, { type: "server_tool_use", id: "w2", name: "web_search", input: { query: "q" } }));
    expect(receive(blockStart(3, { type: "web_search_tool_result", tool_use_id: "w2", content: { type: "web_search_tool_result_error", error_code: "unavailable" } }))).toMatchObject([{ payload: { status: "failed" } }]);
    receive(blockStart(4, { type: "mcp_tool_use", id: "c1", name: "add", server_name: "calc", input: {} }));
    expect(receive(blockStart(5, { type: "mcp_tool_result", tool_use_id: "c1", is_error: true, content: "no" }))).toMatchObject([{ payload: { itemType: "mcp_tool_call", status: "failed", title: "calc · add" } }]);
    expect(types(receive(assistant("m1", [{ type: "mcp_tool_result", tool_use_id: "c1", is_error: true, content: "no" }])))).toEqual(["item.updated"]);
  });

  it("of tools that run at once each has its own input", () => {
    const { receive } = running();
    const frames = [messageStart("m1"), blockStart(0, tool("t1", "Read")), blockStart(1, tool("t2", "Read")), blockDelta(1, jsonDelta('{"file_path":"b"}')), blockDelta(0, jsonDelta('{"file_path":"a"}')), blockStop(1), blockStop(0)];
    expect(frames.flatMap((frame) => receive(frame)).flatMap(({ payload, providerRefs }) => ("detail" in payload ? [[providerRefs?.providerItemId, payload.detail]] : []))).toEqual([["t2", "b"], ["t1", "a"], ["t2", "b"], ["t1", "a"]]);
  });

  it("TodoWrite also tells the plan, once, streamed or not", () => {
    const todos = [{ content: "Write", status: "in_progress", activeForm: "Writing" }, { content: " ", status: "pending" }, { content: "Ship", status: "odd" }];
    const plan = [{ step: "Write", status: "inProgress" }, { step: "Step 2", status: "pending" }, { step: "Ship", status: "pending" }];
    const { receive } = running();
    const whole = receive(assistant("m1", [tool("t1", "TodoWrite", { todos })])).filter(({ type }) => type === "turn.plan.updated");
    expect(whole).toMatchObject([{ payload: { plan } }]);
    const frames = [messageStart("m2"), blockStart(0, tool("t2", "TodoWrite")), blockDelta(0, jsonDelta(JSON.stringify({ todos }))), assistant("m2", [tool("t2", "TodoWrite", { todos })]), blockStop(0)];
    expect(frames.flatMap((frame) => receive(frame)).filter(({ type }) => type === "turn.plan.updated")).toMatchObject([{ payload: { plan } }]);
    expect(types(receive(assistant("m3", [tool("t3", "TodoWrite", { todos })], { parent_tool_use_id: "task" })))).not.toContain("turn.plan.updated");
  });
});

describe("odd content of Claude (EVENTS.md rule 4)", () => {
  it("a block of a kind that no schema lists is an item of its own, with the block", () => {
    const { receive } = running();
    receive(messageStart("m1"));
    const strange = { type: "hologram", shape: "cube" };
    expect(receive(blockStart(0, strange), { foreign: true })).toMatchObject([{ type: "item.updated", payload: { itemType: "unknown", title: "hologram", data: strange } }]);
    expect(types(receive(blockDelta(0, { type: "hologram_delta" }), { foreign: true }))).toEqual(["item.updated"]);
    expect(types(receive(blockStop(0)))).toEqual(["item.updated"]);
    expect(receive(assistant("m1", [strange]), { foreign: true })).toMatchObject([{ payload: { itemType: "unknown", data: strange } }]);
  });

  it("a stop of a block that never started, an answer without content and a message that only starts are no items that end", () => {
    const { receive } = running();
    const events = [messageStart("m1"), blockStop(0), stream({ type: "message_stop" }), assistant("m1", [])].flatMap((frame) => receive(frame));
    expect(types(events)).toEqual(["thread.started", "session.state.changed", "session.state.changed", "session.state.changed", "item.updated"]);
  });

  it.each([["a text", "compacted", "compacted"], ["parts", [text("look "), text("here")], "look here"], ["nothing", [], undefined]])("a user message may be %s", (_, content, detail) => {
    const [, started, ...done] = running().receive(user(content, { uuid: "p1" }));
    expect(started).toMatchObject({ type: "item.started", payload: { itemType: "user_message" }, providerRefs: { providerItemId: "p1" } });
    expect(done[0]).toMatchObject({ type: "item.completed", itemId: started?.itemId });
    expect(done.map(({ payload }) => (payload as { detail?: string }).detail)[0]).toBe(detail);
    expect(types(done.slice(1)).every((type) => type === "item.updated")).toBe(true);
  });

  it("a user message with null for its content is still one", () => {
    expect(types(running().receive(user(null), { foreign: true }))).toContain("item.completed");
  });
});
