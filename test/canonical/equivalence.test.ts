import { describe, expect, test } from "vitest";
import { emitEventsMd } from "../../codegen/emit/events-md.js";
import { equivalents, programOf, rows } from "../check/checking.js";

const markers = (...sections: readonly string[]): string => sections.map((section) => `<!-- mapwright: begin ${section} -->\n\n<!-- mapwright: end ${section} -->\n`).join("\n");
const page = markers("1", "3.1", "3.2", "4.1", "7");

const concepts = `Turn start:
  turn.started: {}
  demo: { codex.app-server.notification: turn/started, sent: { codex.app-server.request: run } }
  claude: { act: turn.start }
Thread start:
  thread.started: {}
  demo: { codex.app-server.notification: log/written }
  claude: { none: nobody says it }
Turn end:
  turn.completed: { state: [completed, failed] }
  demo: { none: it goes on for ever }
  claude: { claude.sdk.message: ["result:*", "result:success", "result:{success,error_turns}", "result:error_*"] }
Approval resolved:
  request.resolved: {}
  demo: { codex.app-server.request: approve, act: [session.exit, turn.interrupt] }
  claude: { none: nothing is asked }
Reasoning:
  content.delta: { streamKind: reasoning_text }
  demo: { codex.app-server.notification: item/delta }
  claude: { none: no stream }
Tool start:
  item.started: { itemType: [command_execution, file_change] }
  demo: { codex.app-server.notification: item/started }
  claude: { none: no tools }
`;

async function rendered(text: string): Promise<string> {
  const { text: result, diagnostics } = emitEventsMd(await programOf(equivalents(text)), page);
  expect(diagnostics).toEqual([]);
  return result.slice(result.indexOf("begin 7 -->") + "begin 7 -->".length, result.indexOf("<!-- mapwright: end 7")).trim();
}

describe("the equivalences", () => {
  test("a line for each concept, a column for each provider, keys with the section of their table", async () => {
    expect(await rendered(concepts)).toMatchInlineSnapshot(`
      "| Concept | Canonical event | Claude | Demo |
      | --- | --- | --- | --- |
      | Turn start | \`turn.started\` | the host's act \`turn.start\` | \`turn/started\` (3.1); the host's \`run\` (3.2) |
      | Thread start | \`thread.started\` | none: nobody says it | \`log/written\` (3.1) |
      | Turn end | \`turn.completed (completed or failed)\` | \`result:*\`, \`result:success\`, \`result:{success,error_turns}\`, \`result:error_*\` (4.1) | none: it goes on for ever |
      | Approval resolved | \`request.resolved\` | none: nothing is asked | the answer to \`approve\` (3.2); the host's acts \`session.exit\`, \`turn.interrupt\` |
      | Reasoning | \`content.delta (reasoning_text)\` | none: no stream | \`item/delta\` (3.1) |
      | Tool start | \`item.started (command_execution or file_change)\` | none: no tools | \`item/started\` (3.1) |"
    `);
  });

  test("what is declared is what is shown, in the order of the file", async () => {
    const [first = "", second = ""] = concepts.split(/(?=^\w)/m);
    const lines = async (text: string): Promise<string[]> => (await rendered(text)).split("\n").slice(2).map((line) => line.split("|")[1]!.trim());
    expect(await lines(first + second)).toEqual(["Turn start", "Thread start"]);
    expect(await lines(second + first)).toEqual(["Thread start", "Turn start"]);
  });

  test("without a place in the page, the lines to add", async () => {
    const { diagnostics } = emitEventsMd(await programOf(equivalents(concepts)), page.replaceAll(/<!-- mapwright: \w+ 7 -->\n/g, ""));
    expect(diagnostics).toMatchObject([{ code: "missing-marker", message: expect.stringContaining("Section 7") as string, file: "mappings/equivalence.yaml", line: 1, column: 7 }]);
  });

  test("a number that the page does not have is one mistake, in the file", async () => {
    const { "mappings/equivalence.yaml": text = "", ...others } = equivalents(concepts);
    const program = await programOf({ ...others, "mappings/equivalence.yaml": text.replace('"7"', '"77"') });
    expect(emitEventsMd(program, page).diagnostics).toMatchObject([{ code: "missing-marker", file: "mappings/equivalence.yaml", line: 1, column: 7, hint: 'Did you mean "7"?' }]);
    expect(emitEventsMd(program, page.replaceAll(" 7 -->", " 77 -->")).diagnostics).toEqual([]);
  });

  test("without the file there is no such section, and a place for it is unknown", async () => {
    const program = await programOf(rows("turn/started: { turn.started: {} }"));
    expect(program.equivalence).toBeUndefined();
    expect(emitEventsMd(program, markers("1", "3.1")).diagnostics).toEqual([]);
    expect(emitEventsMd(program, markers("1", "3.1", "7")).diagnostics).toMatchObject([{ code: "unknown-marker", message: expect.stringContaining("section 7") as string }]);
  });
});
