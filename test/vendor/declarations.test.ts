import { describe, expect, it } from "vitest";
import { deriveSchema, type Derived } from "../../codegen/vendor/declarations.js";

function derive(text: string, roots: readonly string[] = ["Root"], others: Record<string, string> = {}): Derived {
  return deriveSchema({ entry: "/index.d.ts", roots, files: new Map([["/index.d.ts", text], ...Object.entries(others)]) });
}

function definitions(...args: Parameters<typeof derive>): Record<string, unknown> {
  return (JSON.parse(derive(...args).text) as { definitions: Record<string, unknown> }).definitions;
}

/** What one type is read as. */
function type(text: string, others = ""): unknown {
  return definitions(`export type Root = ${text};\n${others}`).Root;
}

describe("deriveSchema", () => {
  it("gives each type that the roots reach a definition of its own, in order of their names, and no others", () => {
    const text = "export type Root = B | A;\ninterface A { type: 'a'; b?: B }\ntype B = { type: 'b'; next: Root };\ntype Unreached = string;";
    expect(definitions(text)).toEqual({
      A: { type: "object", properties: { type: { const: "a" }, b: { $ref: "#/definitions/B" } }, required: ["type"] },
      B: { type: "object", properties: { type: { const: "b" }, next: { $ref: "#/definitions/Root" } }, required: ["type", "next"] },
      Root: { anyOf: [{ $ref: "#/definitions/B" }, { $ref: "#/definitions/A" }] },
    });
    expect(Object.keys(definitions(text))).toEqual(["A", "B", "Root"]);
    expect(derive(text).text).toBe(derive(text).text);
    expect(derive(text).text).toMatch(/^\{\n {2}"\$schema": "http:\/\/json-schema.org\/draft-07\/schema#",[^]*\}\n$/);
  });

  it("goes on without the members of a union that are declared nowhere, and says which", () => {
    const { text, undeclared } = derive("export type Root = Known | Missing | { other: Absent };\ntype Known = string;\ntype Lone = Missing;");
    expect(JSON.parse(text)).toMatchObject({ definitions: { Root: { anyOf: [{ $ref: "#/definitions/Known" }, { type: "object", properties: { other: {} }, required: ["other"] }] } } });
    expect(undeclared).toEqual(["Absent in Root", "Missing in Root"]);
  });

  it("takes no comment", () => {
    const text = "/** Secret. */\nexport type Root = {\n  /** Secret. @default 1 */\n  a: string; // secret\n};";
    expect(derive(text).text.toLowerCase()).not.toContain("secret");
  });

  it.each([
    ["string", { type: "string" }],
    ["number | null", { type: ["number", "null"] }],
    ["boolean", { type: "boolean" }],
    ["unknown", {}],
    ["any[]", { type: "array", items: {} }],
    ["readonly (string | number)[]", { type: "array", items: { type: ["string", "number"] } }],
    ["Array<'a'>", { type: "array", items: { const: "a" } }],
    ["'a' | 'b'", { type: "string", enum: ["a", "b"] }],
    ["'a' | null | 'b'", { anyOf: [{ type: "string", enum: ["a", "b"] }, { type: "null" }] }],
    ["'a' | (string & {})", { type: "string" }],
    ["1 | true | -2", { anyOf: [{ const: 1 }, { const: true }, { const: -2 }] }],
    ["'a' | undefined", { const: "a" }],
    ["`${string}-${string}`", { type: "string" }],
    ["Record<string, unknown>", { type: "object", additionalProperties: {} }],
    ["{ [key: string]: number; a: 1 }", { type: "object", properties: { a: { const: 1 } }, required: ["a"], additionalProperties: { type: "number" } }],
    ["{ 'a-b'?: string | undefined }", { type: "object", properties: { "a-b": { type: "string" } } }],
    ["{ a: 1 } & { b: 2 }", { allOf: [{ type: "object", properties: { a: { const: 1 } }, required: ["a"] }, { type: "object", properties: { b: { const: 2 } }, required: ["b"] }] }],
    ["NonNullable<'a' | null>", { const: "a" }],
  ])("reads %s", (text, schema) => {
    expect(type(text)).toEqual(schema);
  });

  it("reads what an interface inherits, and the properties of another type", () => {
    const others = "interface Base { a: string; b?: number | null; [key: string]: unknown }\ninterface Other extends Base { a: 'x' }";
    expect(definitions(`export type Root = Other;\n${others}`).Other).toEqual({ type: "object", properties: { a: { const: "x" }, b: { type: ["number", "null"] } }, required: ["a"], additionalProperties: {} });
    expect(type("Base['b']", others)).toEqual({ type: ["number", "null"] });
    expect(type("{ [K in keyof Other]: NonNullable<Other[K]> }", others)).toEqual({ type: "object", properties: { a: { const: "x" }, b: { type: "number" } }, required: ["a"] });
  });

  it("chooses by the property that a mapped type is at, and takes the property of every member of a union", () => {
    const others = "interface Other { a: string | null; b: string | null; c?: 1 | null }\ntype Either = Other | Third;\ntype Third = { a: number };";
    expect(type("{ [K in keyof Other]: K extends 'b' ? Other[K] : NonNullable<Other[K]> }", others)).toEqual({ type: "object", properties: { a: { type: "string" }, b: { type: ["string", "null"] }, c: { const: 1 } }, required: ["a", "b"] });
    expect(type("{ [K in keyof Third]: K extends 'b' | 'a' ? 1 : 2 }", others)).toMatchObject({ properties: { a: { const: 1 } } });
    expect(type("Either['a']", others)).toEqual({ anyOf: [{ type: ["string", "null"] }, { type: "number" }] });
    expect(() => type("Either['b']", others)).toThrow("Either['b']");
    expect(() => type("{ [K in keyof Third]: K extends string ? 1 : 2 }", others)).toThrow("K extends string");
  });

  it("follows imports, re-exports and namespaces into the packages it is given", () => {
    const others = {
      "/node_modules/api/package.json": '{ "exports": { "./types": { "import": "./types.mjs" } } }',
      "/node_modules/api/types.d.mts": 'export { Delta, type Usage as Used } from "./deep.mjs";\nimport * as Deep from "./deep.mjs";\nexport type Again = Deep.Usage;',
      "/node_modules/api/deep.d.mts": "export interface Usage { n: number }\nexport interface Delta { kind: Delta.Kind }\nexport declare namespace Delta { type Kind = 'd' }",
    };
    const text = 'import type { Again, Delta, Used } from "api/types";\nimport type { UUID } from "crypto";\nexport type Root = { again: Again; delta: Delta; used: Used; id: UUID };';
    expect(definitions(text, ["Root"], others)).toEqual({
      Again: { $ref: "#/definitions/Usage" },
      Delta: { type: "object", properties: { kind: { $ref: "#/definitions/DeltaKind" } }, required: ["kind"] },
      DeltaKind: { const: "d" },
      Root: {
        type: "object",
        properties: { again: { $ref: "#/definitions/Again" }, delta: { $ref: "#/definitions/Delta" }, used: { $ref: "#/definitions/Usage" }, id: { type: "string" } },
        required: ["again", "delta", "used", "id"],
      },
      Usage: { type: "object", properties: { n: { type: "number" } }, required: ["n"] },
    });
    expect(derive(text, ["Root"], {}).undeclared).toEqual(["Again in Root", "Delta in Root", "Used in Root"]);
  });

  it.each([
    ["a root that is not there", "type Other = string;", 'declares no type "Root"'],
    ["a function", "export type Root = { call: () => void };", 'The type "Root" is written in a way that no schema can be derived from: () => void'],
    ["a method", "export interface Root { call(): void }", "call(): void"],
    ["a condition", "export type Root = string extends unknown ? 1 : 2;", "string extends unknown"],
    ["a tuple", "export type Root = { pair: [1, 2] };", "[1, 2]"],
    ["a type with parameters", "export type Root = Box<string>;\ntype Box<T> = { in: T };", '"Box" has parameters'],
    ["two types of one name", 'import { A as B } from "api";\nexport type Root = A | B;\ntype A = 1;', 'Two different types are called "A"'],
    ["a key that is not there", "export type Root = A['b'];\ntype A = { a: 1 };", "A['b']"],
  ])("rejects %s rather than guess", (_, text, message) => {
    expect(() => derive(text, ["Root"], { "/node_modules/api/index.d.ts": "export type A = 2;" })).toThrow(message);
  });
});
