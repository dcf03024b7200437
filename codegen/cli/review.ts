import type { Command } from "commander";
import { findings, fine, print, type Io } from "./io.js";
import { configOption, examples, formatOption, type Finish } from "./options.js";
import { progress } from "./progress.js";
import { findProject, type Project } from "./project.js";
import { hasErrors } from "./report.js";

/** For a pull request first. */
const formats = ["markdown", "text", "json"] as const;
type Format = (typeof formats)[number];

interface Options {
  readonly config?: string;
  readonly format: Format;
}

const help = `
Compares the tables, the schemas and the runtime of a git revision with those of the working tree, and what both make of the
transcripts that the config names. What is only written otherwise (comments, order, notes) is no change, and without one stdout stays empty.

Exit codes: 0 nothing breaks those who read events, 1 something does, or the tables do not compile, 2 wrong use.
${examples([
  ["mapwright review origin/main", "the comment of a pull request, as Markdown"],
  ["mapwright review HEAD --format text", "what is not committed yet, for a terminal"],
  ["mapwright review $(git merge-base origin/main HEAD)", "of a branch that is behind"],
  ["mapwright review origin/main --format json", "all of it; schemas/reports/review.schema.json says the shape"],
])}`;

export function addReview(program: Command, io: Io, finish: Finish): void {
  program
    .command("review")
    .description("say in one comment what a change means: rows, events of recorded sessions, coverage, what breaks")
    .argument("<base>", "the git revision that the working tree is compared with")
    .addOption(configOption())
    .addOption(formatOption(formats))
    .addHelpText("after", help)
    .action(async (base: string, { config, format }: Options) => finish(await review(findProject(config, io), base, format, io)));
}

async function review(project: Project, base: string, format: Format, io: Io): Promise<number> {
  const { stop } = await progress(io, `comparing with ${base}`);
  const { reviewSince } = await import("./reviewing.js");
  const report = await reviewSince(project, base, io.signal).finally(stop);
  const writers: Record<Format, () => Promise<string>> = {
    json: async () => `${JSON.stringify(report, undefined, 2)}\n`,
    markdown: async () => (await import("./review-markdown.js")).reviewMarkdown(report),
    text: async () => (await import("./review-text.js")).reviewText(report, project.root, io),
  };
  await print(io.stdout, await writers[format]());
  if (!report.changed) await print(io.stderr, `nothing changed since ${base}\n`);
  return report.changed && (report.breaking.length > 0 || hasErrors(report.findings)) ? findings : fine;
}
