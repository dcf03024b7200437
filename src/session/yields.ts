import type { Table } from "../contract.js";
import type { Core } from "./core.js";

/**
 * Whether another message of the only lane says the same with an id (EVENTS.md rule 28): then this one counts only in a
 * stream that never sent that one.
 */
export function yieldsToSeen(core: Core, table: Table, key: string): boolean {
  const yields = table.yields !== undefined && Object.hasOwn(table.yields, key) ? table.yields[key] : undefined;
  if (yields?.some((other) => core.seen.has(other))) return true;
  if (!core.seen.has(key) && yieldedTo(table).has(key)) core.seen.add(key);
  return false;
}

const yieldedToByTable = new WeakMap<Table, ReadonlySet<string>>();

/** Only keys that another yields to have to be remembered. */
function yieldedTo(table: Table): ReadonlySet<string> {
  let keys = yieldedToByTable.get(table);
  if (keys === undefined) {
    keys = new Set(Object.values(table.yields ?? {}).flat());
    yieldedToByTable.set(table, keys);
  }
  return keys;
}
