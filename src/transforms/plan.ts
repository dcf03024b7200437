/**
 * A plan's steps with a name for each: a blank one is called "Step" and its number, counted from 1. What else a step
 * says is passed on as it is.
 */
export function namedSteps(steps: readonly { readonly step?: unknown; readonly status?: unknown }[]): { step: string; status: unknown }[] {
  return steps.map((one, index) => ({ step: name(one?.step) ?? `Step ${index + 1}`, status: one?.status }));
}

/** A to-do list with a name for each entry, like `namedSteps`. */
export function namedTodos(todos: readonly { readonly text?: unknown; readonly completed?: unknown }[]): { step: string; completed: unknown }[] {
  return todos.map((one, index) => ({ step: name(one?.text) ?? `Step ${index + 1}`, completed: one?.completed }));
}

/** The todo list of Claude's tool `TodoWrite`, with a name for each entry, like `namedSteps`. */
export function todoSteps(todos: unknown): { step: string; status?: string }[] {
  if (!Array.isArray(todos)) return [];
  return todos.map((todo, index) => {
    const { content, status } = (todo ?? {}) as { readonly content?: unknown; readonly status?: unknown };
    const step = name(content) ?? `Step ${index + 1}`;
    return typeof status === "string" ? { step, status } : { step };
  });
}

function name(step: unknown): string | undefined {
  return typeof step === "string" && step.trim() !== "" ? step : undefined;
}
