import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Diagnostic } from "vscode-languageserver-protocol/node.js";
import { isPair, LineCounter, parseDocument, visit, type Node } from "yaml";
import { groups } from "../check/mistakes.js";
import { place, unmark } from "../mapping/marked.js";
import { cases } from "../mapping/mistakes.js";
import { beyond, elsewhere } from "./beyond.js";
import { checkingProgram, equivalenceProgram, readingProgram, withSchemas } from "./projects.js";
import { openEditor, type Editor } from "./server.js";

/** Everything that the compiler refuses, as an editor sees it: underlined, or of a kind that no JSON Schema can see. */

interface Mistake {
  readonly code: string;
  readonly name: string;
  readonly project: "reading" | "checking" | "equivalence";
  readonly file: string;
  readonly marked: string;
}

const reading = cases.map(({ code, name, text, file }): Mistake => ({ code, name, project: "reading", file: file?.endsWith("equivalence.yaml") ? file : readingFile(unmark(text).text, file), marked: text }));
const checking = groups.flatMap(([group, faults]) =>
  faults.flatMap(([code, name, files]) =>
    Object.entries(files)
      .filter(([file, marked]) => file.endsWith(".yaml") && marked.includes("«"))
      .map(([file, marked]): Mistake => ({ code, name: `${group}, ${name}`, project: group === "equivalences" ? "equivalence" : "checking", file, marked })),
  ),
);
const mistakes = [...reading, ...checking];

function readingFile(text: string, file = ""): string {
  if (file.endsWith("memory.yaml") || text.startsWith("memory:")) return "mappings/codex/memory.yaml";
  return /^answers:/m.test(text) ? "mappings/codex/answers.yaml" : "mappings/codex/test.yaml";
}

let editor: Editor;
let schemas: ReturnType<typeof withSchemas>;
const underlined = new Map<Mistake, readonly Diagnostic[]>();

beforeAll(async () => {
  schemas = withSchemas({ reading: readingProgram(), checking: await checkingProgram(), equivalence: await equivalenceProgram() });
  editor = await openEditor(schemas.root);
  await Promise.all(mistakes.map(async (mistake) => underlined.set(mistake, await editor.problems(`${mistake.project}/${mistake.file}`, withSchema(mistake)))));
});

afterAll(async () => {
  await editor.close();
  schemas.remove();
});

/** With the first line that every file has. */
function withSchema({ file, marked }: Mistake): string {
  const known = /memory|\/other\.yaml/.test(file) ? "memory" : file.replace(/^mappings\/|\.yaml$/g, "").replace("demo/others", "demo/notifications");
  const up = "../".repeat(file.split("/").length - 1);
  return `# yaml-language-server: $schema=${up}generated/editor/${known}.schema.json\n${unmark(marked).text}`;
}

const reasonIn = (reasons: typeof beyond, { code, name }: Mistake): string | undefined => {
  const reason = reasons[code];
  return typeof reason === "object" ? reason[name] : reason;
};

describe.each(mistakes)("$code: $name", (mistake) => {
  const why = reasonIn(beyond, mistake);
  const where = reasonIn(elsewhere, mistake);
  if (where !== undefined) {
    test(`is underlined elsewhere: ${where}`, () => {
      expect(underlined.get(mistake)).not.toEqual([]);
    });
    return;
  }
  test(why === undefined ? "is underlined where it stands" : `is left to the compiler: ${why}`, () => {
    const text = withSchema(mistake);
    const found = underlined.get(mistake)!;
    const missed = unmark(mistake.marked).places.filter((marked) => !found.some(({ range }) => rightPlaces(text, marked).some(([from, to]) => touches(range, text, from, to))));
    const said = found.map(({ range, message }) => `${range.start.line}:${range.start.character + 1} ${message}`);
    if (why === undefined) expect(missed.map(place), said.join("\n")).toEqual([]);
    else expect(missed, `now it is: ${said.join("\n")}`).not.toEqual([]);
  });
});

test("what is left to the compiler is a mistake that it finds", () => {
  for (const [code, reason] of [...Object.entries(beyond), ...Object.entries(elsewhere)]) {
    const names = mistakes.filter((mistake) => mistake.code === code).map(({ name }) => name);
    expect(names, code).not.toEqual([]);
    if (typeof reason === "object") expect(names, code).toEqual(expect.arrayContaining(Object.keys(reason)));
  }
});

type Span = readonly [from: number, to: number];

/** The marked text itself, the value of a marked key, or the key above: what is missing is missing there. */
function rightPlaces(text: string, { line, column, endLine, endColumn }: ReturnType<typeof unmark>["places"][number]): Span[] {
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  // One line stands above, and the marks count from one.
  const mark: Span = [starts[line]! + column - 1, starts[endLine!]! + endColumn! - 1];
  const places: Span[] = [mark];
  let above: Span | undefined;
  visit(parseDocument(text, { lineCounter: new LineCounter(), strict: false, logLevel: "silent" }), {
    Pair(_, pair) {
      const key = spanOf(pair.key as Node | null);
      const value = spanOf(pair.value as Node | null);
      if (key && value && key[0] === mark[0] && key[1] === mark[1]) places.push(value);
      if (key && value && value[0] <= mark[0] && mark[1] <= value[1]) above = key;
    },
  });
  return above === undefined ? places : [...places, above];
}

function spanOf(node: Node | null): Span | undefined {
  return node?.range && !isPair(node) ? [node.range[0], node.range[1]] : undefined;
}

function touches({ start, end }: Diagnostic["range"], text: string, from: number, to: number): boolean {
  const offset = (line: number, character: number): number => text.split("\n", line).reduce((sum, one) => sum + one.length + 1, 0) + character;
  const [first, last] = [offset(start.line, start.character), offset(end.line, end.character)];
  return first <= to && from <= last;
}
