/** Folders of `schemas/` that hold what is ours: the canonical model, and the shapes of the reports. They are no protocols. */
const own: readonly string[] = ["canonical", "reports"];

export function isProtocol(folder: string): boolean {
  return !own.includes(folder);
}
