import { html, type Html } from "./html.js";
import { isSeen, isUncovered, sourceId } from "./names.js";
import type { CanonicalEvent, Page, Row, Source } from "./types.js";

/** Totals by source: how much there is, how much of it is seen, what nobody maps. */
export function totals({ sources, recorded }: Page): Html {
  const line = (name: Html, protocol: string, versions: string, rows: readonly Row[]): Html => {
    const uncovered = rows.filter(isUncovered).length;
    return html`<tr><th scope="row">${name}${versions !== "" && html`<small><span class="protocol">${protocol} </span>${versions}</small>`}</th><td>${rows.length}</td>${recorded && seenCell(rows)}<td class="${uncovered > 0 ? "bad" : "quiet"}">${uncovered}</td></tr>`;
  };
  const whole = sources.flatMap(({ rows }) => rows);
  return html`<table class="totals">
<caption class="hidden">Totals by source</caption>
<thead><tr><th scope="col">Source</th><th scope="col">Messages</th>${recorded && html`<th scope="col" class="share">Seen</th>`}<th scope="col">Uncovered</th></tr></thead>
<tbody>${sources.map((source) => line(html`<a href="#${sourceId(source)}">${breakable(source.name)}</a>`, source.protocol, source.versions.join(", "), source.rows))}</tbody>
<tfoot>${line(html`All`, "", "", whole)}</tfoot>
</table>`;
}

function seenCell(rows: readonly Row[]): Html {
  const seen = rows.filter(isSeen).length;
  const share = rows.length === 0 ? 0 : Math.round((100 * seen) / rows.length);
  return html`<td class="share"><svg class="bar" aria-hidden="true"><rect class="track" width="100%" height="6" rx="3"/><rect class="part" width="${share}%" height="6" rx="3"/></svg><span>${seen}</span><small>${share}%</small></td>`;
}

/** Which source feeds which event. */
export function matrix({ sources, events, recorded }: Page): Html {
  const providers = [...new Set(sources.map(({ provider }) => provider))];
  const ordered = providers.map((provider) => ({ provider, own: sources.filter((one) => one.provider === provider) }));
  const columns = ordered.flatMap(({ own }) => own);
  const firsts = new Set(ordered.map(({ own }) => own[0]!));
  const line = (event: CanonicalEvent): Html => {
    const cells = columns.map((source) => cell(source, event.type, { recorded: recorded !== undefined, first: firsts.has(source) }));
    const fed = sources.some(({ rows }) => rows.some(({ events }) => events.some(({ type }) => type === event.type)));
    return html`<tr><th scope="row">${breakable(event.type)}${event.host ? html` <small>host</small>` : !fed && html` <small class="bad">nothing</small>`}</th>${cells}</tr>`;
  };
  return html`<div class="scroll" role="region" aria-labelledby="ui-events" tabindex="0"><table class="matrix">
<caption class="hidden">Messages that give each canonical event, by source</caption>
<thead><tr><td></td>${ordered.map(({ provider, own }) => html`<th scope="colgroup" class="first" colspan="${own.length}">${provider}</th>`)}</tr>
<tr><th scope="col">Event</th>${columns.map((source) => html`<th scope="col"${firsts.has(source) && html` class="first"`}>${breakable(shortName(source))}</th>`)}</tr></thead>
<tbody>${events.map(line)}</tbody>
</table></div>`;
}

function cell(source: Source, type: string, { recorded, first }: { readonly recorded: boolean; readonly first: boolean }): Html {
  const edge = first && " first";
  const giving = source.rows.filter(({ events }) => events.some((one) => one.type === type && one.by !== "table"));
  if (giving.length === 0) return html`<td class="ensured${edge}">${source.rows.some(({ events }) => events.some((one) => one.type === type)) && "•"}</td>`;
  const seen = giving.filter(({ events }) => events.some((one) => one.type === type && one.seen)).length;
  const label = `${type} from ${source.name}: ${recorded ? `${seen}/${giving.length} messages seen` : `${giving.length} ${giving.length === 1 ? "message" : "messages"}`}`;
  const kind = !recorded ? "known" : seen === giving.length ? "whole" : seen > 0 ? "part" : "none";
  return html`<td class="${kind}${edge}"><a href="#${sourceId(source)}" data-source="${source.name}" data-event="${type}" aria-label="${label}">${recorded ? `${seen}/${giving.length}` : giving.length}</a></td>`;
}

/** Without what its provider's name says already. */
function shortName({ name, provider }: Source): string {
  return name.startsWith(`${provider}.`) ? name.slice(provider.length + 1) : name;
}

/** A name may break after its dots. */
export function breakable(name: string): Html {
  return html`${name.split(/(?<=[./:_])/).map((part, index) => (index === 0 ? part : html`<wbr>${part}`))}`;
}
