import { existsSync } from "node:fs";
import path from "node:path";
import { Argument, type Command } from "commander";
import { contentOf } from "./files.js";
import { fine, print, UserError, type Io } from "./io.js";
import { examples, type Finish } from "./options.js";
import { beginning, exampleTable, providers, type StartedProvider } from "./beginning.js";
import { applyChanges } from "./write.js";

const configName = "mapwright.config.yaml";

export function addInit(program: Command, io: Io, finish: Finish): void {
  program
    .command("init")
    .description("begin with tables of your own in this package: a config, an example table, a build script, editor settings")
    .addArgument(new Argument("[provider]", "whose messages the example table is about").choices(providers).default(providers[0]))
    .addHelpText(
      "after",
      examples([
        ["npm install mapwright && npx mapwright init", "in a package: an example table that extends the one of Codex"],
        ["mapwright init claude", "one for Claude; in a package that has begun, beside the tables that it has"],
      ]),
    )
    .action(async (provider: StartedProvider) => finish(await init(provider, io)));
}

/** Writes what is not there yet, all of it or nothing. What is there stays, and is named with what to add to it. */
async function init(provider: StartedProvider, io: Io): Promise<number> {
  const root = io.cwd;
  const textOf = (file: string): string | undefined => contentOf(path.join(root, file))?.toString("utf8");
  const config = textOf(configName);
  if (config !== undefined) return addTable(provider, root, config, io);
  const manifest = textOf("package.json");
  if (manifest === undefined) throw new UserError("there is no package.json here", "begin a package with `npm init -y`, and install mapwright in it");
  const { write, kept, next } = beginning({ provider, manifest: parsed(manifest), textOf, inWorkspaceOf: turboAbove(root) });
  await applyChanges(root, { write, remove: [] });
  const lines = [
    ...write.map(({ path: file }) => `${file === "package.json" ? "changed" : "written"}  ${file}`),
    ...kept.map(({ path: file, add }) => `kept     ${file}: ${add}`),
    "",
    ...next.map((step, index) => `${index === 0 ? "Next: " : "      "}${step}`),
  ];
  await print(io.stdout, `${lines.join("\n")}\n`);
  return fine;
}

/** In a package that has begun: the example table of another agent. */
async function addTable(provider: StartedProvider, root: string, config: string, io: Io): Promise<number> {
  const { readSettings } = await import("./settings.js");
  const { settings } = readSettings(root, configName, config);
  if (settings?.extends !== true) throw new UserError(`there is a ${configName} here already`, settings === undefined ? "`npx mapwright check` says what is wrong with it" : "only one with `extends: mapwright` has tables that add to the shipped ones");
  const { file, text } = exampleTable(provider, settings);
  const there = [file, file.replace(/\.yaml$/, ".yml")].find((one) => existsSync(path.join(root, one)));
  if (there !== undefined) throw new UserError(`there is a table for ${provider} here already: ${there}`, "`npx mapwright explain SOURCE KEY` shows what a row of it may say");
  await applyChanges(root, { write: [{ path: file, content: text }], remove: [] });
  await print(io.stdout, `written  ${file}\n\nNext: npx mapwright generate\n`);
  return fine;
}

function parsed(text: string): { readonly text: string; readonly value: Record<string, unknown> } {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ""));
    if (isObject(value)) {
      const { scripts } = value;
      if (scripts !== undefined && !isObject(scripts)) throw new UserError("the `scripts` of package.json are no JSON object", "mend them, or delete them; nothing was written");
      return { text, value };
    }
  } catch (error) {
    if (error instanceof UserError) throw error;
  }
  throw new UserError("package.json cannot be read", "it is no JSON object; nothing was written");
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether this package is one of a turbo workspace: there is a turbo.json further up. */
function turboAbove(root: string): boolean {
  for (let at = path.dirname(root); ; at = path.dirname(at)) {
    if (existsSync(path.join(at, "turbo.json"))) return true;
    if (at === path.dirname(at)) return false;
  }
}
