import { asMap, beginning, listed, locatedText, type Reader } from "./reader.js";
import type { EventNode } from "./types.js";
import { readConditions, readFields } from "./value.js";
import type { YamlEntry } from "../yaml/read.js";

/** `turn.completed: { ... }`, or a list of payloads: the event is given once for each. */
export function readEvent(reader: Reader, entry: YamlEntry): EventNode[] {
  const form = `Write \`${entry.key.text}: { field: value }\`, or \`{}\` for an event without fields.`;
  if (entry.value.kind === "list" && entry.value.items.length === 0)
    reader.report("bad-event", entry.value.at, "The list holds no payload.", form);
  return listed(entry.value).flatMap((item) => {
    const payload = asMap(reader, item, "The payload of an event", "bad-event", form);
    if (payload === undefined) return [];
    const when = payload.entries.find((one) => one.key.text === "when");
    return {
      type: locatedText(entry.key),
      when: when ? readConditions(reader, when.value) : [],
      fields: readFields(
        reader,
        payload.entries.filter((one) => one !== when),
      ),
      at: entry.value.kind === "list" ? beginning(payload) : entry.key.at,
    };
  });
}
