import { asList, asMap, asText, beginning, isIntendedNull, keysOf, missingKeys, refuseEmpty, type Reader } from "./reader.js";
import type { ExampleNode } from "./types.js";
import type { Yaml } from "../yaml/read.js";

const exampleForm = "Write `- message: { ... }`, and below it `events: [{ type: turn.completed, payload: { state: failed } }]`.";

/** `examples: [{ message: { ... }, events: [{ type: content.delta, payload: { delta: Hi } }] }]`. */
export function readExamples(reader: Reader, node: Yaml): ExampleNode[] {
  const items = asList(reader, node, "`examples`", "bad-example", exampleForm);
  refuseEmpty(reader, node, "`examples`", "bad-example", exampleForm);
  return items.flatMap((item) => {
    const map = asMap(reader, item, "An example", "bad-example", exampleForm);
    if (map === undefined) return [];
    const part = keysOf(reader, map, "An example", ["message", "events"]);
    missingKeys(reader, map, part, "An example", ["message", "events"], exampleForm);
    const { message, events } = part;
    if (message === undefined || events === undefined) return [];
    const given = asList(reader, events.value, "`events`", "bad-example", exampleForm).flatMap(
      (one) => readExampleEvent(reader, one) ?? [],
    );
    return { message: readPlain(reader, message.value), events: given, at: beginning(map) };
  });
}

function readExampleEvent(reader: Reader, node: Yaml): ExampleNode["events"][number] | undefined {
  const map = asMap(reader, node, "An expected event", "bad-example", exampleForm);
  if (map === undefined) return undefined;
  const part = keysOf(reader, map, "An expected event", ["type", "payload"]);
  missingKeys(reader, map, part, "An expected event", ["type"], exampleForm);
  const { type, payload } = part;
  const name = type && asText(reader, type.value, "`type`", "bad-example");
  return name && { type: name.text, ...(payload && { payload: readPlain(reader, payload.value) }) };
}

/** YAML as the JSON value it stands for: examples are data, so a `$` means nothing in them. */
function readPlain(reader: Reader, node: Yaml): unknown {
  switch (node.kind) {
    case "bad":
      return undefined;
    case "scalar":
      return isIntendedNull(reader, node) ? node.value : undefined;
    case "list":
      return node.items.map((item) => readPlain(reader, item));
    case "map":
      // fromEntries defines properties, so `__proto__` is an ordinary one
      return Object.fromEntries(node.entries.map((entry) => [entry.key.text, readPlain(reader, entry.value)]));
  }
}
