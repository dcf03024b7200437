import type { Diagnostic } from "../diagnostic.js";
import { shown, type Io } from "./io.js";
import { prose } from "./markdown.js";
import type { Project } from "./project.js";
import { diagnosticsAsJson, diagnosticsAsMarkdown, hasErrors, renderDiagnostics, renderSummary } from "./report.js";
import type { Found } from "./vendoring.js";

export const formats = ["text", "json", "markdown"] as const;
export type Format = (typeof formats)[number];

/** What was done, and what was found. */
export interface Outcome {
  readonly protocol: string;
  readonly version: string;
  readonly state: "vendored" | "up to date";
  /** Where the files are, below the config's folder. */
  readonly folder: string;
  readonly files: number;
  readonly package: string;
  readonly obtained: string;
  readonly undeclared: readonly string[];
  readonly found: Found;
  /** What the config has to say; absent where it says it. */
  readonly configure?: string;
}

/** What the lock pins, and what is wrong with it. */
export interface Verified {
  readonly versions: readonly { readonly protocol: string; readonly version: string; readonly files: number }[];
  readonly diagnostics: readonly Diagnostic[];
}

/** What `vendor` did. */
export function renderOutcome(outcome: Outcome, format: Format, project: Project, io: Io): string {
  const { diagnostics, ...read } = outcome.found;
  if (format === "json") return `${JSON.stringify({ ...outcome, found: read, ...diagnosticsAsJson(diagnostics) }, undefined, 2)}\n`;
  const { done, rest } = sentences(outcome, project, io);
  if (format === "markdown") return `${[`**mapwright vendor**: ${prose(done)}`, "", ...rest.map((line) => `- ${prose(line)}`), ...diagnosticsAsMarkdown(diagnostics)].join("\n")}\n`;
  return `${[done, ...rest].join("\n")}\n${diagnostics.length === 0 ? "" : `\n${renderDiagnostics(diagnostics, project.root, io, io.stdout)}${renderSummary(diagnostics)}\n`}`;
}

/** What `vendor --verify` found. */
export function renderVerified({ versions, diagnostics }: Verified, format: Format, { root }: Project, io: Io): string {
  if (format === "json") return `${JSON.stringify({ versions, ...diagnosticsAsJson(diagnostics) }, undefined, 2)}\n`;
  const total = `${counted(versions.length, "version")}, ${counted(versions.reduce((sum, { files }) => sum + files, 0), "file")}`;
  const verdict = hasErrors(diagnostics) ? `${renderSummary(diagnostics)}; the lock has ${total}` : `${total}: all as they were vendored`;
  if (format === "markdown") return `${[`**mapwright vendor --verify**: ${verdict}`, "", ...diagnosticsAsMarkdown(diagnostics)].join("\n").trimEnd()}\n`;
  return `${renderDiagnostics(diagnostics, root, io, io.stdout)}${verdict}\n`;
}

function sentences({ protocol, version, state, folder, files, package: source, undeclared, found, configure }: Outcome, project: Project, io: Io): { readonly done: string; readonly rest: readonly string[] } {
  const { versions, definitions, messages } = found;
  const unions = Object.entries(messages).map(([union, count]) => `${union} ${count}`);
  const others = versions.filter((other) => other !== version);
  const withOthers = others.length === 0 ? "" : `, together with ${others.join(", ")}`;
  return {
    done: `${protocol} ${version} is ${state}: ${counted(files, "file")} of ${source} in ${shown(io, project.root, folder)}`,
    rest: [
      ...(definitions === 0 ? [] : [`read${withOthers}: ${counted(definitions, "definition")}${unions.length === 0 ? "" : `; messages: ${unions.join(", ")}`}`]),
      ...(undeclared.length === 0 ? [] : [`declared nowhere, and left out: ${undeclared.join(", ")}`]),
      ...(configure === undefined ? [] : [`to cover it, write in ${shown(io, project.root, project.configFile)}: \`${configure}\``]),
    ],
  };
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}
