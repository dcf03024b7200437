import type { Example, Marks, Page, Row, Source } from "../../codegen/page/types.js";

/** A small page with one of each thing that a page can show. */

const whole: Marks = { listed: true, mapped: true, seen: true };
const unheard: Marks = { listed: true, mapped: true, seen: false };

export const recorded: Example = {
  kind: "recorded",
  file: "transcripts/codex/1.0.0/whole.jsonl",
  line: 7,
  message: { method: "turn/completed", params: { turn: { id: "t-1", status: "completed", error: null } } },
  events: [{ type: "turn.completed", payload: { state: "completed" } }],
};

export function row(key: string, more: Partial<Row> = {}): Row {
  return {
    key,
    from: "agent",
    events: [{ type: "turn.completed", by: "message", seen: true }],
    versions: [whole, unheard],
    seen: { times: 12, transcripts: 3, unversioned: 0 },
    mapping: { file: "mappings/codex/notifications.yaml", line: 41, text: `${key}:\n  turn.completed: { state: $.params.turn.status | turnState }` },
    message: ["{", `  method: "${key}"`, "  params: TurnCompleted {", "    turn: Turn", "  }", "}"],
    examples: [recorded],
    ...more,
  };
}

const never = { times: 0, transcripts: 0, unversioned: 0 };

const notifications: Source = {
  name: "codex.app-server.notification",
  provider: "codex",
  protocol: "codex-app-server",
  versions: ["1.0.0", "2.0.0"],
  answers: false,
  rows: [
    { ...row("queue/updated", { events: [], versions: [{ listed: false, mapped: false, seen: false }, { listed: true, mapped: false, seen: true }] }), mapping: undefined } as unknown as Row,
    row("turn/completed"),
    row("turn/started", { events: [{ type: "turn.started", by: "message", seen: false }, { type: "session.started", by: "table", seen: false }], versions: [unheard, unheard], seen: never, examples: [{ ...recorded, kind: "written", file: "mappings/codex/notifications.yaml", line: 47 }] }),
    row("item/started", { events: [], versions: [unheard, unheard], seen: never, examples: [] }),
  ],
};

const requests: Source = {
  name: "cursor.acp.request",
  provider: "cursor",
  protocol: "acp",
  versions: ["0.9.0"],
  answers: true,
  rows: [
    row("session/request_permission", {
      events: [{ type: "request.opened", by: "message", seen: true }, { type: "request.resolved", by: "answer", seen: true }],
      versions: [unheard],
      seen: { times: 1, transcripts: 1, unversioned: 1 },
      answer: ["RequestPermissionResponse {", "  outcome: Outcome", "}"],
      examples: [recorded, { ...recorded, kind: "answered", message: { id: 0, result: { outcome: "selected" } }, events: [] }],
    }),
    row("session/prompt", { from: "host", events: [{ type: "turn.started", by: "message", seen: false }], versions: [unheard], seen: never, examples: [] }),
  ],
};

export const page: Page = {
  sources: [notifications, requests],
  events: ["session.started", "session.exited", "turn.started", "turn.completed", "request.opened", "request.resolved", "hook.started"].map((type) => ({ type, host: type === "session.exited" })),
  recorded: { transcripts: 3, messages: 240 },
};

/** A page whose only message says this wherever something of a provider, a schema or a person is shown. */
export function saying(text: string): Page {
  const said = row(text, {
    events: [{ type: text, by: "message", seen: true }],
    mapping: { file: text, line: 1, text },
    message: [text],
    answer: [text],
    examples: [{ kind: "recorded", file: text, line: 1, message: { [text]: text }, events: [{ type: text, payload: { [text]: [text] } }] }],
  });
  const source = { ...notifications, name: text, provider: text, protocol: text, versions: [text, text], rows: [said, { ...said, mapping: undefined } as unknown as Row] };
  return { ...page, sources: [source], events: [{ type: text, host: true }] };
}
