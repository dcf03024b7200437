import { describe, expect, it } from "vitest";
import { cursor } from "../agents/cursor.js";
import { chose, ended, permission, prompt, tool, toolUpdate } from "./acp-messages.js";
import { drive } from "./drive.js";
import { types } from "./told.js";

const acp = () => {
  const driven = drive({ agent: cursor });
  driven.send(prompt(1));
  return driven;
};
const text = (said: string): object => ({ type: "content", content: { type: "text", text: said } });

describe("a tool call of an ACP agent (EVENTS.md rules 17, 18 and 26)", () => {
  it("starts once, however often it is announced, and ends once", () => {
    const { receive } = acp();
    const [started] = receive(tool("k", { rawInput: {}, content: [] }));
    expect(started).toMatchObject({ type: "item.started", payload: { itemType: "command_execution", status: "inProgress", title: "Terminal" }, providerRefs: { providerItemId: "k" } });
    const [again] = receive(tool("k", { title: "`ls`", rawInput: { command: "ls" } }));
    expect(again).toMatchObject({ type: "item.updated", itemId: started?.itemId, payload: { title: "`ls`", detail: "ls", data: { rawInput: { command: "ls" } } } });
    const [completed] = receive(toolUpdate("k", { status: "completed", rawOutput: { exitCode: 0, stdout: "/w\n", stderr: "" } }));
    expect(completed).toMatchObject({ type: "item.completed", itemId: started?.itemId, payload: { itemType: "command_execution", status: "completed", title: "`ls`", detail: "/w", data: { rawInput: { command: "ls" } } } });
    expect(receive(toolUpdate("k", { status: "completed" }))).toMatchObject([{ type: "item.updated", payload: { itemType: "command_execution", title: "`ls`" } }]);
  });

  it.each([
    ["execute", "command_execution"],
    ["edit", "file_change"],
    ["delete", "file_change"],
    ["move", "file_change"],
    ["fetch", "web_search"],
    ["read", "dynamic_tool_call"],
    ["search", "dynamic_tool_call"],
    ["think", "dynamic_tool_call"],
    ["switch_mode", "dynamic_tool_call"],
    ["other", "dynamic_tool_call"],
    [undefined, "dynamic_tool_call"],
  ])("of the kind %s is %s, and stays so in updates that do not say it", (kind, itemType) => {
    const { receive } = acp();
    expect(receive(tool("k", { kind }))).toMatchObject([{ payload: { itemType } }]);
    expect(receive(toolUpdate("k", { status: "in_progress" }))).toMatchObject([{ type: "item.updated", payload: { itemType, status: "inProgress", title: "Terminal" } }]);
  });

  it("of an MCP server or a sub-agent is known by its names", () => {
    const { receive } = acp();
    expect(receive(tool("a", { kind: "other", _meta: { claudeCode: { toolName: "mcp__files__read" } } }))).toMatchObject([{ payload: { itemType: "mcp_tool_call" } }]);
    expect(receive(tool("b", { kind: undefined, rawInput: { server: "files", tool: "read", arguments: {} } }))).toMatchObject([{ payload: { itemType: "mcp_tool_call" } }]);
    expect(receive(tool("c", { kind: "think", _meta: { claudeCode: { toolName: "Task" } } }))).toMatchObject([{ payload: { itemType: "collab_agent_tool_call" } }]);
    expect(receive(toolUpdate("b", { status: "completed" }))).toMatchObject([{ type: "item.completed", payload: { itemType: "mcp_tool_call" } }]);
  });

  it("keeps what an update leaves out, says null of, or has an empty object for", () => {
    const { receive } = acp();
    const diff = { type: "diff", path: "/w/a", newText: "x" };
    receive(tool("k", { title: "List files", rawInput: { command: "ls" }, content: [diff], locations: [{ path: "/w/a" }] }));
    const known = { rawInput: { command: "ls" }, content: [diff], locations: [{ path: "/w/a" }] };
    expect(receive(toolUpdate("k", { status: "in_progress", title: null, rawInput: {}, content: null, locations: null }))).toMatchObject([
      { type: "item.updated", payload: { status: "inProgress", title: "List files", data: known } },
    ]);
    expect(receive(toolUpdate("k", { status: "completed", content: [text("done")] }))).toMatchObject([{ payload: { detail: "done", data: { ...known, content: [text("done")] } } }]);
  });

  it("without a status in its update is what it was", () => {
    const { receive } = acp();
    receive(tool("k"));
    const [updated] = receive(toolUpdate("k", { _meta: { progress: 1 } }));
    expect(updated).toMatchObject({ type: "item.updated", payload: { data: { _meta: { progress: 1 } } } });
    expect(updated?.payload).not.toHaveProperty("status");
  });

  it("with a status that no schema lists goes on", () => {
    const { receive } = acp();
    expect(receive(tool("k", { status: "queued" }), { foreign: true })).toMatchObject([{ type: "item.started", payload: { status: "inProgress" } }]);
    expect(receive(toolUpdate("k", { status: "cancelled" }), { foreign: true })).toMatchObject([{ type: "item.updated", payload: { status: "inProgress" } }]);
  });

  it("tells what its terminal says, where the agent streams that", () => {
    const { receive } = acp();
    const [started] = receive(tool("k"));
    expect(receive(toolUpdate("k", { _meta: { terminal_output: { terminal_id: "k", data: "tick\n" } } }))).toMatchObject([
      { type: "item.updated" },
      { type: "content.delta", itemId: started?.itemId, payload: { streamKind: "command_output", delta: "tick\n" } },
    ]);
  });

  it("that is over takes what comes late, and is not in progress again", () => {
    const { receive } = acp();
    receive(tool("k"));
    receive(toolUpdate("k", { status: "completed" }));
    receive(ended(1));
    for (const status of [undefined, "in_progress"]) {
      const events = receive(toolUpdate("k", { ...(status !== undefined && { status }), content: [text("tail")] }));
      expect(types(events)).toEqual(["item.updated"]);
      expect(events[0]?.payload).not.toHaveProperty("status");
    }
  });

  it("that is over when it is announced starts and ends", () => {
    const { receive } = acp();
    expect(receive(tool("k", { status: "failed" }))).toMatchObject([
      { type: "item.started", payload: { status: "inProgress" } },
      { type: "item.completed", payload: { status: "failed", itemType: "command_execution", title: "Terminal" } },
    ]);
  });

  it("that is only ever reported on starts with its first report, or ends alone", () => {
    const { receive } = acp();
    expect(types(receive(toolUpdate("a", { status: "in_progress", title: "t" })))).toEqual(["item.started", "item.updated"]);
    expect(receive(toolUpdate("b", { status: "failed" }))).toMatchObject([{ type: "item.completed", payload: { itemType: "unknown", status: "failed" } }]);
  });

  it.each([
    ["end_turn", "completed"],
    ["cancelled", "failed"],
  ])("that is left open ends with its turn: %s makes it %s", (stopReason, status) => {
    const { receive } = acp();
    receive(tool("k"));
    expect(receive(ended(1, stopReason))).toMatchObject([{ type: "item.completed", payload: { itemType: "command_execution", status, title: "Terminal" } }, { type: "turn.completed" }]);
  });
});

