import { firstLines, jsonLines } from "./excerpt.js";
import { html, type Html } from "./html.js";
import type { Example, Mapping, Row, Source } from "./types.js";

const mostRowLines = 80;
const mostSchemaLines = 28;
const mostMessageLines = 48;
const mostEventLines = 20;
const mostEvents = 6;

/** What opens below the line of a message: its row, its schema, and a message as it was. */
export function details(source: Source, row: Row, recorded: boolean): Html {
  return html`<div class="body"><div>${mapping(row.mapping)}${schemas(source, row)}</div><div>${row.examples.map((one) => example(one, row))}${nothing(row, recorded)}${row.mapping && explain(source, row)}</div></div>
`;
}

function mapping(row: Mapping | undefined): Html {
  if (row === undefined) return html`<h4>Row</h4><p>No row of the table takes this message.</p>`;
  const lines = firstLines(row.text.split("\n"), mostRowLines);
  return html`<h4>Row <code>${row.file}:${row.line}</code></h4><ol class="code" start="${row.line}">${lines.map((line) => html`<li>${line}</li>`)}</ol>`;
}

function schemas({ answers }: Source, { message, answer }: Row): Html {
  const block = (title: string, lines: readonly string[] | undefined): Html | undefined => lines && html`<h4>${title}</h4>${code(firstLines(lines, mostSchemaLines))}`;
  if (message === undefined && answer === undefined) return html`<h4>Schema</h4><p>No schema lists this message.</p>`;
  return html`${block(answers ? "Schema of the request" : "Schema", message)}${block("Schema of the answer", answer)}`;
}

function example({ kind, file, line, message, events }: Example, { seen }: Row): Html {
  const times = `${seen.times === 1 ? "once" : `${seen.times} times`} in ${seen.transcripts === 1 ? "one transcript" : `${seen.transcripts} transcripts`}`;
  const titles: Record<Example["kind"], string> = { recorded: `Recorded ${times}`, answered: "The host’s answer, recorded", written: "Example of the row" };
  return html`<h4>${titles[kind]} <code>${file}:${line}</code></h4>${code(firstLines(jsonLines(message), mostMessageLines))}<h5>${kind === "written" ? "must give" : "gave"}</h5>${given(events)}`;
}

function given(events: Example["events"]): Html {
  if (events.length === 0) return html`<p>No event.</p>`;
  const shown = events.slice(0, mostEvents).map(({ type, payload }) => html`<li><b>${type}</b>${payload !== undefined && code(firstLines(jsonLines(payload), mostEventLines))}</li>`);
  return html`<ul class="given">${shown}${events.length > mostEvents && html`<li>… ${events.length - mostEvents} more events</li>`}</ul>`;
}

function nothing({ seen, examples }: Row, recorded: boolean): Html | undefined {
  if (seen.times > 0) return undefined;
  const why = recorded ? "No recorded session has this message." : "Nothing was recorded.";
  return examples.some(({ kind }) => kind === "written") ? html`<p class="quiet">${why}</p>` : html`<h4>Example</h4><p class="quiet">${why}</p>`;
}

function explain({ name }: Source, { key }: Row): Html {
  return html`<p class="quiet">More: <code>npx mapwright explain ${quoted(name)} ${quoted(key)}</code></p>`;
}

function quoted(word: string): string {
  return /^[\w./:@-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

function code(lines: readonly string[]): Html {
  return html`<pre>${lines.join("\n")}</pre>`;
}
