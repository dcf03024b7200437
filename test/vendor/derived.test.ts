import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { branches, createValidate, discriminate, readSurface, sample, samples } from "../../codegen/schema/index.js";
import type { Surface } from "../../codegen/schema/types.js";
import { hashesOf, vendorClaude, vendorCodexSdk } from "../../codegen/vendor/index.js";
import { filesBelow, named, textOf } from "../schema/helpers.js";

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "mapwright-vendor-test-"));
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

async function unpacked(name: string, files: Record<string, string>): Promise<string> {
  for (const [file, text] of Object.entries(files)) {
    const to = path.join(folder, name, file);
    await mkdir(path.dirname(to), { recursive: true });
    await writeFile(to, text);
  }
  return path.join(folder, name);
}

function definitionsOf(files: ReadonlyMap<string, Uint8Array>, file: string): Record<string, unknown> {
  return (JSON.parse(new TextDecoder().decode(files.get(file))) as { definitions: Record<string, unknown> }).definitions;
}

describe("vendorClaude", () => {
  const about = JSON.stringify({ name: "@anthropic-ai/claude-agent-sdk", version: "0.9.0", license: "SEE LICENSE IN README.md" });
  const declarations = [
    'import type { Message } from "@anthropic-ai/sdk/resources/messages.mjs";',
    "export declare type SDKMessage = SDKAssistantMessage | SDKMissing;",
    "export declare type SDKAssistantMessage = { type: 'assistant'; message: Message };",
    "export declare type PermissionResult = { behavior: 'allow' };",
    "export declare type PermissionUpdate = { type: 'setMode' };",
    "export declare function query(): void;",
  ].join("\n");
  const api = { "package.json": '{ "name": "@anthropic-ai/sdk", "version": "0.7.0" }', "resources/messages.d.mts": "export interface Message { id: string }", "resources/messages.d.ts": "wrong" };

  it("derives messages and permissions, with what they import, and pins both packages", async () => {
    const sdk = await unpacked("sdk", { "package.json": about, "sdk.d.ts": declarations });
    const { version, entry, files, undeclared } = await vendorClaude({ folder: sdk, integrity: "sha512-s" }, { folder: await unpacked("api", api), integrity: "sha512-a" });
    expect([version, [...files.keys()], undeclared]).toEqual(["0.9.0", ["sdk.json"], ["SDKMissing in SDKMessage"]]);
    expect(Object.keys(definitionsOf(files, "sdk.json"))).toEqual(["Message", "PermissionResult", "PermissionUpdate", "SDKAssistantMessage", "SDKMessage"]);
    expect(entry).toEqual({
      package: "@anthropic-ai/claude-agent-sdk",
      version: "0.9.0",
      integrity: "sha512-s",
      license: "SEE LICENSE IN README.md",
      obtained: "derived from the types of sdk.d.ts, and what they import of @anthropic-ai/sdk@0.7.0 sha512-a",
      files: hashesOf(files),
    });
  });

  it("fails without declarations, and pins no integrity that is not known", async () => {
    const other = { folder: await unpacked("api", api) };
    await expect(vendorClaude({ folder: await unpacked("none", { "package.json": about }) }, other)).rejects.toThrow("has no sdk.d.ts");
    const { entry } = await vendorClaude({ folder: await unpacked("sdk", { "package.json": about, "sdk.d.ts": declarations }) }, other);
    expect(entry.obtained).toMatch(/@anthropic-ai\/sdk@0\.7\.0$/);
    expect(entry).not.toHaveProperty("integrity");
  });
});

describe("vendorCodexSdk", () => {
  it("derives the thread events, with the content of MCP results", async () => {
    const sdk = await unpacked("sdk", {
      "package.json": JSON.stringify({ name: "@openai/codex-sdk", version: "0.9.0", license: "Apache-2.0" }),
      "dist/index.d.ts": "import { ContentBlock } from '@modelcontextprotocol/sdk/types.js';\ntype ThreadEvent = { type: 'result'; content: ContentBlock[] };\nexport { type ThreadEvent };",
    });
    const mcp = await unpacked("mcp", { "package.json": '{ "name": "@modelcontextprotocol/sdk", "version": "1.0.0" }', "dist/esm/spec.types.d.ts": "export type ContentBlock = TextContent;\nexport interface TextContent { type: 'text' }" });
    const { version, entry, files, undeclared } = await vendorCodexSdk({ folder: sdk }, { folder: mcp });
    expect([version, [...files.keys()], undeclared]).toEqual(["0.9.0", ["index.json"], []]);
    expect(Object.keys(definitionsOf(files, "index.json"))).toEqual(["ContentBlock", "TextContent", "ThreadEvent"]);
    expect(entry).toMatchObject({ license: "Apache-2.0", obtained: "derived from the types of dist/index.d.ts, and what they import of @modelcontextprotocol/sdk@1.0.0" });
  });
});

/** Read alone, a version may have what the overlay says for the sake of an earlier one: `superseded` names that. */
function vendored(protocol: string, version: string, superseded: readonly string[] = []): Surface {
  const texts = filesBelow(`schemas/${protocol}/${version}`);
  const { surface, diagnostics } = readSurface({ protocol, versions: new Map([[version, texts]]), overlays: [{ file: `schemas/${protocol}/overlay.yaml`, text: textOf(`schemas/${protocol}/overlay.yaml`) }] });
  expect(diagnostics.map(({ code, message }) => [code, /"(.+?)"/.exec(message)?.[1]])).toEqual(superseded.map((entry) => ["overlay-superseded", entry]));
  return surface!;
}

