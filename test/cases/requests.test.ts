import { describe, expect, it } from "vitest";
import { drive, type Frame } from "./drive.js";
import { command, commandApproval, itemStarted, question, turnCompleted, turnStarted, withdrawn } from "./messages.js";
import { told, types } from "./told.js";

const refs = { thread: "th", turn: "tu" };

describe("a request (EVENTS.md rules 9, 12 to 14)", () => {
  const legacy = (method: string, params: object): Frame => ({ id: 8, method, params: { conversationId: "th", callId: "k", ...params } });
  const of = { ...refs, request: "8" };
  const ofLegacy = { thread: "th", item: "k", request: "8" };
  it.each([
    ["file_change_approval", "outside root", question(8, "item/fileChange/requestApproval", { itemId: "f", reason: "outside root", grantRoot: null }), { ...of, item: "f" }],
    ["dynamic_tool_call", "lookup", question(8, "item/tool/call", { callId: "k", tool: "lookup", arguments: {} }), { ...of, item: "k" }],
    ["apply_patch_approval", "r", legacy("applyPatchApproval", { fileChanges: {}, reason: "r", grantRoot: null }), ofLegacy],
    ["exec_command_approval", "ls -l", legacy("execCommandApproval", { command: ["ls", "-l"], cwd: "/w", reason: null, parsedCmd: [] }), ofLegacy],
  ])("of the type %s is told by %j", (requestType, detail, frame, refs) => {
    expect(told(drive().receive(frame))).toStrictEqual([{ type: "request.opened", payload: { requestType, detail, args: frame["params"] }, refs }]);
  });

  it("that the agent withdraws resolves by its own id, not by its item's, and without a decision", () => {
    const { receive } = drive();
    const [first] = receive(commandApproval(12, "13"));
    const [second] = receive(commandApproval(13, "12", { command: "ls" }));
    const resolved = receive(withdrawn(12));
    expect(told(resolved)).toStrictEqual([{ type: "request.resolved", payload: { requestType: "command_execution_approval" }, refs: { ...refs, item: "13", request: "12" } }]);
    expect([resolved[0]?.requestId, resolved[0]?.itemId]).toEqual([first?.requestId, first?.itemId]);
    expect(receive(withdrawn(13))).toMatchObject([{ type: "request.resolved", requestId: second?.requestId, itemId: second?.itemId, payload: { requestType: "command_execution_approval" } }]);
  });

  it("of the same item as another is answered for itself, and the item starts once", () => {
    const { receive, send } = drive();
    const frames = [itemStarted(command("c", "make")), commandApproval(20, "c", { approvalId: "ap-1", command: "a" }), commandApproval(21, "c", { approvalId: "ap-2", command: "b" })];
    const [item, first, second, ...others] = frames.flatMap((frame) => receive(frame));
    expect(types([item!, first!, second!])).toEqual(["item.started", "request.opened", "request.opened"]);
    expect(others).toEqual([]);
    expect([first?.itemId, second?.itemId]).toEqual([item?.itemId, item?.itemId]);
    expect(first?.requestId).not.toBe(second?.requestId);
    const resolved = [...send({ id: 21, result: { decision: "accept" } }), ...send({ id: 20, result: { decision: "decline" } })];
    const requestType = "command_execution_approval";
    expect(told(resolved)).toStrictEqual([
      { type: "request.resolved", payload: { requestType, decision: "accept", resolution: { decision: "accept" } }, refs: { ...refs, item: "c", request: "21" } },
      { type: "request.resolved", payload: { requestType, decision: "decline", resolution: { decision: "decline" } }, refs: { ...refs, item: "c", request: "20" } },
    ]);
    expect(resolved.map(({ requestId }) => requestId)).toEqual([second?.requestId, first?.requestId]);
  });

  it("that the host decides resolves once, and the agent's word after it is a repeat", () => {
    const { session, receive, decide } = drive();
    const [opened] = receive(commandApproval(7, "c", { command: "ls" }));
    const { reply, events } = decide(opened, "accept");
    expect(reply).toStrictEqual({ id: 7, result: { decision: "accept" } });
    expect(told(events)).toStrictEqual([
      { type: "request.resolved", payload: { requestType: "command_execution_approval", decision: "accept", resolution: { decision: "accept" } }, refs: { ...refs, item: "c", request: "7" } },
    ]);
    expect(events[0]?.requestId).toBe(opened?.requestId);
    expect(receive(withdrawn(7))).toEqual([]);
    expect(session.stats.repeats).toBe(1);
  });

  it.each([
    ["accept", "approved", "accept"],
    ["acceptForSession", "approved_for_session", "acceptForSession"],
    ["decline", "denied", "decline"],
    ["cancel", "abort", "cancel"],
  ] as const)("is answered %s in the words of its method, and told in the host's", (decision, legacyWord, word) => {
    const { receive, decide } = drive();
    const [legacy] = receive({ id: 6, method: "execCommandApproval", params: { conversationId: "th", callId: "k", command: ["ls"], cwd: "/w", parsedCmd: [] } });
    const [current] = receive(commandApproval(7, "c"));
    const [older, newer] = [decide(legacy, decision), decide(current, decision)];
    expect(older.reply).toStrictEqual({ id: 6, result: { decision: legacyWord } });
    expect(newer.reply).toStrictEqual({ id: 7, result: { decision: word } });
    expect([...older.events, ...newer.events].map(({ payload }) => payload)).toStrictEqual([
      { requestType: "exec_command_approval", decision, resolution: { decision: legacyWord } },
      { requestType: "command_execution_approval", decision, resolution: { decision: word } },
    ]);
  });
});

