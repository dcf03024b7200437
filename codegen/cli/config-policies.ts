import { policyCodes, type PolicyCode } from "../policy/codes.js";
import type { Exception, Policy } from "../policy/types.js";
import { suggest } from "../spelling.js";
import type { Yaml, YamlMap } from "../yaml/read.js";
import type { Report } from "./config.js";

const names = Object.keys(policyCodes) as PolicyCode[];
const severities = ["error", "warning", "off"] as const;
const form = "Write below it: row-without-note: warning";

/** `policies:` of a config (mappings/README.md): those that are on. */
export function readPolicies(node: Yaml | undefined, report: Report): Policy[] {
  if (node === undefined || node.kind === "bad") return [];
  if (node.kind !== "map") {
    report(node.at, "config-shape", '"policies" says which rules of the house are on.', form);
    return [];
  }
  return node.entries.flatMap(({ key, value }): Policy[] => {
    const code = names.find((name) => name === key.text);
    if (code === undefined) {
      report(key.at, "unknown-policy", `There is no policy "${key.text}".`, suggest(key.text, names, "There is"));
      return [];
    }
    const severity = value.kind === "map" ? severityIn(value, code, report) : severityOf(value, code, report);
    const except = value.kind === "map" ? exceptionsIn(value, report) : [];
    return severity === undefined || severity === "off" ? [] : [{ code, severity, except }];
  });
}

function severityIn(map: YamlMap, code: PolicyCode, report: Report): (typeof severities)[number] | undefined {
  for (const { key } of map.entries) {
    if (!["severity", "except"].includes(key.text)) report(key.at, "config-unknown-key", `A policy has no "${key.text}".`, suggest(key.text, ["severity", "except"], "It has"));
  }
  const severity = map.entries.find(({ key }) => key.text === "severity");
  if (severity !== undefined) return severityOf(severity.value, code, report);
  if (map.whole) report(map.at, "config-missing-key", `The policy "${code}" does not say its severity.`, "Write `severity: warning` or `severity: error`.");
  return undefined;
}

function severityOf(node: Yaml, code: PolicyCode, report: Report): (typeof severities)[number] | undefined {
  if (node.kind === "bad") return undefined;
  const written = node.kind === "scalar" ? node.text : undefined;
  const severity = severities.find((one) => one === written);
  if (severity === undefined) report(node.at, "unknown-severity", `The policy "${code}" is error, warning or off.`, written === undefined ? form : suggest(written, severities, "There is"));
  return severity;
}

function exceptionsIn(map: YamlMap, report: Report): Exception[] {
  const node = map.entries.find(({ key }) => key.text === "except")?.value;
  if (node === undefined || node.kind === "bad") return [];
  if (node.kind !== "list" || node.items.length === 0) {
    report(node.at, "config-shape", '"except" is a list of sources, or of sources with a key.', exceptForm);
    return [];
  }
  return node.items.flatMap((item): Exception[] => {
    if (item.kind === "scalar" && typeof item.value === "string" && item.value !== "") return [{ pattern: item.value, at: item.at }];
    if (item.kind !== "bad") report(item.at, "config-shape", "An exception is a source, or a source and a key.", exceptForm);
    return [];
  });
}

const exceptForm = 'Write `except: [codex.eventmsg, "codex.app-server.notification thread/*"]`.';
