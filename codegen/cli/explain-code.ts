import path from "node:path";
import { allExplained, explainGroup, groups, type Explained } from "../explanations/index.js";
import type { Parts } from "../explanations/types.js";
import { enumerate, meant } from "../spelling.js";
import { printable } from "./code-frame.js";
import { colours, UserError, type Io } from "./io.js";
import { fenced } from "./markdown.js";

/** What `explain` prints of codes. */
export type Format = "text" | "json" | "markdown";

/**
 * @throws UserError for a word that is no code, with those that were probably meant
 */
export function renderCode(word: string, format: Format, io: Io): string {
  const all = allExplained();
  const explained = all.find(({ code }) => code === word);
  if (explained === undefined) throw unknown(word, all.map(({ code }) => code));
  if (format === "json") return `${JSON.stringify(explained, undefined, 2)}\n`;
  return `${(format === "markdown" ? inMarkdown(explained) : inText(explained, io)).join("\n")}\n`;
}

/** All codes: a line for each, or all there is to say. The Markdown is DIAGNOSTICS.md. */
export function renderCodes(format: Format, io: Io): string {
  if (format === "json") return `${JSON.stringify({ codes: allExplained() }, undefined, 2)}\n`;
  if (format === "markdown") return `${[...preface, ...groups.flatMap((group) => ["", `## ${group.title}`, "", group.about, ...explainGroup(group).flatMap((one) => ["", ...inMarkdown(one)])])].join("\n")}\n`;
  const { bold } = colours(io, io.stdout);
  const width = Math.max(...allExplained().map(({ code }) => code.length));
  const lines = groups.flatMap((group) => [bold(group.title), ...explainGroup(group).map(({ code, meaning }) => `  ${code.padEnd(width)}  ${meaning}`), ""]);
  return `${lines.join("\n")}\n\`mapwright explain <code>\` says why it is a mistake, and how to mend it.\n`;
}

const preface = [
  "# Diagnostics",
  "",
  "<!-- Rendered by `mapwright explain --format markdown`: npm run diagnostics. What it says stands in codegen/explanations/. -->",
  "",
  "Everything that Mapwright reports has a code that stays the same. `mapwright explain <code>` shows what stands here of one.",
  "",
  "An example shows parts of the files of a small project, wrong and mended; what it does not show is right. The tests compile both.",
  "",
  ...groups.map((group) => `- [${group.title}](#${anchor(group.title)}): ${explainGroup(group).map(({ code }) => `[\`${code}\`](#${code})`).join(", ")}`),
];

function unknown(word: string, codes: readonly string[]): UserError {
  const holding = word.length < 3 ? [] : codes.filter((code) => code.includes(word));
  const near = meant(word, codes);
  const hint = holding.length > 1 ? `there is: ${enumerate(holding)}` : near !== undefined ? `did you mean '${near}'?` : holding.length === 1 ? `did you mean '${holding[0]}'?` : "`mapwright explain` lists the codes; a row is explained by its source and its key";
  return new UserError(word.includes(".") ? `'${word}' is no code, and a row needs its key, too` : `there is no code '${word}'`, word.includes(".") ? `mapwright explain ${word} <key>` : hint);
}

function inText({ code, severity, group, meaning, why, mend, before, after }: Explained, io: Io): string[] {
  const { bold, dim } = colours(io, io.stdout);
  const said = (heading: string, text: string): string[] => ["", bold(heading), `  ${text}`];
  const shown = (heading: string, parts: readonly Part[]): string[] => parts.flatMap(({ file, text, there }) => ["", ...(there ? [`${bold(heading)} ${dim(file)}`, ...text.split("\n").map((line) => `  ${line}`)] : [`${bold(heading)} ${dim(file)} ${text}`])]);
  return [
    `${bold(code)}  ${severity}, ${group}`,
    `  ${sentence(meaning)}`,
    ...said("why it is a mistake", why),
    ...said("how to mend it", mend),
    ...shown("with:", both(before, after)),
    ...shown("wrong:", wrong(before, after)),
    ...shown("mended:", mended(before, after)),
  ];
}

function inMarkdown({ code, severity, meaning, why, mend, before, after }: Explained): string[] {
  const shown = (heading: string, parts: readonly Part[]): string[] => parts.flatMap(({ file, text, there }) => ["", ...(there ? [`${heading} \`${file}\``, "", ...fenced(text, languageOf(file))] : [`${heading} \`${file}\` ${text}`])]);
  return [
    `### ${code}`,
    "",
    `**${severity}**: ${meaning}.`,
    "",
    why,
    "",
    `How to mend it: ${mend}`,
    ...shown("With:", both(before, after)),
    ...shown("Wrong:", wrong(before, after)),
    ...shown("Mended:", mended(before, after)),
  ];
}

interface Part {
  readonly file: string;
  /** What the file holds, or else what is to be said of it. */
  readonly text: string;
  readonly there: boolean;
}

/** What the mistake is about, and stays as it is. */
function both(before: Parts, after: Parts): Part[] {
  return partsOf(before, ([file, text]) => after[file] === text);
}

function wrong(before: Parts, after: Parts): Part[] {
  const shown = partsOf(before, ([file, text]) => after[file] !== text);
  return shown.length > 0 ? shown : Object.keys(after).filter((file) => !(file in before)).map((file) => ({ file, text: "is not there.", there: false }));
}

function mended(before: Parts, after: Parts): Part[] {
  const shown = partsOf(after, ([file, text]) => before[file] !== text);
  return shown.length > 0 ? shown : Object.keys(before).filter((file) => !(file in after)).map((file) => ({ file, text: "is not there any more.", there: false }));
}

function partsOf(parts: Parts, wanted: (entry: [file: string, text: string]) => boolean): Part[] {
  return Object.entries(parts).filter(wanted).map(([file, text]) => ({ file, text: visible(text), there: true }));
}

/** Characters that do not show, by their numbers. */
function visible(text: string): string {
  return printable(text.trimEnd()).replace(/[\u00A0\uFFFD]/g, (character) => `<U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}>`);
}

function languageOf(file: string): string {
  return path.posix.extname(file).slice(1);
}

function anchor(title: string): string {
  return title.toLowerCase().replace(/[^\w -]/g, "").replaceAll(" ", "-");
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
