import type { MappingFile } from "../mapping/types.js";
import type { CanonicalEvent, CanonicalField, CanonicalModel } from "../schema/canonical.js";
import { givenBy } from "./facts.js";
import { refOf, type SharedComparison } from "./shared.js";
import { rowsOf } from "./rows.js";
import type { Breaking, RowRef, SharedChange } from "./types.js";

/** What of the canonical model is another; what its fields mean in prose does not count. */
export function compareModels(before: CanonicalModel, after: CanonicalModel, files: readonly MappingFile[], file: string): SharedComparison {
  const changes: SharedChange[] = [];
  const breaking: Breaking[] = [];
  const by = "the canonical model";
  const [old, now] = [before, after].map(({ events }) => new Map(events.map((event) => [event.type, event])));
  const change = (kind: SharedChange["change"], name: string, says: readonly string[], rows: readonly RowRef[]): void => void changes.push({ kind: "model", change: kind, name, file, says, rows });
  for (const [type, event] of now!) {
    const was = old!.get(type);
    if (was === undefined) {
      change("added", type, [], []);
      continue;
    }
    const rows = rowsGiving(files, type);
    if (JSON.stringify(was.lifecycle) !== JSON.stringify(event.lifecycle) || was.host !== event.host) change("changed", type, ["its lifecycle"], rows);
    const [fields, others] = [fieldsOf(event), fieldsOf(was)];
    for (const [name, field] of fields) {
      const other = others.get(name);
      if (other === undefined) change("added", `${type}.${name}`, [], rows);
      else {
        const says = fieldChanges(other, field);
        if (says.length > 0) change("changed", `${type}.${name}`, says, rows);
        if (other.type !== field.type) breaking.push({ kind: "field-changed", event: type, field: name, was: other.type, is: field.type, of: [], by });
        else if (other.required && !field.required) breaking.push({ kind: "field-changed", event: type, field: name, was: "required", is: "optional", of: [], by });
      }
    }
    for (const name of others.keys()) {
      if (fields.has(name)) continue;
      change("removed", `${type}.${name}`, [], rows);
      breaking.push({ kind: "field-gone", event: type, field: name, of: [], by });
    }
  }
  for (const type of old!.keys()) {
    if (now!.has(type)) continue;
    change("removed", type, [], rowsGiving(files, type));
    breaking.push({ kind: "event-gone", event: type, of: [], by });
  }
  for (const [name, values] of after.enums) {
    const was = before.enums.get(name);
    if (was === undefined || was.join() === values.join()) continue;
    const says = [...values.filter((value) => !was.includes(value)).map((value) => `+ ${value}`), ...was.filter((value) => !values.includes(value)).map((value) => `- ${value}`)];
    if (says.length > 0) change("changed", name, says, []);
  }
  return { changes, breaking };
}

function fieldChanges(was: CanonicalField, is: CanonicalField): string[] {
  const form = ({ type, required }: CanonicalField): string => `${type}${required ? "" : " (optional)"}`;
  const said = form(was) === form(is) ? [] : [`${form(was)} -> ${form(is)}`];
  return was.inherited === is.inherited && JSON.stringify(was.fallback) === JSON.stringify(is.fallback) ? said : [...said, "what it becomes where a row does not say it"];
}

function fieldsOf({ fields }: CanonicalEvent): Map<string, CanonicalField> {
  const all = (list: readonly CanonicalField[], before: string): [string, CanonicalField][] => list.flatMap((field) => [[`${before}${field.name}`, field], ...all(field.fields ?? [], `${before}${field.name}.`)]);
  return new Map(all(fields, ""));
}

function rowsGiving(files: readonly MappingFile[], type: string): RowRef[] {
  return files.flatMap((file) => (file.kind === "table" ? rowsOf(file).filter(({ row }) => givenBy(row).has(type)).map(refOf) : []));
}
