import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { turns } from "./long-turns.mjs";
import { times } from "./report.mjs";

/** A long session of each provider against its own beginning: heap and time per message must stay flat. */
export function memoryRows() {
  return Object.keys(turns).flatMap((provider) => {
    const script = fileURLToPath(new URL("long-session.mjs", import.meta.url));
    const { status, stdout, stderr } = spawnSync(process.execPath, ["--expose-gc", script, provider], { encoding: "utf8" });
    if (status !== 0) throw new Error(stderr);
    const { heapEarly, heapLate, timeEarly, timeLate } = JSON.parse(stdout);
    return [
      { what: `${provider}: heap after 1,000,000 messages`, against: "after 50,000", measured: heapLate, baseline: heapEarly, unit: "MB", ratio: times(heapLate, heapEarly), aim: "1x" },
      { what: `${provider}: a message of the last 50,000`, against: "of the second 50,000", measured: timeLate, baseline: timeEarly, unit: "ns", ratio: times(timeLate, timeEarly), aim: "1x" },
    ];
  });
}
