import { createHash } from "node:crypto";
import { misfits } from "../check/assignable.js";
import { extraShape, responseFrame } from "../check/responses.js";
import { listedValues } from "../check/shapes.js";
import type { CheckedAlternative, CheckedEvent, CheckedMessage, CheckedProvider, CheckedRow, CheckedTable, Program, Transform } from "../check/types.js";
import type { CanonicalField } from "../schema/canonical.js";
import type { DefinitionSet, Shape } from "../schema/types.js";
import { transformsIn } from "./editor-names.js";
import { kindOf, pathsFrom, valuesOf, type OfferedPath, type PathKind } from "./editor-paths.js";
import { shapeOf, snippets, type EditorSchema } from "./editor-values.js";

/**
 * Schemas that stand beside those of rows and offer what a row may read: in the events that it gives, for each field the
 * paths that fit it; in others, all paths. They never underline, but for words that a condition compares with.
 */
export interface Offers {
  /** Beside a row, which covers these messages. */
  readonly schemaFor: (row: CheckedRow, messages: readonly CheckedMessage[]) => EditorSchema;
  /** What those schemas refer to, once all are made. */
  readonly definitions: () => { readonly [name: string]: EditorSchema };
}

const refNames = ["session", "thread", "turn", "item", "request", "lane"];
const nothing: DefinitionSet = { definitions: new Map() };

export function offersFor(program: Program, provider: CheckedProvider, table: CheckedTable): Offers {
  const surface = program.surfaces.get(table.protocol)!;
  const set = surface.merged;
  const fieldsOf = new Map(program.canonical.events.map(({ type, fields }) => [type, fields]));
  const converters = convertersOf(set, table, transformsIn(program));
  const { share, definitions } = sharing();
  const cells = provider.cells.flatMap(({ name, holds }) => holds.map((hold) => `$${name}.${hold.name}`));
  const remembered = cells.length === 0 ? [] : [share(snippets(cells))];
  const quiet = (all: readonly EditorSchema[]): EditorSchema | undefined => (all.length === 0 ? undefined : share({ doNotSuggest: true, allOf: all }));

  /** What fits fields by their kind. */
  function byKind(paths: readonly OfferedPath[]): { readonly [kind in PathKind]: EditorSchema | undefined } {
    const of = (kind: PathKind): EditorSchema[] => {
      const some = paths.filter((path) => path.kind === kind).map(({ text }) => text);
      return some.length === 0 ? [] : [share(snippets(some))];
    };
    const [text, number, boolean, list, any] = [of("text"), of("number"), of("boolean"), of("list"), of("any")];
    return {
      text: quiet([...text, ...remembered]),
      number: quiet(number),
      boolean: quiet(boolean),
      list: list.length === 0 ? undefined : share({ doNotSuggest: true, allOf: list, properties: { each: { doNotSuggest: true, allOf: list } } }),
      any: quiet([...text, ...number, ...boolean, ...list, ...any, ...remembered]),
    };
  }

  /** The path itself, or through what makes only such words of it. */
  function becoming(path: OfferedPath, words: Shape): string[] {
    const { text, kind, shape } = path;
    if (kind !== "text" && kind !== "boolean" && kind !== "any") return [];
    const through = converters.filter(({ gives, takes }) => misfits(set, gives, words).length === 0 && takes(path)).map(({ name }) => `${text} | ${name}`);
    return valuesOf(set, path) !== undefined && misfits(set, shape, words).length === 0 ? [text, ...through] : through;
  }

  function fieldSchema(field: CanonicalField, paths: readonly OfferedPath[], fitting: ReturnType<typeof byKind>): EditorSchema | undefined {
    const shape = shapeOf(field);
    const listed = listedValues(nothing, shape);
    if (listed === undefined || listed.open || listed.form !== "string") return fitting[kindOf(nothing, shape)];
    const found = paths.flatMap((path) => becoming(path, shape));
    return found.length === 0 ? undefined : share({ doNotSuggest: true, ...snippets(found) });
  }

  /** Alternatives, or a list of them, that give some events; `more` is what only rows have. */
  function body(paths: readonly OfferedPath[], alternatives: readonly CheckedAlternative[], more: { readonly [name: string]: EditorSchema } = {}): EditorSchema {
    const fitting = byKind(paths);
    const when = conditions(paths);
    const any = { doNotSuggest: true, properties: { when }, additionalProperties: fitting.any ?? {} };
    const payloads = (events: readonly CheckedEvent[]): { readonly [type: string]: EditorSchema } =>
      Object.fromEntries(
        [...new Set(events.map(({ type }) => type))].map((type) => {
          const fields = fieldsOf.get(type)!.map((field) => [field.name, fieldSchema(field, paths, fitting)] as const);
          const one = share({ properties: { when, ...Object.fromEntries(fields.filter(([, schema]) => schema !== undefined)) } });
          return [type, { doNotSuggest: true, allOf: [one], items: one }];
        }),
      );
    const refs = fitting.text && { refs: { doNotSuggest: true, properties: Object.fromEntries(refNames.map((name) => [name, fitting.text])) } };
    const ensured = payloads(alternatives.flatMap(({ ensure }) => ensure));
    const alternative = share({
      properties: {
        when,
        ...refs,
        remember: { doNotSuggest: true, additionalProperties: any },
        ensure: { doNotSuggest: true, properties: ensured, additionalProperties: any },
        ...payloads(alternatives.flatMap(({ events }) => events)),
        ...more,
      },
      additionalProperties: any,
    });
    return share({ allOf: [alternative], items: alternative });
  }

  /** Paths to compare, and the words that a path has. */
  function conditions(paths: readonly OfferedPath[]): EditorSchema {
    return share({ doNotSuggest: true, properties: Object.fromEntries(paths.map((path) => [path.text, compared(path)])) });
  }

  function compared(path: OfferedPath): EditorSchema {
    const words = valuesOf(set, path);
    if (words === undefined) return {};
    const patterns = path.kind === "text" ? [{ type: "string", pattern: "\\*" }] : [];
    const list = { type: "array", items: { anyOf: [{ enum: words }, ...patterns] } };
    return share({ anyOf: [{ enum: [...words, "present", "absent"] }, ...patterns, list] });
  }

  /** A request's answer, and what decisions write. */
  function requestParts(row: CheckedRow, request: Shape): { readonly [name: string]: EditorSchema } {
    const answer = responseFrame({ set, surface }, request);
    const answered = pathsFrom(set, new Map([["", { shape: answer }], ["request", { shape: request }]]));
    const decided = pathsFrom(set, new Map([["extra", { shape: extraShape }], ["", { shape: request }]])).map(({ text }) => text);
    const value = share({ doNotSuggest: true, ...snippets(decided) });
    return {
      answer: { doNotSuggest: true, allOf: [body(answered, row.answer ?? [])] },
      decide: { doNotSuggest: true, additionalProperties: { additionalProperties: value } },
    };
  }

  return {
    definitions,
    schemaFor: (row, messages) => {
      const paths = common(messages.map(({ roots }) => pathsFrom(set, roots)));
      const [message] = messages;
      const asks = row.answer !== undefined || row.decide !== undefined;
      return body(paths, row.alternatives, asks && message !== undefined ? requestParts(row, message.roots.get("")!.shape) : {});
    },
  };
}

