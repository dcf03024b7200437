import fc from "fast-check";
import { expect, test } from "vitest";
import { emitProviderTypes } from "../../codegen/emit/provider-types.js";
import { branches, listedValues } from "../../codegen/schema/index.js";
import { attempt, named } from "./helpers.js";

/** Schemas as nobody should write them: each is refused with a place inside its file, or read; nothing throws. */

const strange = fc.constantFrom<unknown>(null, true, false, 0, -1, 1.5, 2 ** 60, "", "a", "class", "__proto__", "#", "#/definitions/A", "#/definitions/", "#x", "B.json", [], [null], ["a", "a"], {}, { $ref: "#" }, { $ref: "#/definitions/A" }, { type: "object" }, { const: null }, { enum: ["x", null] });
const keyword = fc.constantFrom(..."$ref $id $anchor $defs definitions type properties required items enum const oneOf anyOf allOf not additionalProperties pattern format minimum maximum title discriminator prefixItems if x-y __proto__ nullable".split(" "));
const name = fc.constantFrom("A", "B", "a", "type", "$ref", "class", "string", "a/b", "__proto__", "constructor", "", "日本");
const { schema } = fc.letrec<{ schema: unknown; names: unknown }>((tie) => ({
  names: fc.dictionary(name, tie("schema"), { maxKeys: 3 }),
  schema: fc.oneof(
    { maxDepth: 4 },
    strange,
    fc.dictionary(keyword, strange, { maxKeys: 3 }),
    fc.record({ type: fc.constantFrom<unknown>("object", ["object", "null"]), properties: tie("names"), required: fc.subarray(["A", "type", "class"]) }, { requiredKeys: [] }),
    fc.record({ oneOf: fc.array(tie("schema"), { maxLength: 3 }), anyOf: fc.array(tie("schema"), { maxLength: 3 }), allOf: fc.array(tie("schema"), { maxLength: 3 }), definitions: tie("names"), $defs: tie("names") }, { requiredKeys: [] }),
    fc.record({ type: fc.constant("array"), items: tie("schema") }),
  ),
}));

test("whatever a schema file holds, nothing throws, and each mistake has its place", async () => {
  await fc.assert(
    fc.asyncProperty(schema, schema, async (a, b) => {
      const files = { "A.json": a, "B.json": b, "C.json": { definitions: { A: { type: "string" } } } };
      const { surface, diagnostics } = attempt({ "1": files, "2": files }, 'definitions:\n  Own: { schema: { $ref: "#/definitions/A" } }\n');
      expect(surface === undefined).toBe(diagnostics.some(({ severity }) => severity === "error"));
      for (const { file, line, column, message } of diagnostics) {
        expect(message).not.toMatch(/undefined|\[object/);
        const text = file?.endsWith(".json") ? JSON.stringify(files[file.slice(file.lastIndexOf("/") + 1) as keyof typeof files], null, 2).split("\n") : undefined;
        if (text !== undefined) expect(text[line! - 1]?.length).toBeGreaterThanOrEqual(column! - 1);
      }
      if (surface === undefined) return;
      for (const defined of surface.merged.definitions.keys()) {
        branches(surface.merged, named(defined), ["type"]);
        listedValues(surface.merged, named(defined));
      }
      expect(await emitProviderTypes(surface)).toContain("export");
    }),
    { numRuns: 300, seed: 7, endOnFailure: true },
  );
});
