import type { Lifecycle } from "../../generated/canonical/lifecycle.js";

/** The payload of the event that a repeated opening or closing becomes. */
export function repeatedForm(rule: Lifecycle, payload: object): { [field: string]: unknown } {
  const form: { [field: string]: unknown } = { ...rule.fills };
  for (const field of rule.keeps ?? []) {
    const value = (payload as { readonly [field: string]: unknown })[field];
    if (value !== undefined) form[field] = value;
  }
  return form;
}
