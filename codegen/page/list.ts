import { details } from "./details.js";
import { html, type Html } from "./html.js";
import { marks, seenMark } from "./marks.js";
import { isSeen, isUncovered, rowId, sourceId } from "./names.js";
import { breakable } from "./overview.js";
import type { GivenEvent, Page, Row, Source } from "./types.js";

/** Every message of every source: a line to read, and behind it all that is known of it. */
export function list(page: Page): Html {
  return html`${page.sources.map((source) => section(source, page.recorded !== undefined))}`;
}

function section(source: Source, recorded: boolean): Html {
  const { name, provider, versions, rows } = source;
  const unversioned = rows.some(({ seen }) => seen.unversioned > 0);
  const heads = [...versions, ...(unversioned ? ["any"] : [])];
  const ensured = [...new Set(rows.flatMap(({ events }) => events.flatMap(({ type, by }) => (by === "table" ? [type] : []))))];
  const id = sourceId(source);
  return html`<section id="${id}" aria-labelledby="${id}-name" data-provider="${provider}" data-source="${name}">
<div class="head"><h3 id="${id}-name">${breakable(name)}</h3><p class="count"><span class="shown">${rows.length}</span> ${rows.length === 1 ? "message" : "messages"}${recorded && `, ${rows.filter(isSeen).length} seen`}</p><div class="marks" aria-hidden="true">${heads.map((head) => html`<span class="cell">${head}</span>`)}${recorded && html`<span class="times"></span>`}</div></div>
${ensured.length > 0 && html`<p class="before">Before each of them, unless its row says otherwise, the table ensures ${ensured.map((type) => html`<code>${type}</code> `)}</p>`}<ul class="rows">
${rows.map((row) => item(source, row, { recorded, unversioned }))}</ul>
</section>
`;
}

function item(source: Source, row: Row, { recorded, unversioned }: { readonly recorded: boolean; readonly unversioned: boolean }): Html {
  const states = [recorded && !isSeen(row) && "unseen", isUncovered(row) && "uncovered"].filter((state) => state !== false);
  const cells = source.versions.map((version, index) => html`<span class="cell"><span class="version">${version} </span>${marks(row.versions[index]!, recorded)}</span>`);
  const any = unversioned && html`<span class="cell"><span class="version">any </span>${seenMark(row.seen.unversioned > 0)}</span>`;
  const times = recorded && html`<span class="times">${isSeen(row) && html`<span class="hidden">recorded </span>${row.seen.times}×`}</span>`;
  return html`<li id="${rowId(source, row)}"${states.length > 0 && html` class="${states.join(" ")}"`}><details><summary><span class="key">${breakable(row.key)}${row.from === "host" && html` <small>host</small>`}</span><span class="events">${events(row, recorded)}</span><span class="marks">${cells}${any}${times}</span></summary>
${details(source, row, recorded)}</details></li>
`;
}

function events(row: Row, recorded: boolean): Html {
  if (isUncovered(row)) return html`<span class="bad">no row</span>`;
  const own = row.events.filter(({ by }) => by !== "table");
  return own.length === 0 ? html`<span class="quiet">nothing of its own</span>` : html`${own.map((event) => chip(event, recorded))}`;
}

function chip({ type, by, seen }: GivenEvent, recorded: boolean): Html {
  return html`<span class="event${recorded && !seen && " unheard"}">${type}${by === "answer" && html` <small>when answered</small>`}</span> `;
}
