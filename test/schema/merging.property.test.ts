import fc from "fast-check";
import { expect, it } from "vitest";
import { createValidate, sample } from "../../codegen/schema/index.js";
import { read } from "./helpers.js";

/** Small schemas of every form that protocols use, few names and values, so that versions often agree in part. */
const { schema, object } = fc.letrec<{ schema: unknown; object: Record<string, unknown>; scalar: unknown }>((tie) => ({
  scalar: fc.oneof(
    fc.constantFrom("string", "integer", "number", "boolean", "null").map((type) => ({ type })),
    fc.constantFrom("string", "integer").map((type) => ({ type: [type, "null"] })),
    fc.subarray(["a", "b", "c"], { minLength: 1 }).map((values) => ({ enum: values })),
    fc.constantFrom("a", "b").map((value) => ({ const: value })),
    fc.constant(true),
    fc.integer({ min: 0, max: 3 }).map((minLength) => ({ type: "string", minLength })),
    fc.integer({ min: 0, max: 3 }).map((minimum) => ({ type: "integer", minimum })),
  ),
  object: fc
    .record({ properties: fc.dictionary(fc.constantFrom("t", "x", "y"), tie("schema"), { maxKeys: 3 }), closed: fc.boolean(), all: fc.boolean() })
    .map(({ properties, closed, all }) => ({ type: "object", properties, required: all ? Object.keys(properties) : [], ...(closed && { additionalProperties: false }) })),
  schema: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    tie("scalar"),
    tie("object"),
    fc.array(tie("schema"), { minLength: 1, maxLength: 3 }).map((anyOf) => ({ anyOf })),
    tie("schema").map((items) => ({ type: "array", minItems: 1, items })),
    fc.constant({ $ref: "#/definitions/D" }),
    fc.tuple(tie("scalar"), fc.array(tie("object"), { minLength: 2, maxLength: 2 })).map(([base, anyOf]) => ({ type: "object", required: ["base"], properties: { base }, anyOf })),
  ),
}));

/** Three versions of many definitions at once: a validator costs far more to set up than to add a schema to. */
const versions = fc.array(fc.record({ R: schema, S: schema, T: schema, D: object }), { minLength: 15, maxLength: 15 });

it("covers what each of the versions allows, in any order of them", () => {
  fc.assert(
    fc.property(versions, (cases) => {
      const file = (name: "R" | "S" | "T"): Record<string, unknown> => ({ "All.json": { definitions: Object.fromEntries([...cases.map((each, index) => [`X${index}`, each[name]]), ["D", cases[0]?.D]]) } });
      for (const order of [["R", "S", "T"], ["T", "S", "R"]] as const) {
        const { surface } = read(Object.fromEntries(order.map((name, index) => [`v${index}`, file(name)])));
        const validate = createValidate({ ...surface, byVersion: new Map([["merged", surface.merged]]) }, "merged");
        for (const set of surface.byVersion.values()) {
          for (const { name, schema: own } of set.definitions.values()) {
            const value = sample(set, own);
            if (value !== undefined) expect([name, value, validate(name, value)]).toEqual([name, value, []]);
          }
        }
      }
    }),
    { numRuns: 4 },
  );
}, 60_000);
