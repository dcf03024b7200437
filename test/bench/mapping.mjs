import { deepStrictEqual } from "node:assert";
import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { Bench } from "tinybench";
import { readConfig } from "../../build/bench/codegen/cli/config.js";
import { readInputs } from "../../build/bench/codegen/cli/inputs.js";
import { understand } from "../../build/bench/codegen/cli/pipeline.js";
import { notifications } from "../../build/bench/generated/codex/notifications.js";
import { createSession } from "../../dist/src/codex.js";
import * as plan from "../../dist/src/transforms/plan.js";
import * as text from "../../dist/src/transforms/text.js";
import * as tools from "../../dist/src/transforms/tools.js";
import { recordedSessions } from "./corpus.mjs";
import { mapByHand } from "./handwritten.mjs";
import { onTop, times } from "./report.mjs";
import { walker } from "./walker.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const memory = { recall: () => ({}), remember: () => {} };

/** The Codex mapper and session against `JSON.parse`, a switch by hand, and rows walked at run time. */
export async function mappingRows() {
  const sessions = recordedSessions();
  const v2 = sessions.flatMap(({ lines }) => lines).filter((line) => isNotification(JSON.parse(line)));
  const messages = v2.map((line) => JSON.parse(line));
  const byHand = messages.filter((message) => mapByHand(message) !== undefined);
  const walk = walker(await notificationTable(), { ...plan, ...text, ...tools });

  for (const message of byHand) deepStrictEqual(notifications.map(message, memory), mapByHand(message));
  for (const message of messages) deepStrictEqual(notifications.map(message, memory), walk(message));

  const parseAll = () => {
    for (const line of v2) keep(JSON.parse(line));
  };
  const mapAll = () => {
    for (const line of v2) keep(notifications.map(JSON.parse(line), memory));
  };
  const receiveAll = () => {
    for (const { lines } of sessions) {
      const session = createSession({ sessionId: "bench" });
      for (const line of lines) keep(session.receive(JSON.parse(line)));
    }
  };
  const parseSessions = () => {
    for (const { lines } of sessions) {
      keep(createSession({ sessionId: "bench" }));
      for (const line of lines) keep(JSON.parse(line));
    }
  };
  const each = (list, map) => () => {
    for (const message of list) keep(map(message));
  };
  const map = (message) => notifications.map(message, memory);

  const median = await medians({
    parseAll,
    mapAll,
    parseSessions,
    receiveAll,
    generated: each(byHand, map),
    byHand: each(byHand, mapByHand),
    generatedAll: each(messages, map),
    walked: each(messages, walk),
  });
  const lines = sessions.reduce((count, session) => count + session.lines.length, 0);
  const us = (task, count) => (median[task] * 1000) / count;
  const ns = (task, count) => (median[task] * 1e6) / count;
  const row = (what, against, measured, baseline, unit, ratio, aim) => ({ what, against, measured, baseline, unit, ratio: ratio(measured, baseline), aim });
  return [
    row("parse and map a line", "JSON.parse of it", us("mapAll", v2.length), us("parseAll", v2.length), "µs", onTop, "+3 %"),
    row("parse and receive a line", "JSON.parse of it", us("receiveAll", lines), us("parseSessions", lines), "µs", onTop, "+15 %"),
    row("the generated mapper", "a switch by hand", ns("generated", byHand.length), ns("byHand", byHand.length), "ns", times, "1x"),
    row("walking the rows", "the generated mapper", ns("walked", messages.length), ns("generatedAll", messages.length), "ns", times, "2x or more"),
  ];
}

/** Median milliseconds of one run of each task. The tasks take turns, so that a busy moment of the machine hits all alike. */
async function medians(tasks) {
  const samples = Object.fromEntries(Object.keys(tasks).map((name) => [name, []]));
  for (let round = 0; round < 5; round += 1) {
    const bench = new Bench({ time: 300, warmupTime: 100 });
    for (const [name, task] of Object.entries(tasks)) bench.add(name, task);
    await bench.run();
    for (const task of bench.tasks) samples[task.name].push(task.result.latency.p50);
  }
  return Object.fromEntries(Object.entries(samples).map(([name, values]) => [name, values.sort((a, b) => a - b)[2]]));
}

async function notificationTable() {
  const file = path.join(root, "mapwright.config.yaml");
  const { settings } = readConfig(root, file, readFileSync(file, "utf8"));
  const { program } = await understand(settings, readInputs(root, settings));
  return program.providers.flatMap(({ tables }) => tables).find(({ source }) => source === notifications.source);
}

function isNotification(message) {
  return typeof message.method === "string" && !("id" in message) && !message.method.startsWith("codex/event/");
}

let kept;
/** Keeps the engine from leaving out work whose result nobody reads. */
function keep(value) {
  kept = value;
  return kept;
}
