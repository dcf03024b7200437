import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { validateEvent } from "../../src/index.js";
import { runIn, type Result, type RunOptions } from "./project.js";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "mapwright-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

const notification = (method: string, params: object): object => ({ method, params });
const started = notification("turn/started", { threadId: "T", turn: { id: "U", items: [], status: "inProgress", error: null } });
const delta = (text: string): object => notification("item/agentMessage/delta", { threadId: "T", turnId: "U", itemId: "I", delta: text });
const entry = (from: string, part: object): string => `${JSON.stringify({ from, ...part })}\n`;
const fromAgent = (message: object): string => entry("agent", { message });

interface Event {
  readonly type: string;
  readonly payload: Record<string, unknown>;
  readonly createdAt: string;
  readonly sessionId: string;
}

/** Replays the standard input. */
function replay(stdin: string | Uint8Array, ...options: string[]): Promise<Result> {
  return runIn(folder, ["replay", "-", "--provider", "codex", ...options], { stdin });
}

async function eventsOf(stdin: string | Uint8Array, ...options: string[]): Promise<Event[]> {
  const { code, stdout, stderr } = await replay(stdin, "--format", "json", ...options);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return stdout === "" ? [] : stdout.trimEnd().split("\n").map((line) => JSON.parse(line) as Event);
}

const typesOf = async (stdin: string | Uint8Array): Promise<string[]> => (await eventsOf(stdin)).map(({ type }) => type);

test("--format json prints one canonical event per line, the same each time", async () => {
  const transcript = fromAgent(started) + fromAgent(delta("Hel")) + fromAgent(delta("lo"));
  const events = await eventsOf(transcript);
  expect(events.map(({ type }) => type)).toEqual(["turn.started", "content.delta", "content.delta"]);
  expect(events.map((event) => validateEvent(event))).toEqual([[], [], []]);
  expect(await eventsOf(transcript)).toEqual(events);
});

test("the clock moves with the lines, the ids follow from the session id", async () => {
  const [event] = await eventsOf(`\n\n${fromAgent(started)}`);
  expect(event).toMatchObject({ createdAt: "1970-01-01T00:00:00.003Z", sessionId: "replay" });
  const [other] = await eventsOf(`\n\n${fromAgent(started)}`, "--session", "mine");
  expect(other).toMatchObject({ createdAt: "1970-01-01T00:00:00.003Z", sessionId: "mine" });
  expect(other).not.toMatchObject({ turnId: (event as unknown as { turnId: string }).turnId });
});

test("messages of both sides, acts, noise and bare messages are all understood", async () => {
  const request = { id: 7, method: "item/commandExecution/requestApproval", params: { threadId: "T", turnId: "U", itemId: "C", command: "ls" } };
  const transcript = [
    `${JSON.stringify(started)}\n`,
    fromAgent(request),
    entry("host", { message: { id: 7, result: { decision: "decline" } } }),
    entry("agent", { text: "warning: not a message" }),
    entry("host", { text: "typed by mistake" }),
    entry("host", { act: { kind: "session.exit", exitKind: "graceful" } }),
  ].join("");
  const events = await eventsOf(transcript);
  expect(events.map(({ type }) => type)).toEqual(["turn.started", "request.opened", "request.resolved", "runtime.warning", "turn.completed", "session.exited"]);
  expect(events[2]?.payload).toMatchObject({ decision: "decline" });
});

test("bytes are framed right: CRLF, BOM, U+2028, no last newline, characters split between chunks", async () => {
  const transcript = `\uFEFF${fromAgent(started).trimEnd()}\r\n${fromAgent(delta("a\u2028b")).trimEnd()}\r\n\n${fromAgent(delta("é€😀")).trimEnd()}`;
  const bytes = new TextEncoder().encode(transcript);
  writeFileSync(path.join(folder, "framed.jsonl"), bytes);
  const whole = await runIn(folder, ["replay", "framed.jsonl", "--provider", "codex", "--format", "json"]);
  expect(whole.code).toBe(0);
  expect(whole.stdout.split("\n").filter(Boolean).map((line) => (JSON.parse(line) as Event).payload["delta"])).toEqual([undefined, "a\u2028b", "é€😀"]);

  const chunked: RunOptions = { stdin: "" };
  const { run } = await import("../../codegen/cli/run.js");
  const { Readable, Writable } = await import("node:stream");
  let printed = "";
  const stdout = new Writable({ write: (chunk: Buffer, _, done) => ((printed += String(chunk)), done()) });
  const split = Array.from(bytes, (byte) => Uint8Array.of(byte));
  expect(await run(["replay", "-", "--provider", "codex", "--format", "json"], { cwd: folder, env: chunked.env ?? {}, stdin: () => Readable.from(split), stdout, stderr: stdout })).toBe(0);
  expect(printed).toBe(whole.stdout);
});

