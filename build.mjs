/**
 * Makes the package of the sources: `node build.mjs DECLARATIONS OUT`, where DECLARATIONS is what `tsc -p tsconfig.build.json` wrote.
 * A program loads a few files instead of a hundred, which is most of what its start costs. What is in them stays as it is written,
 * under the name of its source. Of the declarations there are those that an entry leads to.
 */
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

const installed = new Set(Object.keys(JSON.parse(readFileSync(new URL("package.json", import.meta.url), "utf8")).dependencies));
const root = fileURLToPath(new URL(".", import.meta.url));
const [declarations, out] = process.argv.slice(2).map((folder) => path.resolve(folder));
if (out === undefined) throw new Error("node build.mjs DECLARATIONS OUT");

const named = (folder) => readdirSync(path.join(root, folder)).filter((file) => file.endsWith(".ts")).map((file) => `${folder}/${file.slice(0, -3)}`);
const library = [...["index", "codex", "codex-sdk", "claude", "cursor", "canonical", "provider", "contract"].map((name) => `src/${name}`), ...named("src/transforms")];
const typed = [...library, ...named("generated/types"), "codegen/testing"];
const entries = [...library, "codegen/testing", "codegen/cli/main"];

/** What the command loads where there is nothing to do: most runs of `generate` and `check` end there. Its entry waits for them, and stays apart. */
const start = reachable(["run", "generate", "check"].map((name) => path.join(root, `codegen/cli/${name}.ts`)), /^(?:im|ex)port (?!type )[^;]*?from "(\.[^"]+)\.js";/gm, ".ts");

const files = await bundle();
for (const file of reachable(typed.map((name) => path.join(declarations, `${name}.d.ts`)), /\b(?:from |import\()"(\.[^"]+)\.js"/g, ".d.ts")) {
  files.set(path.relative(declarations, file), readFileSync(file, "utf8"));
}
write(files);

/** What is as it was stays untouched: it may be running, and the command knows itself by its files' dates. */
function write(files) {
  const kept = new Set([...files.keys()].map((file) => path.join(out, file)));
  mkdirSync(out, { recursive: true });
  for (const file of readdirSync(out, { recursive: true }).map((file) => path.join(out, file))) {
    if (!kept.has(file) && statSync(file).isFile()) rmSync(file);
  }
  for (const [file, text] of files) {
    const to = path.join(out, file);
    if (existsSync(to) && readFileSync(to, "utf8") === text) continue;
    mkdirSync(path.dirname(to), { recursive: true });
    writeFileSync(to, text);
    if (text.startsWith("#!")) chmodSync(to, 0o755);
  }
}

async function bundle() {
  const build = await rolldown({
    cwd: root,
    input: Object.fromEntries(entries.map((name) => [name, path.join(root, `${name}.ts`)])),
    platform: "node",
    // What a package brings, and Node, is loaded from there.
    external: (id) => !id.startsWith(".") && !path.isAbsolute(id),
    resolve: { extensionAlias: { ".js": [".ts"] } },
    transform: { target: "es2022" },
    onLog(level, log) {
      // A part that is asked for late by one and early by another comes early.
      if (level === "warn" && log.code !== "INEFFECTIVE_DYNAMIC_IMPORT") throw new Error(log.message);
    },
  });
  const { output } = await build.generate({
    format: "es",
    entryFileNames: "[name].js",
    // Where the command's own parts lie, so that each finds the package from where it was written.
    chunkFileNames: ({ moduleIds, facadeModuleId }) => ([...moduleIds, facadeModuleId ?? ""].some((id) => id.includes("/codegen/")) ? "codegen/cli/[name].js" : "src/shared/[name].js"),
    codeSplitting: { groups: [{ name: "runtime", test: runtime }, { name: "start", test: (id) => start.has(id) }] },
  });
  await build.close();
  for (const { imports, dynamicImports, fileName } of output) {
    const missing = [...imports, ...dynamicImports].find((id) => !isBuiltin(id) && !output.some((file) => file.fileName === id) && !installed.has(id.split("/").slice(0, id.startsWith("@") ? 2 : 1).join("/")));
    if (missing !== undefined) throw new Error(`${fileName} imports ${missing}, which no dependency brings`);
  }
  return new Map(output.map(({ fileName, code }) => [path.normalize(fileName), code]));
}

/** What every session needs, whatever its provider; the tables are not part of it. */
function runtime(id) {
  const file = path.relative(root, id).replaceAll("\\", "/");
  return file === "generated/canonical/lifecycle.ts" || (/^src\/(session|framing|transforms|providers|contract|well-formed)\b/.test(file) && !file.endsWith("-generated.ts"));
}

/** The files, and those that they refer to. */
function reachable(files, reference, extension) {
  const found = new Set();
  const visit = (file) => {
    if (found.has(file)) return;
    found.add(file);
    for (const { 1: from } of readFileSync(file, "utf8").matchAll(reference)) visit(path.join(path.dirname(file), from + extension));
  };
  files.forEach(visit);
  return found;
}
