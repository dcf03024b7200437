import { createHash } from "node:crypto";
import { html, trusted, type Html } from "./html.js";
import { list } from "./list.js";
import { legend, markSymbols } from "./marks.js";
import { isSeen, isUncovered } from "./names.js";
import { matrix, totals } from "./overview.js";
import { script } from "./script.js";
import { style } from "./style.js";
import type { Page, Source } from "./types.js";

export type * from "./types.js";

const icon = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Crect width='16' height='16' rx='3' fill='%231f6f54'/%3E%3Ccircle cx='8' cy='8' r='4' fill='%23fff'/%3E%3C/svg%3E";

/** One HTML file that needs nothing else, and no script to be read. The same page gives the same bytes. */
export function renderPage(page: Page): string {
  const recorded = page.recorded !== undefined;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Mapwright coverage</title>
<link rel="icon" href="${icon}">
<style>${trusted(style)}</style>
</head>
<body>
${markSymbols(recorded)}
<header><h1>Coverage</h1><p>${summary(page)}</p></header>
<main>
${totals(page)}
<details class="part" open><summary><h2 id="ui-events">Events by source</h2></summary>
<p class="quiet">${recorded ? "How many of the messages that give an event were seen to give it." : "How many messages give an event."} A • stands where only the table ensures the event before its messages.</p>
${matrix(page)}</details>
<h2 id="ui-messages">Messages</h2>
<p class="quiet">A message is one kind that the key of its table tells apart, from the agent or from the host; <code>(other)</code> is all that no schema lists, <code>(none)</code> what lacks the field.${recorded && " What was recorded and stands in no schema counts, too."}</p>
${legend(recorded)}
${tools(page)}
<div id="ui-list">
${list(page)}</div>
<p id="ui-none" hidden>No message is like that.</p>
</main>
${element}
</body>
</html>
`.html;
}

/** Not in the template: a bundler would lower a tagged one that ends a script, with a helper that is not installed. */
const element = trusted(`<script>${script}</script>`);

/** Nothing may be loaded, and only what stands here may run. */
const policy = `default-src 'none'; img-src data:; style-src '${hash(style)}'; script-src '${hash(script)}'; base-uri 'none'; form-action 'none'`;

function hash(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}

function summary({ sources, events, recorded }: Page): Html {
  const rows = sources.flatMap(({ rows }) => rows);
  const uncovered = rows.filter(isUncovered).length;
  const mapped = html`<b>${rows.length}</b> messages of <b>${sources.length}</b> ${sources.length === 1 ? "source" : "sources"} become <b>${events.length}</b> canonical events; ${uncovered === 0 ? "all are covered" : html`<b class="bad">${uncovered} are not covered</b>`}.`;
  if (recorded === undefined) return html`${mapped} Nothing was recorded: once <code>transcripts</code> in the config names folders of transcripts, this page says what was seen.`;
  return html`${mapped} <b>${rows.filter(isSeen).length}</b> were seen in <b>${recorded.transcripts}</b> recorded sessions with ${recorded.messages} lines.`;
}

/** Only a script can filter: without one, they stay hidden. */
function tools({ sources, recorded }: Page): Html {
  const providers = [...new Set(sources.map(({ provider }) => provider))];
  const group = (provider: string, own: readonly Source[]): Html => html`<optgroup label="${provider}"><option value="provider ${provider}">all of ${provider}</option>${own.map(({ name }) => html`<option value="source ${name}">${name}</option>`)}</optgroup>`;
  return html`<form class="tools" id="ui-tools" role="search" hidden>
<label>Find <input type="search" id="ui-text" placeholder="key or event" autocomplete="off" spellcheck="false"></label>
<label>From <select id="ui-from"><option value="">all providers</option>${providers.map((provider) => group(provider, sources.filter((one) => one.provider === provider)))}</select></label>
${recorded && html`<label class="check"><input type="checkbox" id="ui-unseen"> only unseen</label>`}
<label class="check"><input type="checkbox" id="ui-uncovered"> only uncovered</label>
<output id="ui-found" aria-live="polite"></output>
</form>`;
}
