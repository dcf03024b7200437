import { trimmed } from "./text.js";

type ErrorClass = "transport_error" | "validation_error" | "permission_error" | "provider_error";

const CLASSES: ReadonlyMap<number, ErrorClass> = new Map([
  [-32700, "transport_error"],
  [-32600, "validation_error"],
  [-32601, "validation_error"],
  [-32602, "validation_error"],
  [-32000, "permission_error"],
  [401, "permission_error"],
  [403, "permission_error"],
]);

/** What kind of fault the code of an ACP agent's error tells of; -32000 asks to sign in, and some agents pass on HTTP's own codes. */
export function rpcErrorClass(code: number): ErrorClass {
  return CLASSES.get(code) ?? "provider_error";
}

/** What went wrong, in one line: the message of a JSON-RPC error, and what its data add in words. */
export function errorText(error: unknown): string {
  const message = saidError(error) ?? "Unknown error";
  const details = wordsOf((error as { readonly data?: unknown }).data);
  return details === undefined || message.includes(details) ? message : `${message}: ${details}`;
}

/** The message of an error, or the error itself where it is a text; absent when it says nothing. */
export function saidError(error: unknown): string | undefined {
  return filledText(typeof error === "string" ? error : (error as { readonly message?: unknown } | null | undefined)?.message);
}

function wordsOf(data: unknown): string | undefined {
  if (typeof data === "string") return filledText(data);
  const { details, message } = (typeof data === "object" && data !== null ? data : {}) as { readonly details?: unknown; readonly message?: unknown };
  return filledText(details) ?? filledText(message);
}

function filledText(text: unknown): string | undefined {
  return typeof text === "string" ? trimmed(text) : undefined;
}
