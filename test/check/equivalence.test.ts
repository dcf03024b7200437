import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { checkEquivalence } from "../../codegen/check/check-equivalence.js";
import type { Program } from "../../codegen/check/index.js";
import { reportInto } from "../../codegen/check/report.js";
import type { Diagnostic } from "../../codegen/diagnostic.js";
import { parseEquivalence } from "../../codegen/mapping/index.js";
import { equivalents, programOf } from "./checking.js";

const own = readFileSync(new URL("../../mappings/equivalence.yaml", import.meta.url), "utf8");
const page = readFileSync(new URL("../../EVENTS.md", import.meta.url), "utf8");

/** Section 7 as it is rendered: concept, event, and what each agent says. */
const shown = page
  .slice(page.indexOf("<!-- mapwright: begin 7 -->"), page.indexOf("<!-- mapwright: end 7 -->"))
  .split("\n")
  .filter((line) => line.startsWith("|"))
  .map((line) => line.split("|").slice(1, -1).map((cell) => cell.trim()));

test("every agent has a column, and every concept of the file a line", () => {
  expect(shown[0]).toEqual(["Concept", "Canonical event", "Codex", "Claude", "Cursor"]);
  expect(shown.slice(2).map(([name]) => name)).toEqual(parseEquivalence("mappings/equivalence.yaml", own).node?.concepts.map(({ name }) => name.value));
});

test.each([
  ["Turn start", "turn.started"],
  ["Turn completion", "turn.completed"],
  ["Assistant text streaming", "content.delta (assistant_text)"],
  ["Reasoning streaming", "content.delta (reasoning_text)"],
  ["Tool call start", "item.started"],
  ["Tool call end", "item.completed"],
  ["Approval required", "request.opened"],
  ["Approval resolved", "request.resolved"],
  ["Runtime error", "runtime.error"],
  ["Session capabilities and configuration", "session.configured"],
])("%s is said by all of them", (concept, event) => {
  const [line, ...more] = shown.filter(([name]) => name === concept);
  expect(more).toEqual([]);
  expect(line![1]).toContain(event);
  for (const cell of line!.slice(2)) expect(cell).toMatch(/`/);
});

test("a rerouted model is said by Codex and Claude, and the reason why not by Cursor", () => {
  const [, event, codex, claude, cursor] = shown.find(([name]) => name === "Model rerouted")!;
  expect([event, codex]).toEqual(["`model.rerouted`", expect.stringContaining("`model/rerouted` (3.1)")]);
  expect([claude, cursor]).toEqual([expect.stringMatching(/`system:/), expect.stringMatching(/^none: \w/)]);
});

const sound = equivalents(`Turn start:
  turn.started: {}
  demo: { codex.app-server.notification: ["turn/{started,completed}", "turn/*"], sent: { codex.app-server.request: run } }
  claude: { act: turn.start }
`);
const file = "mappings/equivalence.yaml";

test("whatever the file holds, nothing throws, and each mistake has its place in it", async () => {
  const program = await programOf(sound);
  const pieces = ["{", "}", "[", "]", ":", "*", "(none)", "(other)", "turn/", "codex.eventmsg", "act", "sent", "none", "x", "\n  ", "$", "{a,b}", "__proto__", "constructor"];
  const damage = fc.record({ at: fc.nat(), length: fc.nat({ max: 12 }), text: fc.constantFrom("", ...pieces) });
  fc.assert(
    fc.property(fc.array(damage, { minLength: 1, maxLength: 3 }), (several) => {
      const text = several.reduce((whole, { at, length, text }) => {
        const from = at % whole.length;
        return whole.slice(0, from) + text + whole.slice(from + length);
      }, sound[file]!);
      const lines = text.split("\n").length;
      for (const { code, line, hint } of found(text, program)) {
        expect(line, code).toBeGreaterThan(0);
        expect(line, code).toBeLessThanOrEqual(lines);
        expect(hint, code).toMatch(/\S/);
      }
    }),
    { numRuns: 500 },
  );
});

/** The findings of a damaged file beside sound tables. */
function found(text: string, program: Program): readonly Diagnostic[] {
  const { node, diagnostics } = parseEquivalence(file, text);
  if (node !== undefined) checkEquivalence(node, program, reportInto(diagnostics));
  return diagnostics;
}