describe("what is vendored", () => {
  const claude = vendored("claude-agent-sdk", "0.2.62");
  const laterClaude = vendored("claude-agent-sdk", "0.3.332", ["SDKRateLimitInfo", "SDKMessage/rate_limit_event", "SDKMessage/prompt_suggestion", "SDKSystemMessage.fast_mode_state"]);
  const codex = vendored("codex-sdk", "0.107.0");

  const values = (surface: Surface, root: string, ...steps: readonly (readonly [path: string, value?: string])[]): string[] => {
    let shape = named(root);
    let found: string[] = [];
    for (const [at, value] of steps) {
      const split = branches(surface.merged, shape, at.split("."));
      found = split.values.map((branch) => branch.value);
      shape = split.values.find((branch) => branch.value === value)?.shape ?? shape;
    }
    return found;
  };

  it("tells Claude's messages apart, as deep as they are tagged", () => {
    const tag = discriminate(claude.merged, "SDKMessage")!;
    expect([tag.path, tag.catchAll]).toEqual([["type"], false]);
    expect([...tag.values.keys()].sort()).toEqual(
      ["active_goal", "assistant", "auth_status", "autocompact_state", "command_lifecycle", "prompt_suggestion", "rate_limit_event", "result", "stream_event", "system", "tool_progress", "tool_use_summary", "user"],
    );
    expect(values(claude, "SDKMessage", ["type", "result"], ["subtype"])).toEqual(["success", "error_during_execution", "error_max_turns", "error_max_budget_usd", "error_max_structured_output_retries"]);
    expect(values(claude, "SDKMessage", ["type", "system"], ["subtype"])).toContain("model_fallback");
    expect(claude.overlaid).toContain("SDKMessage/system:model_fallback");
    const streamed = [["type", "stream_event"], ["event.type", "content_block_start"]] as const;
    expect(values(claude, "SDKMessage", ...streamed, ["event.content_block.type"])).toEqual(expect.arrayContaining(["text", "thinking", "tool_use", "server_tool_use", "mcp_tool_use", "mcp_tool_result"]));
    expect(values(claude, "SDKMessage", ["type", "stream_event"], ["event.type", "content_block_delta"], ["event.delta.type"])).toEqual(expect.arrayContaining(["text_delta", "thinking_delta", "input_json_delta"]));
    expect(values(claude, "ContentBlockParam", ["type"])).toContain("tool_result");
  });

  it("tells a later Claude's messages apart, too, and why its turns end", () => {
    const subtypes = values(laterClaude, "SDKMessage", ["type", "system"], ["subtype"]);
    expect(subtypes).toEqual(expect.arrayContaining(["init", "api_retry", "session_state_changed", "task_updated", "permission_denied", "informational"]));
    expect(subtypes).toHaveLength(30);
    expect([...discriminate(laterClaude.merged, "SDKMessage")!.values.keys()]).toContain("conversation_reset");
    expect(laterClaude.overlaid).toContain("SDKMessage/system:model_fallback");
    expect(laterClaude.overlaid).not.toContain("SDKMessage/rate_limit_event");
    expect(values(laterClaude, "SDKMessage", ["type", "stream_event"], ["event.type", "content_block_start"], ["event.content_block.type"])).toEqual(expect.arrayContaining(["fallback", "mcp_tool_listing", "advisor_tool_result"]));
    expect(laterClaude.merged.definitions.get("TerminalReason")?.schema).toMatchObject({ enum: expect.arrayContaining(["completed", "aborted_tools", "turn_setup_failed"]) });
  });

  it("tells Codex's thread events and their items apart", () => {
    expect(values(codex, "ThreadEvent", ["type"])).toEqual(["thread.started", "turn.started", "turn.completed", "turn.failed", "item.started", "item.updated", "item.completed", "error"]);
    expect(values(codex, "ThreadEvent", ["type", "item.started"], ["item.type"])).toEqual(
      ["agent_message", "reasoning", "command_execution", "file_change", "mcp_tool_call", "web_search", "todo_list", "error", "collab_tool_call"],
    );
  });

  it("names what answers a permission request", () => {
    expect(claude.responses.get("permission.request")).toBe("PermissionResult");
    expect(values(claude, "PermissionResult", ["behavior"])).toEqual(["allow", "deny"]);
    const validate = createValidate(claude, "0.2.62");
    const asked = { kind: "permission.request", toolName: "Bash", input: { command: "ls" }, toolUseID: "t1", suggestions: [{ type: "setMode", mode: "acceptEdits", destination: "session" }] };
    expect(validate("PermissionRequest", asked)).toEqual([]);
    expect(validate("PermissionRequest", { ...asked, suggestions: [{ type: "setMode" }] })).not.toEqual([]);
  });

  it.each([
    ["claude-agent-sdk", claude, "0.2.62", "SDKMessage"],
    ["a later claude-agent-sdk", laterClaude, "0.3.332", "SDKMessage"],
    ["codex-sdk", codex, "0.107.0", "ThreadEvent"],
  ])("has samples of every definition of %s and every message", (_, surface, version, root) => {
    const validate = createValidate(surface, version);
    for (const { name, schema } of surface.merged.definitions.values()) {
      const value = sample(surface.merged, schema);
      expect([name, value === undefined ? "none" : validate(name, value)]).toEqual([name, []]);
    }
    const found = samples(surface, version, root);
    expect(found.map(({ value }) => value)).toEqual([...discriminate(surface.merged, root)!.values.keys()]);
    for (const { value, message } of found) expect([value, validate(root, message)]).toEqual([value, []]);
  });
});
