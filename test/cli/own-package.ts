import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach } from "vitest";
import { projectAt, type Project } from "./project.js";

/** A package that extends Mapwright: a row of Cursor's is its own, and so are an agent, its schema and an event. */

export const ownFiles: { readonly [file: string]: string } = {
  "package.json": '{ "name": "bridge", "type": "module", "dependencies": { "mapwright": "*" } }\n',
  "mapwright.config.yaml": `extends: mapwright
schemas: schemas
mappings: mappings
output: src/generated
tests: vitest
protocols:
  acme: ["1.0.0"]
providers:
  acme: { frames: typed, sources: [acme.messages], soleThread: true }
`,
  "mappings/cursor/notifications.yaml": `extends: cursor.acp.notification
rows:
  session/update:current_mode_update:
    note: Ours shows the mode as it is.
    session.configured: { config: $.params.update }
`,
  "mappings/acme/messages.yaml": `source: acme.messages
schema: acme#/AcmeMessage
key: $.type
refs: { thread: $.session }
rows:
  hello:
    session.started: { message: $.session }
  review:
    review.requested: { verdict: $.verdict | verdict }
values:
  verdict: { of: acme#/Verdict, map: { "yes": approve, "no": reject }, unlisted: reject }
`,
  "schemas/acme/1.0.0/AcmeMessage.json": `${JSON.stringify({
    $schema: "http://json-schema.org/draft-07/schema#",
    definitions: { Verdict: { enum: ["yes", "no"] } },
    oneOf: [
      { type: "object", required: ["type", "session"], properties: { type: { const: "hello" }, session: { type: "string" } } },
      { type: "object", required: ["type", "verdict"], properties: { type: { const: "review" }, verdict: { $ref: "#/definitions/Verdict" } } },
    ],
  })}\n`,
  "schemas/canonical/review.yaml": `enums:
  ReviewVerdict: { description: What a reviewer thinks., enum: [approve, reject] }
families:
  review:
    description: Reviews by people
    events:
      review.requested:
        description: Somebody is to look at it.
        lifecycle: { entity: task, does: updates }
        payload:
          type: object
          required: [verdict]
          properties:
            verdict: { $ref: "#/enums/ReviewVerdict", default: reject, description: What they think. }
            taskId: { $ref: "#/brands/RuntimeTaskId" }
`,
};

const temporary: string[] = [];

afterEach(() => temporary.splice(0).forEach((folder) => rmSync(folder, { recursive: true, force: true })));

/** The package with some files in place of its own; one that is `undefined` is not there. */
export function newPackage(files: { readonly [file: string]: string | undefined } = {}): Project {
  const root = realpathSync(mkdtempSync(path.join(tmpdir(), "mapwright-")));
  temporary.push(root);
  const project = projectAt(root);
  for (const [file, text] of Object.entries({ ...ownFiles, ...files })) if (text !== undefined) project.write(file, text);
  return project;
}
