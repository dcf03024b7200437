import type { equivalenceCodes, requestCodes } from "../check/codes.js";
import { requests, shared } from "./files.js";
import { rows, type Explanations } from "./types.js";

export const requestRows: Explanations<keyof typeof requestCodes> = {
  "answer-without-request": {
    why: "`answer` says what the host's answer becomes. Only a row about an agent's request, which opens one, is ever answered.",
    mend: "Move it to the row of the request, or open a request here.",
    ...rows(`turn/started:\n  turn.started: {}\n  answer: { item.updated: {} }`, `turn/started:\n  turn.started: {}`),
  },
  "decide-without-request": {
    why: "`decide` says what is written when the host has decided. Only a row that opens a request has something to decide.",
    mend: "Move it to the row of the request, or open a request here.",
    ...rows(`turn/started:\n  turn.started: {}\n  decide: { accept: error }`, `turn/started:\n  turn.started: {}`),
  },
  "unknown-decision": {
    why: "A decision refers to another one that this row does not give, so that it leads nowhere.",
    mend: "Name a decision that the row gives, or write the result.",
    ...requests(`decide: { accept: { decision: accept }, cancel: decline }`, `decide: { accept: { decision: accept }, decline: { decision: decline }, cancel: decline }`),
  },
  "decision-cycle": {
    why: "Decisions that are the same as each other never come to a result that could be written.",
    mend: "Write what one of them answers.",
    ...requests(`decide: { accept: { decision: accept }, decline: cancel, cancel: decline }`, `decide: { accept: { decision: accept }, decline: { decision: decline }, cancel: decline }`),
  },
  "unknown-twin": {
    why: "`twin` names the row of the provider's main table that says the same. There is none of this key in another table.",
    mend: "Mend the spelling, or remove the line.",
    ...rows(
      `turn/started: { twin: aprove, turn.started: {} }`,
      `turn/started: { twin: approve, turn.started: {} }`,
      { "mappings/demo/requests.yaml": "rows:\n  approve: { request.opened: { requestType: unknown } }\n" },
    ),
  },
  "unknown-yields": {
    why: "`yieldsTo` names rows of the same table that say the same with an id. There is none of this key.",
    mend: "Mend the spelling, or remove the line.",
    ...rows(`turn/started: { yieldsTo: item/start, turn.started: {} }\nitem/started: { item.updated: {} }`, `turn/started: { yieldsTo: item/started, turn.started: {} }\nitem/started: { item.updated: {} }`),
  },
};

export const equivalence: Explanations<keyof typeof equivalenceCodes> = {
  "unknown-provider": {
    why: "A concept says what each provider gives, and no folder of tables has this name.",
    mend: "Mend the spelling, or remove the line.",
    ...shared(`Turn start: { turn.started: {}, demo: { codex.app-server.notification: turn/started }, dmo: { none: It has no turns. } }`, `Turn start: { turn.started: {}, demo: { codex.app-server.notification: turn/started } }`),
  },
  "missing-provider": {
    why: "Side by side means all of them: a reader cannot tell a provider that gives nothing from one that was forgotten.",
    mend: "Name what gives the event there, or write `none` with the reason.",
    ...shared(`Turn start: { turn.started: {} }`, `Turn start: { turn.started: {}, demo: { codex.app-server.notification: turn/started } }`),
  },
  "unknown-row": {
    why: "No row of the table has this key, and none covers it.",
    mend: "Mend the spelling. Rows about what the host writes stand below `sent`.",
    ...shared(`Turn start: { turn.started: {}, demo: { codex.app-server.notification: turn/start } }`, `Turn start: { turn.started: {}, demo: { codex.app-server.notification: turn/started } }`),
  },
  "unknown-act": {
    why: "The runtime takes a closed list of acts, and this is none of them.",
    mend: "Mend the spelling.",
    ...shared(`Turn start: { turn.started: {}, demo: { act: turn.started } }`, `Turn start: { turn.started: {}, demo: { codex.app-server.notification: turn/started } }`),
  },
  "not-given": {
    why: "The specification would say that this row or act gives the event, and it does not.",
    mend: "Name a row that gives it, or mend the row.",
    ...shared(`Turn end: { turn.completed: {}, demo: { codex.app-server.notification: turn/started } }`, `Turn start: { turn.started: {}, demo: { codex.app-server.notification: turn/started } }`),
  },
};
