import { createSession } from "../../dist/src/codex.js";

const TURNS = 20_000;
const PER_TURN = 50;
const SLICE = 50_000;

/** One session of a million messages, whole turns with ids of their own, and what it costs early and late. */
const session = createSession({ sessionId: "long" });
const marks = [];
let since = process.hrtime.bigint();
for (let turn = 0, count = 0; turn < TURNS; turn += 1) {
  for (const message of messagesOf(turn)) session.receive(message);
  count += PER_TURN;
  if (count % SLICE === 0) {
    const time = Number(process.hrtime.bigint() - since) / SLICE;
    globalThis.gc();
    marks.push({ time, heap: process.memoryUsage().heapUsed / 1e6 });
    since = process.hrtime.bigint();
  }
}
const late = marks.at(-1);
console.log(JSON.stringify({ heapEarly: marks[0].heap, heapLate: late.heap, timeEarly: marks[1].time, timeLate: late.time }));

function messagesOf(turn) {
  const threadId = "thread";
  const turnId = `turn-${turn}`;
  const itemId = `item-${turn}`;
  const item = { type: "agentMessage", id: itemId, text: "" };
  return [
    { method: "turn/started", params: { threadId, turn: { id: turnId, items: [], status: "inProgress" } } },
    { method: "item/started", params: { threadId, turnId, item } },
    ...Array.from({ length: PER_TURN - 4 }, () => ({ method: "item/agentMessage/delta", params: { threadId, turnId, itemId, delta: "word " } })),
    { method: "item/completed", params: { threadId, turnId, item: { ...item, text: "words" } } },
    { method: "turn/completed", params: { threadId, turn: { id: turnId, items: [], status: "completed" } } },
  ];
}
