/** Whether a compaction says how much is left of the conversation; only then is it usage. */
export function tokensLeft(compaction: unknown): number | undefined {
  const left = (compaction as { readonly post_tokens?: unknown } | null | undefined)?.post_tokens;
  return typeof left === "number" ? left : undefined;
}
