import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { readConfig } from "../../codegen/cli/config.js";
import { configuredTranscripts } from "../../codegen/cli/transcript-files.js";
import { recordings } from "../agents/recordings.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const name = "mapwright.config.yaml";

test("the project's config names every recording once, by the provider that reads it in the tests", () => {
  const { settings } = readConfig(root, name, readFileSync(`${root}/${name}`, "utf8"));
  const named = configuredTranscripts(root, settings?.transcripts ?? []).map(({ file, provider }) => `${file} ${provider}`);
  expect(named).toEqual(recordings.map((recording) => `test/transcripts/${recording.name}.jsonl ${recording.agent.provider}`).sort());
});
