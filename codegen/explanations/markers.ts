import type { MarkerCode } from "../emit/codes.js";
import { example, type Explanations } from "./types.js";

const place = (section: string): string => `<!-- mapwright: begin ${section} -->\n<!-- mapwright: end ${section} -->`;
const specification = (before: string, after: string): ReturnType<typeof example> => example("EVENTS.md", before, after);

export const markers: Explanations<MarkerCode> = {
  "missing-marker": {
    why: "The table says in which section its rows are shown, and the specification has no place for it: what people read would lack them.",
    mend: "Add the two lines where the section belongs, or mend the `spec` of the table.",
    ...specification(place("1"), `${place("1")}\n\n## 3.1 Notifications\n\n${place("3.1")}`),
  },
  "unknown-marker": {
    why: "Nothing renders this section any more; what stands between the markers would stay as it is for ever.",
    mend: "Remove the markers with what lies between them, or give a table this section as its `spec`.",
    ...specification(`${place("1")}\n\n${place("3.1")}\n\n${place("3.9")}`, `${place("1")}\n\n${place("3.1")}`),
  },
  "duplicate-marker": {
    why: "A section is rendered into one place. The second would keep an old text.",
    mend: "Remove one pair of markers with what lies between them.",
    ...specification(`${place("1")}\n\n${place("3.1")}\n\n${place("3.1")}`, `${place("1")}\n\n${place("3.1")}`),
  },
  "nested-marker": {
    why: "What lies between a pair of markers is written anew as a whole, and would take the inner pair with it.",
    mend: "Move the end of the outer section up, or the inner section out.",
    ...specification(`<!-- mapwright: begin 1 -->\n${place("3.1")}\n<!-- mapwright: end 1 -->`, `${place("1")}\n\n${place("3.1")}`),
  },
};
