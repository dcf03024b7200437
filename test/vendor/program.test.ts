import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { runProgram } from "../../codegen/vendor/program.js";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "mapwright-program-test-"));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Listens to no signal, starts another like it, and says both ids in a file. */
const stubborn = `process.on("SIGTERM", () => {}); process.on("SIGINT", () => {});
const { spawn } = require("node:child_process"), fs = require("node:fs");
const child = spawn(process.execPath, ["-e", "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)"], { stdio: "inherit" });
fs.writeFileSync("ids.new", process.pid + " " + child.pid);
fs.renameSync("ids.new", "ids");
setInterval(() => {}, 1000);`;

function run(script: string, options: Parameters<typeof runProgram>[3]): Promise<string> {
  return runProgram(process.execPath, ["-e", `process.chdir(${JSON.stringify(folder)});\n${script}`], process.env, options);
}

async function ids(): Promise<number[]> {
  while (!existsSync(path.join(folder, "ids"))) await new Promise(setImmediate);
  return readFileSync(path.join(folder, "ids"), "utf8").split(" ").map(Number);
}

async function gone(id: number): Promise<true> {
  for (;;) {
    try {
      process.kill(id, 0);
      // One that has ended and that nobody has asked for counts as gone.
      if (process.platform === "linux" && / Z /.test(readFileSync(`/proc/${id}/stat`, "utf8"))) return true;
    } catch {
      return true;
    }
    await new Promise(setImmediate);
  }
}

test.skipIf(process.platform === "win32")("an interrupt ends a program that listens to nothing, and what it started", async () => {
  const stop = new AbortController();
  const running = run(stubborn, { signal: stop.signal, patience: 60_000 });
  const started = await ids();
  stop.abort();
  await expect(running).rejects.toThrow("it ended with SIGKILL");
  expect(await Promise.all(started.map(gone))).toEqual([true, true]);
});

test.skipIf(process.platform === "win32")("so does the end of our patience", async () => {
  await expect(run("process.on('SIGTERM', () => {}); setInterval(() => {}, 1000);", { patience: 300 })).rejects.toThrow("it did not end within 0.3 s");
});

test.skipIf(process.platform === "win32")("what it leaves running ends with it, and does not keep us waiting", async () => {
  const script = stubborn.replace(/setInterval\(\(\) => \{\}, 1000\);$/, "console.log('done'); process.exit();");
  expect(await run(script, { patience: 60_000 })).toBe("done\n");
  expect(await Promise.all((await ids()).map(gone))).toEqual([true, true]);
});

test("what it says without an end does not fill our memory", async () => {
  const said = await run("const fs = require('node:fs'); for (let i = 0; i < 100; i++) fs.writeSync(1, 'x'.repeat(50_000));", { patience: 60_000 });
  expect(said.length).toBeLessThan(200_000);
});
