import { html, type Html } from "./html.js";
import type { Marks } from "./types.js";

/** Three marks for a message in a version: a square, a diamond and a dot, each filled or hollow. */

const shapes = {
  listed: html`<rect x="2" y="2" width="8" height="8" rx="1"/>`,
  mapped: html`<path d="M20 1.2 24.8 6 20 10.8 15.2 6z"/>`,
  seen: html`<circle cx="34" cy="6" r="4.2"/>`,
};
const words = { listed: "in the schema", mapped: "mapped", seen: "seen" } as const;
type Mark = keyof typeof shapes;

/** Drawn once each, and used by `marks`. */
export function markSymbols(recorded: boolean): Html {
  const all = [false, true].flatMap((listed) => [false, true].flatMap((mapped) => (recorded ? [false, true] : [false]).map((seen) => ({ listed, mapped, seen }))));
  const kinds: readonly Mark[] = recorded ? ["listed", "mapped", "seen"] : ["listed", "mapped"];
  const symbols = all.map((one) => html`<symbol id="${symbol(one)}" viewBox="0 0 40 12">${kinds.map((kind) => html`<g class="${kind} ${one[kind] ? "on" : "off"}">${shapes[kind]}</g>`)}</symbol>`);
  const alone = [true, false].map((on) => html`<symbol id="${on ? "ui-seen" : "ui-notseen"}" viewBox="0 0 40 12"><g class="seen ${on ? "on" : "off"}">${shapes.seen}</g></symbol>`);
  return html`<svg class="symbols" aria-hidden="true">${symbols}${recorded && alone}</svg>`;
}

export function marks(given: Marks, recorded: boolean): Html {
  const kinds: readonly Mark[] = recorded ? ["listed", "mapped", "seen"] : ["listed", "mapped"];
  const said = kinds.map((kind) => (given[kind] ? words[kind] : `not ${words[kind]}`)).join(", ");
  return drawn(symbol({ ...given, seen: recorded && given.seen }), said);
}

/** The dot alone, where nobody knows the version. */
export function seenMark(seen: boolean): Html {
  return drawn(seen ? "ui-seen" : "ui-notseen", seen ? "seen" : "not seen");
}

export function legend(recorded: boolean): Html {
  const item = (given: Marks, text: string): Html => html`<li><svg class="mark" aria-hidden="true"><use href="#${symbol(given)}"/></svg>${text}</li>`;
  const none = { listed: false, mapped: false, seen: false };
  return html`<ul class="legend">${item({ ...none, listed: true }, "in this version’s schema")}${item({ ...none, mapped: true }, "a row maps it")}${recorded && item({ ...none, seen: true }, "seen in a recorded session of this version")}${recorded && html`<li><span class="event unheard">event</span>never came in a recorded session</li>`}</ul>`;
}

function symbol({ listed, mapped, seen }: Marks): string {
  return `ui-${Number(listed)}${Number(mapped)}${Number(seen)}`;
}

function drawn(id: string, label: string): Html {
  return html`<svg class="mark" role="img" aria-label="${label}"><use href="#${id}"/></svg>`;
}
