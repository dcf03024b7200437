import type { ProviderRuntimeEventV2 } from "../../generated/canonical/events.js";
import { code } from "../emit/markdown.js";
import { colours, type Io } from "./io.js";
import type { Entry } from "./transcript.js";

/** A replayed session as people and programs read it. */

export const writerFormats = ["text", "json", "markdown"] as const;
export type WriterFormat = (typeof writerFormats)[number];

/** One line of a transcript and what it became. */
export interface Step {
  readonly line: number;
  readonly entry: Entry;
  readonly events: readonly ProviderRuntimeEventV2[];
}

export interface Writer {
  readonly heading: (file: string) => string;
  /** Before the first step of each file. */
  readonly begin: string;
  readonly step: (step: Step) => string;
}

export function writerOf(format: WriterFormat, io: Io): Writer {
  switch (format) {
    case "json":
      return { heading: () => "", begin: "", step: ({ events }) => events.map((event) => `${JSON.stringify(event)}\n`).join("") };
    case "markdown":
      return markdownWriter;
    case "text":
      return textWriter(io);
  }
}

/** A line of the transcript, who said it and what it was; then its events, one below the other. */
function textWriter(io: Io): Writer {
  const { bold, dim, cyan, red, yellow } = colours(io, io.stdout);
  const paint = (type: string): ((text: string) => string) => (type === "runtime.error" ? red : type === "runtime.warning" ? yellow : bold);
  return {
    heading: (file) => `${cyan(file)}\n`,
    begin: "",
    step: ({ line, entry, events }) => {
      const said = `${String(line).padStart(5)} ${entry.from === "host" ? ">" : "<"} ${clipped(labelOf(entry), 38).padEnd(38)}`;
      if (events.length === 0) return `${dim(`${said}  -`)}\n`;
      return events
        .map((event, index) => {
          const type = paint(event.type)(event.type.padEnd(24));
          return `${index === 0 ? said : " ".repeat(said.length)}  ${`${type} ${detailsOf(event)}`.trimEnd()}\n`;
        })
        .join("");
    },
  };
}

const markdownWriter: Writer = {
  heading: (file) => `## ${code(file)}\n\n`,
  begin: "| Line | From | Message | Event | Payload |\n| --- | --- | --- | --- | --- |\n",
  step: ({ line, entry, events }) =>
    (events.length === 0 ? [undefined] : events)
      .map((event) => {
        const cells = [String(line), entry.from, code(clipped(labelOf(entry), 60)), event === undefined ? "" : code(event.type), event === undefined ? "" : code(detailsOf(event))];
        return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |\n`;
      })
      .join(""),
};

/** What a message calls itself: its method, its type, or that it is an answer. */
export function labelOf(entry: Entry): string {
  if ("act" in entry) return `(${entry.act.kind})`;
  if ("text" in entry) return "(no JSON)";
  const message = entry.message as Record<string, unknown> | null | undefined;
  const inner = message?.["msg"] as Record<string, unknown> | null | undefined;
  const name = message?.["method"] ?? inner?.["type"] ?? message?.["type"];
  if (typeof name === "string") return typeof message?.["subtype"] === "string" ? `${name}:${message["subtype"]}` : name;
  return message?.["id"] === undefined ? "(message)" : `(answer ${JSON.stringify(message["id"])}${message["error"] === undefined ? "" : ", error"})`;
}

/** The plain values of a payload, and which item they are about. */
function detailsOf({ payload, providerRefs }: ProviderRuntimeEventV2): string {
  const item = providerRefs?.providerItemId;
  const values = Object.entries(payload as Record<string, unknown>).flatMap(([name, value]) => {
    if (typeof value === "string") return `${name}=${/^[\w.:/-]{1,40}$/.test(value) ? value : clipped(JSON.stringify(value), 60)}`;
    return typeof value === "number" || typeof value === "boolean" ? `${name}=${value}` : [];
  });
  return clipped([...values, ...(item === undefined ? [] : [`item:${item}`])].join(" "), 160);
}

function clipped(text: string, width: number): string {
  const letters = Array.from(text.replace(/\p{Cc}/gu, " "));
  return letters.length <= width ? letters.join("") : `${letters.slice(0, width - 1).join("")}…`;
}
