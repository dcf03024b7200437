import { createSession } from "../../dist/src/index.js";
import { turns } from "./long-turns.mjs";

const MESSAGES = 1_000_000;
const SLICE = 50_000;

/** One session of a million messages, whole turns with ids of their own, and what it costs early and late. */
const [provider] = process.argv.slice(2);
const session = createSession({ provider, sessionId: "long" });
const marks = [];
let since = process.hrtime.bigint();
let count = 0;
let next = SLICE;
for (let turn = 0; count < MESSAGES; turn += 1) {
  for (const { from, message } of turns[provider](turn)) {
    if (from === "host") session.send(message);
    else session.receive(message);
    count += 1;
  }
  if (count < next) continue;
  const time = Number(process.hrtime.bigint() - since) / SLICE;
  globalThis.gc();
  marks.push({ time, heap: process.memoryUsage().heapUsed / 1e6 });
  next += SLICE;
  since = process.hrtime.bigint();
}
if (session.stats.unknowns > 0) throw new Error(`${session.stats.unknowns} messages of the benchmark are unknown to ${provider}`);
const late = marks.at(-1);
console.log(JSON.stringify({ heapEarly: marks[0].heap, heapLate: late.heap, timeEarly: marks[1].time, timeLate: late.time }));
