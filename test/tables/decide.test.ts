import { describe, expect, it } from "vitest";
import { createValidate } from "../../codegen/schema/index.js";
import { createSession, type DecideExtra, type Decision } from "../../src/index.js";
import { filesBelow, read, textOf } from "../schema/helpers.js";

/** Every request of `codex app-server`, answered with every decision: the frame to write, and what it is told as. */
const versions = ["0.107.0", "0.171.0"];
const files = Object.fromEntries(versions.map((version) => [version, filesBelow(`schemas/codex-app-server/${version}`)]));
const { surface } = read(files, textOf("schemas/codex-app-server/overlay.yaml"));
const validators = new Map(versions.map((version) => [version, createValidate(surface, version)]));

/** What the schemas of each version that has the request have against a message, by version. */
function problems(method: string, definition: string, message: unknown): [string, string[]][] {
  return [...validators]
    .filter(([version]) => version === "0.171.0" || !newer.has(method))
    .map(([version, validate]) => [version, validate(definition, message)]);
}

/** Nothing asks these of a newer agent's threads, and there a refusal is an object. */
const legacy = new Set(["applyPatchApproval", "execCommandApproval"]);
const newer = new Set(["item/permissions/requestApproval", "attestation/generate"]);

/** Only the newer schemas require when it was asked, and whether the turn waits. */
const turn = { threadId: "th", turnId: "tn", startedAtMs: 1 };
const wanted = { fileSystem: { write: ["/w"] }, network: null };
const requests: { readonly [method: string]: object } = {
  "item/commandExecution/requestApproval": { ...turn, itemId: "i", command: "ls" },
  "item/fileChange/requestApproval": { ...turn, itemId: "i", reason: "outside" },
  "item/tool/requestUserInput": { ...turn, isBlocking: true, itemId: "i", questions: [{ id: "q", header: "Q", question: "Well?", options: null }] },
  "item/tool/call": { ...turn, callId: "c", tool: "lookup", arguments: {} },
  "account/chatgptAuthTokens/refresh": { reason: "unauthorized" },
  applyPatchApproval: { conversationId: "th", callId: "c", fileChanges: {} },
  execCommandApproval: { conversationId: "th", callId: "c", command: ["ls", "-l"], cwd: "/w", parsedCmd: [] },
  "item/permissions/requestApproval": { ...turn, itemId: "i", cwd: "/w", permissions: wanted },
  "attestation/generate": {},
  "mcpServer/elicitation/request": { threadId: "th", turnId: null, serverName: "srv", mode: "form", message: "Sure?", requestedSchema: { type: "object", properties: {} } },
};

const approval = { accept: { decision: "accept" }, acceptForSession: { decision: "acceptForSession" }, decline: { decision: "decline" }, cancel: { decision: "cancel" } };
const review = { accept: { decision: "approved" }, acceptForSession: { decision: "approved_for_session" }, decline: { decision: "denied" }, cancel: { decision: "abort" } };
const output = (success: boolean, text: string) => ({ success, contentItems: [{ type: "inputText", text }] });
const replies: { readonly [method: string]: { readonly [decision in Decision]?: unknown } } = {
  "item/commandExecution/requestApproval": approval,
  "item/fileChange/requestApproval": approval,
  "item/tool/requestUserInput": { accept: { answers: { q: { answers: ["yes"] } } }, decline: { answers: {} }, cancel: { answers: {} } },
  "item/tool/call": { accept: output(true, "42"), decline: output(false, "42"), cancel: output(false, "42") },
  "account/chatgptAuthTokens/refresh": { decline: "error", cancel: "error" },
  applyPatchApproval: review,
  execCommandApproval: review,
  "item/permissions/requestApproval": {
    accept: { permissions: wanted, scope: "turn" },
    acceptForSession: { permissions: wanted, scope: "session" },
    decline: { permissions: {}, scope: "turn" },
    cancel: { permissions: {}, scope: "turn" },
  },
  "attestation/generate": { decline: "error", cancel: "error" },
  "mcpServer/elicitation/request": { accept: { action: "accept", content: { q: "yes" } }, decline: { action: "decline" }, cancel: { action: "cancel" } },
};

function decide(method: string, decision: Decision, extra: DecideExtra) {
  const session = createSession({ provider: "codex", sessionId: "s" });
  const opened = session.receive({ id: 7, method, params: requests[method] }).find((event) => event.type === "request.opened");
  return { session, decided: session.decide(opened?.requestId ?? "", decision, extra) };
}

