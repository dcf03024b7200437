import { deriveSchema } from "./declarations.js";
import { declarationsIn, vendoredFrom, type Unpacked, type Vendored } from "./package.js";
import { readTree } from "./tree.js";

const DECLARATIONS = "sdk.d.ts";

/** What the SDK gives its host, and what the host answers: the messages of its iterator, and the permission callback. */
const ROOTS = ["SDKMessage", "PermissionResult", "PermissionUpdate"];

/**
 * Derives the schema of the Claude Agent SDK's messages. `sdk` is the package `@anthropic-ai/claude-agent-sdk`, `api` the
 * `@anthropic-ai/sdk` that it was built with: its types import it, its `package.json` does not say so. Structure alone is taken.
 */
export async function vendorClaude(sdk: Unpacked, api: Unpacked): Promise<Vendored> {
  const imported = await readTree(api.folder, (file) => file === "package.json" || file.endsWith(".d.mts"));
  const files = new Map([...imported].map(([file, bytes]) => [`/node_modules/@anthropic-ai/sdk/${file}`, new TextDecoder().decode(bytes)]));
  files.set(`/${DECLARATIONS}`, await declarationsIn(sdk, DECLARATIONS));
  return vendoredFrom(sdk, api, DECLARATIONS, deriveSchema({ entry: `/${DECLARATIONS}`, roots: ROOTS, files }));
}
