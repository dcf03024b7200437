import { describe, expect, it } from "vitest";
import type { Decision } from "../../src/index.js";
import { claude } from "../agents/claude.js";
import { answer, ask, assistant, claudeDrive, running, success, tool, toolResult } from "./claude.js";
import { told, types } from "./told.js";

const rules = [{ type: "addRules", rules: [{ toolName: "Bash" }], behavior: "allow", destination: "session" }];
const input = { command: "rm -r build" };

describe("what Claude asks (EVENTS.md rules 13, 14)", () => {
  it.each([
    ["Bash", { command: "ls -l" }, "command_execution_approval", "ls -l"],
    ["BashOutput", { bash_id: "b" }, "command_execution_approval", "BashOutput"],
    ["KillShell", { shell_id: "b" }, "command_execution_approval", "KillShell"],
    ["Edit", { file_path: "/a" }, "file_change_approval", "/a"],
    ["MultiEdit", { file_path: "/a" }, "file_change_approval", "/a"],
    ["Write", { file_path: "/a", content: "x" }, "file_change_approval", "/a"],
    ["NotebookEdit", { notebook_path: "/n" }, "file_change_approval", "/n"],
    ["WebFetch", { url: "https://a.example" }, "unknown", "WebFetch"],
    ["ExitPlanMode", { plan: "1." }, "unknown", "ExitPlanMode"],
    ["mcp__shell__Bash", { command: "ls" }, "unknown", "shell · Bash"],
    ["BashTool", { command: "ls" }, "unknown", "BashTool"],
    ["constructor", {}, "unknown", "constructor"],
  ])("about %s %j is %s", (name, given, requestType, detail) => {
    const request = ask("t1", name, given, { suggestions: rules, blockedPath: "/etc", decisionReason: "rule", extra: 1 });
    expect(told(running().act(request))).toStrictEqual([{ type: "request.opened", payload: { requestType, detail, args: request }, refs: { item: "t1", request: "t1" } }]);
  });

  it("is about the item and the turn of its tool call, and asked once", () => {
    const { receive, act, session } = running();
    const [, started] = receive(assistant("m1", [tool("t1", "Bash", input)]));
    const [opened] = act(ask("t1", "Bash", input));
    expect([opened?.itemId, opened?.turnId]).toEqual([started?.itemId, started?.turnId]);
    expect(act(ask("t1", "Bash", input))).toEqual([]);
    expect(session.stats.repeats).toBe(1);
  });

  it("of two, each is answered for itself", () => {
    const { act, decide, receive } = running();
    const [first, second] = [...act(ask("t1", "Bash", { command: "a" })), ...act(ask("t2", "Bash", { command: "b" }))];
    expect(decide(first, "decline").events).toMatchObject([{ payload: { decision: "decline" }, requestId: first?.requestId }]);
    expect(decide(second, "accept").events).toMatchObject([{ payload: { decision: "accept" }, requestId: second?.requestId }]);
    expect(receive(success()).find(({ type }) => type === "turn.completed")).toMatchObject({ payload: { state: "completed" } });
  });
});

describe("deciding what Claude asks (EVENTS.md rule 14)", () => {
  const replies: { readonly [decision in Decision]: object } = {
    accept: { behavior: "allow", updatedInput: input },
    acceptForSession: { behavior: "allow", updatedInput: input, updatedPermissions: rules },
    decline: { behavior: "deny", message: "The user declined this tool call.", interrupt: false },
    cancel: { behavior: "deny", message: "The user stopped this turn.", interrupt: true },
  };

  it.each(["accept", "acceptForSession", "decline", "cancel"] as const)("%s gives the result for the callback to return", (decision) => {
    const { act, decide, session, send } = running();
    const [opened] = act(ask("t1", "Bash", input, { suggestions: rules }));
    const { reply, events } = decide(opened, decision);
    expect(reply).toEqual(replies[decision]);
    expect(claude.problems("host", reply as never, undefined)).toEqual([]);
    expect(events).toMatchObject([{ type: "request.resolved", payload: { requestType: "command_execution_approval", decision, resolution: reply }, requestId: opened?.requestId }]);
    expect(act(answer("t1", reply as object))).toEqual([]);
    expect(send(reply as never)).toEqual([]);
    expect(session.stats.repeats).toBe(2);
  });

  it("takes another input, and another message", () => {
    const { act, decide } = running();
    const [first, second] = [...act(ask("t1", "Bash", input)), ...act(ask("t2", "Bash", input))];
    expect(decide(first, "accept", { updatedInput: { command: "ls" } }).reply).toEqual({ behavior: "allow", updatedInput: { command: "ls" } });
    expect(decide(second, "decline", { message: "Not there." }).reply).toEqual({ behavior: "deny", message: "Not there.", interrupt: false });
  });

  it("without suggestions there is nothing to allow beyond this call", () => {
    const { act, decide } = running();
    const [opened] = act(ask("t1", "Bash", input, { suggestions: [] }));
    expect(decide(opened, "acceptForSession").reply).toEqual({ behavior: "allow", updatedInput: input });
  });

  it("cancel interrupts the turn", () => {
    const { act, decide, receive } = running();
    receive(assistant("m1", [tool("t1", "Bash", input)]));
    const [opened] = act(ask("t1", "Bash", input));
    decide(opened, "cancel");
    expect(receive(toolResult("t1", { is_error: true }))).toMatchObject([{ type: "item.completed", payload: { status: "failed" } }]);
    expect(receive({ ...success(), subtype: "error_during_execution", errors: [] }).find(({ type }) => type === "turn.completed")).toMatchObject({ payload: { state: "interrupted" } });
  });

  it.each([
    [{ behavior: "allow", updatedInput: input }, "accept"],
    [{ behavior: "allow" }, "accept"],
    [{ behavior: "allow", updatedInput: input, updatedPermissions: rules }, "acceptForSession"],
    [{ behavior: "deny", message: "no" }, "decline"],
    [{ behavior: "deny", message: "no", interrupt: false }, "decline"],
    [{ behavior: "deny", message: "no", interrupt: true }, "cancel"],
  ])("%j by the callback itself is %s", (result, decision) => {
    const { act } = running();
    act(ask("t1", "Bash", input));
    expect(told(act(answer("t1", result)))).toStrictEqual([
      { type: "request.resolved", payload: { requestType: "command_execution_approval", decision, resolution: result }, refs: { item: "t1", request: "t1" } },
    ]);
  });

  it("a callback that was aborted decided nothing", () => {
    const { act } = running();
    act(ask("t1", "Bash", input));
    expect(act({ kind: "permission.result", toolUseID: "t1" } as never)).toMatchObject([{ type: "request.resolved", payload: { decision: "cancel" } }]);
  });

  it("an interrupt decides what is open; the callback's late result is a repeat", () => {
    const { act, session } = running();
    act(ask("t1", "Bash", input));
    expect(act({ kind: "turn.interrupt" })).toMatchObject([{ type: "request.resolved", payload: { decision: "cancel" } }]);
    expect(act(answer("t1", { behavior: "deny", message: "late" }))).toEqual([]);
    expect(session.stats.repeats).toBe(1);
  });
});

