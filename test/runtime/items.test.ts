import { describe, expect, it } from "vitest";
import { approval, command, delta, itemCompleted, itemStarted, message, note, shorts, turnCompleted, turnStarted } from "./fixtures/frames.js";
import { session } from "./fixtures/tables.js";

describe("items (EVENTS.md rules 7, 17 and 18)", () => {
  it("start once and complete once; repeats are updates and never reopen", () => {
    const s = session();
    s.receive(turnStarted("t1"));
    expect(shorts(s.receive(itemStarted(command("c1"))))).toEqual(["item.started command_execution inProgress"]);
    expect(shorts(s.receive(itemStarted(command("c1"))))).toEqual(["item.updated command_execution inProgress"]);
    const done = itemCompleted({ type: "commandExecution", id: "c1", status: "declined" });
    expect(shorts(s.receive(done))).toEqual(["item.completed command_execution declined"]);
    expect(shorts(s.receive(done))).toEqual(["item.updated command_execution declined"]);
    expect(shorts(s.receive(itemStarted(command("c1"))))).toEqual(["item.updated command_execution"]);
    expect(shorts(s.receive(delta("c1", "late")))).toEqual(["content.delta late"]);
    expect(shorts(s.receive(turnCompleted("t1", "failed")))).toEqual(["turn.completed failed"]);
  });

  it("a completion without a start stands alone", () => {
    const s = session();
    const [completed] = s.receive(itemCompleted(message("i1", "done")));
    expect(completed).toMatchObject({ type: "item.completed", payload: { itemType: "assistant_message", detail: "done" }, providerRefs: { providerItemId: "i1", providerTurnId: "t1" } });
    expect(completed?.itemId).toBeDefined();
  });

  it("an event that does not say its type and title takes them from what was opened", () => {
    const s = session();
    s.receive(itemStarted(command("c1")));
    expect(s.receive(note("item/updated", { threadId: "th1", turnId: "t1", itemId: "c1" }))).toMatchObject([{ payload: { itemType: "command_execution", title: "make" } }]);
    expect(s.receive(itemCompleted({ id: "c1", status: "failed" }))).toMatchObject([{ payload: { itemType: "command_execution", title: "make", status: "failed" } }]);
    expect(s.receive(itemCompleted({ id: "stranger" }))[0]?.payload).toEqual({ itemType: "unknown" });
  });

  it("a delta opens nothing, and its item is the one that opens later", () => {
    const s = session();
    const [first] = s.receive(delta("i1", "a"));
    expect(first?.type).toBe("content.delta");
    const [started] = s.receive(itemStarted(message("i1")));
    expect(started).toMatchObject({ type: "item.started", itemId: first?.itemId });
  });

  it("a delta of an id that several items share is the text of the one of its kind", () => {
    const s = session();
    s.receive(itemStarted({ type: "enteredReviewMode", id: "x" }));
    const [said] = s.receive(itemStarted(message("x")));
    const [ran] = s.receive(itemStarted(command("x")));
    expect(s.receive(delta("x", "text"))[0]?.itemId).toBe(said?.itemId);
    expect(s.receive(note("item/commandExecution/outputDelta", { threadId: "th1", turnId: "t1", itemId: "x", delta: "out" }))[0]?.itemId).toBe(ran?.itemId);
  });

  it("are found where a message leaves out the turn, and the thread", () => {
    const s = session();
    s.receive(turnStarted("t1"));
    const [started] = s.receive(itemStarted(message("i1")));
    const place = { threadId: started?.threadId, turnId: started?.turnId, itemId: started?.itemId };
    for (const named of [{ threadId: "th1" }, {}]) expect(s.receive(note("item/agentMessage/delta", { ...named, itemId: "i1", delta: "a" }))).toMatchObject([place]);
    expect(s.receive(note("item/progress", { itemId: "i1" }))).toMatchObject([place]);
    expect(s.receive(note("item/completed", { item: message("i1") }))).toMatchObject([{ ...place, type: "item.completed" }]);
    expect(shorts(s.receive(turnCompleted("t1")))).toEqual(["turn.completed completed"]);
  });

  it("ensure opens only what is not open yet", () => {
    const s = session();
    const frame = note("item/ensured", { threadId: "th1", turnId: "t1", itemId: "i1", item: { type: "agentMessage" }, delta: "x" });
    expect(shorts(s.receive(frame))).toEqual(["turn.started", "item.started assistant_message", "content.delta x"]);
    expect(shorts(s.receive(frame))).toEqual(["content.delta x"]);
    s.receive(itemCompleted(message("i1")));
    s.receive(turnCompleted("t1"));
    expect(shorts(s.receive(frame))).toEqual(["content.delta x"]);
  });

  it("are scoped by thread and turn", () => {
    const s = session();
    const ids = [
      s.receive(itemStarted(message("item_0"), "t1")),
      s.receive(itemStarted(message("item_0"), "t2")),
      s.receive(itemStarted(message("item_0"), "t1", "th2")),
    ].map(([event]) => event?.itemId);
    expect(new Set(ids).size).toBe(3);
  });

  it("are two where one id comes with two types", () => {
    const s = session();
    s.receive(turnStarted("t1"));
    const events = ["enteredReviewMode", "exitedReviewMode"].flatMap((type) => [...s.receive(itemStarted({ type, id: "t1" })), ...s.receive(itemCompleted({ type, id: "t1" }))]);
    expect(shorts(events)).toEqual(["item.started review_entered", "item.completed review_entered", "item.started review_exited", "item.completed review_exited"]);
    expect(events[0]?.itemId).toBe(events[1]?.itemId);
    expect(events[2]?.itemId).toBe(events[3]?.itemId);
    expect(events[0]?.itemId).not.toBe(events[2]?.itemId);
    expect(events[2]?.providerRefs?.providerItemId).toBe("t1");
  });

  it("without an id they are told apart by type and place in the turn", () => {
    const s = session();
    s.receive(turnStarted("t1"));
    const rounds = [1, 2].map(() =>
      [
        itemStarted({ type: "reasoning", id: "" }),
        note("item/reasoning/delta", { threadId: "th1", turnId: "t1", itemId: "", delta: "hm" }),
        itemCompleted({ type: "reasoning", id: "" }),
      ].flatMap((frame) => s.receive(frame)),
    );
    for (const events of rounds) {
      expect(shorts(events)).toEqual(["item.started reasoning", "content.delta hm", "item.completed reasoning"]);
      expect(new Set(events.map((event) => event.itemId)).size).toBe(1);
      expect(events[0]?.providerRefs).not.toHaveProperty("providerItemId");
    }
    expect(rounds[0]?.[0]?.itemId).not.toBe(rounds[1]?.[0]?.itemId);
  });

  it("text without an item id goes to the open item of its type, or to a nameless one that its completion closes", () => {
    const s = session();
    s.receive(turnStarted("t1"));
    const say = (text: string): object => note("item/agentMessage/delta", { threadId: "th1", turnId: "t1", delta: text });
    const [started] = s.receive(itemStarted(message("i1")));
    expect(s.receive(say("a"))).toMatchObject([{ itemId: started?.itemId }]);
    s.receive(itemCompleted(message("i1")));
    const [nameless] = s.receive(say("b"));
    expect(nameless?.itemId).not.toBe(started?.itemId);
    expect(s.receive(itemCompleted({ type: "agentMessage" }))).toMatchObject([{ type: "item.completed", itemId: nameless?.itemId }]);
    expect(s.receive(say("c"))[0]?.itemId).not.toBe(nameless?.itemId);
  });

  it("a refused permission makes an item declined, unless its status on the wire says otherwise", () => {
    for (const [wire, expected] of [
      [undefined, "item.completed command_execution declined"],
      ["failed", "item.completed command_execution failed"],
    ] as const) {
      const s = session();
      s.receive(turnStarted("t1"));
      s.receive(approval(1));
      s.send({ id: 1, result: { decision: "decline" } });
      expect(shorts(s.receive(itemCompleted({ type: "commandExecution", id: "c1", status: wire })))).toEqual([expected]);
    }
  });

  it("what is still open of a refused item closes as declined, whatever the turn came to", () => {
    for (const status of ["completed", "failed"]) {
      const s = session();
      s.receive(turnStarted("t1"));
      s.receive(itemStarted({ type: "fileChange", id: "f1" }));
      s.receive(approval(1, "f1"));
      s.send({ id: 1, result: { decision: "cancel" } });
      expect(shorts(s.receive(turnCompleted("t1", status)))).toEqual(["item.completed file_change declined", `turn.completed ${status}`]);
    }
  });

  it("a permission that was given in the end undoes the refusal before it", () => {
    const s = session();
    s.receive(turnStarted("t1"));
    s.receive(itemStarted({ type: "fileChange", id: "f1" }));
    for (const [id, decision] of [[1, "decline"], [2, "accept"]] as const) {
      s.receive(approval(id, "f1"));
      s.send({ id, result: { decision } });
    }
    expect(shorts(s.receive(turnCompleted("t1", "failed")))).toContain("item.completed file_change failed");
  });

  it("progress of a tool is tied to its item and changes nothing", () => {
    const s = session();
    const [started] = s.receive(itemStarted(command("c1")));
    expect(s.receive(note("item/progress", { threadId: "th1", turnId: "t1", itemId: "c1", message: "50%" }))).toMatchObject([{ type: "tool.progress", itemId: started?.itemId }]);
  });
});

