import type { Log, ReportingDescriptor, Result } from "sarif";
import { inOrder } from "../check/report.js";
import type { Diagnostic } from "../diagnostic.js";
import { allExplained } from "../explanations/index.js";
import { inCheckout } from "./checkout.js";
import type { Io } from "./io.js";
import { version } from "./package.js";

/** Diagnostics as SARIF 2.1.0, which code scanning and editors read. */

/**
 * @param root the folder that the paths of the diagnostics are relative to; those of the log are relative to the checkout
 * @param fallback what a diagnostic without a file is about: code scanning refuses a result without a place
 */
export function sarifOf(diagnostics: readonly Diagnostic[], root: string, fallback: string, io: Io): Log {
  const sorted = inOrder(diagnostics);
  const codes = [...new Set(sorted.map(({ code }) => code))].sort();
  const results = sorted.map((diagnostic): Result => {
    const { code, severity, message, hint, file = fallback } = diagnostic;
    const region = regionOf(diagnostic);
    return {
      ruleId: code,
      ruleIndex: codes.indexOf(code),
      level: severity,
      message: { text: hint === undefined ? message : `${message}\n${hint}` },
      locations: [{ physicalLocation: { artifactLocation: { uri: uriOf(inCheckout(io, root, file)), uriBaseId: "%SRCROOT%" }, ...(region && { region }) } }],
    };
  });
  return {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [{ tool: { driver: { name: "mapwright", semanticVersion: version(), rules: codes.map(descriptorOf) } }, columnKind: "utf16CodeUnits", results }],
  };
}

function descriptorOf(code: string): ReportingDescriptor {
  const { meaning, why, mend } = allExplained().find((one) => one.code === code) ?? { meaning: code, why: "", mend: "" };
  const help = [why, mend, `\`npx mapwright explain ${code}\` shows an example.`].filter((part) => part !== "").join("\n\n");
  return { id: code, shortDescription: { text: `${meaning.charAt(0).toUpperCase()}${meaning.slice(1)}` }, help: { text: help, markdown: help } };
}

/** Both count from 1 and end before `endColumn`. */
function regionOf({ line, column, endLine, endColumn }: Diagnostic) {
  if (line === undefined) return undefined;
  return { startLine: line, ...(column !== undefined && { startColumn: column }), ...(endLine !== undefined && { endLine }), ...(endColumn !== undefined && { endColumn }) };
}

function uriOf(file: string): string {
  return file.split("/").map(encodeURIComponent).join("/");
}
