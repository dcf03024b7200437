import { readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { acts, givenByAct, hostStarts } from "../../codegen/check/acts.js";
import { codex } from "../../src/providers/codex-generated.js";
import type { Provider } from "../../src/session/provider.js";
import { createProviderSession } from "../../src/session/session.js";
import type { Act } from "../../src/session/types.js";
import { approval, ask, command, itemStarted, turnStarted } from "../runtime/fixtures/frames.js";

/** What `equivalence.yaml` may say of acts is what the runtime does. */

const starts = ["session.start", "turn.start"];
const questions = [{ id: "q", header: "h", question: "?", options: null }];
const busy = [turnStarted("t1"), itemStarted(command("c1")), approval(1), ask(2, "item/tool/requestUserInput", { threadId: "th1", turnId: "t1", itemId: "c1", questions })];

/** The types of the events that an act gives: a start from nothing, an end of all that can be open. */
function play(provider: Provider, kind: string): string[] {
  const session = createProviderSession(provider, { sessionId: "s" });
  if (!starts.includes(kind)) for (const frame of busy) session.receive(frame);
  return [...new Set(session.act({ kind, ...(kind === "session.exit" && { exitKind: "error" }) } as Act).map(({ type }) => type))].sort();
}

describe.each([...acts.keys()])("%s", (kind) => {
  test("gives what is said of it where the agent tells of its starts", () => {
    expect(play(codex, kind)).toEqual([...givenByAct(acts.get(kind)!, "codex")].sort());
  });

  test("gives what is said of it where the host's word is all", () => {
    // What names no thread belongs to the only one.
    const given = play({ ...codex, hostStarts: true, soleThread: true }, kind);
    expect(given).toEqual([...givenByAct(acts.get(kind)!, [...hostStarts][0]!)].sort());
  });
});

test("the providers where the host starts are those of the runtime", async () => {
  const folder = new URL("../../src/providers/", import.meta.url);
  const modules = readdirSync(folder).filter((name) => name.endsWith("-generated.ts"));
  expect(modules.length).toBeGreaterThan(0);
  for (const name of modules) {
    const providers = Object.values((await import(new URL(name, folder).href)) as { readonly [name: string]: Provider });
    for (const provider of providers) expect(provider.hostStarts, provider.name).toBe(hostStarts.has(provider.kind));
  }
});
