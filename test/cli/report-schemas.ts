import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Ajv } from "ajv";

/** What is wrong with a report by its published schema. */
export function problemsOf(report: "check" | "review", value: unknown): string[] {
  const ajv = new Ajv({ allErrors: true, strict: true, allowUnionTypes: true });
  for (const name of ["check", "review"]) ajv.addSchema(read(`../../schemas/reports/${name}.schema.json`));
  const validate = ajv.getSchema(`urn:mapwright:report:${report}:1`)!;
  if (validate(value) === true) return [];
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

/** What is wrong with a SARIF log by the schema of SARIF 2.1.0, which is written in an older dialect. */
export function sarifProblemsOf(value: unknown): string[] {
  const { $schema: _dialect, id: _id, ...schema } = read("../fixtures/sarif/sarif-schema-2.1.0.json");
  const validate = new Ajv({ allErrors: true, strict: false, validateFormats: false, unicodeRegExp: false }).compile(schema);
  return validate(value) ? [] : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

function read(file: string): { readonly [key: string]: unknown } {
  return JSON.parse(readFileSync(fileURLToPath(new URL(file, import.meta.url)), "utf8")) as { [key: string]: unknown };
}
