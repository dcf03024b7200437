import { expect, test } from "vitest";
import { definitions } from "../check/protocol.js";
import { demoProgram, emitted } from "./demo.js";

/** What people read in reviews and debuggers, whole. `vitest -u` writes the files anew; read the difference. */
const tables = [...["notifications", "messages", "requests", "responses"].map((name) => `demo/${name}`), "chat/chat", ...["updates", "asks", "outcomes"].map((name) => `agent/${name}`)];
const golden = [...tables.map((name) => `${name}.ts`), ...tables.map((name) => `tests/${name}.test.ts`), ...["demo", "chat", "agent"].map((name) => `${name}/memory.ts`), "types/demo.ts"];

const files = await emitted(await demoProgram());

test.each(golden)("%s", async (path) => {
  await expect(files.get(`test/emit/golden/${path}`)).toMatchFileSnapshot(`golden/${path}`);
});

test("the schemas that the generated tests read are those of the tables", async () => {
  const schema = { $schema: "http://json-schema.org/draft-07/schema#", definitions };
  await expect(`${JSON.stringify(schema, undefined, 1)}\n`).toMatchFileSnapshot("schemas/demo/1.0/all.json");
});
