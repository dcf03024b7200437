/** Quiet: one family of type, few colours, and these by what they mean. Dark where the reader's system is. */
export const style = `
:root {
  color-scheme: light dark;
  --page: #fbfbf9; --card: #ffffff; --sunk: #f4f4f1; --line: #e2e2dd; --text: #1d1f21; --quiet: #5c6066; --link: #1a5cb0;
  --listed: #6a6f77; --mapped: #2f6fce; --seen: #1f7a55; --hollow: #b4b7ba; --bad: #b42318;
  --whole: #dcefe5; --part: #edf5f0; --focus: #1a5cb0;
  --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #141618; --card: #1a1d20; --sunk: #202428; --line: #31363b; --text: #e6e8ea; --quiet: #a3a9b0; --link: #8fbcff;
    --listed: #9aa1a9; --mapped: #74a9ff; --seen: #5cc596; --hollow: #5b6168; --bad: #ff9489;
    --whole: #1d3b2e; --part: #1a2a23; --focus: #8fbcff;
  }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 6.5rem; -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--page); color: var(--text); font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
header, main { max-width: 76rem; margin: 0 auto; padding: 0 1.5rem; }
header { padding-top: 2.5rem; }
main { padding-bottom: 6rem; }
h1 { margin: 0; font-size: 1.6rem; font-weight: 650; letter-spacing: -.01em; }
header p, .head, .before, .given b, .body h4 { overflow-wrap: anywhere; }
header p { margin: .35rem 0 1.75rem; max-width: 46rem; color: var(--quiet); }
header b { color: var(--text); font-weight: 600; }
h2 { margin: 2.75rem 0 .5rem; font-size: 1.15rem; font-weight: 650; }
h3 { margin: 0; font-size: .95rem; font-weight: 650; }
small { color: var(--quiet); font-size: .8em; font-weight: 400; }
code, pre, .code, .key, .event, .matrix th[scope=row] { font-family: var(--mono); }
a { color: var(--link); text-underline-offset: .15em; text-decoration-thickness: 1px; }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; border-radius: 3px; }
.quiet { color: var(--quiet); }
.bad, header b.bad { color: var(--bad); font-weight: 600; }
.hidden, .symbols, .rows .version { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
[hidden] { display: none !important; }

table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th { text-align: left; font-weight: 600; }
.totals { width: 100%; }
.totals th, .totals td { padding: .4rem .75rem .4rem 0; border-bottom: 1px solid var(--line); vertical-align: baseline; }
.totals thead th { color: var(--quiet); font-size: .8rem; font-weight: 500; }
.totals th[scope=row] { font-weight: 500; overflow-wrap: anywhere; }
.totals th small { margin-left: .75rem; }
.totals td, .totals thead th:not(:first-child) { text-align: right; width: 6.5rem; }
.totals td:last-child, .totals th:last-child { padding-right: 0; }
.totals .share, .totals thead th.share:not(:first-child) { width: 16rem; padding-left: 2.5rem; text-align: left; white-space: nowrap; }
.totals tfoot th, .totals tfoot td { border-bottom: 0; font-weight: 650; }
.share span { display: inline-block; min-width: 2rem; text-align: right; }
.share small { display: inline-block; min-width: 2.75rem; text-align: right; }
.bar { width: 8rem; height: 6px; vertical-align: middle; margin-right: .5rem; }
.track { fill: var(--line); }
.bar .part { fill: var(--seen); }

details.part > summary { cursor: pointer; list-style: none; margin: 2.75rem 0 .35rem; width: fit-content; }
details.part > summary h2 { display: inline; margin: 0; }
summary::-webkit-details-marker { display: none; }
details.part > summary::before, .rows summary::before { content: ""; display: inline-block; width: .4rem; height: .4rem; border: solid var(--quiet); border-width: 0 1.5px 1.5px 0; transform: rotate(-45deg); margin: 0 .6rem .15rem .1rem; }
details.part[open] > summary::before, .rows details[open] > summary::before { transform: rotate(45deg) translate(-1px, -1px); }
details.part > p { margin: 0 0 .75rem; }
.scroll { overflow: auto; max-height: min(38rem, 75vh); border: 1px solid var(--line); border-radius: 8px; background: var(--card); }
.matrix { width: 100%; border-collapse: separate; border-spacing: 0; font-size: .8rem; }
.matrix th, .matrix td { padding: .2rem .5rem; border-bottom: 1px solid var(--line); }
.matrix tbody tr:last-child > * { border-bottom: 0; }
.matrix thead th, .matrix thead td { position: sticky; z-index: 2; background: var(--card); font-weight: 500; vertical-align: bottom; line-height: 1.25; }
.matrix thead tr:first-child > * { top: 0; height: 1.9rem; border-bottom: 0; }
.matrix thead tr:first-child th { font-weight: 650; color: var(--text); }
.matrix tr > .first { border-left: 1px solid var(--line); }
.matrix thead tr:last-child > * { top: 1.9rem; color: var(--quiet); }
.matrix thead tr:last-child th:not(:first-child) { text-align: center; min-width: 4.75rem; }
.matrix tr > :first-child { position: sticky; left: 0; z-index: 1; background: var(--card); white-space: nowrap; }
.matrix thead tr > :first-child { z-index: 3; }
.matrix th[scope=row] { font-weight: 400; }
.matrix th[scope=row] wbr { display: none; }
.matrix th small { font-family: system-ui, sans-serif; }
.matrix tbody td { padding: 0; text-align: center; color: var(--quiet); }
.matrix a { display: block; padding: .2rem .4rem; color: var(--text); text-decoration: none; }
.matrix a:hover { text-decoration: underline; }
.matrix a:focus-visible { outline-offset: -2px; }
.matrix .whole { background: var(--whole); }
.matrix .part { background: var(--part); }
.matrix .none a { color: var(--quiet); }

.legend { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; margin: 0 0 .75rem; padding: 0; list-style: none; color: var(--quiet); font-size: .87rem; }
.mark { width: 40px; height: 12px; vertical-align: -1px; }
.legend li { display: flex; align-items: baseline; gap: .5rem; }
.legend .mark { flex: none; }
.legend .event { margin: 0; font-size: .92em; }
.on { stroke-width: 1.2; }
.off { fill: none; stroke: var(--hollow); stroke-width: 1.2; }
.listed.on { fill: var(--listed); stroke: var(--listed); }
.mapped.on { fill: var(--mapped); stroke: var(--mapped); }
.seen.on { fill: var(--seen); stroke: var(--seen); }

.tools { position: sticky; top: 0; z-index: 6; display: flex; flex-wrap: wrap; align-items: center; gap: .5rem 1.25rem; min-height: 3.5rem; padding: .5rem 0; background: var(--page); border-bottom: 1px solid var(--line); font-size: .87rem; }
.tools label { display: flex; align-items: center; gap: .5rem; color: var(--quiet); }
.tools .check { color: var(--text); gap: .35rem; }
.tools input[type=search], .tools select { font: inherit; color: var(--text); background: var(--card); border: 1px solid var(--hollow); border-radius: 6px; padding: .3rem .55rem; min-width: 0; }
.tools input[type=search] { width: 17rem; }
.tools ::placeholder { color: var(--quiet); opacity: 1; }
.tools input[type=checkbox] { width: 1rem; height: 1rem; margin: 0; accent-color: var(--mapped); }
.tools output { margin-left: auto; color: var(--quiet); font-variant-numeric: tabular-nums; }

section { margin: 0 0 2rem; }
.head, .rows summary { display: grid; grid-template-columns: minmax(0, 5fr) minmax(0, 6fr) auto; column-gap: 1rem; align-items: baseline; }
.head { position: sticky; top: 0; z-index: 5; padding: .9rem .6rem .4rem; background: var(--page); border-bottom: 1px solid var(--line); }
.tools:not([hidden]) ~ #ui-list .head { top: 3.5rem; }
.head p { margin: 0; color: var(--quiet); font-size: .87rem; }
.rows { margin: 0; padding: 0; list-style: none; }
.rows > li { border-bottom: 1px solid var(--line); }
.rows summary { padding: .38rem .6rem; cursor: pointer; list-style: none; }
.rows summary:hover { background: var(--sunk); }
.rows summary:focus-visible { outline-offset: -2px; }
.rows summary::before { position: absolute; margin: .52rem 0 0 -.95rem; opacity: 0; }
.rows summary:hover::before, .rows summary:focus-visible::before, .rows details[open] > summary::before { opacity: 1; }
.rows details[open] > summary { background: var(--sunk); }
.key { font-size: .84rem; overflow-wrap: anywhere; }
.events { font-size: .8rem; overflow-wrap: anywhere; }
.event { display: inline-block; margin-right: .5rem; }
.event small { font-family: system-ui, sans-serif; font-size: .92em; }
.event.unheard { color: var(--quiet); }
.before { margin: 0; padding: .5rem .6rem; border-bottom: 1px solid var(--line); color: var(--quiet); font-size: .8rem; }
.marks { display: flex; font-size: .78rem; white-space: nowrap; }
.marks .cell { width: 4.6rem; color: var(--quiet); }
.marks .times { width: 3.4rem; text-align: right; color: var(--quiet); font-variant-numeric: tabular-nums; }

.body { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 0 2rem; padding: .35rem .6rem 1.5rem; background: var(--sunk); font-size: .87rem; }
.body h4 { margin: .9rem 0 .35rem; font-size: .8rem; font-weight: 600; }
.body h4 code { color: var(--quiet); font-weight: 400; overflow-wrap: anywhere; }
.body h5 { margin: .5rem 0 .35rem; font-size: .8rem; font-weight: 500; color: var(--quiet); }
.body p { margin: .35rem 0; }
.body p code { overflow-wrap: anywhere; }
.body pre, .code { margin: 0; padding: .6rem .75rem; background: var(--card); border: 1px solid var(--line); border-radius: 6px; font-size: .78rem; line-height: 1.55; white-space: pre-wrap; overflow-wrap: anywhere; tab-size: 2; }
@counter-style line { system: extends decimal; suffix: "  "; }
.code { padding-left: 3.25rem; list-style: line; }
.code li::marker { color: var(--quiet); font-variant-numeric: tabular-nums; }
.code li { padding-left: .35rem; }
.given { margin: 0; padding: 0; list-style: none; }
.given li { margin-bottom: .5rem; }
.given b { font: 500 .8rem var(--mono); }
.given pre { margin-top: .2rem; }

@media (max-width: 64rem) {
  html { scroll-padding-top: 4.75rem; }
  .tools { position: static; }
  .tools:not([hidden]) ~ #ui-list .head { top: 0; }
}
@media (max-width: 56rem) {
  .body { grid-template-columns: minmax(0, 1fr); }
  .head, .rows summary { grid-template-columns: minmax(0, 1fr) auto; }
  .head .count { grid-row: 2; }
  .rows .key { grid-column: 1 / -1; }
}
@media (max-width: 40rem) {
  body { font-size: 14px; }
  header, main { padding-left: 1rem; padding-right: 1rem; }
  header { padding-top: 1.5rem; }
  .totals th small { display: block; margin: 0; }
  .totals td, .totals thead th:not(:first-child) { width: auto; }
  .totals th, .totals td { padding-right: .6rem; }
  .totals .share, .totals thead th.share:not(:first-child) { width: auto; padding-left: 0; text-align: right; }
  .bar, .totals .share small, .totals .protocol { display: none; }
  .matrix tr > :first-child { white-space: normal; }
  .tools label:not(.check) { width: 100%; }
  .tools input[type=search], .tools select { flex: 1; width: auto; font-size: 16px; }
  .tools output { margin-left: 0; width: 100%; }
  .head { padding-left: 0; padding-right: 0; }
  .head .marks { display: none; }
  .rows summary { grid-template-columns: minmax(0, 1fr); row-gap: .15rem; padding: .55rem 0; }
  .rows .marks { flex-wrap: wrap; gap: 0 1rem; }
  .rows .marks .cell, .rows .marks .times { width: auto; white-space: normal; overflow-wrap: anywhere; }
  .rows .version { position: static; clip-path: none; white-space: normal; }
  .rows summary, .body { margin: 0 -1rem; padding-left: 1rem; padding-right: 1rem; }
  .before { padding-left: 0; padding-right: 0; }
  .rows summary::before { display: none; }
  .code { padding-left: 2.6rem; }
  .matrix { font-size: .75rem; }
  .matrix tr > :first-child { min-width: 7.5rem; overflow-wrap: break-word; }
  .matrix th[scope=row] wbr { display: inline; }
}
@media (forced-colors: active) {
  .on { fill: CanvasText; stroke: CanvasText; }
  .off { stroke: GrayText; }
}
`;
