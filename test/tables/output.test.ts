import { describe, expect, it } from "vitest";
import { createSession } from "../../src/index.js";

/** Output of commands in the EventMsg lane: base64 of bytes, cut anywhere (EVENTS.md rule 30). 54w=, qwo= are the halves of 猫 and a newline. */
const chunk = (turn: string, bytes: unknown): object => ({ id: turn, msg: { type: "exec_command_output_delta", call_id: "c", stream: "stdout", chunk: bytes } });
const end = (turn: string): object => ({ id: turn, msg: { type: "task_complete" } });

function textOf(...frames: readonly object[]): string[] {
  const session = createSession({ provider: "codex" });
  return frames.flatMap((frame) => session.receive(frame)).flatMap((event) => (event.type === "content.delta" ? [event.payload.delta] : []));
}

describe("the output of a command", () => {
  it("is whole when the command outlives its turn", () => {
    expect(textOf(chunk("t1", "54w="), end("t1"), chunk("t1", "qwo="))).toEqual(["", "猫\n"]);
  });

  it("does not run into that of another turn with the same call id", () => {
    expect(textOf(chunk("t1", "54w="), end("t1"), chunk("t2", "b2s="))).toEqual(["", "ok"]);
  });

  it("is not told again when a chunk is missing or broken", () => {
    expect(textOf(chunk("t1", "b2s="), chunk("t1", undefined), chunk("t1", null), chunk("t1", "no base64!"))).toEqual(["ok", "", "", ""]);
  });
});
