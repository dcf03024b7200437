import { describe, expect, test } from "vitest";
import { readCanonical } from "../../codegen/schema/read-canonical.js";
import { canonicalModel } from "./fixtures.js";

describe("the project's own model", () => {
  const model = canonicalModel();
  const event = (type: string) => {
    const found = model.events.find((candidate) => candidate.type === type);
    if (found === undefined) throw new Error(type);
    return found;
  };

  test("has the events, words and ids of the specification", () => {
    expect(model.events).toHaveLength(45);
    expect(model.events.map(({ type }) => type)).toMatchInlineSnapshot(`
      [
        "session.started",
        "session.configured",
        "session.state.changed",
        "session.exited",
        "thread.started",
        "thread.state.changed",
        "thread.metadata.updated",
        "thread.token-usage.updated",
        "thread.realtime.started",
        "thread.realtime.item-added",
        "thread.realtime.audio.delta",
        "thread.realtime.error",
        "thread.realtime.closed",
        "turn.started",
        "turn.completed",
        "turn.aborted",
        "turn.plan.updated",
        "turn.diff.updated",
        "item.started",
        "item.updated",
        "item.completed",
        "content.delta",
        "request.opened",
        "request.resolved",
        "user-input.requested",
        "user-input.resolved",
        "task.started",
        "task.progress",
        "task.completed",
        "hook.started",
        "hook.progress",
        "hook.completed",
        "tool.progress",
        "tool.summary",
        "auth.status",
        "account.updated",
        "account.rate-limits.updated",
        "mcp.status.updated",
        "mcp.oauth.completed",
        "model.rerouted",
        "config.warning",
        "deprecation.notice",
        "files.persisted",
        "runtime.warning",
        "runtime.error",
      ]
    `);
    expect([...model.enums].map(([name, values]) => [name, values.length])).toEqual([
      ["CanonicalItemType", 16],
      ["CanonicalRequestType", 8],
      ["SessionState", 6],
      ["ThreadState", 6],
      ["TurnState", 4],
      ["ContentStreamKind", 7],
    ]);
    expect(model.brands).toHaveLength(13);
    expect(model.providerKinds).toEqual(["codex", "claude", "cursor"]);
    expect(model.sources).toHaveLength(10);
    expect(model.sources).toContain("codex.app-server.response");
  });

  test("keeps families together and describes every event", () => {
    const families = model.events.map(({ family }) => family);
    expect(families.filter((family, index) => family !== families[index - 1])).toEqual(["lifecycle", "content", "requests", "telemetry"]);
    for (const { type, description } of model.events) expect(description, type).toMatch(/^[A-Z].*\.$/s);
  });

  test("gives fields their shape, type and fallback", () => {
    const fields = new Map(event("turn.completed").fields.map((field) => [field.name, field]));
    expect(fields.get("state")).toMatchObject({ required: true, type: "TurnState", fallback: "completed" });
    expect(fields.get("state")?.shape).toMatchObject({ kind: "union", members: [{ kind: "literal", value: "completed" }, {}, {}, {}] });
    expect(fields.get("stopReason")).toMatchObject({ required: false, type: "string | null", fallback: undefined });
    expect(fields.get("usage")?.shape).toEqual({ kind: "unknown" });
    expect(fields.get("modelUsage")).toMatchObject({ type: "Record<string, unknown>", shape: { kind: "object", rest: { kind: "unknown" } } });
    expect(event("task.started").fields[0]).toMatchObject({ name: "taskId", type: "RuntimeTaskId", shape: { kind: "string" } });
  });

  test("gives the fields of objects in lists", () => {
    const plan = event("turn.plan.updated").fields.find(({ name }) => name === "plan");
    expect(plan?.type).toBe('Array<{ step: string; status: "pending" | "inProgress" | "completed" }>');
    expect(plan?.fields?.map(({ name, required, fallback }) => ({ name, required, fallback }))).toEqual([
      { name: "step", required: true, fallback: "Step" },
      { name: "status", required: true, fallback: "pending" },
    ]);
  });

  test("has a fallback for every required field, at every depth", () => {
    const bare = model.events.flatMap(({ type, fields }) =>
      fields.flatMap((field) => [field, ...(field.fields ?? [])].filter(({ required, fallback }) => required && fallback === undefined).map(({ name }) => `${type}.${name}`)),
    );
    expect(bare).toEqual([]);
  });

  test("says what opens and closes what, and what a repeat becomes", () => {
    const roles = model.events.flatMap(({ type, lifecycle }) => (lifecycle === undefined || lifecycle.does === "updates" ? [] : [`${type} ${lifecycle.does} ${lifecycle.entity}`]));
    expect(roles).toEqual([
      "session.started opens session",
      "session.exited closes session",
      "thread.started opens thread",
      "turn.started opens turn",
      "turn.completed closes turn",
      "item.started opens item",
      "item.completed closes item",
      "request.opened opens request",
      "request.resolved closes request",
      "user-input.requested opens input",
      "user-input.resolved closes input",
      "task.started opens task",
      "task.completed closes task",
      "hook.started opens hook",
      "hook.completed closes hook",
    ]);
    expect(event("turn.completed").lifecycle).toEqual({ entity: "turn", does: "closes", repeated: "session.state.changed", keeps: [], fills: { state: "ready" } });
    expect(event("hook.completed").lifecycle).toMatchObject({ repeated: "hook.progress", keeps: ["hookId", "output", "stdout", "stderr"] });
    expect(event("task.completed").lifecycle).toMatchObject({ keeps: ["taskId", "usage"], fills: { taskId: "unknown", description: "" } });
    expect(event("session.started").lifecycle?.repeated).toBeUndefined();
  });

  test("marks what is inherited and what only the host gives", () => {
    const inherited = model.events.flatMap(({ type, fields }) => fields.filter((field) => field.inherited).map(({ name }) => `${type}.${name}`));
    expect(inherited).toEqual(["item.updated.itemType", "item.updated.title", "item.completed.itemType", "item.completed.title", "request.resolved.requestType"]);
    expect(model.events.filter(({ host }) => host).map(({ type }) => type)).toEqual(["session.exited"]);
  });
});

