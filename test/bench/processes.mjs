import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { times } from "./report.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const bin = path.join(root, "dist/codegen/cli/main.js");
/** Loaded into a child whose CPU time is wanted: the last line of its stderr. */
const meter = `data:text/javascript,process.on("exit",()=>{const{user,system}=process.cpuUsage();process.stderr.write("\\n"+(user+system))})`;

/** The command line and the library's import, each as a process of its own. */
export function processRows() {
  const scratch = mkdtempSync(path.join(tmpdir(), "mapwright-bench-"));
  try {
    for (const name of ["schemas", "mappings", "src", "EVENTS.md", "mapwright.config.yaml", "package.json"]) {
      cpSync(path.join(root, name), path.join(scratch, name), { recursive: true });
    }
    symlinkSync(path.join(root, "node_modules"), path.join(scratch, "node_modules"));
    const full = median(3, () => {
      rmSync(path.join(scratch, "generated"), { recursive: true, force: true });
      return cpu([bin, "generate"], scratch);
    });
    const alone = median(3, () => cpu([path.join(root, "test/bench/types-alone.mjs")], root));

    const empty = median(9, () => wall(["-e", "0"], scratch));
    const generate = median(9, () => wall([bin, "generate"], scratch));
    const check = median(9, () => wall([bin, "check"], scratch));
    const load = (module) => median(9, () => wall(["--input-type=module", "-e", module], root));
    const bare = load("");
    const entries = ["codex", "codex-sdk", "claude", "cursor"].map((name) => {
      return { name, time: load(`import ${JSON.stringify(pathToFileURL(path.join(root, `dist/src/${name}.js`)).href)}`) };
    });

    const more = (measured, baseline) => `+${(measured - baseline).toFixed(0)} ms`;
    const row = (what, against, measured, baseline, ratio, aim) => ({ what, against, measured, baseline, unit: "ms", ratio: ratio(measured, baseline), aim });
    return [
      row("generate everything (CPU)", "json-schema-to-typescript alone", full, alone, times, "3x or less"),
      row("generate, nothing to do", "node -e 0", generate, empty, more, "+100 ms"),
      row("check, nothing to do", "node -e 0", check, empty, more, "+100 ms"),
      ...entries.map(({ name, time }) => row(`import mapwright/${name}`, "an empty module", time, bare, more, "a few ms")),
    ];
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Milliseconds by the clock on the wall. */
function wall(args, cwd) {
  const start = process.hrtime.bigint();
  run(args, cwd);
  return Number(process.hrtime.bigint() - start) / 1e6;
}

/** Milliseconds of CPU time, user and system. */
function cpu(args, cwd) {
  return Number(run(["--import", meter, ...args], cwd).trimEnd().split("\n").at(-1)) / 1000;
}

function run(args, cwd) {
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: "utf8", cwd });
  if (status !== 0) throw new Error(`node ${args.join(" ")} ended with ${status}\n${stderr}`);
  return stderr;
}

function median(count, measure) {
  return Array.from({ length: count }, measure).sort((a, b) => a - b)[Math.floor(count / 2)];
}
