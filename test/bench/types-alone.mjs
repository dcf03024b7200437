import { readFileSync } from "node:fs";
import { compile } from "json-schema-to-typescript";

/** json-schema-to-typescript with its own defaults on the messages that our tables map, of every vendored version, and nothing else. */
const folder = new URL("../../schemas/", import.meta.url);
const unions = {
  "codex-app-server/0.107.0": ["ServerNotification", "ServerRequest", "ClientRequest", "EventMsg"],
  "codex-app-server/0.171.0": ["ServerNotification", "ServerRequest", "ClientRequest"],
};
/** One file each, whose definitions are the messages. */
const files = ["acp/0.14.1/schema", "acp/2.4.0/schema", "claude-agent-sdk/0.2.62/sdk", "claude-agent-sdk/0.3.332/sdk", "codex-sdk/0.107.0/index", "codex-sdk/0.163.0/index"];

for (const [version, names] of Object.entries(unions)) for (const name of names) await compile(read(`${version}/${name}`), name);
for (const file of files) await compile(read(file), "Messages", { unreachableDefinitions: true });

function read(file) {
  return JSON.parse(readFileSync(new URL(`${file}.json`, folder), "utf8"));
}
