import { describe, expect, it } from "vitest";
import { validateEvent, type ProviderRuntimeEventV2 } from "../../src/canonical.js";
import type { Session } from "../../src/session/types.js";
import { delta, note, shorts, turnStarted } from "./fixtures/frames.js";
import { session } from "./fixtures/tables.js";

async function read(s: Session, chunks: readonly (string | Uint8Array)[]): Promise<ProviderRuntimeEventV2[]> {
  const stream = s.readable();
  const events: ProviderRuntimeEventV2[] = [];
  const done = (async () => {
    for await (const event of stream.readable) events.push(event);
  })();
  const writer = stream.writable.getWriter();
  for (const chunk of chunks) await writer.write(typeof chunk === "string" ? new TextEncoder().encode(chunk) : chunk);
  await writer.close();
  await done;
  return events;
}

const line = (frame: object): string => `${JSON.stringify(frame)}\n`;

describe("readable (EVENTS.md rule 29)", () => {
  it("reads one message per line, CRLF, blank lines, a byte order mark, and a last line without its newline", async () => {
    const chunks = [`\ufeff${line(turnStarted("t1"))}`, line(note("account")).replace("\n", "\r\n"), "\n  \n", JSON.stringify(delta("i1", "x"))];
    expect(shorts(await read(session(), chunks))).toEqual(["turn.started", "account.updated", "content.delta x"]);
  });

  it("reads what is cut anywhere, in characters too", async () => {
    const bytes = new TextEncoder().encode(line(delta("i1", "猫\u2028\u{1f600}\u0085")) + line(note("account")));
    for (const size of [1, 2, 3, 7, 1_000]) {
      const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) => bytes.subarray(index * size, (index + 1) * size));
      const events = await read(session(), chunks);
      expect(shorts(events)).toEqual(["content.delta 猫\u2028\u{1f600}\u0085", "account.updated"]);
    }
  });

  it("does not care that the writer uses its buffer again", async () => {
    const s = session();
    const stream = s.readable();
    const events: ProviderRuntimeEventV2[] = [];
    const done = (async () => {
      for await (const event of stream.readable) events.push(event);
    })();
    const writer = stream.writable.getWriter();
    const buffer = new Uint8Array(8);
    const bytes = new TextEncoder().encode(line(note("account")));
    for (let at = 0; at < bytes.length; at += buffer.length) {
      const part = bytes.subarray(at, at + buffer.length);
      buffer.set(part);
      await writer.write(buffer.subarray(0, part.length));
    }
    await writer.close();
    await done;
    expect(shorts(events)).toEqual(["account.updated"]);
  });

  it("noise is not cut inside a character", async () => {
    const [warning] = await read(session(), [`${"x".repeat(499)}\u{1f600}\n`]);
    expect(JSON.stringify(warning)).not.toMatch(/\\ud[89a-f]/);
  });

  it("what is no message is one bounded warning each, and reading goes on", async () => {
    const noise = ["\u001b[?2004h", "Welcome", "42", '"ready"', "[1]", "[]", "[INFO] up", "null", "x".repeat(1_000_000)];
    const events = await read(session(), [...noise.map((text) => `${text}\n`), line(note("account"))]);
    expect(shorts(events)).toEqual([...noise.map(() => "runtime.warning"), "account.updated"]);
    for (const event of events) expect(validateEvent(event)).toEqual([]);
    expect(JSON.stringify(events[8]).length).toBeLessThan(3_000);
    expect(events[8]?.payload).toMatchObject({ detail: { characters: 1_000_000 } });
  });

  it("a message that was cut off is a transport error, and reading goes on", async () => {
    const events = await read(session(), ['{"method":"turn/compl\n', line(note("account")), '{"half":']);
    expect(shorts(events)).toEqual(["runtime.error transport_error", "account.updated", "runtime.error transport_error"]);
  });

  it("closing it ends nothing", async () => {
    const s = session();
    await read(s, [line(turnStarted("t1"))]);
    expect(shorts(s.act({ kind: "session.exit" }))).toEqual(["turn.completed interrupted", "session.exited graceful"]);
  });

  it("reads a line of many megabytes in many chunks without reading it again and again", async () => {
    const bytes = new TextEncoder().encode(line(delta("i1", "x".repeat(16_000_000))));
    const chunks = Array.from({ length: Math.ceil(bytes.length / 4_096) }, (_, index) => bytes.subarray(index * 4_096, (index + 1) * 4_096));
    const events = await read(session({ attachRaw: false }), chunks);
    expect(events.map((event) => event.type === "content.delta" && event.payload.delta.length)).toEqual([16_000_000]);
  });

  it("counts noise as no message", async () => {
    const s = session();
    await read(s, ["noise\n", line(note("account"))]);
    expect(s.stats).toMatchObject({ messages: 1, events: 2, unknowns: 0 });
  });
});
