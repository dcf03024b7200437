import type { Position } from "../diagnostic.js";
import { agentSwitches, frames, knownAgents, type ProjectProvider } from "../emit/agents.js";
import { camelCase } from "../emit/names.js";
import { isTypeName } from "../schema/names.js";
import { suggest } from "../spelling.js";
import type { Yaml } from "../yaml/read.js";
import type { Report } from "./config.js";

/** An agent that Mapwright does not know, with tables of the project's own in the folder of that name. */
export interface OwnProvider extends ProjectProvider {
  /** Its name in the config. */
  readonly at: Position;
}

const shippedAgents: readonly string[] = knownAgents.map(({ name }) => name);
/** Files and folders of the output that belong to no agent, and functions that each agent's module exports beside it. */
const besideThem: readonly string[] = ["canonical", "editor", "index", "tests", "types", "create-memory", "create-session"];

const form = "Write below it: `acme: { frames: typed, sources: [acme.messages] }`.";

/** `providers:` of a config (README.md). */
export function readOwnProviders(node: Yaml | undefined, report: Report): OwnProvider[] {
  if (node === undefined || node.kind === "bad") return [];
  if (node.kind !== "map") {
    report(node.at, "config-shape", '"providers" says which agents of its own the project has.', form);
    return [];
  }
  const read = new Map<string, string>();
  return node.entries.flatMap(({ key, value }) => {
    if (!/^[a-z][a-z0-9-]*$/.test(key.text)) report(key.at, "config-shape", `"${key.text}" cannot name a provider.`, "Use small letters, digits and hyphens, beginning with a letter.");
    else if (shippedAgents.includes(key.text)) report(key.at, "config-shape", `"${key.text}" is an agent that Mapwright knows.`, "Choose another name; its own tables need no provider, and are extended.");
    else if (!isTypeName(camelCase(key.text)) || besideThem.includes(key.text)) report(key.at, "config-shape", `"${key.text}" cannot name a provider: what is generated for it cannot be called so.`, "Choose another name.");
    const provider = readOwnProvider(key.text, key.at, value, report);
    if (provider === undefined) return [];
    for (const source of provider.sources) {
      const mine = read.get(source);
      if (mine !== undefined) report(value.at, "config-shape", `The source "${source}" is named twice, by ${mine === key.text ? `"${mine}"` : `"${mine}" and "${key.text}"`}.`, "By its source an event tells which table gave it: name each once.");
      else if (shippedAgents.some((agent) => source.startsWith(`${agent}.`))) report(value.at, "config-shape", `The source "${source}" is one of Mapwright's own.`, `Name it by the agent: \`${key.text}.messages\`.`);
      read.set(source, key.text);
    }
    if (provider.frames === "typed" && provider.sources.length > 1) report(value.at, "config-shape", `The messages of "${key.text}" are typed, and have one source.`, "One stream of typed messages has one table; what comes by another way is another provider.");
    return [provider];
  });
}

function readOwnProvider(name: string, at: Position, node: Yaml, report: Report): OwnProvider | undefined {
  if (node.kind === "bad") return undefined;
  const entries = node.kind === "map" ? node.entries : [];
  const valueOf = (key: string): Yaml | undefined => entries.find((entry) => entry.key.text === key)?.value;
  const kind = valueOf("frames");
  const found = frames.find((one) => kind?.kind === "scalar" && kind.value === one);
  const sources = wordsIn(valueOf("sources"));
  if (found === undefined) report(kind?.at ?? node.at, "config-shape", `"${name}" does not say what its messages are: \`frames\` is ${frames.join(" or ")}.`, form);
  if (sources === undefined || sources.length === 0) report(valueOf("sources")?.at ?? node.at, "config-shape", `"${name}" does not say its sources, of which each has a table.`, form);
  const read = entries.flatMap(({ key, value }) => {
    if (key.text === "frames" || key.text === "sources") return [];
    const wanted = Object.hasOwn(agentSwitches, key.text) ? agentSwitches[key.text] : undefined;
    if (wanted === undefined) {
      report(key.at, "config-unknown-key", `A provider has no "${key.text}".`, suggest(key.text, ["frames", "sources", ...Object.keys(agentSwitches)], "It may have"));
      return [];
    }
    const given = wanted === "itemTypes" ? wordsIn(value) : value.kind === "scalar" && typeof value.value === "boolean" ? value.value : undefined;
    if (given === undefined) report(value.at, "config-shape", wanted === "boolean" ? `"${key.text}" is true or false.` : `"${key.text}" is a list of item types.`);
    return given === undefined ? [] : [{ name: key.text, value: given }];
  });
  return found === undefined || sources === undefined ? undefined : { name, frames: found, sources, switches: read, at };
}

function wordsIn(node: Yaml | undefined): string[] | undefined {
  if (node?.kind !== "list") return undefined;
  const words = node.items.flatMap((item) => (item.kind === "scalar" && typeof item.value === "string" && item.value !== "" ? [item.value] : []));
  return words.length === node.items.length ? words : undefined;
}
