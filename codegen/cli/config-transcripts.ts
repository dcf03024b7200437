import path from "node:path";
import type { Yaml } from "../yaml/read.js";
import type { Report } from "./config.js";

/** The recorded sessions of one provider: folders below the config's, in which a step with `*` stands for every name that it matches. */
export interface Transcripts {
  readonly provider: string;
  readonly folders: readonly string[];
}

const form = "Write below it: codex: [transcripts/codex]";

/** `transcripts:` of a config (README.md). */
export function readTranscripts(node: Yaml | undefined, report: Report): Transcripts[] {
  if (node === undefined || node.kind === "bad") return [];
  if (node.kind !== "map") {
    report(node.at, "config-shape", '"transcripts" says where the recorded sessions of each provider are.', form);
    return [];
  }
  return node.entries.map(({ key, value }) => {
    const items = value.kind === "list" ? value.items : [];
    if (items.length === 0 && value.kind !== "bad") report(value.at, "config-shape", `"${key.text}" has a list of folders.`, form);
    const folders = items.flatMap((item): string[] => {
      if (item.kind === "bad") return [];
      const text = item.kind === "scalar" && typeof item.value === "string" ? path.posix.normalize(item.value.replaceAll("\\", "/")).replace(/\/$/, "") : "";
      if (text !== "" && !path.posix.isAbsolute(text) && !path.win32.isAbsolute(text) && !text.startsWith("..")) return [text];
      report(item.at, "config-path", "A folder of transcripts is a path below the folder of the config.", form);
      return [];
    });
    return { provider: key.text, folders };
  });
}
