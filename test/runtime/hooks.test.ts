import { describe, expect, it } from "vitest";
import { createSession } from "../../src/index.js";

/** Codex names a hook by where it is configured: each run of it has the same id. */
const run = (status: string, entries: readonly object[] = []): object => ({ id: "stop:4:/w/hooks.json", eventName: "stop", status, entries });
const started = { method: "hook/started", params: { threadId: "th", turnId: "tn", run: run("running") } };
const completed = { method: "hook/completed", params: { threadId: "th", turnId: "tn", run: run("completed", [{ kind: "context", text: "said" }]) } };

describe("a hook", () => {
  it("that runs again is started and completed again", () => {
    const session = createSession({ provider: "codex" });
    const events = [started, completed, started, completed].flatMap((frame) => session.receive(frame));
    expect(events.map(({ type }) => type)).toEqual(["hook.started", "hook.completed", "hook.started", "hook.completed"]);
  });

  it("that is told to start or end twice gives progress", () => {
    const session = createSession({ provider: "codex" });
    const events = [started, started, completed, completed].flatMap((frame) => session.receive(frame));
    expect(events.map(({ type }) => type)).toEqual(["hook.started", "hook.progress", "hook.completed", "hook.progress"]);
  });

  it("that runs a second time when the session ends is cancelled once", () => {
    const session = createSession({ provider: "codex" });
    for (const frame of [started, completed, started]) session.receive(frame);
    const ended = session.act({ kind: "session.exit", exitKind: "graceful" });
    expect(ended.filter(({ type }) => type === "hook.completed")).toMatchObject([{ payload: { hookId: "stop:4:/w/hooks.json", outcome: "cancelled" } }]);
  });
});