describe("characters that were cut in two", () => {
  it("are joined per item and stream, and a half that stays alone becomes U+FFFD before its item closes", () => {
    const s = session();
    s.receive(itemStarted(message("i1")));
    const deltas = ["a\ud83d", "\ude00!\ud83d", ""].flatMap((text) => s.receive(delta("i1", text)));
    expect(shorts(deltas)).toEqual(["content.delta a", "content.delta \u{1f600}!", "content.delta "]);
    expect(shorts(s.receive(delta("i2", "\ude00x")))).toEqual(["content.delta \ufffdx"]);
    expect(shorts(s.receive(itemCompleted(message("i1"))))).toEqual(["content.delta \ufffd", "item.completed assistant_message"]);
    expect(shorts(s.receive(itemCompleted(message("i2"))))).toEqual(["item.completed assistant_message"]);
  });

  it("are told at the end of the turn where their item never opened", () => {
    const s = session();
    s.receive(turnStarted("t1"));
    s.receive(delta("i1", "a\ud83d"));
    expect(shorts(s.receive(turnCompleted("t1")))).toEqual(["content.delta \ufffd", "turn.completed completed"]);
  });

  it.each([
    ["\ud83d\ud83d", ["\ufffd"]],
    ["\ude00", ["\ufffd"]],
    ["x\ud83dy", ["x\ufffdy"]],
    ["\u{1f600}", ["\u{1f600}"]],
  ])("%j comes out well formed", (text, expected) => {
    const s = session();
    expect(s.receive(delta("i1", text)).map((event) => (event.payload as { delta: string }).delta)).toEqual(expected);
  });
});