describe("a tool call that needs permission (EVENTS.md rules 13 and 26)", () => {
  it.each([
    ["completed", "declined"],
    ["failed", "failed"],
  ])("and is refused: %s means %s", (status, meant) => {
    const { send, receive } = acp();
    receive(tool("k"));
    receive(permission(0, { toolCallId: "k" }));
    expect(send(chose(0, "no"))).toMatchObject([{ type: "request.resolved", payload: { decision: "decline" } }]);
    expect(receive(toolUpdate("k", { status }))).toMatchObject([{ type: "item.completed", payload: { status: meant } }]);
  });

  it("and is refused, of which the agent says nothing more, is declined at the end", () => {
    const { send, receive } = acp();
    receive(tool("k"));
    receive(permission(0, { toolCallId: "k" }));
    send(chose(0, "no"));
    expect(receive(ended(1))).toMatchObject([{ type: "item.completed", payload: { status: "declined" } }, { type: "turn.completed" }]);
  });

  it("takes from the request what the request says of it", () => {
    const { receive } = acp();
    const [started] = receive(tool("k", { rawInput: {} }));
    expect(receive(permission(0, { toolCallId: "k", title: "`rm x`", rawInput: { command: "rm x" } }))).toMatchObject([
      { type: "item.updated", itemId: started?.itemId, payload: { itemType: "command_execution", title: "`rm x`", detail: "rm x" } },
      { type: "request.opened", itemId: started?.itemId, payload: { requestType: "command_execution_approval", detail: "rm x" } },
    ]);
    expect(receive(toolUpdate("k", { status: "completed" }))).toMatchObject([{ payload: { title: "`rm x`", data: { rawInput: { command: "rm x" } } } }]);
  });

  it("and is announced by the request alone does not start by it, but has its type and title once it is told", () => {
    const { send, receive } = acp();
    expect(types(receive(permission(0, { toolCallId: "k", kind: "edit", title: "Write a.txt" })))).toEqual(["request.opened"]);
    send(chose(0, "once"));
    expect(receive(toolUpdate("k", { status: "completed" }))).toMatchObject([{ type: "item.completed", payload: { itemType: "file_change", status: "completed", title: "Write a.txt" } }]);
  });
});

it("a call that is told to be over when it is long forgotten is not the one that was over", () => {
  const { send, receive } = acp();
  send(prompt(1));
  const events = Array.from({ length: 1_100 }, (_, index) => receive(tool(`t${index}`, { status: "completed" }))).flat();
  const late = receive(toolUpdate("t0", { status: "completed" }));
  expect(late).toMatchObject([{ type: "item.completed", providerRefs: { providerItemId: "t0" } }]);
  expect(events.map(({ itemId }) => itemId)).not.toContain(late[0]?.itemId);
});
