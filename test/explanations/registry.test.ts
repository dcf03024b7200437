import { expect, test } from "vitest";
import type { Diagnostic } from "../../codegen/diagnostic.js";
import { allExplained, explanations } from "../../codegen/explanations/index.js";

const all = allExplained();

// @ts-expect-error a diagnostic has a code that some stage lists
export const unlisted: Diagnostic = { code: "no-such-code", severity: "error", message: "" };

const { "guarded-row": _, ...others } = explanations;
// @ts-expect-error every code that a stage lists has its explanation
export const unexplained: typeof explanations = others;

test("every code is explained in one group, and in no other", () => {
  expect(all.map(({ code }) => code).sort()).toEqual(Object.keys(explanations).sort());
});

test("texts are sentences, and meanings are parts of one", () => {
  for (const { code, meaning, why, mend } of all) {
    expect(meaning, code).toMatch(/^(?![A-Z](?![A-Z])).*[^.]$/);
    for (const text of [why, mend]) expect(text, code).toMatch(/^[A-Z`][^]*\.$/);
  }
});
