import { diffVersions, judge, versionsOf, type Judged, type SchemaChange, type SchemaDiff } from "../../codegen/diff/index.js";
import { parseMapping } from "../../codegen/mapping/index.js";
import type { Surface } from "../../codegen/schema/types.js";
import { canonicalModel } from "../canonical/fixtures.js";
import { notification as notificationOf, object as objectOf } from "../check/protocol.js";
import { read } from "../schema/helpers.js";

type Schema = object | boolean;
type Definitions = { readonly [name: string]: Schema };

export const text: Schema = { type: "string" };
export const ref = (name: string): Schema => ({ $ref: `#/definitions/${name}` });
export const words = (...values: string[]): Schema => ({ type: "string", enum: values });
type Properties = { readonly [name: string]: Schema };
/** Properties are required unless their name ends in a question mark. */
export const object = (properties: Properties): object => objectOf(properties) as object;
export const notification = (method: string, properties: Properties): object => notificationOf(method, properties) as object;

/** A version whose messages are notifications, and the definitions that they share. */
export function version(messages: readonly Schema[], definitions: Definitions = {}): Record<string, unknown> {
  return { "Notification.json": { $schema: "http://json-schema.org/draft-07/schema#", oneOf: messages, definitions } };
}

/** One message with these params. */
export function params(properties: Properties, definitions: Definitions = {}): Record<string, unknown> {
  return version([notification("turn/completed", properties), notification("other", {})], definitions);
}

export function diffOf(from: Record<string, unknown>, to: Record<string, unknown>): SchemaDiff {
  return diffVersions(versionsOf(read({ old: from, new: to }).surface, "old", "new", []));
}

/** A change in a line: `turn/completed $.params.reason field added: string (optional)`. */
export function lineOf({ kind, change, name, was, is, renamed, reached, places: [place] }: SchemaChange): string {
  const where = reached.map(({ message, answer, path }) => `${message}${answer ? " (answer)" : ""} ${path}`).join(" & ") || place.path;
  const texts = [was, is].filter((one) => one !== undefined).join(" -> ");
  return `${where} ${kind} ${change} ${name}${texts === "" ? "" : `: ${texts}`}${renamed === undefined ? "" : ` ~ ${renamed}`}`;
}

export function linesOf(from: Record<string, unknown>, to: Record<string, unknown>): string[] {
  return diffOf(from, to).changes.map(lineOf);
}

/** Judged by one table of these rows, and what follows them. */
export function judgedBy(rows: string, from: Record<string, unknown>, to: Record<string, unknown>, key = "key: $.method\n", union = "Notification"): Judged {
  const { surface } = read({ old: from, new: to });
  const alone = read({ old: from }).surface;
  const table = `source: codex.app-server.notification\nspec: "3.1"\nschema: proto#/${union}\n${key}${rows}`;
  const { node, diagnostics } = parseMapping("mappings/demo/notifications.yaml", table);
  if (node === undefined) throw new Error(JSON.stringify(diagnostics));
  const versions = versionsOf(surface, "old", "new", [union]);
  const surfaces = (one: Surface): Map<string, Surface> => new Map([["proto", one]]);
  return judge({ diff: diffVersions(versions), versions, pair: surface, before: surfaces(alone), after: surfaces(surface), mappings: [node], canonical: canonicalModel(), transforms: [] });
}
