import { describe, expect, test } from "vitest";
import { gemini } from "./model/gemini.js";
import { messages } from "./model/messages.js";
import { responses } from "./model/responses.js";
import { framesOf, pieces, type Said, type Wire } from "./model/wire.js";

const said: readonly Said[] = [
  { kind: "thinking", text: "Short or long?" },
  { kind: "text", text: "Short, then." },
  { kind: "call", call: { name: "run", input: { command: "echo one two" } } },
];

describe("pieces of a stream", () => {
  test("make up the text, whatever space is in it", () => {
    for (const text of ["", " ", "one", " one  two\n\nthree ", "\n"]) expect(pieces(text).join("")).toBe(text);
  });

  test("are more than one for more than one word, and cut no path", () => {
    expect(pieces("write /a/b/c.txt now")).toEqual(["write", " /a/b/c.txt", " now"]);
  });
});

describe("the Responses API", () => {
  test("has every block as an item that is opened, told in pieces and closed", () => {
    const frames = dataOf(responses, false);
    expect(frames.map(({ type }) => type).filter((type) => !type.endsWith("delta"))).toEqual([
      "response.created",
      "response.output_item.added",
      "response.reasoning_summary_part.added",
      "response.reasoning_summary_text.done",
      "response.reasoning_summary_part.done",
      "response.output_item.done",
      "response.output_item.added",
      "response.content_part.added",
      "response.output_item.done",
      "response.output_item.added",
      "response.function_call_arguments.done",
      "response.output_item.done",
      "response.completed",
    ]);
    expect(joined(frames, "response.output_text.delta", "delta")).toBe("Short, then.");
    expect(joined(frames, "response.reasoning_summary_text.delta", "delta")).toBe("Short or long?");
    expect(JSON.parse(joined(frames, "response.function_call_arguments.delta", "delta"))).toEqual({ command: "echo one two" });
    expect(frames.at(-1)).toMatchObject({
      response: { output: [{ type: "reasoning" }, { type: "message" }, { type: "function_call", name: "run" }] },
    });
  });

  test("gives text to a tool that takes text, and the group of a tool that is in one", () => {
    const items = (call: Said): unknown => (responses.whole([call], counter(), {}) as { output: unknown[] }).output[0];
    expect(items({ kind: "call", call: { name: "exec", input: "text('hi')" } })).toMatchObject({ type: "custom_tool_call", input: "text('hi')" });
    expect(items({ kind: "call", call: { name: "add", namespace: "demo", input: {} } })).toMatchObject({ namespace: "demo", arguments: "{}" });
  });

  test("finds tools that are offered at the top, in groups, and amid the input", () => {
    const tools = [
      { type: "function", name: "shell" },
      { type: "namespace", name: "mcp__demo", tools: [{ type: "function", name: "add" }] },
    ];
    expect(responses.offered({ tools, input: [{ type: "additional_tools", tools: [{ type: "custom", name: "exec" }] }] })).toEqual([
      { name: "shell", free: false },
      { name: "add", free: false, namespace: "mcp__demo" },
      { name: "exec", free: true },
    ]);
  });
});

describe("the Messages API", () => {
  test("has every block between its start and its stop", () => {
    const frames = dataOf(messages, false);
    expect(frames.filter(({ type }) => type !== "content_block_delta").map(({ type, index }) => [type, index])).toEqual([
      ["message_start", undefined],
      ["content_block_start", 0],
      ["content_block_stop", 0],
      ["content_block_start", 1],
      ["content_block_stop", 1],
      ["content_block_start", 2],
      ["content_block_stop", 2],
      ["message_delta", undefined],
      ["message_stop", undefined],
    ]);
    const deltas = frames.flatMap(({ delta }) => (delta === undefined ? [] : [delta as { [key: string]: string }]));
    const text = (key: string): string => deltas.map((delta) => delta[key] ?? "").join("");
    expect([text("thinking"), text("text"), text("partial_json")]).toEqual(["Short or long?", "Short, then.", '{"command":"echo one two"}']);
    expect(frames.at(-2)).toMatchObject({ delta: { stop_reason: "tool_use" } });
  });

  test("is one message where no stream is wanted", () => {
    expect(messages.streams("/v1/messages", {})).toBe(false);
    expect(messages.whole(said.slice(1, 2), counter(), { model: "m" })).toMatchObject({
      model: "m",
      stop_reason: "end_turn",
      content: [{ type: "text", text: "Short, then." }],
    });
  });
});

describe("the Gemini API", () => {
  test("has parts, of which the last frame says that they are all", () => {
    const answers = dataOf(gemini, false) as unknown as {
      candidates: { content: { parts: { text?: string; thought?: boolean }[] }; finishReason?: string }[];
    }[];
    const parts = answers.flatMap(({ candidates }) => candidates.flatMap(({ content }) => content.parts));
    const text = (thought: boolean | undefined): string =>
      parts
        .filter((part) => part.thought === thought)
        .map(({ text }) => text ?? "")
        .join("");
    expect([text(true), text(undefined)]).toEqual(["Short or long?", "Short, then."]);
    expect(parts).toContainEqual({ functionCall: { id: "call_2", name: "run", args: { command: "echo one two" } } });
    expect(answers.map(({ candidates }) => candidates[0]?.finishReason).filter(Boolean)).toEqual(["STOP"]);
  });

  test("streams by its path", () => {
    const path = "/v1beta/models/m:streamGenerateContent";
    expect([gemini.path.test(path), gemini.streams(path, {}), gemini.streams("/v1beta/models/m:generateContent", {})]).toEqual([true, true, false]);
  });
});

test.each([
  ["responses", responses, "response.output_text.delta"],
  ["messages", messages, "content_block_delta"],
])("an unfinished stream of %s ends amid its last block", (_name, wire, last) => {
  const frames = dataOf(wire, true, said.slice(0, 2));
  expect(frames.at(-1)?.type).toBe(last);
  expect(JSON.stringify(frames.at(-1))).toContain("then.");
});

interface Data {
  readonly type: string;
  readonly [key: string]: unknown;
}

function dataOf(wire: Wire, unfinished: boolean, blocks: readonly Said[] = said): Data[] {
  return framesOf(wire.stream(blocks, counter(), {}), unfinished).map(({ data }) => data as Data);
}

function joined(frames: readonly Data[], type: string, key: string): string {
  return frames
    .filter((frame) => frame.type === type)
    .map((frame) => String(frame[key]))
    .join("");
}

function counter(): (prefix: string) => string {
  let count = 0;
  return (prefix) => `${prefix}_${++count}`;
}