describe("a question to the user (EVENTS.md rules 13, 14)", () => {
  const ask = (id: number, asked: object) => question(id, "item/tool/requestUserInput", { itemId: "q", questions: [{ header: "H", ...asked }] });

  it("that was answered with nothing chosen has an empty list for its answer", () => {
    const { receive, decide } = drive();
    const options = [{ label: "a", description: "A" }];
    const opened = receive(ask(5, { id: "s", question: "Which?", options }));
    expect(types(opened)).toEqual(["user-input.requested", "request.opened"]);
    const { reply, events } = decide(opened[0], "accept", { answers: { s: [] } });
    const result = { answers: { s: { answers: [] } } };
    expect(reply).toStrictEqual({ id: 5, result });
    expect(told(events)).toStrictEqual([
      { type: "user-input.resolved", payload: { answers: { s: [] } }, refs: { ...refs, item: "q", request: "5" } },
      { type: "request.resolved", payload: { requestType: "tool_user_input", decision: "accept", resolution: result }, refs: { ...refs, item: "q", request: "5" } },
    ]);
    expect(new Set([...opened, ...events].map(({ requestId }) => requestId)).size).toBe(1);
  });

  it("is asked even if it offers nothing to choose from", () => {
    const { receive, decide } = drive();
    const frame = ask(5, { id: "free", question: "Type it", options: null });
    const opened = receive(frame);
    expect(told(opened)).toStrictEqual([
      { type: "user-input.requested", payload: { questions: [{ id: "free", header: "H", question: "Type it", options: null }] }, refs: { ...refs, item: "q", request: "5" } },
      { type: "request.opened", payload: { requestType: "tool_user_input", detail: "Type it", args: frame["params"] }, refs: { ...refs, item: "q", request: "5" } },
    ]);
    expect(decide(opened[0], "accept", { answers: { free: ["mine"] } }).reply).toStrictEqual({ id: 5, result: { answers: { free: { answers: ["mine"] } } } });
  });

  const elicit = (mode: object = {}) => question(15, "mcpServer/elicitation/request", {
    turnId: null, serverName: "srv", mode: "form", message: "Allow?", requestedSchema: { type: "object", properties: {} }, _meta: { codex_approval_kind: "mcp_tool_call" }, ...mode,
  });

  it("by an MCP server needs no turn, and is both a question and a request", () => {
    const { receive } = drive();
    const frame = elicit();
    const opened = receive(frame);
    expect(told(opened)).toStrictEqual([
      { type: "user-input.requested", payload: { questions: [{ id: "srv", question: "Allow?", schema: { type: "object", properties: {} } }] }, refs: { thread: "th", request: "15" } },
      { type: "request.opened", payload: { requestType: "tool_user_input", detail: "Allow?", args: frame["params"] }, refs: { thread: "th", request: "15" } },
    ]);
    expect(opened[0]?.requestId).toBe(opened[1]?.requestId);
  });

  it.each([
    ["accept", { answers: { name: "x" } }, { action: "accept", content: { name: "x" } }, { name: "x" }],
    ["accept", undefined, { action: "accept" }, {}],
    ["decline", undefined, { action: "decline" }, {}],
    ["cancel", undefined, { action: "cancel" }, {}],
  ] as const)("by an MCP server is answered %s with %j as it expects", (decision, extra, result, answers) => {
    const { receive, decide } = drive();
    const { reply, events } = decide(receive(elicit())[0], decision, extra);
    expect(reply).toMatchObject({ id: 15, result });
    expect(told(events)).toMatchObject([
      { type: "user-input.resolved", payload: { answers }, refs: { thread: "th", request: "15" } },
      { type: "request.resolved", payload: { requestType: "tool_user_input", decision, resolution: result }, refs: { thread: "th", request: "15" } },
    ]);
  });
});

describe("a request that nobody answered (EVENTS.md rule 15)", () => {
  it("ends with its turn, before it and without a decision", () => {
    const { receive } = drive();
    receive(turnStarted());
    const [opened] = receive(commandApproval(3, "c"));
    const events = receive(turnCompleted("tu", "failed", { message: "blocked" }));
    expect(told(events)).toStrictEqual([
      { type: "request.resolved", payload: { requestType: "command_execution_approval", resolution: "turn_ended" }, refs: { ...refs, item: "c", request: "3" } },
      { type: "turn.completed", payload: { state: "failed", errorMessage: "blocked" }, refs },
    ]);
    expect(events[0]?.requestId).toBe(opened?.requestId);
  });

  it.each([
    ["the host stops", { kind: "session.exit", exitKind: "graceful", reason: "Session stopped" }, []],
    ["the agent dies", { kind: "session.exit", exitKind: "error", reason: "exit 1" }, [{ type: "runtime.error", payload: { message: "exit 1", class: "transport_error" }, refs: {} }]],
  ] as const)("is cancelled when %s, before the session exits", (_, exit, errors) => {
    const { receive, act, decide } = drive();
    const [opened] = receive(commandApproval(7, "c", { command: "ls" }));
    const events = act(exit);
    expect(told(events)).toStrictEqual([
      { type: "request.resolved", payload: { requestType: "command_execution_approval", decision: "cancel" }, refs: { ...refs, item: "c", request: "7" } },
      ...errors,
      { type: "session.exited", payload: { reason: exit.reason, exitKind: exit.exitKind }, refs: {} },
    ]);
    expect(events[0]?.requestId).toBe(opened?.requestId);
    expect(decide(opened, "accept")).toMatchObject({ error: { allowed: [] }, events: [] });
  });
});
