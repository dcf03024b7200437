import { createHash } from "node:crypto";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { gzipSync } from "node:zlib";

/** Packages as they are published, small, and a registry on loopback that has them. */

export type Files = Readonly<Record<string, string>>;

/** Writes a package into a folder, its scripts executable. */
export function unpack(folder: string, files: Files): string {
  for (const [file, text] of Object.entries(files)) {
    const to = path.join(folder, file);
    mkdirSync(path.dirname(to), { recursive: true });
    writeFileSync(to, text);
    if (text.startsWith("#!")) chmodSync(to, 0o755);
  }
  return folder;
}

/** The tarball that npm would make. */
export function tarball(files: Files): Buffer {
  const entries = Object.entries(files).map(([file, text]) => {
    const content = Buffer.from(text);
    const header = Buffer.alloc(512);
    const put = (at: number, value: string): number => header.write(value, at, "latin1");
    const octal = (value: number, length: number): string => `${value.toString(8).padStart(length - 1, "0")}\0`;
    put(0, `package/${file}`);
    put(100, octal(text.startsWith("#!") ? 0o755 : 0o644, 8));
    put(124, octal(content.length, 12));
    put(136, octal(0, 12));
    put(148, " ".repeat(8));
    put(156, "0");
    put(257, "ustar\u{0}00");
    put(148, octal(header.reduce((sum, byte) => sum + byte, 0), 8));
    return Buffer.concat([header, content, Buffer.alloc((512 - (content.length % 512)) % 512)]);
  });
  return gzipSync(Buffer.concat([...entries, Buffer.alloc(1024)]));
}

export function integrityOf(content: Buffer): string {
  return `sha512-${createHash("sha512").update(content).digest("base64")}`;
}

export interface Published {
  readonly files: Files;
  readonly time?: string;
  /** Under another version than it says. */
  readonly as?: string;
  /** Sent instead of the tarball that was published. */
  readonly sent?: Buffer;
}

export interface LocalRegistry {
  readonly url: string;
  readonly publish: (published: Published) => void;
  /** What was asked for, in order. */
  readonly asked: readonly string[];
  /** Answers everything with this from now on; `hang` answers nothing. */
  readonly answer: (how: { readonly status: number; readonly body?: string } | "hang") => void;
  /** Resolves when the next request arrives. */
  readonly request: () => Promise<unknown>;
  readonly close: () => Promise<unknown>;
}

