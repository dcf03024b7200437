import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { rolldown } from "rolldown";

/** What an application loads of each entry: bundled alone, minified, and gzipped. */
export async function sizeRows() {
  const rows = [];
  for (const name of ["index", "codex", "codex-sdk", "claude", "cursor", "provider", "canonical"]) {
    const build = await rolldown({ input: fileURLToPath(new URL(`../../dist/src/${name}.js`, import.meta.url)), platform: "browser" });
    const { output } = await build.generate({ minify: true });
    await build.close();
    const code = output.map((chunk) => chunk.code).join("");
    const [measured, baseline] = [code.length / 1000, gzipSync(code).length / 1000];
    const what = name === "index" ? "mapwright" : `mapwright/${name}`;
    rows.push({ what: `${what}, minified`, against: "gzipped", measured, baseline, unit: "kB", ratio: `${((baseline / measured) * 100).toFixed(0)} %`, aim: "-" });
  }
  return rows;
}
