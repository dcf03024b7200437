import { describe, expect, it } from "vitest";
import { drive } from "./drive.js";
import { command, itemCompleted, itemStarted, message, notice, textDelta, turnCompleted } from "./messages.js";
import { told, types } from "./told.js";

describe("an assistant message (EVENTS.md rules 17, 18)", () => {
  it("that was not streamed is told by its completion, with its whole text", () => {
    const { receive } = drive();
    const started = receive(itemStarted(message("m", "")));
    const completed = receive(itemCompleted(message("m", "ok")));
    const refs = { thread: "th", turn: "tu", item: "m" };
    expect(told([...started, ...completed])).toStrictEqual([
      { type: "item.started", payload: { itemType: "assistant_message", status: "inProgress", data: message("m", "") }, refs },
      { type: "item.completed", payload: { itemType: "assistant_message", status: "completed", detail: "ok", data: message("m", "ok") }, refs },
    ]);
    expect(completed[0]?.itemId).toBe(started[0]?.itemId);
  });

  it("has the completed text for its own, and no delta makes up for what was streamed otherwise", () => {
    const { receive } = drive();
    const frames = [itemStarted(message("m", "")), textDelta("m", "Hello  w"), textDelta("m", "orld"), itemCompleted(message("m", "Hello world"))];
    const events = frames.flatMap((frame) => receive(frame));
    expect(types(events)).toEqual(["item.started", "content.delta", "content.delta", "item.completed"]);
    expect(events.slice(1).map(({ payload }) => payload)).toStrictEqual([
      { streamKind: "assistant_text", delta: "Hello  w" },
      { streamKind: "assistant_text", delta: "orld" },
      { itemType: "assistant_message", status: "completed", detail: "Hello world", data: message("m", "Hello world") },
    ]);
    expect(new Set(events.map(({ itemId }) => itemId)).size).toBe(1);
  });

  it("whose start nobody saw completes all the same", () => {
    expect(told(drive().receive(itemCompleted(message("m", "done"))))).toStrictEqual([
      { type: "item.completed", payload: { itemType: "assistant_message", status: "completed", detail: "done", data: message("m", "done") }, refs: { thread: "th", turn: "tu", item: "m" } },
    ]);
  });
});

describe("an item (EVENTS.md rules 4, 18)", () => {
  it("that starts is in progress and told by what it does", () => {
    const item = command("c", "ls");
    expect(told(drive().receive(itemStarted(item)))).toStrictEqual([
      { type: "item.started", payload: { itemType: "command_execution", status: "inProgress", detail: "ls", data: item }, refs: { thread: "th", turn: "tu", item: "c" } },
    ]);
  });

  it("completes with the status that the wire gives it, whatever the verb", () => {
    const { receive } = drive();
    const failed = command("c", "false", { status: "failed", exitCode: 1 });
    const declined = { type: "fileChange", id: "f", changes: [], status: "declined" };
    expect(told([...receive(itemCompleted(failed)), ...receive(itemCompleted(declined))])).toStrictEqual([
      { type: "item.completed", payload: { itemType: "command_execution", status: "failed", detail: "false", data: failed }, refs: { thread: "th", turn: "tu", item: "c" } },
      { type: "item.completed", payload: { itemType: "file_change", status: "declined", data: declined }, refs: { thread: "th", turn: "tu", item: "f" } },
    ]);
  });

  it("of an MCP server is titled by server and tool", () => {
    const item = { type: "mcpToolCall", id: "m", server: "srv", tool: "status", arguments: {}, status: "completed", result: { content: [] }, error: null, durationMs: 1 };
    const [completed] = drive().receive(itemCompleted(item));
    expect(completed).toMatchObject({ type: "item.completed", providerRefs: { providerItemId: "m" } });
    expect(completed?.payload).toStrictEqual({ itemType: "mcp_tool_call", status: "completed", title: "srv · status", data: item });
  });

  it("that begins a review is one of its own type, told by what is reviewed", () => {
    const item = { type: "enteredReviewMode", id: "r", review: "current changes" };
    expect(told(drive().receive(itemStarted(item)))).toStrictEqual([
      { type: "item.started", payload: { itemType: "review_entered", status: "inProgress", detail: "current changes", data: item }, refs: { thread: "th", turn: "tu", item: "r" } },
    ]);
  });

  it("without anything to tell has neither title nor detail", () => {
    const item = { type: "contextCompaction", id: "k" };
    expect(told(drive().receive(itemCompleted(item)))).toStrictEqual([
      { type: "item.completed", payload: { itemType: "context_compaction", status: "completed", data: item }, refs: { thread: "th", turn: "tu", item: "k" } },
    ]);
  });

  it("is mapped in full by what an older agent says of it, and a look at its fields finds nothing to warn of", () => {
    const { receive } = drive({ validate: "warn" });
    const done = command("c", "make", { status: "completed", exitCode: 0, aggregatedOutput: "ok" });
    const events = [itemStarted(command("c", "make")), itemCompleted(done), turnCompleted()].flatMap((frame) => receive(frame));
    expect(told(events)).toStrictEqual([
      { type: "item.started", payload: { itemType: "command_execution", status: "inProgress", detail: "make", data: command("c", "make") }, refs: { thread: "th", turn: "tu", item: "c" } },
      { type: "item.completed", payload: { itemType: "command_execution", status: "completed", detail: "make", data: done }, refs: { thread: "th", turn: "tu", item: "c" } },
      { type: "turn.completed", payload: { state: "completed" }, refs: { thread: "th", turn: "tu" } },
    ]);
  });

  it("with a field of the wrong type is mapped in full without it, and warned of once", () => {
    const { receive } = drive({ validate: "warn" });
    const odd = (id: string): object => ({ ...command(id, "make"), command: 5 });
    const [first, warning, ...others] = [itemStarted(odd("c")), itemStarted(odd("d"))].flatMap((frame) => receive(frame, { foreign: true }));
    expect(warning).toMatchObject({ type: "runtime.warning", payload: { detail: { method: "item/started", path: "params.item.command", expected: "string", found: "number" } } });
    expect(first?.payload).toStrictEqual({ itemType: "command_execution", status: "inProgress", data: odd("c") });
    expect(types(others)).toEqual(["item.started"]);
  });
});

describe("what happens inside an item (EVENTS.md rules 3, 10)", () => {
  it("is an update with its parameters, of no status and no title", () => {
    const { receive } = drive();
    const part = notice("item/reasoning/summaryPartAdded", { itemId: "rs", summaryIndex: 1 });
    const typed = notice("item/commandExecution/terminalInteraction", { itemId: "c", processId: "9", stdin: "y\n" });
    expect(told([...receive(part), ...receive(typed)])).toStrictEqual([
      { type: "item.updated", payload: { itemType: "reasoning", data: part["params"] }, refs: { thread: "th", turn: "tu", item: "rs" } },
      { type: "item.updated", payload: { itemType: "command_execution", data: typed["params"] }, refs: { thread: "th", turn: "tu", item: "c" } },
    ]);
  });

  it("is progress of the tool whose item it names", () => {
    const { receive } = drive();
    const [started] = receive(itemStarted({ type: "mcpToolCall", id: "m", server: "srv", tool: "t", arguments: {}, status: "inProgress" }));
    const progress = receive(notice("item/mcpToolCall/progress", { itemId: "m", message: "50%" }));
    expect(told(progress)).toStrictEqual([{ type: "tool.progress", payload: { toolUseId: "m", summary: "50%" }, refs: { thread: "th", turn: "tu", item: "m" } }]);
    expect(progress[0]?.itemId).toBe(started?.itemId);
  });
});