export async function localRegistry(): Promise<LocalRegistry> {
  const packages = new Map<string, { latest: string; versions: Record<string, unknown>; time: Record<string, string> }>();
  const tarballs = new Map<string, Buffer>();
  const asked: string[] = [];
  let rule: { readonly status: number; readonly body?: string } | "hang" | undefined;
  const server: Server = createServer((request, response) => {
    const wanted = decodeURIComponent(request.url ?? "").slice(1);
    asked.push(wanted);
    server.emit("asked");
    if (rule === "hang") return;
    const found = packages.get(wanted);
    const sent = tarballs.get(wanted);
    if (rule !== undefined) response.writeHead(rule.status, { "content-type": "application/json" }).end(rule.body ?? "{}");
    else if (sent !== undefined) response.end(sent);
    else if (found !== undefined) response.setHeader("content-type", "application/json").end(JSON.stringify({ name: wanted, "dist-tags": { latest: found.latest }, versions: found.versions, time: found.time }));
    else response.writeHead(404).end("{}");
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return {
    url,
    asked,
    publish: ({ files, time, sent, as }) => {
      const own = JSON.parse(files["package.json"]!) as { name: string; version: string };
      const about = { ...own, version: as ?? own.version };
      const content = tarball(files);
      const name = `${about.name}/-/${about.version}.tgz`;
      tarballs.set(name, sent ?? content);
      const before = packages.get(about.name);
      packages.set(about.name, {
        latest: about.version.includes("-") ? (before?.latest ?? about.version) : about.version,
        versions: { ...before?.versions, [about.version]: { ...about, dist: { tarball: `${url}${name}`, integrity: integrityOf(content) } } },
        time: { ...before?.time, ...(time !== undefined && { [about.version]: time }) },
      });
    },
    answer: (how) => void (rule = how),
    request: () => new Promise((arrived) => server.once("asked", arrived)),
    close: () =>
      new Promise((closed) => {
        server.closeAllConnections();
        server.close(closed);
      }),
  };
}

const acpSchema = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  $defs: {
    SessionUpdate: {
      oneOf: ["plan", "agent_message_chunk"].map((sessionUpdate) => ({ type: "object", properties: { sessionUpdate: { type: "string", const: sessionUpdate } }, required: ["sessionUpdate"] })),
    },
  },
};

export const acpText = `${JSON.stringify(acpSchema, undefined, 1)}\n`;

export function acpPackage(version: string, schemas: Files = { "schema/schema.json": acpText }): Files {
  return { "package.json": JSON.stringify({ name: "@agentclientprotocol/sdk", version, license: "Apache-2.0" }), "README.md": "", ...schemas };
}

/** What it writes, for a platform of its own. */
export const codexFiles: Files = {
  "ServerNotification.json": JSON.stringify({
    $schema: "http://json-schema.org/draft-07/schema#",
    title: "ServerNotification",
    oneOf: ["turn/started", "turn/completed"].map((method) => ({ type: "object", properties: { method: { type: "string", enum: [method] } }, required: ["method"] })),
  }),
  "v2/Thread.json": '{ "$schema": "http://json-schema.org/draft-07/schema#", "title": "Thread", "type": "string" }',
};

export const codexScript = `#!${process.execPath}
const fs = require("node:fs"), path = require("node:path");
if (process.argv[2] === "--version") { console.log("codex-cli 0.200.0"); process.exit(); }
const [server, command, flag, out] = process.argv.slice(2);
if (server !== "app-server" || command !== "generate-json-schema" || flag !== "--out") { console.error("error: unrecognized subcommand"); process.exit(2); }
for (const [file, text] of Object.entries(${JSON.stringify(codexFiles)})) {
  fs.mkdirSync(path.dirname(path.join(out, file)), { recursive: true });
  fs.writeFileSync(path.join(out, file), text);
}
`;

export function codexPackage(version: string, script = codexScript): Files {
  return { "package.json": JSON.stringify({ name: "@openai/codex", version, license: "Apache-2.0" }), "vendor/here/codex/codex": script };
}

export function claudePackage(version: string, more: object = {}, code: Files = {}): Files {
  return {
    "package.json": JSON.stringify({ name: "@anthropic-ai/claude-agent-sdk", version, license: "SEE LICENSE IN README.md", ...more }),
    "sdk.d.ts": [
      'import type { Message } from "@anthropic-ai/sdk/resources/messages.mjs";',
      "export declare type SDKMessage = { type: 'assistant'; message: Message } | { type: 'result' } | SDKGone;",
      "export declare type PermissionResult = { behavior: 'allow' };",
      "export declare type PermissionUpdate = { type: 'setMode' };",
    ].join("\n"),
    ...code,
  };
}

export function anthropicPackage(version: string): Files {
  return { "package.json": JSON.stringify({ name: "@anthropic-ai/sdk", version, license: "MIT" }), "resources/messages.d.mts": `export interface Message { id: '${version}' }` };
}

export function codexSdkPackage(version: string): Files {
  return {
    "package.json": JSON.stringify({ name: "@openai/codex-sdk", version, license: "Apache-2.0", devDependencies: { "@modelcontextprotocol/sdk": "^1.2.0" } }),
    "dist/index.d.ts": "import { ContentBlock } from '@modelcontextprotocol/sdk/types.js';\ntype ThreadEvent = { type: 'error' } | { type: 'item'; content: ContentBlock[] };\nexport { type ThreadEvent };",
  };
}

export function mcpPackage(version: string): Files {
  return { "package.json": JSON.stringify({ name: "@modelcontextprotocol/sdk", version, license: "MIT" }), "dist/esm/spec.types.d.ts": `export interface ContentBlock { type: '${version}' }` };
}
