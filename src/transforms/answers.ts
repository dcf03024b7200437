/**
 * Answers to an agent's questions. A person's answers are `{ <question id>: [<chosen or typed>, ...] }`; Codex's wire wraps each
 * list once more. Question ids come from the model, so they may be any string; `Object.fromEntries` makes each of them,
 * `__proto__` too, an ordinary key.
 */
type Answers = { readonly [question: string]: readonly string[] };
type WireAnswers = { readonly [question: string]: { readonly answers: readonly string[] } };

/** From the wire: `{ q: { answers: ["a"] } }` is `{ q: ["a"] }`. No choice made stays an empty list. */
export function flatAnswers(answers: { readonly [question: string]: unknown }): Answers {
  return Object.fromEntries(Object.entries(answers).map(([question, answer]) => [question, chosen(unwrapped(answer))]));
}

/**
 * To the wire. A host may give a lone answer without its list, or answers that are wrapped already. No answer at all is
 * absent, since on the wire it is a refusal.
 */
export function wireAnswers(answers: { readonly [question: string]: unknown }): WireAnswers | undefined {
  if (Object.keys(answers).length === 0) return undefined;
  return Object.fromEntries(Object.entries(answers).map(([question, answer]) => [question, { answers: chosen(unwrapped(answer) ?? answer) }]));
}

/** Whether any question was answered, be it with no choice. Codex takes no answers at all for a dialogue closed. */
export function anyAnswer(answers: { readonly [question: string]: unknown }): boolean {
  return Object.keys(answers).length > 0;
}

/** Claude takes one text for each question: several choices follow each other. No answer at all is absent. */
export function joinedAnswers(answers: { readonly [question: string]: unknown }): { readonly [question: string]: string } | undefined {
  const given = Object.entries(answers).map(([question, answer]) => [question, chosen(unwrapped(answer) ?? answer).join(", ")] as const);
  return given.length === 0 ? undefined : Object.fromEntries(given);
}

/** What Cursor's agent is told for each question. */
interface Selection {
  readonly questionId: string;
  readonly selectedOptionIds: readonly string[];
}

/** From Cursor's wire, which has a list of selections. */
export function answersOfSelections(selections: readonly { readonly questionId?: unknown; readonly selectedOptionIds?: unknown }[]): Answers {
  return Object.fromEntries(selections.filter((one) => typeof one?.questionId === "string").map((one) => [one.questionId, chosen(one.selectedOptionIds)]));
}

/** To Cursor's wire. A host may give a lone choice without its list. */
export function selectionsOf(answers: { readonly [question: string]: unknown }): Selection[] {
  return Object.entries(answers).map(([questionId, answer]) => ({ questionId, selectedOptionIds: chosen(answer) }));
}

/** A list given back as it came; absent when nothing is in it. */
export function someOf(given: unknown): unknown {
  return Array.isArray(given) && given.length > 0 ? given : undefined;
}

function unwrapped(answer: unknown): unknown {
  return (answer as { readonly answers?: unknown } | null | undefined)?.answers;
}

function chosen(answer: unknown): readonly string[] {
  if (Array.isArray(answer)) return answer.filter((choice) => typeof choice === "string");
  return typeof answer === "string" ? [answer] : [];
}
