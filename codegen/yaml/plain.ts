import type { Diagnostic } from "../diagnostic.js";
import type { Yaml } from "./read.js";

/**
 * YAML as the JSON value that it stands for, for files that hold schemas. A null must be spelled `null`: a value that is
 * missing is reported (`empty-value`). What was reported before, because YAML may not say it here, is `undefined`.
 */
export function plainOf(node: Yaml, report: (diagnostic: Diagnostic) => void): unknown {
  switch (node.kind) {
    case "bad":
      return undefined;
    case "list":
      return node.items.map((item) => plainOf(item, report));
    case "map":
      // fromEntries defines properties, so `__proto__` is an ordinary one
      return Object.fromEntries(node.entries.map(({ key, value }) => [key.text, plainOf(value, report)]));
    case "scalar":
      if (node.value === null && node.text !== "null") {
        const message = node.empty ? "A value is missing here." : `YAML reads ${node.text} as null.`;
        report({ code: "empty-value", severity: "error", message, ...node.at, hint: "Write a value, or remove the key. A null that is meant is spelled `null`." });
      }
      return node.value;
  }
}
