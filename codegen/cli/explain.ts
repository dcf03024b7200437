import type { Command } from "commander";
import type { Explanation } from "./explanation.js";
import { readInputs } from "./inputs.js";
import { colours, findings, fine, print, shown, type Io } from "./io.js";
import { fenced, prose } from "./markdown.js";
import { configOption, examples, formatOption, type Finish } from "./options.js";
import { progress } from "./progress.js";
import { findProject, loadSettings, type Project } from "./project.js";
import { renderDiagnostics } from "./report.js";

const formats = ["text", "json", "markdown"] as const;
type Format = (typeof formats)[number];

interface Options {
  readonly config?: string;
  readonly format: Format;
}

export function addExplain(program: Command, io: Io, finish: Finish): void {
  program
    .command("explain")
    .description("explain one row (its line, the schema of its message, the generated code, its examples), or a diagnostic")
    .argument("[what]", "the source of a table, such as codex.app-server.notification; or the code of a diagnostic; without it, all codes")
    .argument("[key]", "the key of a row or of a message, such as turn/completed")
    .addOption(configOption())
    .addOption(formatOption(formats))
    .addHelpText(
      "after",
      examples([
        ["mapwright explain codex.app-server.notification turn/completed", "one notification"],
        ["mapwright explain codex.eventmsg exec_command_begin --format markdown", "for a review"],
        ["mapwright explain unknown-literal", "what a diagnostic means, why it is a mistake, and how to mend it"],
        ["mapwright explain", "all codes of diagnostics, with a line for each"],
        ["mapwright explain --format json", "{ codes: [{ code, group, severity, meaning, why, mend, before, after }] }"],
      ]),
    )
    .action(async (what: string | undefined, key: string | undefined, { config, format }: Options) => {
      if (what === undefined || key === undefined) await explainCodes(what, format, io);
      else finish(await explain(findProject(config, io), what, key, format, io));
    });
}

async function explainCodes(code: string | undefined, format: Format, io: Io): Promise<void> {
  const { renderCode, renderCodes } = await import("./explain-code.js");
  await print(io.stdout, code === undefined ? renderCodes(format, io) : renderCode(code, format, io));
}

async function explain(project: Project, source: string, key: string, format: Format, io: Io): Promise<number> {
  const settings = await loadSettings(project);
  const inputs = readInputs(project.root, settings);
  const { stop } = await progress(io, "compiling");
  const { compile } = await import("./pipeline.js");
  const { program, files, diagnostics } = await compile(settings, inputs).finally(stop);
  // What is only not decided yet is what somebody wants to have explained.
  if (program === undefined || (files === undefined && diagnostics.some(({ severity, code }) => severity === "error" && !code.startsWith("undecided-")))) {
    await print(io.stderr, renderDiagnostics(diagnostics, project.root, io, io.stderr));
    return findings;
  }
  const { explainRow } = await import("./explanation.js");
  const textOf = (file: string): string | undefined => files?.find(({ path }) => path === file)?.content ?? inputs.get(file)?.toString("utf8");
  await print(io.stdout, render(explainRow(program, { source, key }, settings.output, textOf), format, project, io));
  return fine;
}

function render(explanation: Explanation, format: Format, project: Project, io: Io): string {
  if (format === "json") return `${JSON.stringify(explanation, undefined, 2)}\n`;
  const { bold, dim } = colours(io, io.stdout);
  const markdown = format === "markdown";
  const heading = (text: string): string => (markdown ? `\n### ${text}\n` : `\n${bold(text)}`);
  const block = (text: string, language: string): string[] => (markdown ? fenced(text, language) : text.split("\n").map((line) => `  ${line}`));
  const { source, key, file, line, row, replaces = [], covers, notes, about, message, answer, error, examples: shownExamples, generated } = explanation;

  const lines = [markdown ? `## \`${source}\` \`${key}\`` : `${bold(source)} ${bold(key)}`];
  const place = `${markdown ? file : shown(io, project.root, file)}:${line}`;
  lines.push(heading("row"), ...(markdown ? [`\`${place}\``, ""] : [`  ${dim(place)}`]), ...block(row, "yaml"));
  for (const old of replaces) {
    const where = `${markdown ? old.file : shown(io, project.root, old.file)}:${old.line}`;
    const names = old.more.map((part) => `\`${part}\``).join(", ");
    lines.push(heading(`in place of ${where}`), ...(names === "" ? [] : [`${markdown ? "" : "  "}It has ${names}, which the row above has not.`, ...(markdown ? [""] : [])]), ...block(old.row, "yaml"));
  }
  if (notes.length > 0) lines.push(heading("notes"), ...notes.map((note) => (markdown ? `- ${note}` : `  ${note}`)));
  lines.push(heading("messages"), ...covers.map((one) => `${markdown ? "- " : "  "}${one.key} (${one.versions.join(", ")})`));
  if (about !== undefined) lines.push(heading("what its publisher says"), markdown ? prose(about) : `  ${about}`);
  if (message !== undefined) lines.push(heading("schema"), ...block(message, "ts"));
  if (answer !== undefined) lines.push(heading("schema of the answer"), ...block(answer, "ts"));
  if (error !== undefined) lines.push(heading("schema of $.error"), ...block(error, "ts"));
  for (const example of shownExamples) {
    lines.push(heading("example"), ...block(JSON.stringify(example.message), "json"), "", ...block(example.events.map((event) => JSON.stringify(event)).join("\n"), "json"));
  }
  if (generated !== undefined) lines.push(heading(`generated: ${markdown ? generated.file : shown(io, project.root, generated.file)}`), ...block(generated.code, "ts"));
  return `${lines.join("\n")}\n`;
}
