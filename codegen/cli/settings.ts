import path from "node:path";
import type { Diagnostic } from "../diagnostic.js";
import { readConfig, type Protocol, type Settings } from "./config.js";
import { contentOf, filesBelow } from "./files.js";
import { packageFolder } from "./package.js";
import { compareVersions } from "../vendor/lock.js";
import { shippedFolder, type Shipped } from "./shipped.js";

/**
 * Reads a config, and finds what of Mapwright it builds on: the tables beside which it has tables of its own, those of the
 * protocols that it names, and the protocols that all these map. Of what it does not touch nothing is read.
 * @param schemas as in `readConfig`
 */
export function readSettings(root: string, file: string, text: string, schemas: "vendored" | "coming" = "vendored"): { settings?: Settings; diagnostics: Diagnostic[] } {
  const { settings, diagnostics } = readConfig(root, file, text, schemas, () => shippedSettings().protocols);
  if (settings?.extends !== true) return { ...(settings && { settings }), diagnostics };
  const shipped = shippedFor(root, settings);
  return { settings: { ...settings, shipped, protocols: together(shipped.protocols, settings.protocols) }, diagnostics };
}

let settled: Settings | undefined;

/** Our own config. */
function shippedSettings(): Settings {
  if (settled === undefined) {
    const file = "mapwright.config.yaml";
    const root = packageFolder();
    const { settings, diagnostics } = readConfig(root, file, contentOf(path.join(root, file))?.toString("utf8") ?? "");
    if (settings === undefined) throw new Error(`mapwright is not installed whole: ${diagnostics[0]?.message}`);
    settled = settings;
  }
  return settled;
}

function shippedFor(root: string, { mappings, protocols: wanted }: Settings): Shipped {
  const ours = shippedSettings();
  const beside = new Set(filesBelow(root, mappings, (file) => /\.ya?ml$/.test(file)).map((file) => file.slice(mappings.length + 1).split("/")[0]!));
  const tables = new Map<string, Set<string>>();
  for (const file of filesBelow(packageFolder(), ours.mappings, (name) => /\.ya?ml$/.test(name))) {
    const [provider = "", table] = file.slice(ours.mappings.length + 1).split("/");
    if (table === undefined) continue;
    const named = contentOf(path.join(packageFolder(), file))?.toString("utf8").matchAll(/\b([a-z][\w-]*)#\//g) ?? [];
    const protocols = tables.get(provider) ?? new Set();
    for (const [, protocol] of named) if (ours.protocols.some(({ name }) => name === protocol)) protocols.add(protocol!);
    tables.set(provider, protocols);
  }
  const touched = [...tables].filter(([provider, protocols]) => beside.has(provider) || wanted.some(({ name }) => protocols.has(name)));
  const mapped = new Set(touched.flatMap(([, protocols]) => [...protocols]));
  return {
    schemas: `${shippedFolder}/${ours.schemas}`,
    mappings: `${shippedFolder}/${ours.mappings}`,
    transforms: `${shippedFolder}/${ours.transforms}`,
    providers: touched.map(([provider]) => provider).sort(),
    protocols: ours.protocols.filter(({ name }) => mapped.has(name)),
  };
}

/** Oldest first, whoever brings them. */
function together(shipped: readonly Protocol[], own: readonly Protocol[]): Protocol[] {
  const added = own.filter(({ name }) => !shipped.some((one) => one.name === name));
  return [
    ...shipped.map(({ name, versions }) => ({ name, versions: [...new Set([...versions, ...(own.find((one) => one.name === name)?.versions ?? [])])].sort(compareVersions) })),
    ...added,
  ];
}
