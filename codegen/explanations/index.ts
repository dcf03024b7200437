import { equivalenceCodes, eventCodes, keyCodes, nameCodes, requestCodes, tableCodes, transformCodes, valueCodes } from "../check/codes.js";
import { configCodes, inputCodes, outputCodes } from "../cli/codes.js";
import type { Code } from "../codes.js";
import { markerCodes } from "../emit/codes.js";
import { mappingCodes } from "../mapping/codes.js";
import { exceptionCodes, policyCodes } from "../policy/codes.js";
import { canonicalCodes, overlayCodes, schemaCodes } from "../schema/codes.js";
import { lockCodes } from "../vendor/codes.js";
import { yamlCodes } from "../yaml/codes.js";
import { canonical } from "./canonical.js";
import { configuration } from "./config.js";
import { events, valueTables } from "./events.js";
import { inputs, outputs } from "./inputs.js";
import { lock } from "./lock.js";
import { mapping } from "./mapping.js";
import { markers } from "./markers.js";
import { names } from "./names.js";
import { overlay } from "./overlay.js";
import { policies } from "./policies.js";
import { equivalence, requestRows } from "./requests.js";
import { schema } from "./schema.js";
import { keys, tables } from "./tables.js";
import { transforms } from "./transforms.js";
import type { Explanation, Explanations } from "./types.js";
import { yaml } from "./yaml.js";

/** Codes that belong together, in the order in which the compiler works. */
export interface Group {
  readonly title: string;
  readonly about: string;
  /** Each code with what it means, in half a sentence. */
  readonly codes: { readonly [code: string]: string };
  /** `error`, `warning`, or what the config says. */
  readonly severity?: "configured";
}

/** A code without an explanation does not compile, nor does an explanation without a code. */
export const explanations: Explanations<Code> = {
  ...configuration, ...inputs, ...yaml, ...schema, ...overlay, ...canonical, ...lock, ...mapping, ...tables, ...keys, ...names, ...events, ...valueTables,
  ...requestRows, ...equivalence, ...transforms, ...policies, ...markers, ...outputs,
};

export const groups: readonly Group[] = [
  { title: "The config", about: "`mapwright.config.yaml`. Mistakes in it are wrong use: exit code 2.", codes: configCodes },
  { title: "Files", about: "What is wrong with files before anybody reads what they say.", codes: inputCodes },
  { title: "YAML", about: "The strict part of YAML 1.2 that all files may use.", codes: yamlCodes },
  { title: "Schemas", about: "The vendored files below `schemas/<protocol>/<version>/`.", codes: schemaCodes },
  { title: "Overlays", about: "`schemas/<protocol>/overlay.yaml`: what is on the wire and in no schema.", codes: overlayCodes },
  { title: "The canonical model", about: "`schemas/canonical/`: the events, their fields and their lifecycle.", codes: canonicalCodes },
  { title: "The lock", about: "`schemas/lock.json`: what was vendored, and from where.", codes: lockCodes },
  { title: "The form of tables", about: "What can be said of a table, a memory or the equivalences without knowing any schema.", codes: mappingCodes },
  { title: "Tables", about: "What a table says of itself.", codes: tableCodes },
  { title: "Keys and rows", about: "Which message belongs to which row.", codes: keyCodes },
  { title: "Names, paths and memory", about: "What paths, pipes and cells lead to.", codes: nameCodes },
  { title: "Events and values", about: "What a row gives.", codes: eventCodes },
  { title: "Value tables", about: "`values:` of a table.", codes: valueCodes },
  { title: "Requests and repeats", about: "`answer`, `decide`, `twin` and `yieldsTo`.", codes: requestCodes },
  { title: "Equivalences", about: "`equivalence.yaml`: what the agents have in common.", codes: equivalenceCodes },
  { title: "Transforms", about: "The small functions that rows pass values through.", codes: transformCodes },
  { title: "Policies", about: "Rules of the house, off unless `policies:` of the config turns them on (mappings/README.md). They are looked at once everything else is sound.", codes: policyCodes, severity: "configured" },
  { title: "Exceptions from policies", about: "`except:` of a policy.", codes: exceptionCodes },
  { title: "The specification", about: "The markers between which its tables are rendered.", codes: markerCodes },
  { title: "Generated files", about: "How the output folder differs from what the inputs give. The first three are listed apart from diagnostics, and are codes in annotations.", codes: outputCodes },
];

export function isCode(word: string): word is Code {
  return Object.hasOwn(explanations, word);
}

/** A code as it is explained: what `explain --format json` prints. */
export interface Explained extends Omit<Explanation, "severity"> {
  readonly code: Code;
  readonly group: string;
  readonly severity: "error" | "warning" | "error or warning";
  readonly meaning: string;
}

/** All codes of a group, in order. */
export function explainGroup({ title, codes, severity }: Group): Explained[] {
  return Object.entries(codes).filter((entry): entry is [Code, string] => isCode(entry[0])).map(([code, meaning]) => {
    const { severity: own = "error", why, mend, before, after } = explanations[code];
    return { code, group: title, severity: severity === "configured" ? "error or warning" : own, meaning, why, mend, before, after };
  });
}

export function allExplained(): Explained[] {
  return groups.flatMap(explainGroup);
}
