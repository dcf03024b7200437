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

describe("the output of a process of the host's own", () => {
  const frame = (method: string, params: object): object => ({ method, params });
  const ran = (...frames: readonly object[]) => {
    const session = createSession({ provider: "codex" });
    const events = frames.flatMap((one) => session.receive(one));
    return { session, events };
  };

  it.each([
    ["command/exec/outputDelta", "processId"],
    ["process/outputDelta", "processHandle"],
  ])("of %s is one text for each stream, whole, and one item", (method, name) => {
    const said = (stream: string, deltaBase64: string): object => frame(method, { [name]: "p", stream, deltaBase64, capReached: false });
    const { events } = ran(said("stdout", "54w="), said("stderr", "b2s="), said("stdout", "qwo="));
    expect(events.map(({ type }) => type)).toEqual(["item.started", "content.delta", "content.delta", "content.delta"]);
    expect(events.flatMap((event) => (event.type === "content.delta" ? [event.payload.delta] : []))).toEqual(["", "ok", "猫\n"]);
    expect(new Set(events.map((event) => event.itemId)).size).toBe(1);
    expect(new Set(events.map((event) => event.providerRefs?.providerItemId))).toEqual(new Set(["p"]));
  });

  it.each([
    [0, "completed"],
    [2, "failed"],
  ])("ends with process/exited: %i is %s", (exitCode, status) => {
    const { events } = ran(frame("process/outputDelta", { processHandle: "p", stream: "stdout", deltaBase64: "b2s=", capReached: false }), frame("process/exited", { processHandle: "p", exitCode }));
    expect(events.at(-1)).toMatchObject({ type: "item.completed", itemId: events[0]?.itemId, payload: { itemType: "command_execution", status } });
  });

  it.each([
    [0, "completed"],
    [1, "failed"],
  ])("ends with the answer to command/exec: %i is %s", (exitCode, status) => {
    const session = createSession({ provider: "codex" });
    session.send({ id: 1, method: "command/exec", params: { command: ["echo", "ok"], processId: "p" } });
    const [started] = session.receive(frame("command/exec/outputDelta", { processId: "p", stream: "stdout", deltaBase64: "b2s=", capReached: false }));
    const ended = session.receive({ id: 1, result: { exitCode, stdout: "", stderr: "" } });
    expect(ended).toMatchObject([{ type: "item.completed", itemId: started?.itemId, payload: { status, detail: "echo ok" } }]);
  });

  it("is the answer alone where the host gave the process no name", () => {
    const session = createSession({ provider: "codex" });
    session.send({ id: 1, method: "command/exec", params: { command: ["true"] } });
    expect(session.receive({ id: 1, result: { exitCode: 0, stdout: "", stderr: "" } })).toEqual([]);
  });
});
