import { describe, expect, it } from "vitest";
import { itemStarted, message, shorts, turnCompleted, turnStarted } from "./fixtures/frames.js";
import { session } from "./fixtures/tables.js";

const bare = (id: string, msg: object): object => ({ id, msg });
const beside = (msg: { readonly type: string }, id = "t1", conversationId = "th1"): object => ({ method: `codex/event/${msg.type}`, params: { id, msg, conversationId } });

describe("EventMsg (EVENTS.md rule 28)", () => {
  it("beside the notifications: what has a twin there is always an exact repeat, the rest maps", () => {
    const s = session();
    expect(s.receive(beside({ type: "task_started" }))).toEqual([]);
    expect(shorts(s.receive(turnStarted("t1")))).toEqual(["turn.started"]);
    expect(s.stats).toMatchObject({ repeats: 1, messages: 2 });
    const frame = beside({ type: "warning", message: "w" } as never);
    expect(s.receive(frame)).toMatchObject([
      { type: "runtime.warning", providerRefs: { providerThreadId: "th1", providerTurnId: "t1" }, raw: { source: "codex.eventmsg", method: "codex/event/warning", messageType: "warning", payload: frame } },
    ]);
  });

  it("beside the notifications its ids are the same", () => {
    const s = session();
    const [started] = s.receive(turnStarted("t1"));
    expect(s.receive(beside({ type: "warning" }))).toMatchObject([{ threadId: started?.threadId, turnId: started?.turnId }]);
  });

  it("alone, everything maps", () => {
    const s = session();
    const [started] = s.receive(bare("t1", { type: "task_started", turn_id: "t1" }));
    expect(started).toMatchObject({ type: "turn.started", raw: { source: "codex.eventmsg", messageType: "task_started" } });
    expect(started?.raw).not.toHaveProperty("method");
    expect(shorts(s.receive({ method: "codex/event", params: bare("t1", { type: "task_complete", turn_id: "t1" }) }))).toEqual(["turn.completed completed"]);
  });

  it("a message without an item id yields to its twin with one, if the stream ever sent that", () => {
    const s = session();
    expect(shorts(s.receive(bare("t1", { type: "agent_message_delta", delta: "a" })))).toEqual(["content.delta a"]);
    expect(shorts(s.receive(bare("t1", { type: "agent_message_content_delta", item_id: "i1", delta: "a" })))).toEqual(["content.delta a"]);
    expect(s.receive(bare("t1", { type: "agent_message_delta", delta: "a" }))).toEqual([]);
    expect(s.stats.repeats).toBe(1);
  });

  it("a turn that starts without its thread is found by the first message that names both, and by those that name only one", () => {
    const s = session();
    const [started] = s.receive(bare("t1", { type: "task_started", turn_id: "t1" }));
    expect(started).not.toHaveProperty("threadId");
    const [item] = s.receive(bare("t1", { type: "item_started", thread_id: "th1", turn_id: "t1", item: message("i1") }));
    expect(item).toMatchObject({ turnId: started?.turnId, providerRefs: { providerThreadId: "th1" } });
    const events = s.receive(bare("t1", { type: "task_complete", turn_id: "t1" }));
    expect(shorts(events)).toEqual(["item.completed assistant_message completed", "turn.completed completed"]);
    expect(events[1]).toMatchObject({ turnId: started?.turnId, threadId: item?.threadId });
  });

  it("a turn that started without its thread is one turn, whichever threads its messages name: a reviewer has its own", () => {
    const s = session();
    const [started] = s.receive(bare("t1", { type: "task_started" }));
    const [theirs] = s.receive(bare("t1", { type: "item_started", thread_id: "reviewer", item: message("i1") }));
    const [mine] = s.receive(bare("t1", { type: "item_started", thread_id: "th1", item: message("i2") }));
    expect(theirs).toMatchObject({ turnId: started?.turnId, providerRefs: { providerThreadId: "reviewer" } });
    expect(mine).toMatchObject({ turnId: started?.turnId, providerRefs: { providerThreadId: "th1" } });
    expect(mine?.threadId).not.toBe(theirs?.threadId);
    expect(shorts(s.receive(bare("t1", { type: "task_complete" })))).toEqual([
      "item.completed assistant_message completed",
      "item.completed assistant_message completed",
      "turn.completed completed",
    ]);
  });

  it("an abort is told before the turn ends as interrupted", () => {
    const s = session();
    s.receive(turnStarted("t1"));
    s.receive(itemStarted(message("i1")));
    expect(shorts(s.receive(bare("t1", { type: "turn_aborted", thread_id: "th1", reason: "interrupted" })))).toEqual([
      "turn.aborted",
      "item.completed assistant_message failed",
      "turn.completed interrupted",
    ]);
    expect(shorts(s.receive(turnCompleted("t1", "interrupted")))).toEqual(["session.state.changed ready"]);
  });

  it("a request of its own kind opens once and ends with its turn; nobody can answer it over JSON-RPC", () => {
    const s = session();
    s.receive(bare("t1", { type: "task_started" }));
    const ask = bare("t1", { type: "exec_approval_request", call_id: "call" });
    const [opened] = s.receive(ask);
    expect(opened).toMatchObject({ type: "request.opened", providerRefs: { providerRequestId: "call", providerItemId: "call", providerTurnId: "t1" } });
    expect(s.receive(ask)).toEqual([]);
    expect(s.send({ id: "call", result: { decision: "accept" } })).toEqual([]);
    expect(s.decide(opened?.requestId ?? "", "accept").error).toBeDefined();
    expect(shorts(s.receive(bare("t1", { type: "task_complete" })))).toEqual(["request.resolved command_execution_approval", "turn.completed completed"]);
  });

  it("bytes in base64 are decoded per stream, whole characters only (rule 30)", () => {
    const s = session();
    const output = (chunk: unknown, stream = "stdout"): object => bare("t1", { type: "exec_output", call_id: "c1", stream, chunk });
    expect(shorts(["54w=", "qwo="].flatMap((chunk) => [...s.receive(output(chunk)), ...s.receive(output("dw==", "stderr"))]))).toEqual([
      "content.delta ",
      "content.delta w",
      "content.delta \u732b\n",
      "content.delta w",
    ]);
    expect(shorts(s.receive(output("no base64!")))).toEqual(["content.delta "]);
    expect(shorts(s.receive(output(5)))).toEqual(["content.delta "]);
  });
});