describe.each(Object.keys(requests))("%s", (method) => {
  it("is a request of the schemas", () => {
    for (const [version, found] of problems(method, "ServerRequest", { id: 7, method, params: requests[method] })) expect([version, found]).toEqual([version, []]);
  });

  it.each(["accept", "acceptForSession", "decline", "cancel"] as const)("is answered with %s in its own words", (decision) => {
    const { session, decided } = decide(method, decision, { answers: { q: "yes" }, message: "42" });
    const wanted = replies[method]?.[decision];
    if (wanted === undefined) {
      expect(decided.reply).toBeUndefined();
      expect(decided.error?.allowed).toEqual(Object.keys(replies[method] ?? {}));
      expect(decided.events).toEqual([]);
      return;
    }
    const reply = decided.reply as { readonly id: unknown; readonly result?: unknown; readonly error?: unknown };
    expect(reply.id).toBe(7);
    if (wanted === "error") expect(reply.error).toBeDefined();
    else {
      expect(reply.result).toEqual(wanted);
      for (const [version, found] of problems(method, surface.responses.get(method) ?? "", reply.result)) {
        if (!(version === "0.171.0" && legacy.has(method))) expect([version, found]).toEqual([version, []]);
      }
    }
    expect(decided.events.filter((event) => event.type === "request.resolved").map((event) => event.payload.decision)).toEqual([decision]);
    expect(session.send(reply)).toEqual([]);
  });

  it("counts an error answer as cancelled", () => {
    const session = createSession({ provider: "codex", sessionId: "s" });
    session.receive({ id: 7, method, params: requests[method] });
    const error = { code: -32000, message: "no" };
    expect(session.send({ id: 7, error }).at(-1)).toMatchObject({ type: "request.resolved", payload: { decision: "cancel", resolution: error } });
  });
});

describe("item/permissions/requestApproval", () => {
  it.each([
    ["accept", { permissions: { network: { enabled: true } } }],
    ["accept", { permissions: { fileSystem: { read: ["/w"] } }, scope: "turn" }],
    ["acceptForSession", { permissions: wanted, scope: "session" }],
    ["decline", { permissions: {}, scope: "session" }],
    ["decline", { permissions: { fileSystem: null, network: null } }],
  ])("is told as %s when the host writes %j", (decision, result) => {
    const session = createSession({ provider: "codex", sessionId: "s" });
    const [opened] = session.receive({ id: 7, method: "item/permissions/requestApproval", params: requests["item/permissions/requestApproval"] });
    expect(opened).toMatchObject({ type: "request.opened", payload: { requestType: "unknown", detail: "item/permissions/requestApproval" } });
    expect(session.send({ id: 7, result })).toMatchObject([{ type: "request.resolved", requestId: opened?.requestId, payload: { decision, resolution: result } }]);
  });
});

describe("item/tool/requestUserInput", () => {
  const answer = (answers: object) => {
    const session = createSession({ provider: "codex", sessionId: "s" });
    session.receive({ id: 7, method: "item/tool/requestUserInput", params: requests["item/tool/requestUserInput"] });
    return session.send({ id: 7, result: { answers } }).map(({ type, payload }) => ({ type, payload }));
  };

  it("tells the answers by question", () => {
    expect(answer({ q: { answers: ["yes", "and this"] } })).toMatchObject([
      { type: "user-input.resolved", payload: { answers: { q: ["yes", "and this"] } } },
      { type: "request.resolved", payload: { requestType: "tool_user_input", decision: "accept" } },
    ]);
  });

  it.each([undefined, {}, { answers: {} }, { answers: "yes" }, { answers: ["yes"] }])("is not accepted without answers: %j", (extra) => {
    const { session, decided } = decide("item/tool/requestUserInput", "accept", extra ?? {});
    expect(decided.reply).toBeUndefined();
    expect(decided.error?.message).toContain('"extra" lacks');
    expect(decided.error?.allowed).toEqual(["accept", "decline", "cancel"]);
    expect(session.send({ id: 7, result: { answers: { q: { answers: ["yes"] } } } }).length).toBe(2);
  });

  it("takes no answers at all for a dialogue closed", () => {
    expect(answer({})).toMatchObject([
      { type: "user-input.resolved", payload: { answers: {} } },
      { type: "request.resolved", payload: { decision: "cancel" } },
    ]);
  });
});

it.each([
  ["account/chatgptAuthTokens/refresh", { accessToken: "secret", chatgptAccountId: "a" }],
  ["attestation/generate", { token: "secret" }],
])("keeps the token that answers %s out of the event that tells of it", (method, result) => {
  const session = createSession({ provider: "codex", sessionId: "s" });
  session.receive({ id: 7, method, params: requests[method] });
  const [resolved] = session.send({ id: 7, result });
  expect(resolved).toMatchObject({ type: "request.resolved", payload: { decision: "accept" } });
  expect(JSON.stringify(resolved?.payload)).not.toContain("secret");
});
