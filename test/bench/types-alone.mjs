import { readFileSync } from "node:fs";
import { compile } from "json-schema-to-typescript";

/** json-schema-to-typescript with its own defaults on the message unions that our tables map, and nothing else. */
const folder = new URL("../../schemas/codex-app-server/0.107.0/", import.meta.url);
for (const name of ["ServerNotification", "ServerRequest", "ClientRequest", "EventMsg"]) {
  await compile(JSON.parse(readFileSync(new URL(`${name}.json`, folder), "utf8")), name);
}
