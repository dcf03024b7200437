import { describe, expect, it } from "vitest";
import { drive } from "./drive.js";
import { itemCompleted, message, textDelta, turnCompleted, turnStarted } from "./messages.js";
import { told } from "./told.js";

const refs = { thread: "th", turn: "tu" };
const line = (frame: object): string => `${JSON.stringify(frame)}\n`;

describe("the agent's output (EVENTS.md rule 29)", () => {
  it("may end without a newline: the last message is read before the session exits", async () => {
    const { bytes, act } = drive();
    const [start, end] = [line(turnStarted()), JSON.stringify(turnCompleted())];
    expect(told(await bytes(start, end.slice(0, 30), end.slice(30)))).toStrictEqual([
      { type: "turn.started", payload: {}, refs },
      { type: "turn.completed", payload: { state: "completed" }, refs },
    ]);
    expect(told(act({ kind: "stream.end" }))).toStrictEqual([{ type: "session.exited", payload: { reason: "stream ended", exitKind: "graceful" }, refs: {} }]);
  });

  it("is read on after noise and after a message that was cut off", async () => {
    const { session, bytes } = drive();
    const events = await bytes("\u001b[?2004h\n", "Welcome to the dev shell\n", line(turnStarted()), '{"method":"turn/compl\n', line(turnCompleted()));
    const half = { line: '{"method":"turn/compl', characters: 21 };
    const noise = (text: string) => ({ type: "runtime.warning", payload: { message: "A line that is no message.", detail: { line: text, characters: text.length } }, refs: {} });
    expect(told(events)).toStrictEqual([
      noise("\u001b[?2004h"),
      noise("Welcome to the dev shell"),
      { type: "turn.started", payload: {}, refs },
      { type: "runtime.error", payload: { message: "A line that began as a message could not be read.", class: "transport_error", detail: half }, refs: {} },
      { type: "turn.completed", payload: { state: "completed" }, refs },
    ]);
    expect(session.stats.messages).toBe(2);
  });

  it("may be any amount of noise, of which little is passed on", async () => {
    const [warning, ...others] = await drive().bytes(`${"x".repeat(100_000)}\n`);
    expect(warning).toMatchObject({ type: "runtime.warning", payload: { detail: { characters: 100_000 } } });
    expect(JSON.stringify(warning).length).toBeLessThan(3_000);
    expect(others).toEqual([]);
  });
});

describe("a character whose halves come in two deltas", () => {
  it("is told whole, and a half that stays alone is replaced when its item ends", async () => {
    const done = message("m", "a\u{1f600}!");
    const events = await drive().bytes(line(textDelta("m", "a\ud83d")), line(textDelta("m", "\ude00!\ud83d")), line(itemCompleted(done)));
    const delta = (text: string) => ({ type: "content.delta", payload: { streamKind: "assistant_text", delta: text }, refs: { ...refs, item: "m" } });
    expect(told(events)).toStrictEqual([
      delta("a"),
      delta("\u{1f600}!"),
      delta("\ufffd"),
      { type: "item.completed", payload: { itemType: "assistant_message", status: "completed", detail: "a\u{1f600}!", data: done }, refs: { ...refs, item: "m" } },
    ]);
  });
});
