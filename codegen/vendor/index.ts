/** From a registry package to `schemas/`, and whether what is there is still what was vendored. */
export { readTree, vendorCodex, type Vendored } from "./codex.js";
export { formatLock, hashesOf, parseLock, verifyLock, withEntry, type Files, type Lock, type LockEntry } from "./lock.js";
