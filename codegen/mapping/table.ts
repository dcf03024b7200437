import { asPath } from "./expression.js";
import { readKeyTree } from "./key-tree.js";
import { asMap, asScalar, asText, beginning, isExpression, keysOf, located, locatedText, missingKeys, type Reader } from "./reader.js";
import { readRefs } from "./refs.js";
import { readEnsured, readRows } from "./row.js";
import type { Located, TableNode, ValueTableNode } from "./types.js";
import type { Yaml, YamlEntry, YamlMap } from "../yaml/read.js";

const tableKeys = ["source", "spec", "schema", "answers", "key", "refs", "ensure", "rows", "sent", "sentSchema", "values"] as const;

export const tableForm = "A table says its source, the schema of its messages, the key that tells them apart, and its rows.";

/** One table: `mappings/<provider>/<table>.yaml` (mappings/README.md). */
export function readTable(reader: Reader, root: YamlMap): TableNode | undefined {
  if (root.whole && root.entries.length > 0 && !root.entries.some((entry) => (tableKeys as readonly string[]).includes(entry.key.text))) {
    reader.report("not-a-mapping-file", beginning(root), `This is no table: it has none of ${tableKeys.join(", ")}.`, tableForm);
    return undefined;
  }
  const part = keysOf(reader, root, "A table", tableKeys);
  missingKeys(reader, root, part, "A table", ["source", "schema", "key", "rows"], tableForm);

  const source = part.source && asText(reader, part.source.value, "`source`");
  const spec = part.spec && asText(reader, part.spec.value, "`spec`", "wrong-form", 'Write the section in quotes: `spec: "3.1"`.');
  const schema = part.schema && readSchemaName(reader, part.schema.value, "`schema`");
  const sentSchema = part.sentSchema && readSchemaName(reader, part.sentSchema.value, "`sentSchema`");
  const answers = part.answers && asPath(reader, part.answers.value, "`answers`");
  const key = part.key && readKeyTree(reader, part.key.value);
  const refs = part.refs ? readRefs(reader, part.refs.value) : [];
  const ensure = part.ensure ? readEnsured(reader, part.ensure.value) : [];
  const rows = part.rows
    ? readRows(reader, part.rows.value, "`rows`", { mayGiveNothing: part.answers !== undefined, ensured: part.ensure !== undefined })
    : [];
  const sent = part.sent ? readRows(reader, part.sent.value, "`sent`", { mayGiveNothing: true, ensured: false }) : [];
  const values = part.values ? readValueTables(reader, part.values.value) : [];
  if (part.sent && !part.sentSchema)
    reader.report(
      "missing-key",
      part.sent.key.at,
      'A table with `sent` rows lacks "sentSchema".',
      "It names the union of what the host writes: `sentSchema: codex-app-server#/ClientRequest`.",
    );

  if (source === undefined || schema === undefined || key === undefined) return undefined;
  return {
    kind: "table",
    file: reader.file,
    source: locatedText(source),
    ...(spec && { spec: locatedText(spec) }),
    schema,
    ...(answers && { answers }),
    key,
    refs,
    ensure,
    rows,
    sent,
    ...(sentSchema && { sentSchema }),
    values,
  };
}

function readSchemaName(reader: Reader, node: Yaml, what: string): TableNode["schema"] | undefined {
  const text = asText(reader, node, what);
  if (text === undefined) return undefined;
  const [, protocol, name] = /^([^\s#]+)#\/(\S+)$/.exec(text.text) ?? [];
  if (protocol !== undefined && name !== undefined) return located({ protocol, name }, text.at);
  reader.report(
    "bad-schema-name",
    text.at,
    `${what} names a protocol and a definition, but this is "${text.text}".`,
    "Write `codex-app-server#/ServerNotification`.",
  );
  return undefined;
}

const valueTableForm = "Write `{ of: codex-app-server#/TurnStatus, map: { completed: completed, ... }, unlisted: failed }`.";

function readValueTables(reader: Reader, node: Yaml): ValueTableNode[] {
  return (asMap(reader, node, "`values`")?.entries ?? []).flatMap((entry) => {
    const what = `The value table "${entry.key.text}"`;
    const map = asMap(reader, entry.value, what, "bad-value-table", valueTableForm);
    if (map === undefined) return [];
    if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(entry.key.text))
      reader.report(
        "bad-name",
        entry.key.at,
        `"${entry.key.text}" cannot name a value table.`,
        "A name is a letter followed by letters, digits and underscores.",
      );
    const part = keysOf(reader, map, what, ["of", "map", "unlisted", "absent"]);
    missingKeys(reader, map, part, what, ["of", "map"], valueTableForm);
    const of = part.of && readOf(reader, part.of.value);
    const lines = part.map && asMap(reader, part.map.value, "`map`", "bad-value-table");
    const unlisted = part.unlisted && readConstant(reader, part.unlisted.value, "`unlisted`");
    const absent = part.absent && readConstant(reader, part.absent.value, "`absent`");
    const pairs = (lines?.entries ?? []).flatMap((line) => {
      const proposed = proposalIn(line.value);
      const to = readConstant(reader, proposed?.value ?? line.value, `What "${line.key.text}" becomes`);
      return to ? [{ from: locatedText(line.key), to, ...(proposed && { undecided: proposed.key.at }) }] : [];
    });
    return of ? [{ name: locatedText(entry.key), of, map: pairs, ...(unlisted && { unlisted }), ...(absent && { absent }) }] : [];
  });
}

/** `{ undecided: failed }`: what a value may become, once somebody has decided. */
function proposalIn(node: Yaml): YamlEntry | undefined {
  const [only, second] = node.kind === "map" && node.whole ? node.entries : [];
  return only?.key.text === "undecided" && second === undefined ? only : undefined;
}

/** `string`, `boolean`, or an enum of a protocol, or a property of a definition: `codex-app-server#/ThreadItem.type`. */
function readOf(reader: Reader, node: Yaml): Located<string> | undefined {
  const text = asText(reader, node, "`of`");
  if (text === undefined) return undefined;
  if (text.text === "string" || text.text === "boolean" || /^[^\s#]+#\/[^\s.]+(?:\.[^\s.]+)*$/.test(text.text)) return locatedText(text);
  reader.report(
    "bad-schema-name",
    text.at,
    `"${text.text}" names no values.`,
    "Write `codex-app-server#/TurnStatus`, `codex-app-server#/ThreadItem.type`, `string` or `boolean`.",
  );
  return undefined;
}

function readConstant(reader: Reader, node: Yaml, what: string): ReturnType<typeof asScalar> {
  if (!isExpression(node)) return asScalar(reader, node, what, "bad-value-table");
  reader.report(
    "bad-value-table",
    node.at,
    `${what} is a plain value, but "${node.text}" is a path.`,
    "A value table gives constants; what must be computed is a transform.",
  );
  return undefined;
}
