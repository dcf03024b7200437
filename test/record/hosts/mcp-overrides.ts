import type { Situation } from "./host.js";

/** The tool server as options of `codex`. */
export function mcpOverrides(mcp: Situation["mcp"]): string[] {
  if (mcp === undefined) return [];
  return ["-c", `mcp_servers.demo.command=${JSON.stringify(mcp.command)}`, "-c", `mcp_servers.demo.args=${JSON.stringify(mcp.args)}`];
}
