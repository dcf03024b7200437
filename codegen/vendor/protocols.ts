import { isStable, spokenIn, vendorAcp } from "./acp.js";
import { vendorCodex } from "./codex.js";
import { anthropicSdk, mcpSdk, type Import } from "./imported.js";
import type { Unpacked, Vendored } from "./package.js";

/** A protocol whose schemas can be vendored: where they come from, and how. */
export interface VendoredProtocol {
  readonly package: string;
  /** What the package calls a version, the likeliest first; without it, as everybody does. */
  readonly published?: (version: string) => readonly string[];
  /** The one package whose types those of this package import. */
  readonly imports?: Import;
  readonly vendor: (own: Unpacked, imported: Unpacked | undefined, running: { readonly folder: string; readonly signal?: AbortSignal | undefined }) => Promise<Vendored>;
  /** Which files of a folder of schemas are taken. */
  readonly schemas: (files: ReadonlyMap<string, Uint8Array>) => ReadonlyMap<string, Uint8Array>;
  /** The definitions that are unions of messages. */
  readonly messages: readonly string[];
}

export const protocols: ReadonlyMap<string, VendoredProtocol> = new Map(
  Object.entries<VendoredProtocol>({
    acp: {
      package: "@agentclientprotocol/sdk",
      vendor: ({ folder, integrity }) => vendorAcp(folder, integrity),
      schemas: (files) => new Map([...spokenIn(files)].filter(([file]) => isStable(file))),
      messages: ["AgentRequest", "AgentNotification", "ClientRequest", "ClientNotification", "SessionUpdate"],
    },
    "claude-agent-sdk": {
      package: "@anthropic-ai/claude-agent-sdk",
      imports: anthropicSdk,
      vendor: async (sdk, api) => (await import("./claude.js")).vendorClaude(sdk, api as Unpacked),
      schemas: (files) => files,
      messages: ["SDKMessage"],
    },
    "codex-app-server": {
      package: "@openai/codex",
      // Older ones are one package for all platforms.
      published: (version) => [`${version}-${process.platform}-${process.arch}`, version],
      vendor: ({ folder, integrity }, _, running) => vendorCodex(folder, integrity, running),
      schemas: (files) => files,
      messages: ["ServerNotification", "ServerRequest", "ClientRequest", "EventMsg"],
    },
    "codex-sdk": {
      package: "@openai/codex-sdk",
      imports: mcpSdk,
      vendor: async (sdk, mcp) => (await import("./codex-sdk.js")).vendorCodexSdk(sdk, mcp as Unpacked),
      schemas: (files) => files,
      messages: ["ThreadEvent", "ThreadItem"],
    },
  }),
);
