import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { renderPage } from "../../codegen/page/index.js";
import { page, recorded, row, saying } from "./fixture.js";

const html = renderPage(page);

/** What a reader sees, without tags. */
function textOf(markup: string): string {
  const entities: Readonly<Record<string, string>> = { "&lt;": "<", "&gt;": ">", "&amp;": "&", "&quot;": '"', "&#39;": "'" };
  const body = markup.slice(markup.indexOf("<body>"), markup.indexOf("<script>"));
  return body.replace(/<[^>]*>/g, "").replace(/&(?:lt|gt|amp|quot|#39);/g, (entity) => entities[entity]!);
}

/** All that stands behind the line of one message. */
function itemOf(markup: string, id: string): string {
  return /^.*?<\/li>\n(?=<li id|<\/ul>)/s.exec(markup.slice(markup.indexOf(`<li id="${id}"`)))![0];
}

describe("the coverage page", () => {
  test("says how much there is, is seen and is uncovered, in all and by source", () => {
    const text = textOf(html);
    expect(text).toContain("6 messages of 2 sources become 7 canonical events; 1 are not covered. 3 were seen in 3 recorded sessions with 240 lines.");
    expect(html).toMatch(/codex\.<wbr>app-server\.<wbr>notification<\/a>.*?<td>4<\/td>.*?<span>2<\/span><small>50%<\/small><\/td><td class="bad">1<\/td>/);
    expect(html).toMatch(/>All<\/th><td>6<\/td>.*?<span>3<\/span><small>50%<\/small>/);
  });

  test("says which source feeds which event, and what nobody feeds", () => {
    expect(html).toContain('aria-label="turn.completed from codex.app-server.notification: 1/1 messages seen">1/1</a>');
    expect(html).toContain('aria-label="turn.started from codex.app-server.notification: 0/1 messages seen">0/1</a>');
    expect(html).toMatch(/session\.<wbr>started<\/th><td class="ensured first">•<\/td>/);
    expect(html).toMatch(/session\.<wbr>exited <small>host<\/small>/);
    expect(html).toMatch(/hook\.<wbr>started <small class="bad">nothing<\/small>/);
  });

  test("has three marks for each message and version", () => {
    const item = itemOf(html, "codex.app-server.notification/turn/completed");
    const mark = (version: string, marks: string): RegExp => new RegExp(`<span class="version">${version} </span><svg class="mark" role="img" aria-label="${marks}">`);
    expect(item).toMatch(mark("1.0.0", "in the schema, mapped, seen"));
    expect(item).toMatch(mark("2.0.0", "in the schema, mapped, not seen"));
    expect(itemOf(html, "codex.app-server.notification/queue/updated")).toMatch(mark("2.0.0", "in the schema, not mapped, seen"));
    expect(itemOf(html, "cursor.acp.request/session/request_permission")).toMatch(mark("any", "seen"));
  });

  test("shows the row with its lines, the schema, and a recorded message with its events", () => {
    const item = itemOf(html, "codex.app-server.notification/turn/completed");
    expect(item).toContain('<code>mappings/codex/notifications.yaml:41</code></h4><ol class="code" start="41"><li>turn/completed:</li><li>  turn.completed: { state: $.params.turn.status | turnState }</li></ol>');
    expect(item).toContain("<h4>Schema</h4><pre>{\n  method: &quot;turn/completed&quot;\n  params: TurnCompleted {\n    turn: Turn\n  }\n}</pre>");
    expect(textOf(`<body>${item}<script>`)).toContain('Recorded 12 times in 3 transcripts transcripts/codex/1.0.0/whole.jsonl:7{\n  "method": "turn/completed",\n  "params": { "turn": { "id": "t-1", "status": "completed", "error": null } }\n}gaveturn.completed{ "state": "completed" }');
    expect(item).toContain("npx mapwright explain codex.app-server.notification turn/completed");
  });

  test("shows an example of the row where nothing was recorded, or says so", () => {
    const written = itemOf(html, "codex.app-server.notification/turn/started");
    expect(written).toContain("Example of the row <code>mappings/codex/notifications.yaml:47</code>");
    expect(written).toContain("No recorded session has this message.");
    expect(itemOf(html, "codex.app-server.notification/item/started")).toContain("<h4>Example</h4><p class=\"quiet\">No recorded session has this message.</p>");
  });

  test("says which message no row takes", () => {
    const item = itemOf(html, "codex.app-server.notification/queue/updated");
    expect(item).toContain('<span class="bad">no row</span>');
    expect(item).toContain("No row of the table takes this message.");
  });

  test("knows nothing of what is seen where nothing is recorded", () => {
    const { recorded: _, ...unheard } = page;
    const sources = page.sources.map((source) => ({ ...source, rows: source.rows.map((one) => ({ ...one, seen: { times: 0, transcripts: 0, unversioned: 0 }, examples: [] })) }));
    const silent = renderPage({ ...unheard, sources });
    const text = textOf(silent);
    expect(text).toContain("Nothing was recorded: once transcripts in the config names folders of transcripts, this page says what was seen.");
    expect(silent).toContain('aria-label="in the schema, mapped"');
    expect(text).not.toMatch(/unseen|not seen|Seen/);
  });

  test("is the same bytes each time", () => {
    expect(renderPage(structuredClone(page))).toBe(html);
  });
});

describe("what a page takes from others", () => {
  test.each([
    ["</script><script>alert(1)</script>"],
    ["<img src=x onerror=alert(1)>"],
    [`"><svg onload='alert(1)'>`],
    ["</style></pre></details><h1>&lt;"],
    ["<!--"],
  ])("%s is text", (text) => {
    const plain = renderPage(saying("plain"));
    const hostile = renderPage(saying(text));
    const tags = (markup: string): string[] => (markup.match(/<[!/]?[a-z-]+/gi) ?? []).filter((tag) => tag !== "<wbr");
    expect(tags(hostile)).toEqual(tags(plain));
    expect(hostile).not.toContain(text);
    expect(textOf(hostile).replaceAll("\\", "")).toContain(text);
  });

  test("separators, controls and what turns the direction of text are shown by number", () => {
    const shown = renderPage(saying("a\u2028b\u202ec\u0000d\rh\ud800i"));
    expect(shown).toContain("a\\u2028b\\u202ec\\u0000d\\u000dh\\ud800i");
    for (const letter of ["\u2028", "\u202e", "\u0000", "\r", "\ud800"]) expect(shown).not.toContain(letter);
  });

  test("two keys never share an id, and an id has no blank", () => {
    const odd = renderPage({ ...page, sources: [{ ...page.sources[0]!, rows: ["a b", "a~20b", "a\u00a0b", "a'b"].map((key) => row(key)) }] });
    const ids = Array.from(odd.matchAll(/<li id="([^"]*)"/g), ([, id]) => id!);
    expect(new Set(ids).size).toBe(4);
    expect(ids.join("")).not.toMatch(/\s/);
    expect(odd).toContain("explain codex.app-server.notification &#39;a&#39;\\&#39;&#39;b&#39;");
  });
});

describe("what is long", () => {
  const shown = (message: unknown, text = "key:"): string => {
    const long = row("long", { examples: [{ ...recorded, message }], mapping: { file: "m.yaml", line: 1, text }, message: Array.from({ length: 100 }, (_, index) => `field${index}: string`) });
    return textOf(renderPage({ ...page, sources: [{ ...page.sources[0]!, rows: [long] }] }));
  };

  test("texts, lists and objects are cut, and say so", () => {
    expect(shown({ text: "x".repeat(1000) })).toContain(`"${"x".repeat(160)}" … 840 more characters`);
    expect(shown({ list: [1, 2, 3, 4, 5, 6, 7, 8] })).toContain('{ "list": [ 1, 2, 3, 4, 5, 6, … 2 more ] }');
    expect(shown(Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`f${index}`, index])))).toContain('"f23": 23,\n  … 6 more\n}');
    expect(shown({ a: { b: { c: { d: { e: { f: { g: { h: { i: 1, j: 2 } } } } } } } } })).toContain("{ … 2 more }");
  });

  test("a character is not cut in two", () => {
    expect(shown({ text: `${"x".repeat(159)}😀${"x".repeat(10)}` })).toContain(`"${"x".repeat(159)}" … 12 more characters`);
  });

  test("rows, schemas and messages end after some lines", () => {
    const text = shown({ list: Array.from({ length: 6 }, () => Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`field${index}`, "x".repeat(20)]))) }, Array.from({ length: 200 }, (_, index) => `line${index}:`).join("\n"));
    expect(text).toContain("field27: string\n… 72 more lines");
    expect(text).toContain("line79:… 120 more lines");
    expect(text).toMatch(/… \d+ more lines\}?gave/);
  });
});

describe("the policy of the page", () => {
  test("lets only its own style and script run, and nothing load", () => {
    const of = (tag: string): string => createHash("sha256").update(new RegExp(`<${tag}>(.*?)</${tag}>`, "s").exec(html)![1]!).digest("base64");
    const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html)![1]!.replaceAll("&#39;", "'");
    expect(policy).toBe(`default-src 'none'; img-src data:; style-src 'sha256-${of("style")}'; script-src 'sha256-${of("script")}'; base-uri 'none'; form-action 'none'`);
    expect(html.match(/https?:\/\/[^'"\s]+/g)).toEqual(["http://www.w3.org/2000/svg&#39;"]);
    expect(html).not.toMatch(/ style="| on[a-z]+="/);
  });
});
