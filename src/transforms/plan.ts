/**
 * A plan's steps with a name for each: a blank one is called "Step" and its number, counted from 1. What else a step
 * says is passed on as it is.
 */
export function namedSteps(steps: readonly { readonly step?: unknown; readonly status?: unknown }[]): { step: string; status: unknown }[] {
  return steps.map((one, index) => ({ step: name(one?.step) ?? `Step ${index + 1}`, status: one?.status }));
}

function name(step: unknown): string | undefined {
  return typeof step === "string" && step.trim() !== "" ? step : undefined;
}
