import { describe, expect, it } from "vitest";
import { drive, type Frame } from "./drive.js";
import { told } from "./told.js";

/** What `codex proto` writes: the submission's id and the message. */
const says = (type: string, fields: object): Frame => ({ id: "0", msg: { type, ...fields } });

describe("the output of a command in the EventMsg stream (EVENTS.md rule 30)", () => {
  const output = (call_id: string, stream: "stdout" | "stderr", bytes: readonly number[]): Frame =>
    says("exec_command_output_delta", { call_id, stream, chunk: Buffer.from(bytes).toString("base64") });
  const cat = [...Buffer.from("猫\n")];

  it("is bytes, and a character split between chunks is whole in its own stream", () => {
    const { receive } = drive();
    const frames = [
      output("c", "stdout", cat.slice(0, 2)),
      output("c", "stderr", [...Buffer.from("warn\n")]),
      output("d", "stdout", [...Buffer.from("other\n")]),
      output("c", "stdout", cat.slice(2)),
    ];
    const delta = (item: string, text: string) => ({ type: "content.delta", payload: { streamKind: "command_output", delta: text }, refs: { turn: "0", item } });
    expect(told(frames.flatMap((frame) => receive(frame)))).toStrictEqual([delta("c", ""), delta("c", "warn\n"), delta("d", "other\n"), delta("c", "猫\n")]);
  });
});

describe("the token counts of the EventMsg stream", () => {
  const count = { input_tokens: 100, cached_input_tokens: 20, output_tokens: 30, reasoning_output_tokens: 5, total_tokens: 130 };
  const info = { total_token_usage: count, last_token_usage: count, model_context_window: null };

  it("are passed on as they stand, total and last apart, and never added up", () => {
    const { receive } = drive();
    const frames = [info, info, null].map((each) => says("token_count", { info: each, rate_limits: null }));
    const usage = (of: object) => ({ type: "thread.token-usage.updated", payload: { usage: of }, refs: { turn: "0" } });
    expect(told(frames.flatMap((frame) => receive(frame)))).toStrictEqual([usage(info), usage(info), usage({})]);
  });
});