test.each([
  ["no JSON", '{"from":', "this line is no JSON: "],
  ["no object", "[1]", "a line must be an object"],
  ["an unknown speaker", '{"from":"user","message":{}}', '"from" must be "agent" or "host", not "user"'],
  ["two things", '{"from":"host","message":{},"act":{"kind":"x"}}', 'a line has either "message", "act" or "text", not "message" and "act"'],
  ["an act of the agent", '{"from":"agent","act":{"kind":"session.exit"}}', '"act" must be an object with a "kind", from the host'],
  ["an act without a kind", '{"from":"host","act":{}}', '"act" must be an object with a "kind", from the host'],
  ["a text that is none", '{"from":"agent","text":5}', '"text" must be a string'],
])("a line with %s is said with file and line, after the events before it", async (_, line, said) => {
  writeFileSync(path.join(folder, "bad.jsonl"), `${fromAgent(started)}\n${line}\n${fromAgent(delta("x"))}`);
  const { code, stdout, stderr } = await runIn(folder, ["replay", "bad.jsonl", "--provider", "codex", "--format", "json"]);
  expect(code).toBe(2);
  expect(stderr).toMatch(/^error: bad\.jsonl:3: [^\n]*\n$/);
  expect(stderr).toContain(said);
  expect(stdout.trimEnd().split("\n").map((text) => (JSON.parse(text) as Event).type)).toEqual(["turn.started"]);
});

test("messages that are no messages are the agent's affair", async () => {
  expect(await typesOf('{"from":"agent","message":null}\n{"from":"agent","message":[1]}\n{}\n{"from":"agent"}\n')).toHaveLength(4);
});

test("a missing file, a folder and an unknown provider are wrong use", async () => {
  mkdirSync(path.join(folder, "sub"), { recursive: true });
  expect(await runIn(folder, ["replay", "none.jsonl", "--provider", "codex"])).toEqual({ code: 2, stdout: "", stderr: "error: cannot read 'none.jsonl': no such file or folder\n" });
  expect(await runIn(folder, ["replay", "sub", "--provider", "codex"])).toEqual({ code: 2, stdout: "", stderr: "error: cannot read 'sub': it is a folder\n" });
  expect(await runIn(folder, ["replay", "-", "--provider", "codx"])).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining('"codx"') });
});

test("text is a timeline with a line for each event", async () => {
  const transcript = fromAgent(started) + entry("host", { message: { id: 1, method: "thread/list", params: {} } }) + fromAgent(delta("Hello there"));
  expect((await replay(transcript)).stdout.split("\n")).toEqual([
    expect.stringMatching(/^ {4}1 < turn\/started +turn\.started/),
    expect.stringMatching(/^ {4}2 > thread\/list +-$/),
    expect.stringMatching(/^ {4}3 < item\/agentMessage\/delta +content\.delta +streamKind=assistant_text delta="Hello there" item:I$/),
    "",
  ]);
});

test("markdown is a table; several files are sessions of their own under their names", async () => {
  writeFileSync(path.join(folder, "one.jsonl"), fromAgent(started));
  const { stdout } = await runIn(folder, ["replay", "one.jsonl", "one.jsonl", "--provider", "codex", "--format", "markdown"]);
  const [first, second] = stdout.split("## `one.jsonl`\n\n").slice(1);
  expect(first).toBe(second);
  expect(first).toMatch(/^\| Line \| From \| Message \| Event \| Payload \|\n\| --- .*\n\| 1 \| agent \| `turn\/started` \| `turn\.started` \| /);
});

test("control characters of a message do not reach the terminal", async () => {
  const { stdout } = await replay(fromAgent({ method: "\u001b[31mred\u0007" }));
  expect(stdout).not.toContain("\u001b");
  expect(stdout).not.toContain("\u0007");
});
