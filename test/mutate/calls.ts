import { isDeepStrictEqual } from "node:util";
import type { Memory, Table, Unvalidated } from "../../src/contract.js";

/** What a session, or a test, asked a table, and which functions of the module that reached. */
export interface Call {
  readonly of: FunctionName;
  /** With `undefined` for the memory. */
  readonly given: readonly unknown[];
  /** By cell, key, and how often something was remembered before: between that, what is held does not change. */
  readonly recalled: ReadonlyMap<string, Unvalidated>;
  readonly reached: ReadonlySet<string>;
}

const functionNames = ["key", "refs", "map", "ensure", "sent", "answer", "decide", "decisions"] as const;
type FunctionName = (typeof functionNames)[number];
type AnyFunction = (...given: readonly unknown[]) => unknown;

export interface Recorder {
  /** The table with everything written down that it is asked. */
  readonly table: Table;
  /** What was asked since the last time. */
  take(): Call[];
  /** To be told of each function of the module that is called. */
  entered(name: string): void;
}

export function recorder(): Recorder & { listen(table: Table): Table } {
  let calls: Call[] = [];
  let reached = new Set<string>();
  const self = {
    table: undefined as unknown as Table,
    take: () => {
      const taken = calls;
      calls = [];
      return taken;
    },
    entered: (name: string) => void reached.add(name),
    listen: (table: Table): Table => {
      const heard: { [name: string]: unknown } = { ...table };
      for (const name of functionNames) {
        const own = table[name] as AnyFunction | undefined;
        if (own === undefined) continue;
        heard[name] = (...given: readonly unknown[]) => {
          reached = new Set();
          const recalled = new Map<string, Unvalidated>();
          const plain = given.map((one) => (isMemory(one) ? undefined : one));
          const result = own(...given.map((one) => (isMemory(one) ? listening(one, recalled) : one)));
          calls.push({ of: name, given: plain, recalled, reached });
          return result;
        };
      }
      self.table = heard as unknown as Table;
      return self.table;
    },
  };
  return self;
}

function isMemory(value: unknown): value is Memory {
  return typeof value === "object" && value !== null && typeof (value as { recall?: unknown }).recall === "function";
}

function listening(memory: Memory, recalled: Map<string, Unvalidated>): Memory {
  let remembered = 0;
  return {
    recall: (cell, key) => {
      // What is held goes on changing after it was recalled.
      const values = { ...memory.recall(cell, key) };
      recalled.set(keyOf(remembered, cell, key), values);
      return values;
    },
    remember: (cell, key, values, refs) => {
      remembered += 1;
      memory.remember(cell, key, values, refs);
    },
  };
}

function keyOf(remembered: number, cell: string, key: readonly unknown[]): string {
  return JSON.stringify([remembered, cell, ...key]);
}

/** What a call gives, and what it has remembered; `undefined` where it asks the memory what was not asked before, or at another moment. */
export function outcome(table: Table, { of, given, recalled }: Call): unknown {
  const own = table[of] as AnyFunction | undefined;
  const remembered: unknown[] = [];
  let strange = false;
  const memory: Memory = {
    recall: (cell, key) => {
      const values = recalled.get(keyOf(remembered.length, cell, key));
      strange ||= values === undefined;
      return values ?? {};
    },
    remember: (...what) => void remembered.push(what),
  };
  const place = memoryPlace[of];
  const result = own?.(...(place === undefined || given.length <= place ? given : given.with(place, memory)));
  return strange ? undefined : { result, remembered };
}

const memoryPlace: { readonly [name in FunctionName]?: number } = { refs: 1, map: 1, ensure: 1, sent: 1, answer: 2 };

/** Whether a changed table answers a call as the table does. */
export function isSame(before: unknown, after: unknown): boolean {
  return before !== undefined && isDeepStrictEqual(before, after);
}
