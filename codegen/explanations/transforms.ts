import type { transformCodes } from "../check/codes.js";
import { transform } from "./files.js";
import { example, type Explanations } from "./types.js";

const trimmed = "export function trimmed(text: string): string {\n  return text.trim();\n}";

export const transforms: Explanations<keyof typeof transformCodes> = {
  "transform-syntax": {
    why: "The types of transforms are read from their declarations, and this file cannot be read as TypeScript.",
    mend: "Mend the syntax error at the marked place.",
    ...transform("export function trimmed(text: string): string {\n  return text.trim(;\n}", trimmed),
  },
  "transform-export": {
    why: "A generated mapper imports a transform by the name of its function. What is exported in another way it cannot find.",
    mend: "Write `export function name(...)`, and leave out default exports and re-exports.",
    ...transform("export default function trimmed(text: string): string {\n  return text.trim();\n}", trimmed),
  },
  "transform-parameter": {
    why: "A row passes one value to a transform: `value | name`. There is nowhere to write a second.",
    mend: "Take exactly one parameter, neither optional nor a rest; options become transforms of their own.",
    ...transform("export function cut(text: string, length: number): string {\n  return text.slice(0, length);\n}", trimmed),
  },
  "transform-async": {
    why: "A mapper gives its events at once, and waits for nothing.",
    mend: "Make it a plain function. What has to be waited for is the host's business.",
    ...transform("export async function trimmed(text: string): Promise<string> {\n  return text.trim();\n}", trimmed),
  },
  "transform-untyped": {
    why: "Rows are checked against the written types of a transform; a type that is only inferred changes when the body does.",
    mend: "Write the type of the parameter and of the result.",
    ...transform("export function trimmed(text: string) {\n  return text.trim();\n}", trimmed),
  },
  "transform-type": {
    why: "Messages and events are JSON. A type that JSON does not have, `any`, or a type parameter tells the checker nothing.",
    mend: "Use strings, numbers, booleans, lists and objects of these, or types of the canonical model; `unknown` takes anything.",
    ...transform("export function day(text: string): Date {\n  return new Date(text);\n}", trimmed),
  },
  "transform-takes-message": {
    why: "Which message becomes which event stands in the tables, where people review it. A transform that sees the whole message could decide it unseen.",
    mend: "Take the one value that is needed.",
    ...transform("export function method(message: { method: string; params: unknown }): string {\n  return message.method;\n}", trimmed),
  },
  "transform-returns-event": {
    why: "Events are written in rows, where people review them; a transform gives one value for one field.",
    mend: "Give the value alone, and write the event in the row.",
    ...transform("export function said(text: string): { type: string; payload: unknown } {\n  return { type: text, payload: {} };\n}", trimmed),
  },
  "transform-decides-status": {
    why: "Which fields make a turn or an item completed or failed is the heart of a table, and belongs where people review it.",
    mend: "Write the decision as alternatives with `when`, or as a value table over one field.",
    ...transform('export function outcome(item: { ok?: boolean; error?: string }): "completed" | "failed" {\n  return item.ok === true ? "completed" : "failed";\n}', trimmed),
  },
  "duplicate-transform": {
    why: "A row names a transform without its file, so that two of one name cannot be told apart.",
    mend: "Rename one of the two.",
    ...example("src/transforms/more.ts", trimmed, "export function lower(text: string): string {\n  return text.toLowerCase();\n}", { "src/transforms/text.ts": `${trimmed}\n` }),
  },
};
