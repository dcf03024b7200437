import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { readInputs } from "../../codegen/cli/inputs.js";
import { understand } from "../../codegen/cli/pipeline.js";
import { readSettings } from "../../codegen/cli/settings.js";
import type { Diagnostic } from "../../codegen/diagnostic.js";
import { emitEventsMd } from "../../codegen/emit/events-md.js";
import type { Parts } from "../../codegen/explanations/types.js";
import { applyPolicies } from "../../codegen/policy/index.js";
import { verifyLock } from "../../codegen/vendor/index.js";
import { definitions } from "../check/protocol.js";
import { filesBelow } from "../schema/helpers.js";

/** The small project that the examples of explanations are parts of: what they do not show stands here. */

const config = { schemas: "schemas", mappings: "mappings", transforms: "src/transforms", output: "generated", events: "EVENTS.md", protocols: '\n  demo: ["1.0"]' };
const own = { mappings: "mappings", output: "generated" };
const schemas = JSON.stringify({ $schema: "http://json-schema.org/draft-07/schema#", definitions });
const canonical = [...filesBelow("schemas/canonical")].map(([file, text]): [string, string] => [`schemas/canonical/${file}`, text]);
const sections = ["1", "3.1"].map((section) => `<!-- mapwright: begin ${section} -->\n<!-- mapwright: end ${section} -->\n`).join("\n");

interface Table {
  readonly head: { readonly [key: string]: string };
  /** A row for the messages that an example does not show, unless it does. */
  readonly rest?: string;
}

const tables: { readonly [file: string]: Table } = {
  "mappings/demo/notifications.yaml": { head: { source: "codex.app-server.notification", spec: '"3.1"', schema: "demo#/Notification", key: "$.method" }, rest: '  "*": { item.updated: {} }\n' },
  "mappings/demo/requests.yaml": { head: { source: "codex.app-server.request", spec: '"3.2"', schema: "demo#/Request", key: "$.method" }, rest: "  ask: { user-input.requested: { questions: $.params.questions } }\n" },
  "mappings/demo/messages.yaml": { head: {} },
  "mappings/demo/responses.yaml": { head: { source: "codex.app-server.response", spec: '"3.3"', schema: "demo#/ClientRequest", answers: "$.id", key: "{ $request.method: { has: [error, result] } }" } },
};
const shared = { spec: '"7"' };

/** What else an example is judged by, beside the compiler up to a sound program. */
export type Judge = "lock" | "specification" | undefined;

/** All that is said of the project with these parts. */
export async function said(parts: Parts, judge: Judge): Promise<readonly Diagnostic[]> {
  if (judge === "lock") return verifyLock("schemas", new Map(Object.entries(parts)));
  const root = mkdtempSync(path.join(tmpdir(), "mapwright-"));
  try {
    for (const folder of ["schemas/demo/1.0", "schemas/demo/1.1", "mappings/demo", "src/transforms", "empty"]) mkdirSync(path.join(root, folder), { recursive: true });
    for (const [file, content] of filesOf(parts)) {
      mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
      writeFileSync(path.join(root, file), content);
    }
    const { settings, diagnostics } = readSettings(root, "mapwright.config.yaml", filled(isExtending(parts) ? own : config, parts["mapwright.config.yaml"] ?? ""));
    if (settings === undefined) return diagnostics;
    const inputs = readInputs(root, settings);
    const understood = await understand(settings, inputs);
    const { program } = understood;
    if (understood.diagnostics.length > 0) return understood.diagnostics;
    if (program === undefined) throw new Error("no program, and nothing that says why");
    if (judge === "specification") return emitEventsMd(program, inputs.get("EVENTS.md")!.toString("utf8")).diagnostics;
    return applyPolicies(program, settings.policies ?? []);
  } finally {
    rmSync(root, { recursive: true });
  }
}

function isExtending(parts: Parts): boolean {
  return (parts["mapwright.config.yaml"] ?? "").includes("extends:");
}

function filesOf(parts: Parts): Map<string, Buffer> {
  const shown = Object.entries(parts).filter(([file]) => file !== "mapwright.config.yaml");
  const all: [string, string][] = [["schemas/demo/1.0/all.json", schemas], ["EVENTS.md", sections]];
  if (/"1\.1"\](?!.*is empty)/.test(parts["mapwright.config.yaml"] ?? "")) all.push(["schemas/demo/1.1/all.json", schemas]);
  if (!isExtending(parts)) all.push(...canonical);
  if (!isExtending(parts) && !shown.some(([file]) => /^mappings\/.*(?<!memory|more|equivalence)\.ya?ml$/.test(file))) shown.push(["mappings/demo/notifications.yaml", ""]);
  return new Map([...all, ...shown.map(([file, text]): [string, string] => [file, whole(file, text)])].map(([file, text]) => [file, bytes(text)]));
}

/** `\uFFFD` stands for a byte that is no UTF-8, as an editor shows it. */
function bytes(text: string): Buffer {
  return Buffer.concat(text.split("\uFFFD").flatMap((part, index) => [...(index > 0 ? [Buffer.from([0xff])] : []), Buffer.from(part)]));
}

function whole(file: string, text: string): string {
  if (file === "mappings/equivalence.yaml") return filled(shared, text);
  const { head, rest = "" } = tables[file] ?? (/^mappings\/(?!acme\/|.*\/(?:memory|more)\.yaml)/.test(file) ? tables["mappings/demo/notifications.yaml"]! : { head: {} });
  const wildcard = rest.trimStart().split(":", 1)[0]!;
  // A file that is shown as a whole is whole.
  if (/^---$/m.test(text) || Object.keys(head).length === 0) return text;
  const shown = new Map([...Object.entries(head).map(([key, value]): [string, string] => [key, `${key}: ${value}\n`]), ...partsOf(text)]);
  const own = shown.get("rows") ?? "rows:\n";
  const covered = own.includes(wildcard) || own.includes("log/written}");
  shown.set("rows", covered ? own : `${own}${rest}`);
  return [...shown.values()].join("");
}

/** The keys of a file, those of the text in place of others. */
function filled(base: { readonly [key: string]: string }, text: string): string {
  const parts = new Map([...Object.entries(base).map(([key, value]): [string, string] => [key, `${key}: ${value}\n`]), ...partsOf(text)]);
  return [...parts.values()].join("");
}

/** A text by its keys at the beginning of a line. */
function partsOf(text: string): [string, string][] {
  return text.split(/^(?=[A-Za-z])/m).map((part): [string, string] => [part.split(":", 1)[0]!, part]).filter(([, part]) => part !== "");
}