/** A model with one event, to break in one place. */
const small = `
brands: { Id: { type: string, minLength: 1 } }
enums: { Mood: { enum: [good, bad] } }
providers: { enum: [one] }
sources: { enum: [one.wire] }
raw: { type: object, properties: { payload: {} } }
envelope: { type: object, properties: { type: { type: string }, payload: {} } }
families:
  all:
    description: All
    events:
      mood.changed:
        description: It changed.
        lifecycle: { entity: item, does: closes, repeated: mood.noted, with: { note: again }, inherits: [id] }
        payload:
          type: object
          required: [mood]
          properties:
            id: { $ref: "#/brands/Id" }
            mood: { $ref: "#/enums/Mood", default: good }
      mood.noted:
        description: It was noted.
        payload: { type: object, properties: { note: { type: string } } }
`;

describe("mistakes", () => {
  const read = (text: string) => readCanonical(new Map([["c.yaml", text]]));
  /** The small model with `from` replaced; the position that is expected stands before a `^`. */
  const breakIt = (from: string, to: string) => {
    if (!small.includes(from)) throw new Error(`not in the small model: ${from}`);
    const marked = small.replace(from, to);
    const before = marked.split("^")[0]?.split("\n") ?? [];
    const at = marked.includes("^") ? { file: "c.yaml", line: before.length, column: (before.at(-1)?.length ?? 0) + 1 } : {};
    return { at, ...read(marked.replace("^", "")) };
  };

  test("the small model has none", () => {
    const { model, diagnostics } = read(small);
    expect(diagnostics).toEqual([]);
    expect(model?.events.map(({ type, payload }) => [type, payload])).toEqual([
      ["mood.changed", "mood.changed.payload"],
      ["mood.noted", "mood.noted.payload"],
    ]);
  });

  test.each([
    ["yaml-tag", "mood: { $ref", "mood: ^!x { $ref"],
    ["yaml-anchor", "raw: {", "raw: ^&anchor {"],
    ["yaml-duplicate-key", "mood.noted:\n", "^mood.changed:\n"],
    ["yaml-syntax", "enum: [good, bad] }", "enum: good, bad] }"],
    ["yaml-key-type", "Mood: { enum", "^true: { enum"],
    ["yaml-merge-key", "Mood: { enum", "^<<: { enum"],
    ["yaml-comment", "description: It was noted.", "description: see ^#3 for it"],
    ["empty-value", "description: It was noted.", "description:^"],
    ["canonical-bad-value", "Mood: { enum", "^class: { enum"],
    ["canonical-unknown-key", "enums:", "^enum:", "enums"],
    ["canonical-unknown-key", "type: string, minLength", "type: string, ^minlength", "minLength"],
    ["canonical-unknown-key", "entity: item,", "entity: item, ^hosts: true,"],
    ["canonical-missing-key", "providers: { enum: [one] }", ""],
    ["canonical-missing-key", "mood.noted:\n        description: It was noted.\n        payload: { type: object, properties: { note: { type: string } } }", "^mood.noted:\n        description: It was noted."],
    ["canonical-missing-key", "mood.changed:\n        description: It changed.\n", "^mood.changed:\n"],
    ["canonical-missing-key", "Mood: { enum: [good, bad] }", "^Mood: { type: string }"],
    ["canonical-bad-value", "type: string, minLength", "type: ^strnig, minLength"],
    ["canonical-bad-value", "entity: item", "entity: ^itme", "item"],
    ["canonical-bad-value", "[good, bad]", "^[good, good]"],
    ["canonical-bad-value", "does: closes, repeated: mood.noted, with: { note: again }, inherits: [id]", "does: opens, inherits: ^[id]"],
    ["canonical-bad-value", "minLength: 1", "pattern: ^'('"],
    ["canonical-unknown-reference", "#/enums/Mood", "#/enums/Mod", "#/enums/Mood"],
    ["canonical-unknown-event", "repeated: mood.noted", "repeated: ^mood.notde", "mood.noted"],
    ["canonical-unknown-field", "required: [mood]", "required: [^moot]", "mood"],
    ["canonical-unknown-field", "with: { note: again }", "with: { ^nota: again }", "note"],
    ["canonical-unknown-field", "inherits: [id]", "inherits: [^it]", "id"],
    ["canonical-missing-default", "mood: { $ref: \"#/enums/Mood\", default: good }", "^mood: { $ref: \"#/enums/Mood\" }"],
    ["canonical-bad-default", "default: good", "default: ^goods"],
    ["canonical-bad-default", "note: again", "note: ^3"],
  ])("%s: %j -> %j", (code, from, to, nearest?: string) => {
    const { model, diagnostics, at } = breakIt(from, to);
    expect(model).toBeUndefined();
    const found = diagnostics.find((diagnostic) => diagnostic.code === code);
    expect(found, JSON.stringify(diagnostics)).toMatchObject({ severity: "error", ...at, ...(nearest !== undefined && { hint: `Did you mean "${nearest}"?` }) });
  });

  test("canonical-duplicate: one name in two files", () => {
    const { model, diagnostics } = readCanonical(new Map([["c.yaml", small], ["d.yaml", "enums:\n  Mood: { enum: [so] }\n"]]));
    expect(model).toBeUndefined();
    expect(diagnostics).toMatchObject([{ code: "canonical-duplicate", file: "d.yaml", line: 2, column: 3 }]);
  });

  test.each(["", "# nothing\n", "- 1\n", "families: {}\n", "enums: 3\n", "{{x}}\n", "a: b: c\n", "envelope: { $ref: 3 }\n", "\t\n", "\0"])("no text makes it throw: %j", (text) => {
    const { model, diagnostics } = read(text);
    expect(model).toBeUndefined();
    expect(diagnostics.length).toBeGreaterThan(0);
    expect(readCanonical(new Map()).model).toBeUndefined();
  });
});
