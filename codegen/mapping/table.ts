import { asPath } from "./expression.js";
import { readKeyTree } from "./key-tree.js";
import { asText, beginning, keysOf, located, locatedText, missingKeys, type Reader } from "./reader.js";
import { readRefs } from "./refs.js";
import { readEnsured, readRows } from "./row.js";
import type { TableNode } from "./types.js";
import { readValueTables } from "./value-tables.js";
import type { Yaml, YamlMap } from "../yaml/read.js";

const tableKeys = ["source", "spec", "schema", "answers", "key", "refs", "ensure", "rows", "sent", "sentSchema", "values"] as const;

export const tableForm = "A table says its source, the schema of its messages, the key that tells them apart, and its rows. One that adds to a shipped table says `extends` instead.";

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
