/** The surface: what a protocol's messages look like, in every vendored version. Plain values, no behaviour. */

/** A JSON Schema node as vendored: draft-07 or 2020-12. */
export type JsonSchema = boolean | { readonly [keyword: string]: unknown };

/** The structural type of a value, as the checker and the emitter see it. */
export type Shape =
  | { readonly kind: "unknown" }
  | { readonly kind: "never" }
  | { readonly kind: "null" | "boolean" | "number" | "integer" | "string" }
  | { readonly kind: "literal"; readonly value: string | number | boolean }
  | ObjectShape
  | { readonly kind: "list"; readonly element: Shape }
  | { readonly kind: "union"; readonly members: readonly Shape[] }
  /** A definition of the same surface by name; `resolve` unfolds it one step. Keeps recursive types finite. */
  | { readonly kind: "named"; readonly name: string; readonly title?: string; readonly description?: string };

export interface ObjectShape {
  readonly kind: "object";
  readonly fields: ReadonlyMap<string, Field>;
  /** What undeclared properties are; absent when the schema forbids or does not mention them. */
  readonly rest?: Shape;
  /** Of the branch of a union that this is, where the schema has one. */
  readonly title?: string;
  readonly description?: string;
}

export interface Field {
  readonly shape: Shape;
  /** Required in every version that has the object. */
  readonly required: boolean;
  readonly description?: string;
}

/** One definition, e.g. `ThreadItem`, under its schema name. */
export interface Definition {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly shape: Shape;
  readonly description?: string;
}

/**
 * All definitions of one version of a protocol, or of its versions merged. `$ref`s inside `schema` are rewritten to
 * `#/definitions/<name>`, so that any definition can be compiled on its own beside the map. A reference with a description is
 * `{ description, allOf: [{ $ref }] }`; there are no titles, and nothing but annotations stands beside a `oneOf` of objects.
 */
export interface DefinitionSet {
  readonly definitions: ReadonlyMap<string, Definition>;
}

/** The answer to a request: `thread/start` is answered by `ThreadStartResponse`. */
export type ResponseNames = ReadonlyMap<string, string>;

/** A protocol: its vendored versions side by side, oldest first, and the union of them, overlay applied to each. */
export interface Surface {
  readonly protocol: string;
  readonly versions: readonly string[];
  readonly dialect: "draft-07" | "2020-12";
  readonly merged: DefinitionSet;
  readonly byVersion: ReadonlyMap<string, DefinitionSet>;
  /** Request method to the name of the definition of its result. */
  readonly responses: ResponseNames;
  /** Definitions, variants and properties that come from the overlay, as `Name`, `Name/variant`, `Name.property`. */
  readonly overlaid: ReadonlySet<string>;
}

/** The values one path may take in a shape, each with the shape narrowed to it. */
export interface Branches {
  readonly values: readonly Branch[];
  /** The path may be absent or null. */
  readonly absent: Shape | undefined;
  /** Values that the schema does not list are possible (a plain string, a catch-all branch): the rest of the shape. */
  readonly open: Shape | undefined;
}

export interface Branch {
  readonly value: string;
  readonly shape: Shape;
  /** The `title` of the union's branch, where it has one. */
  readonly title?: string;
  readonly description?: string;
}

/** A discriminator tree as found without help: which property tells the members apart, and what lies below each. */
export interface Discriminator {
  readonly path: readonly string[];
  readonly values: ReadonlyMap<string, { readonly name?: string; readonly below?: Discriminator }>;
  /** A branch without a tag of its own: every value that no other branch lists. */
  readonly catchAll: boolean;
}
