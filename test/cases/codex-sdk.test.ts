import { describe, expect, it } from "vitest";
import { codexSdk } from "../agents/codex-sdk.js";
import { drive, type Drive, type Frame } from "./drive.js";
import { types } from "./told.js";

const sdk = (): Drive => drive({ agent: codexSdk });
const foreign = { foreign: true };

const threadStarted = (thread_id: string): Frame => ({ type: "thread.started", thread_id });
const turnStarted: Frame = { type: "turn.started" };
const turnCompleted: Frame = { type: "turn.completed", usage: { input_tokens: 1, cached_input_tokens: 0, output_tokens: 1 } };
const said: Frame = { type: "item.completed", item: { id: "item_0", type: "agent_message", text: "ok" } };
const error: Frame = { type: "error", message: "Reconnecting... 1/5" };

describe("a second thread in one stream", () => {
  it.each([true, false])("is where everything belongs that follows, whether the first one's turn has ended (%j)", (ended) => {
    const { receive } = sdk();
    const [first] = receive(threadStarted("A"));
    const [before] = receive(turnStarted);
    if (ended) receive(turnCompleted);
    const [second] = receive(threadStarted("B"));
    const [started] = receive(turnStarted);
    expect(started).toMatchObject({ type: "turn.started", threadId: second?.threadId });
    expect([first?.threadId, before?.turnId]).not.toContain(second?.threadId);
    for (const event of [...receive(said), ...receive(error), ...receive(turnCompleted)]) expect(event).toMatchObject({ threadId: second?.threadId, turnId: started?.turnId });
    expect(started?.turnId).not.toBe(before?.turnId);
  });

  it("goes back to the first where that is named again", () => {
    const { receive } = sdk();
    const [first] = receive(threadStarted("A"));
    receive(threadStarted("B"));
    receive(threadStarted("A"));
    expect(receive(turnStarted)).toMatchObject([{ type: "turn.started", threadId: first?.threadId }]);
  });
});

describe("an error", () => {
  it("while a turn runs carries its id, and none when none runs", () => {
    const { receive } = sdk();
    receive(threadStarted("A"));
    const [started] = receive(turnStarted);
    expect(receive(error)).toMatchObject([{ type: "runtime.error", turnId: started?.turnId }]);
    expect(receive({ type: "turn.failed", error: { message: "no" } })).toMatchObject([
      { type: "runtime.error", turnId: started?.turnId, payload: { message: "no" } },
      { type: "turn.completed", turnId: started?.turnId, payload: { state: "failed", errorMessage: "no" } },
    ]);
    expect(receive(error)[0]).not.toHaveProperty("turnId");
  });

  it("that is a text is said", () => {
    const { receive } = sdk();
    receive(threadStarted("A"));
    receive(turnStarted);
    const failed = receive({ type: "item.completed", item: { id: "item_0", type: "mcp_tool_call", server: "s", tool: "t", arguments: {}, status: "failed", error: "refused" } }, foreign);
    expect(failed.at(-1)?.payload).toMatchObject({ status: "failed", detail: "refused" });
    const events = receive({ type: "turn.failed", error: "quota" }, foreign);
    expect(types(events)).toEqual(["runtime.error", "turn.completed"]);
    expect(events.map(({ payload }) => payload)).toMatchObject([{ message: "quota" }, { errorMessage: "quota" }]);
  });
});
