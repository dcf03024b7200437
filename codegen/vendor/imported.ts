import { readFile } from "node:fs/promises";
import path from "node:path";
import { aboutOf, type Unpacked } from "./package.js";

/** The one package whose types those of another import. */
export interface Import {
  readonly name: string;
  /** Undefined where the importing package does not tell. */
  readonly wanted: (importing: Unpacked) => Promise<Wanted | undefined>;
}

/** Which version of it is taken: the same today and next year. */
export interface Wanted {
  readonly range: string;
  /** `newest` is the newest of those that were published before the package that imports it. */
  readonly pick: "lowest" | "newest";
}

/** Of the Claude Agent SDK: what its code contains, or else, as newer code contains none, the newest it can have been built with. */
export const anthropicSdk: Import = {
  name: "@anthropic-ai/sdk",
  wanted: async (sdk) => {
    const code = await readFile(path.join(sdk.folder, "cli.js"), "utf8").catch(() => "");
    // The version stands before the function that finds out what it runs on, which is the same in every build.
    const bundled = /="(\d+\.\d+\.\d+)";function [\w$]+\(\)\{if\(typeof Deno</.exec(code)?.[1];
    return bundled === undefined ? wantedOf(sdk, "@anthropic-ai/sdk", "newest") : { range: bundled, pick: "lowest" };
  },
};

/** Of the Codex SDK: the lowest that it is developed with. */
export const mcpSdk: Import = {
  name: "@modelcontextprotocol/sdk",
  wanted: (sdk) => wantedOf(sdk, "@modelcontextprotocol/sdk", "lowest"),
};

async function wantedOf({ folder }: Unpacked, name: string, pick: Wanted["pick"]): Promise<Wanted | undefined> {
  const { dependencies, peerDependencies, devDependencies } = await aboutOf(folder);
  const range = dependencies?.[name] ?? peerDependencies?.[name] ?? devDependencies?.[name];
  return range === undefined ? undefined : { range, pick };
}
