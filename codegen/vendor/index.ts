/** From a registry package to `schemas/`, and whether what is there is still what was vendored. */
export { vendorAcp } from "./acp.js";
export { vendorClaude } from "./claude.js";
export { vendorCodexSdk } from "./codex-sdk.js";
export { vendorCodex } from "./codex.js";
export { VendorError } from "./error.js";
export { fetchVersion, newestVersion } from "./fetch.js";
export { takeVersion } from "./local.js";
export { compareVersions, formatLock, hashesOf, parseLock, verifyLock, withEntry, type Files, type Lock, type LockEntry } from "./lock.js";
export { npmRegistry } from "./npm.js";
export { protocols, type VendoredProtocol } from "./protocols.js";
export { withTemporary } from "./temporary.js";
export { readTree } from "./tree.js";
export type { Unpacked, Vendored } from "./package.js";
export type { Registry, Releases } from "./registry.js";
