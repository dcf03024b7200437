import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { validateEvent, validatorOf } from "../../src/canonical.js";
import { envelope as shippedEnvelope, payloads as shippedPayloads, type Validate } from "../../generated/canonical/validators.js";
import type { CanonicalField } from "../../codegen/schema/canonical.js";
import { canonicalModel } from "./fixtures.js";
import { eventsOf } from "./samples.js";

const model = canonicalModel();
const envelope = { eventId: "e1", provider: "codex", sessionId: "s1", createdAt: "2026-01-01T00:00:00.000Z" };
const delta = { ...envelope, type: "content.delta", payload: { streamKind: "assistant_text", delta: "Hi" } };

describe("valid events", () => {
  test.each(model.events.map((event) => [event.type, event] as const))("%s: whatever the schema builds", (_type, event) => {
    fc.assert(
      fc.property(eventsOf(model, event), (sample) => {
        expect(validateEvent(sample)).toEqual([]);
      }),
      { numRuns: 25 },
    );
  });

  test("the envelope may carry everything it declares", () => {
    const full = {
      ...delta,
      threadId: "t",
      turnId: "u",
      itemId: "i",
      requestId: "r",
      providerRefs: { providerSessionId: "1", providerThreadId: "2", providerTurnId: "3", providerItemId: "4", providerRequestId: " 5 " },
      raw: { source: "codex.app-server.response", method: "thread/start", payload: null },
    };
    expect(validateEvent(full)).toEqual([]);
  });
});

describe("a project's own validators", () => {
  const reviewer: Validate = (payload) => {
    const good = typeof (payload as { reviewer?: unknown }).reviewer === "string";
    reviewer.errors = good ? null : [{ instancePath: "", keyword: "required", params: { missingProperty: "reviewer" }, message: "" }];
    return good;
  };
  const validate = validatorOf({ envelope: shippedEnvelope, payloads: new Map([...shippedPayloads, ["review.requested", reviewer]]) });

  test("know the events that it adds, and the shipped ones", () => {
    expect(validate(delta)).toEqual([]);
    expect(validate({ ...delta, payload: {} })).toEqual(validateEvent({ ...delta, payload: {} }));
    expect(validate({ ...envelope, type: "review.requested", payload: { reviewer: "me" } })).toEqual([]);
    expect(validate({ ...envelope, type: "review.requested", payload: {} })).toEqual(["/payload/reviewer: is missing"]);
    expect(validate({ ...envelope, type: "review.refused", payload: {} })).toEqual(['/type: there is no event "review.refused"']);
    expect(validate(undefined)).toEqual(["the event: must be object"]);
  });
});

describe("invalid events", () => {
  /** A value that no schema of the model allows for this field. */
  const wrong = ({ shape }: CanonicalField): unknown => {
    switch (shape.kind) {
      case "string":
        return 7;
      case "object":
        return ["a list"];
      default:
        return { no: "value" };
    }
  };

  test.each(model.events.map((event) => [event.type, event] as const))("%s: any one field of a wrong type, or unknown, or left out", (_type, event) => {
    const typed = event.fields.filter(({ shape }) => shape.kind !== "unknown");
    const changes = [
      ...typed.map((field) => [field.name, (payload: object) => ({ ...payload, [field.name]: wrong(field) })] as const),
      ...event.fields.filter(({ required }) => required).map(({ name }) => [name, (payload: object) => Object.fromEntries(Object.entries(payload).filter(([key]) => key !== name))] as const),
      ["surprise", (payload: object) => ({ ...payload, surprise: 1 })] as const,
    ];
    fc.assert(
      fc.property(eventsOf(model, event), fc.constantFrom(...changes), (sample, [name, change]) => {
        const problems = validateEvent({ ...sample, payload: change(sample.payload) });
        expect(problems.length).toBeGreaterThan(0);
        expect(problems.every((problem) => problem.startsWith(`/payload/${name}`))).toBe(true);
      }),
      { numRuns: 40 },
    );
  });

  test.each([
    ["an empty id", { ...delta, threadId: "" }, ["/threadId: must not be empty"]],
    ["a number as provider id", { ...delta, providerRefs: { providerItemId: 7 } }, ["/providerRefs/providerItemId: must be string"]],
    ["an unknown reference", { ...delta, providerRefs: { providerLaneId: "7" } }, ["/providerRefs/providerLaneId: is not known here"]],
    ["an unknown provider", { ...delta, provider: "gpt" }, ["/provider: must be one of codex, claude, cursor"]],
    ["a time that is none", { ...delta, createdAt: "yesterday" }, ["/createdAt: must match pattern"]],
    ["an unknown type", { ...delta, type: "content.detla" }, ['/type: there is no event "content.detla"']],
    ["a type of all objects", { ...delta, type: "__proto__" }, ['/type: there is no event "__proto__"']],
    ["a word of no list", { ...delta, payload: { ...delta.payload, streamKind: "text" } }, ["/payload/streamKind: must be one of assistant_text"]],
    ["raw without a payload", { ...delta, raw: { source: "codex.eventmsg" } }, ["/raw/payload: is missing"]],
    ["nothing but a type", { type: "turn.diff.updated", payload: {} }, ["/eventId: is missing", "/provider: is missing", "/sessionId: is missing", "/createdAt: is missing", "/payload/unifiedDiff: is missing"]],
    ["no payload", { ...envelope, type: "turn.started" }, ["/payload: is missing"]],
    ["deep inside", { ...envelope, type: "turn.plan.updated", payload: { plan: [{ step: "a", status: "pending" }, { step: "b" }] } }, ["/payload/plan/1/status: is missing"]],
    ["null", null, ["the event: must be object"]],
    ["a list", [delta], ["the event: must be object"]],
    ["text", "content.delta", ["the event: must be object"]],
  ])("%s", (_name, event, expected) => {
    const problems = validateEvent(event);
    expect(problems).toHaveLength(expected.length);
    expected.forEach((start, index) => expect(problems[index]).toContain(start));
  });

  test("nothing makes it throw", () => {
    fc.assert(
      fc.property(fc.anything({ withNullPrototype: true, withSparseArray: true }), (value) => {
        expect(Array.isArray(validateEvent(value))).toBe(true);
      }),
    );
    const hostile = new Proxy({}, { get: () => { throw new Error("no"); } });
    expect(validateEvent(hostile)).toHaveLength(1);
    expect(validateEvent({ ...delta, payload: hostile })).toHaveLength(1);
  });
});
