/**
 * A plan's steps with a name for each: a blank one is called "Step" and its number, counted from 1. What else a step
 * says is passed on as it is.
 */
export function namedSteps(steps: readonly { readonly step?: unknown; readonly status?: unknown }[]): { step: string; status: unknown }[] {
  return steps.map((one, index) => ({ step: named(one?.step, index), status: one?.status }));
}

/** A to-do list with a name for each entry, like `namedSteps`. */
export function namedTodos(todos: readonly { readonly text?: unknown; readonly completed?: unknown }[]): { step: string; completed: unknown }[] {
  return todos.map((one, index) => ({ step: named(one?.text, index), completed: one?.completed }));
}

/** A plan as Claude's tool `TodoWrite` and ACP agents have it, with a name for each entry, like `namedSteps`. */
export function todoSteps(todos: unknown): { step: string; status: unknown }[] {
  if (!Array.isArray(todos)) return [];
  return todos.map((todo: { readonly content?: unknown; readonly status?: unknown } | null, index) => ({ step: named(todo?.content, index), status: todo?.status }));
}

function named(step: unknown, index: number): string {
  return typeof step === "string" && step.trim() !== "" ? step : `Step ${index + 1}`;
}
