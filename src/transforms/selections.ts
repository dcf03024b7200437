/**
 * Answers to the questions of Cursor's agent. A person's answers are `{ <question id>: [<option id>, ...] }`; the wire has a list
 * of `{ questionId, selectedOptionIds }`.
 */
interface Selection {
  readonly questionId: string;
  readonly selectedOptionIds: readonly string[];
}

/** From the wire. */
export function answersOfSelections(selections: readonly { readonly questionId?: unknown; readonly selectedOptionIds?: unknown }[]): { [question: string]: string[] } {
  return Object.fromEntries(selections.filter((one) => typeof one?.questionId === "string").map((one) => [one.questionId, choices(one.selectedOptionIds)]));
}

/** To the wire. A host may give a lone choice without its list. */
export function selectionsOf(answers: { readonly [question: string]: unknown }): Selection[] {
  return Object.entries(answers).map(([questionId, answer]) => ({ questionId, selectedOptionIds: choices(answer) }));
}

function choices(answer: unknown): string[] {
  if (Array.isArray(answer)) return answer.filter((choice) => typeof choice === "string");
  return typeof answer === "string" ? [answer] : [];
}
