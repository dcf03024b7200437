import { describe, expectTypeOf, test } from "vitest";
import type {
  CanonicalItemType,
  CanonicalRuntimeEventType,
  ExtraPayloadTypes,
  ItemLifecyclePayload,
  MissingPayloadTypes,
  ProviderRuntimeEventV2,
  RuntimeEventPayloadByType,
  RuntimeEventRaw,
  ThreadId,
  TurnId,
} from "../../src/canonical.js";
import type { Draft, PayloadDraft } from "../../src/contract.js";

// What is asserted here is asserted by tsc; `npm test` runs it first.

describe("canonical types", () => {
  test("events and payloads are the same set", () => {
    expectTypeOf<MissingPayloadTypes>().toBeNever();
    expectTypeOf<ExtraPayloadTypes>().toBeNever();
    expectTypeOf<ProviderRuntimeEventV2["type"]>().toEqualTypeOf<CanonicalRuntimeEventType>();
  });

  test("an event narrows on its type", () => {
    const textOf = (event: ProviderRuntimeEventV2): string => {
      switch (event.type) {
        case "content.delta":
          return event.payload.delta;
        case "item.completed":
          expectTypeOf(event.payload).toEqualTypeOf<ItemLifecyclePayload>();
          return event.payload.detail ?? "";
        default:
          // @ts-expect-error other events have no delta
          return event.payload.delta;
      }
    };
    expectTypeOf(textOf).returns.toBeString();
  });

  test("ids do not mix, and are minted with one cast", () => {
    const thread = "t" as ThreadId;
    // @ts-expect-error a thread is no turn
    const turn: TurnId = thread;
    // @ts-expect-error a plain string is no id
    const other: ThreadId = "t";
    expectTypeOf(turn).toExtend<string>();
    expectTypeOf(other).toExtend<string>();
  });

  test("fields are as the specification writes them", () => {
    expectTypeOf<RuntimeEventPayloadByType["turn.completed"]>().toEqualTypeOf<{
      state: "completed" | "failed" | "interrupted" | "cancelled";
      stopReason?: string | null;
      usage?: unknown;
      modelUsage?: Record<string, unknown>;
      totalCostUsd?: number;
      errorMessage?: string;
    }>();
    expectTypeOf<RuntimeEventPayloadByType["session.configured"]>().toEqualTypeOf<{ config: Record<string, unknown> }>();
    expectTypeOf<RuntimeEventPayloadByType["files.persisted"]["files"]>().toEqualTypeOf<{ filename: string; fileId: string }[]>();
    expectTypeOf<RuntimeEventRaw["source"]>().extract<"codex.app-server.response">().toEqualTypeOf<"codex.app-server.response">();
    expectTypeOf<CanonicalItemType>().extract<"poem">().toBeNever();
  });

  test("a draft has plain ids, and may lack what is inherited", () => {
    expectTypeOf<PayloadDraft<"task.started">["taskId"]>().toBeString();
    expectTypeOf<{ detail: string }>().toExtend<PayloadDraft<"item.completed">>();
    expectTypeOf<{ detail: string }>().not.toExtend<PayloadDraft<"content.delta">>();
    expectTypeOf<{ state: "done" }>().not.toExtend<PayloadDraft<"turn.completed">>();
    expectTypeOf<Draft["type"]>().toEqualTypeOf<CanonicalRuntimeEventType>();
  });
});