describe("a question of Claude to the user (EVENTS.md rule 14)", () => {
  const questions = [
    { question: "Which color?", header: "Color", options: [{ label: "Red", description: "Warm" }, { label: "Blue", description: "Cool" }], multiSelect: false },
    { question: "Which sizes?", header: "Size", options: [{ label: "S", description: "" }], multiSelect: true },
  ];
  const question = () => ask("t1", "AskUserQuestion", { questions });

  it("is asked as one, each question named by its text, and is no request beside it", () => {
    expect(told(running().act(question()))).toStrictEqual([
      { type: "user-input.requested", payload: { questions: questions.map((one) => ({ id: one.question, ...one })) }, refs: { item: "t1", request: "t1" } },
    ]);
  });

  it("is answered with the answers in the tool's input; several choices are one text", () => {
    const { act, decide } = running();
    const [opened] = act(question());
    const { reply, events } = decide(opened, "accept", { answers: { "Which color?": "Blue", "Which sizes?": ["S", "M"] } });
    const answers = { "Which color?": "Blue", "Which sizes?": "S, M" };
    expect(reply).toEqual({ behavior: "allow", updatedInput: { questions, answers } });
    expect(events).toMatchObject([{ type: "user-input.resolved", payload: { answers }, requestId: opened?.requestId }]);
  });

  it.each([["decline", false], ["cancel", true]] as const)("%s leaves it unanswered", (decision, interrupt) => {
    const { act, decide } = running();
    const { reply, events } = decide(act(question())[0], decision);
    expect(reply).toMatchObject({ behavior: "deny", interrupt });
    expect(events).toMatchObject([{ type: "user-input.resolved", payload: { answers: {} } }]);
  });

  it.each([
    [{ behavior: "allow", updatedInput: { questions, answers: { "Which color?": "Red" } } }, { "Which color?": "Red" }],
    [{ behavior: "allow", updatedInput: { questions } }, {}],
    [{ behavior: "deny", message: "no" }, {}],
  ])("%j by the callback itself answers %j", (result, answers) => {
    const { act } = running();
    act(question());
    expect(act(answer("t1", result))).toMatchObject([{ type: "user-input.resolved", payload: { answers } }]);
  });

  it("that nobody answered has empty answers when the session is over", () => {
    const { act } = claudeDrive();
    act(question());
    expect(types(act({ kind: "session.exit" }))).toEqual(["user-input.resolved", "session.exited"]);
  });
});

it("an interrupt cancels what Claude asks outside of any turn, too", () => {
  const { act } = claudeDrive();
  act({ kind: "session.start" });
  const [opened] = act(ask("t1", "Bash", input));
  const given = { kind: "permission.request", toolName: "Bash", input } as never;
  const [nameless] = act(given);
  expect(act({ kind: "turn.interrupt" })).toMatchObject([opened, nameless].map((event) => ({ type: "request.resolved", requestId: event?.requestId, payload: { decision: "cancel" } })));
});

it.each(["decline", "cancel"] as const)("%s with an empty message says what it says without one", (decision) => {
  const { act, decide } = running();
  const replies = ["t1", "t2"].map((id, nth) => decide(act(ask(id, "Bash", input))[0], decision, nth === 0 ? {} : { message: " " }).reply);
  expect(replies[0]).toEqual(replies[1]);
  expect(replies[0]?.["message"]).not.toBe("");
});
