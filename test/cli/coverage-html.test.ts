import { describe, expect, test } from "vitest";
import { executable, launch, open } from "../page/browser.js";
import { newGenerated, newProject, projectAt, tableFile, type Project } from "./project.js";
import { addRuntime } from "./runtime.js";

const source = "codex.app-server.notification";
const started = { method: "turn/started", params: { turnId: "t" } };
const said = (delta: string): object => ({ method: "text/delta", params: { turnId: "t", delta } });

/** As much of a runtime as a replay of tables needs: what is not mapped gives nothing. */
const runtime = `import { notifications } from "../generated/codex/notifications.js";
import { noMemory } from "./contract.js";
export function createSession({ provider }) {
  if (provider !== "codex") throw new TypeError(\`There is no mapper for "\${provider}".\`);
  const receive = (message) => (notifications.map(message, noMemory) ?? []).map(({ type, payload }) => ({ type, payload, raw: message }));
  return { receive, send: () => [], act: () => [] };
}
`;

/** A project with a runtime and these transcripts, by their path below \`transcripts\`. */
async function recorded(transcripts: Readonly<Record<string, readonly object[]>>): Promise<Project> {
  const project = await newGenerated();
  addRuntime(project);
  project.write("src/index.ts", runtime);
  for (const [file, messages] of Object.entries(transcripts)) project.write(`transcripts/${file}`, messages.map((message) => `${JSON.stringify(message)}\n`).join(""));
  project.edit("mapwright.config.yaml", "protocols:", "transcripts:\n  codex: [transcripts]\nprotocols:");
  return project;
}

async function pageOf(project: Project): Promise<string> {
  const { code, stdout, stderr } = await project.run("coverage", "--format", "html");
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return stdout;
}

function item(html: string, key: string): string {
  return new RegExp(`<li id="${source}/${key}".*?</details></li>`, "s").exec(html)![0].replaceAll("<wbr>", "");
}

describe("coverage --format html", () => {
  test("shows what recorded transcripts have, by version, with the shortest message that gave events", async () => {
    const project = await recorded({ "1.0.0/long.jsonl": [started, said("a long text"), said("b")], "other/short.jsonl": [said("c"), said("longer again")] });
    const before = project.disk();
    const html = await pageOf(project);
    expect(html).toContain("<b>2</b> were seen in <b>2</b> recorded sessions with 5 lines.");
    const delta = item(html, "text/delta");
    expect(delta).toContain('1.0.0 </span><svg class="mark" role="img" aria-label="in the schema, mapped, seen">');
    expect(delta).toContain('any </span><svg class="mark" role="img" aria-label="seen">');
    expect(delta).toContain("Recorded 4 times in 2 transcripts <code>transcripts/1.0.0/long.jsonl:3</code>");
    expect(delta).toContain("{ &quot;turnId&quot;: &quot;t&quot;, &quot;delta&quot;: &quot;b&quot; }");
    expect(delta).toContain("<li><b>content.delta</b><pre>{ &quot;streamKind&quot;: &quot;assistant_text&quot;, &quot;delta&quot;: &quot;b&quot; }</pre></li>");
    expect(delta).toContain(`<h4>Row <code>${tableFile}:17</code></h4><ol class="code" start="17"><li>text/delta:</li>`);
    expect(delta).toContain("<h4>Schema</h4><pre>{\n  method: &quot;text/delta&quot;\n");
    expect(item(html, "notice")).toContain('class="unseen"');
    expect(project.disk()).toEqual(before);
    expect(await pageOf(project)).toBe(html);
  });

  test("replays by the tables as they are, before anything is generated", async () => {
    const project = await recorded({ "1.0.0/a.jsonl": [started] });
    project.edit(tableFile, "    turn.started: {}\n", "    turn.started: {}\n    runtime.warning: { message: begun }\n");
    expect(item(await pageOf(project), "turn/started")).toContain("<b>runtime.warning</b><pre>{ &quot;message&quot;: &quot;begun&quot; }</pre>");
  });

  test("shows recorded messages that no row covers, and those that no schema lists", async () => {
    const project = await recorded({ "1.0.0/a.jsonl": [{ method: "notice", params: { text: "careful" } }, { method: "secret/news", params: {} }] });
    project.edit(tableFile, "  notice:\n    runtime.warning: { message: $.params.text }\n", "");
    const { code, stdout } = await project.run("coverage", "--format", "html");
    expect(code).toBe(1);
    const notice = item(stdout, "notice");
    expect(notice).toContain('class="uncovered"');
    expect(notice).toContain('aria-label="in the schema, not mapped, seen"');
    expect(notice).toContain("{ &quot;text&quot;: &quot;careful&quot; }");
    const news = item(stdout, "secret/news");
    expect(news).toContain('aria-label="not in the schema, not mapped, seen"');
    expect(news).toContain("No schema lists this message.");
  });

  test("says that nothing was recorded where no transcripts are configured, and shows the row's own examples", async () => {
    const html = await pageOf(newProject());
    expect(html).toContain("Nothing was recorded");
    expect(html).not.toContain('id="ui-unseen"');
    expect(item(html, "text/delta")).toContain(`<h4>Example of the row <code>${tableFile}:20</code></h4>`);
    expect(item(html, "notice")).toContain("Nothing was recorded.");
  });

  test("names a transcript that cannot be read, with exit code 2", async () => {
    const project = await recorded({});
    project.write("transcripts/broken.jsonl", "{\n");
    const { code, stdout, stderr } = await project.run("coverage", "--format", "html");
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(/^error: transcripts\/broken\.jsonl:1: this line is no JSON/);
  });
});

// Some seconds: all of the project is compiled and replayed.
test("the page of this repository: every recorded message is known, and a phone shows all of it", async () => {
  const html = await pageOf(projectAt(process.cwd()));
  // What reaches a table is named as its rows name it: memory, lists and answers included.
  expect(html).not.toContain("No schema lists this message.");
  expect(html).not.toContain('aria-label="not in the schema, not mapped, seen"');
  const seen = ["claude.sdk.message/stream_event:content_block_stop:text", "claude.sdk.message/assistant:tool_use", "claude.sdk.permission/permission.request:(other)", "cursor.acp.response/session/prompt:result", "cursor.acp.request/session/prompt(sent)"];
  for (const id of seen) expect(html).toContain(`<li id="${id}"><details>`);
  expect(html.length).toBeLessThan(2_000_000);
  if (executable === undefined) return;
  const browser = await launch();
  const { page, faults, close } = await open(browser, html, { viewport: { width: 360, height: 740 } });
  await page.evaluate(() => document.querySelectorAll("details").forEach((details) => (details.open = true)));
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  expect(faults).toEqual([]);
  await close();
  await browser.close();
});
