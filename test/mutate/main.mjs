// Everything else is TypeScript, run as Vite runs it; with `vitest` exchanged, tests can be kept and run again and again.
import { fork } from "node:child_process";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { createServer } from "vite";

const root = fileURLToPath(new URL("../..", import.meta.url));
const collector = fileURLToPath(new URL("collector.ts", import.meta.url));

/** What each process does with its share, and what it sends: a judged mutant, or what is broken. */
async function share(own) {
  await withServer(async (load) => {
    const { judgeShare } = await load("test/mutate/share.ts");
    await judgeShare(root, load, own, (judged) => process.send({ judged }));
  }).catch((error) => process.send({ broken: error.message }));
  process.disconnect();
}

async function judge(names) {
  const of = Math.min(availableParallelism(), 4);
  const shares = await Promise.all(Array.from({ length: of }, (_, nth) => judgedBy({ nth, of, names })));
  return shares.flat();
}

function judgedBy(own) {
  return new Promise((resolve, reject) => {
    // Most of what is made here is young: with little room for it, half the time would go to clearing up.
    const child = fork(fileURLToPath(import.meta.url), [JSON.stringify(own)], { execArgv: ["--max-semi-space-size=128"] });
    const all = [];
    child.on("message", ({ judged, broken }) => (broken === undefined ? all.push(judged) : reject(new Error(broken))));
    child.on("exit", (code) => (code === 0 ? resolve(all) : reject(new Error(`a process ended with ${code}`))));
  });
}

async function withServer(work) {
  const server = await createServer({
    root,
    configFile: false,
    logLevel: "error",
    appType: "custom",
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
    plugins: [
      {
        name: "collect-tests",
        enforce: "pre",
        transform: (code, file) => (file === collector ? undefined : { code: code.replace(/ from "vitest";$/m, ` from ${JSON.stringify(collector)};`), map: null }),
      },
    ],
  });
  try {
    return await work((file) => server.ssrLoadModule(`/${file}`));
  } finally {
    await server.close();
  }
}

if (process.send !== undefined && process.argv[2]?.startsWith("{")) await share(JSON.parse(process.argv[2]));
else {
  process.exitCode = await withServer(async (load) => {
    const { command } = await load("test/mutate/command.ts");
    const print = (stream) => (text) => stream.write(text);
    return command(process.argv.slice(2), { root, judge, out: print(process.stdout), err: print(process.stderr) });
  });
}
