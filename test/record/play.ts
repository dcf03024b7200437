import { existsSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { Host, Protocol } from "./hosts/host.js";
import { serveModel, type ModelServer } from "./model/server.js";
import { makePlace, namesOf, removePlace, type Place } from "./place.js";
import { within } from "./program.js";
import { createRecording, transcriptOf, type Recording } from "./recording.js";
import type { Moment, Prompt, Scenario } from "./scenario.js";
import { scrubber } from "./scrub.js";

export interface Played {
  readonly transcript: string;
  readonly lines: number;
  /** What did not go as the scenario says: an agent that gave no answer, or an error instead of one. */
  readonly trouble: readonly string[];
  /** The end of what the program wrote to stderr. */
  readonly complaint: string;
}

/** How long an agent may take for one step. */
const patience = 45_000;

/** How long an agent is silent when it has nothing more to say. */
const usualPause = 500;

const mcpServer = fileURLToPath(new URL("mcp-server.js", import.meta.url));

/** Plays a scenario through to the end, and gives what was said. */
export async function play(scenario: Scenario, protocol: Protocol, pause: number = usualPause): Promise<Played> {
  const place = makePlace();
  const abandoned = (): void => removePlace(place);
  process.once("exit", abandoned);
  const recording = createRecording();
  const model = await serveModel(protocol.agent, place.folder);
  const trouble: string[] = [];
  let complaint = "";
  try {
    protocol.agent.prepare(place, model.port);
    const host = protocol.host({
      scenario,
      place,
      port: model.port,
      agent: protocol.agent,
      recording,
      pause,
      ...(scenario.mcp === true ? { mcp: { command: process.execPath, args: [mcpServer] } } : {}),
      complain: (text) => (complaint = text),
    });
    try {
      await walk(scenario, host, { recording, model, place, pause, trouble });
    } finally {
      await host.stop();
    }
  } finally {
    await model.close();
    removePlace(place);
    process.removeListener("exit", abandoned);
  }
  const names = namesOf(place, [...protocol.names, [path.dirname(mcpServer), "/workspace/.record"]]);
  return {
    transcript: transcriptOf(recording.lines, scrubber({ names, machine: os.hostname(), now: Date.now() })),
    lines: recording.lines.length,
    trouble,
    complaint,
  };
}

interface Stage {
  readonly recording: Recording;
  readonly model: ModelServer;
  readonly place: Place;
  readonly pause: number;
  readonly trouble: string[];
}

async function walk({ steps }: Scenario, host: Host, stage: Stage): Promise<void> {
  const { recording, model, pause, trouble } = stage;
  const inTime = async (doing: Promise<unknown>, what: string): Promise<boolean> => {
    try {
      if (await within(doing, patience)) return true;
      trouble.push(`${what}: no answer within ${patience / 1000} s`);
    } catch (error) {
      trouble.push(`${what}: ${error instanceof Error ? error.message : String(error)}`);
    }
    return false;
  };

  if (!(await inTime(host.start(), "start"))) return;
  for (const step of steps) {
    if ("resume" in step) {
      await host.stop();
      if (!(await inTime(host.start(), "resume"))) return;
      continue;
    }
    model.script(step.model);
    const from = recording.lines.length;
    await inTime(prompt(step, host, stage), step.prompt);
    // Some things are told after the end of a turn.
    await recording.quiet(pause);
    if (!recording.lines.slice(from).some((line) => line.from === "agent")) trouble.push(`${step.prompt}: the agent said nothing`);
  }
}

async function prompt({ prompt, interrupt }: Prompt, host: Host, stage: Stage): Promise<void> {
  const from = stage.recording.lines.length;
  const ended = host.prompt(prompt);
  if (interrupt !== undefined) {
    await Promise.race([moment(interrupt, from, host, stage), ended]);
    await host.interrupt();
  }
  await ended;
}

async function moment(moment: Moment, from: number, host: Host, { recording, place }: Stage): Promise<void> {
  if ("asked" in moment) return recording.when(host.asks, from);
  if ("said" in moment) return recording.when((line) => line.from === "agent" && JSON.stringify(line).includes(moment.said), from);
  while (!existsSync(path.join(place.folder, moment.written))) await new Promise((resolve) => setTimeout(resolve, 50));
}
