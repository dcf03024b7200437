/**
 * Stands in for vitest where tests are run many times in one process: it keeps them instead of running them. `expect` and the
 * rest is vitest's own, so that a test asserts here what it asserts there.
 */
import { readFileSync } from "node:fs";
import { chai, expect } from "vitest";

export { expect, expectTypeOf } from "vitest";

/** What runs and fails by itself: a test, or all tests of a `describe` that prepares something for them. */
export interface CollectedTest {
  readonly file: string;
  readonly name: string;
  /** Rejects as the test fails. */
  run(): Promise<void>;
}

interface Suite {
  readonly name: string;
  readonly outer: Suite | undefined;
  readonly before: (() => unknown)[];
}

interface Single {
  readonly suite: Suite;
  readonly name: string;
  readonly body: () => unknown;
}

let singles: Single[] = [];
let suite: Suite = { name: "", outer: undefined, before: [] };
let finishing: (() => unknown)[] = [];

/** The tests that a file declares while `load` imports it. */
export async function collect(file: string, load: () => Promise<unknown>): Promise<readonly CollectedTest[]> {
  singles = [];
  suite = { name: "", outer: undefined, before: [] };
  await load();
  const units = new Map<Suite | Single, Single[]>();
  for (const single of singles) {
    const unit = preparing(single.suite) ?? single;
    units.set(unit, [...(units.get(unit) ?? []), single]);
  }
  return Array.from(units, ([unit, tests]) => ({
    file,
    name: "body" in unit ? titleOf(unit.suite, unit.name) : titleOf(unit),
    run: async () => {
      for (const hook of "body" in unit ? [] : unit.before) await hook();
      for (const { body } of tests) await runOne(body);
    },
  }));
}

async function runOne(body: () => unknown): Promise<void> {
  finishing = [];
  try {
    await body();
  } finally {
    for (const callback of finishing.toReversed()) await callback();
  }
}

function preparing(one: Suite | undefined): Suite | undefined {
  return one === undefined || one.before.length > 0 ? one : preparing(one.outer);
}

function titleOf(one: Suite, ...rest: readonly string[]): string {
  const names = [...(one.name === "" ? [] : [one.name]), ...rest];
  return one.outer === undefined ? names.join(" > ") : titleOf(one.outer, ...names);
}

chai.use(({ Assertion }, { addMethod, flag }) => {
  addMethod(Assertion.prototype, "toMatchFileSnapshot", function (this: object, golden: string) {
    expect(flag(this, "object")).toBe(goldenText(golden));
  });
});

const goldens = new Map<string, string>();
function goldenText(file: string): string {
  const known = goldens.get(file) ?? readFileSync(file, "utf8");
  goldens.set(file, known);
  return known;
}

function addTest(name: string, body: () => unknown): void {
  singles.push({ suite, name, body });
}

function addSuite(name: string, body: () => unknown): void {
  const outer = suite;
  suite = { name, outer, before: [] };
  body();
  suite = outer;
}

/** Each case is called with its elements, or with itself. */
function eachOf(add: (name: string, body: () => unknown) => void) {
  return (cases: readonly unknown[]) =>
    (name: string, body: (...given: unknown[]) => unknown): void => {
      for (const [index, one] of cases.entries()) add(`${name} (${index + 1})`, () => body(...(Array.isArray(one) ? (one as unknown[]) : [one])));
    };
}

export const describe = Object.assign(addSuite, { each: eachOf(addSuite) });
export const it = Object.assign(addTest, { each: eachOf(addTest) });

export function beforeAll(hook: () => unknown): void {
  suite.before.push(hook);
}

export function onTestFinished(callback: () => unknown): void {
  finishing.push(callback);
}
