import { expect, test } from "vitest";
import { toldApart } from "../../codegen/check/index.js";
import { parseTable } from "../mapping/marked.js";
import { demo } from "./protocol.js";

const surfaces = new Map([["demo", demo()]]);

function unions(schema: string, key: string): string[] {
  return [...toldApart([parseTable(`source: codex.app-server.notification\nspec: "3.1"\nschema: demo#/${schema}\nkey: ${key}\nrows:\n  "*": { item.updated: {} }\n`)], surfaces)];
}

test("the unions that a key goes through are those of the messages, and of what its paths and lists lead to", () => {
  expect(unions("Notification", "$.method")).toEqual(["demo#/Notification"]);
  expect(unions("Notification", "{ $.method: { item/started: $.params.item.type } }")).toEqual(["demo#/Notification", "demo#/Item"]);
  expect(unions("Notification", "{ $.method: { turn/started: { each: $.params.turn.items, as: one, key: $one.type } } }")).toEqual(["demo#/Notification", "demo#/Item"]);
});
