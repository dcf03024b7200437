import { describe, expect, it } from "vitest";
import { drive } from "./drive.js";
import { command, itemCompleted, itemStarted, notice, textDelta, turnCompleted, turnStarted } from "./messages.js";
import { told, types } from "./told.js";

const refs = { thread: "th", turn: "tu" };

describe("a turn (EVENTS.md rules 16, 20)", () => {
  it("starts with nothing known of it but its ids", () => {
    expect(told(drive().receive(turnStarted()))).toStrictEqual([{ type: "turn.started", payload: {}, refs }]);
  });

  it("ends as it says; its error is trimmed, and told as an error only by the notice of it", () => {
    const { receive } = drive();
    expect(told(receive(turnCompleted("tu", "failed", { message: " boom " })))).toStrictEqual([{ type: "turn.completed", payload: { state: "failed", errorMessage: "boom" }, refs }]);
    expect(told(receive(turnCompleted("t2", "interrupted")))).toStrictEqual([{ type: "turn.completed", payload: { state: "interrupted" }, refs: { ...refs, turn: "t2" } }]);
  });

  it("tells its diff", () => {
    expect(told(drive().receive(notice("turn/diff/updated", { diff: "--- a\n+++ b" })))).toStrictEqual([{ type: "turn.diff.updated", payload: { unifiedDiff: "--- a\n+++ b" }, refs }]);
  });

  it("is not ended by the completion of another, even of one that names its turn in an older way", () => {
    const { receive } = drive();
    const [started] = receive(turnStarted("t3"));
    const older = receive({ method: "turn/completed", params: { threadId: "th", turnId: "t2", status: "completed" } }, { foreign: true });
    expect(told(older)).toStrictEqual([{ type: "turn.completed", payload: { state: "completed" }, refs: { thread: "th", turn: "t2" } }]);
    expect(older[0]?.turnId).not.toBe(started?.turnId);
    expect(receive(turnCompleted("t3"))).toMatchObject([{ type: "turn.completed", turnId: started?.turnId }]);
  });

  it("of a child thread is the child's alone", () => {
    const { receive } = drive();
    const child = { threadId: "th2", turnId: "c1" };
    const frames = [turnStarted(), turnStarted("c1", "th2"), textDelta("x", "child", child), turnCompleted("c1", "completed", null, "th2"), textDelta("i", "parent"), turnCompleted()];
    const events = frames.flatMap((frame) => receive(frame));
    expect(told(events)).toStrictEqual([
      { type: "turn.started", payload: {}, refs },
      { type: "turn.started", payload: {}, refs: { thread: "th2", turn: "c1" } },
      { type: "content.delta", payload: { streamKind: "assistant_text", delta: "child" }, refs: { thread: "th2", turn: "c1", item: "x" } },
      { type: "turn.completed", payload: { state: "completed" }, refs: { thread: "th2", turn: "c1" } },
      { type: "content.delta", payload: { streamKind: "assistant_text", delta: "parent" }, refs: { ...refs, item: "i" } },
      { type: "turn.completed", payload: { state: "completed" }, refs },
    ]);
    const [parent, , , , , ended] = events;
    const [, lane, said, left] = events;
    expect([ended?.turnId, ended?.threadId]).toEqual([parent?.turnId, parent?.threadId]);
    expect([said?.turnId, left?.turnId]).toEqual([lane?.turnId, lane?.turnId]);
    expect([lane?.turnId, lane?.threadId]).not.toContain(parent?.turnId);
    expect(lane?.threadId).not.toBe(parent?.threadId);
  });

  it("stays ended when the answer to its start comes late and calls it in progress", () => {
    const { session, receive, send, act } = drive();
    expect(send({ id: 5, method: "turn/start", params: { threadId: "th", input: [] } })).toEqual([]);
    expect(types([...receive(turnStarted()), ...receive(turnCompleted())])).toEqual(["turn.started", "turn.completed"]);
    expect(receive({ id: 5, result: { turn: { id: "tu", items: [], status: "inProgress" } } })).toEqual([]);
    expect(session.stats.unmapped).toBe(1);
    expect(types(act({ kind: "session.exit" }))).toEqual(["session.exited"]);
  });

  it("that was interrupted ends once, and interrupting it again does nothing", () => {
    const { receive, send, act } = drive();
    receive(turnStarted());
    expect(send({ id: 7, method: "turn/interrupt", params: { threadId: "th", turnId: "tu" } })).toEqual([]);
    expect(told(receive(turnCompleted("tu", "interrupted")))).toStrictEqual([{ type: "turn.completed", payload: { state: "interrupted" }, refs }]);
    expect(receive({ id: 7, result: {} })).toEqual([]);
    expect(act({ kind: "turn.interrupt" })).toEqual([]);
    expect(told(act({ kind: "stream.end" }))).toStrictEqual([{ type: "session.exited", payload: { reason: "stream ended", exitKind: "graceful" }, refs: {} }]);
  });
});

describe("what outlives a turn (EVENTS.md rule 17)", () => {
  it("is a command in the background: it keeps its turn, and does not open it again", () => {
    const { receive, act } = drive();
    const done = command("c", "make", { status: "completed", exitCode: 0 });
    const output = notice("item/commandExecution/outputDelta", { itemId: "c", delta: "ok" });
    const [started, ended, ...late] = [itemStarted(command("c", "make")), turnCompleted(), output, itemCompleted(done)].flatMap((frame) => receive(frame));
    expect(types([started!, ended!])).toEqual(["item.started", "turn.completed"]);
    expect(told(late)).toStrictEqual([
      { type: "content.delta", payload: { streamKind: "command_output", delta: "ok" }, refs: { ...refs, item: "c" } },
      { type: "item.completed", payload: { itemType: "command_execution", status: "completed", detail: "make", data: done }, refs: { ...refs, item: "c" } },
    ]);
    for (const event of late) expect([event.itemId, event.turnId]).toEqual([started?.itemId, ended?.turnId]);
    expect(types(act({ kind: "session.exit" }))).toEqual(["session.exited"]);
  });
});

describe("an agent that dies (EVENTS.md rule 15)", () => {
  it("leaves nothing open: the item and the turn fail, the error comes once, the exit last", () => {
    const { receive, act } = drive();
    receive(turnStarted());
    receive(itemStarted(command("c", "make")));
    const exit = { kind: "session.exit", exitKind: "error", reason: "exit 1" } as const;
    expect(told(act(exit))).toStrictEqual([
      { type: "item.completed", payload: { itemType: "command_execution", status: "failed" }, refs: { ...refs, item: "c" } },
      { type: "runtime.error", payload: { message: "exit 1", class: "transport_error" }, refs: {} },
      { type: "turn.completed", payload: { state: "failed", errorMessage: "exit 1" }, refs },
      { type: "session.exited", payload: { reason: "exit 1", exitKind: "error" }, refs: {} },
    ]);
    expect(act(exit)).toEqual([]);
  });
});