/** What all of some messages have. */
function common([first = [], ...others]: readonly (readonly OfferedPath[])[]): readonly OfferedPath[] {
  return first.filter((path) => others.every((all) => all.some(({ text, kind }) => text === path.text && kind === path.kind)));
}

/** Each schema once, whatever refers to it; named by what it says and in the order of names, so that a change elsewhere leaves it as it is. */
function sharing(): { readonly share: (schema: EditorSchema) => EditorSchema; readonly definitions: () => { [name: string]: EditorSchema } } {
  const schemas = new Map<string, EditorSchema>();
  const names = new Map<string, string>();
  const share = (schema: EditorSchema): EditorSchema => {
    const text = JSON.stringify(schema);
    const name = names.get(text) ?? freeName(text, schemas);
    names.set(text, name);
    schemas.set(name, schema);
    return { $ref: `#/definitions/${name}` };
  };
  return { share, definitions: () => Object.fromEntries([...schemas].sort(([a], [b]) => (a < b ? -1 : 1))) };
}

function freeName(text: string, taken: ReadonlyMap<string, unknown>): string {
  const hash = createHash("sha256").update(text).digest("hex");
  for (let length = 6; ; length++) {
    const name = `o${hash.slice(0, length)}`;
    if (!taken.has(name)) return name;
  }
}

interface Converter {
  readonly name: string;
  readonly takes: (path: OfferedPath) => boolean;
  readonly gives: Shape;
}

/** What may follow `|` and gives words; one that takes any text would be offered everywhere. */
function convertersOf(set: DefinitionSet, { values }: CheckedTable, transforms: readonly Transform[]): Converter[] {
  const tables = values.flatMap(({ name, of, map, unlisted, absent }): Converter[] => {
    const known = new Set(map.map(({ from }) => from));
    const results = [...map.map(({ to }) => to), unlisted, absent].flatMap((value): Shape[] => (value === undefined || value === null ? [] : [{ kind: "literal", value }]));
    const takes = ({ shape }: OfferedPath): boolean => {
      const listed = listedValues(set, shape);
      return of !== "string" && listed !== undefined && !listed.open && listed.values.every((value) => known.has(value));
    };
    return [{ name, takes, gives: { kind: "union", members: results } }];
  });
  const functions = transforms.flatMap(({ name, parameter, result }): Converter[] => {
    const general = kindOf(set, parameter) === "text" && listedValues(set, parameter) === undefined;
    return parameter.kind === "unknown" || general ? [] : [{ name, takes: ({ kind, shape }) => kind !== "any" && misfits(set, shape, parameter).length === 0, gives: result }];
  });
  return [...tables, ...functions];
}
