import { deriveSchema } from "./declarations.js";
import { declarationsIn, vendoredFrom, type Unpacked, type Vendored } from "./package.js";

const DECLARATIONS = "dist/index.d.ts";

/** `types.js`, which is imported, infers its types from validators; this file of the same package writes the same ones out. */
const MCP_TYPES = "dist/esm/spec.types.d.ts";

/**
 * Derives the schema of the thread events of the Codex SDK. `sdk` is the package `@openai/codex-sdk`, `mcp` the
 * `@modelcontextprotocol/sdk` that its `package.json` names for development: its types import the content of MCP results.
 */
export async function vendorCodexSdk(sdk: Unpacked, mcp: Unpacked): Promise<Vendored> {
  const files = new Map([
    [`/${DECLARATIONS}`, await declarationsIn(sdk, DECLARATIONS)],
    ["/node_modules/@modelcontextprotocol/sdk/types.d.ts", await declarationsIn(mcp, MCP_TYPES)],
  ]);
  return vendoredFrom(sdk, mcp, DECLARATIONS, deriveSchema({ entry: `/${DECLARATIONS}`, roots: ["ThreadEvent"], files }));
}
