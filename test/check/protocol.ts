import { readSurface } from "../../codegen/schema/index.js";
import type { Surface } from "../../codegen/schema/types.js";

/** A small protocol of every kind that real ones have. */

type Schema = object | boolean;

const text = { type: "string" };
const whole = { type: "integer" };
const ref = (name: string): Schema => ({ $ref: `#/definitions/${name}` });
const list = (items: Schema): Schema => ({ type: "array", items });
const orNull = (schema: Schema): Schema => ({ anyOf: [schema, { type: "null" }] });
const words = (...values: string[]): Schema => ({ type: "string", enum: values });

/** Properties are required unless their name ends in a question mark. */
export function object(properties: { readonly [name: string]: Schema }): Schema {
  const names = Object.keys(properties);
  return {
    type: "object",
    required: names.filter((name) => !name.endsWith("?")),
    properties: Object.fromEntries(names.map((name) => [name.replace("?", ""), properties[name]])),
  };
}

export function notification(method: string, params: { readonly [name: string]: Schema }): Schema {
  return object({ method: words(method), params: object(params) });
}

function request(method: string, params: string): Schema {
  return object({ id: { anyOf: [text, whole] }, method: words(method), params: ref(params) });
}

export const definitions = {
  TurnStatus: words("running", "completed", "failed"),
  StepStatus: words("todo", "done"),
  ItemStatus: words("inProgress", "completed", "failed"),
  Failure: { oneOf: [words("overload", "stopped"), object({ http: object({ status: whole }) })] },
  Item: {
    oneOf: [
      object({ type: words("message"), id: text, text }),
      object({ type: words("command"), id: text, command: text, "exitCode?": orNull(whole), status: ref("ItemStatus") }),
      object({ type: words("tool"), id: text, server: text, tool: text, arguments: true }),
    ],
  },
  Turn: object({ id: text, status: ref("TurnStatus"), items: list(ref("Item")) }),
  Notification: {
    oneOf: [
      notification("turn/started", { threadId: text, turn: ref("Turn") }),
      notification("turn/completed", { threadId: text, turn: ref("Turn"), "error?": orNull(object({ message: text, "code?": whole })), "reason?": ref("Failure"), "usage?": true }),
      notification("item/started", { threadId: text, turnId: text, item: ref("Item") }),
      notification("item/delta", { threadId: text, turnId: text, itemId: text, delta: text, "index?": whole, kind: words("text", "thought"), willRetry: { type: "boolean" } }),
      notification("plan/updated", { threadId: text, "explanation?": orNull(text), plan: list(object({ step: text, status: ref("StepStatus") })) }),
      notification("log/written", { level: words("info", "warn_low", "warn_high"), "text?": orNull(text), "tags?": list(text), extra: { type: "object" } }),
    ],
  },
  ApproveParams: object({ itemId: text, "command?": orNull(text), options: list(object({ optionId: text, kind: words("allow_once", "allow_always", "reject_once") })) }),
  ApproveResponse: object({ decision: ref("Decision"), "remark?": text }),
  Decision: { oneOf: [words("accept"), words("decline"), object({ amend: object({ rule: text }) })] },
  AskParams: object({ itemId: text, questions: list(object({ id: text, question: text })) }),
  AskResponse: object({ answers: { type: "object", additionalProperties: list(text) } }),
  Request: { oneOf: [request("approve", "ApproveParams"), request("ask", "AskParams")] },
  StartParams: object({ "cwd?": text }),
  StartResponse: object({ thread: object({ id: text }), "model?": text, mode: words("fast", "slow") }),
  RunParams: object({ threadId: text, text }),
  RunResponse: object({ turnId: text }),
  ClientRequest: { oneOf: [request("start", "StartParams"), request("run", "RunParams")] },
  Block: {
    oneOf: [object({ type: words("text"), text }), object({ type: words("tool_use"), id: text, name: text, input: true }), object({ type: words("thinking"), thinking: text })],
  },
  Streamed: {
    oneOf: [
      object({ type: words("block_start"), index: whole, block: ref("Block") }),
      object({ type: words("block_delta"), index: whole, delta: { oneOf: [object({ type: words("text_delta"), text }), object({ type: words("json_delta"), json: text })] } }),
      object({ type: words("block_stop"), index: whole }),
    ],
  },
  Message: {
    oneOf: [
      object({ type: words("system"), subtype: words("init"), model: text }),
      object({ type: words("system"), subtype: words("status"), status: orNull(words("compacting")) }),
      object({ type: words("result"), subtype: words("success"), result: text }),
      object({ type: words("result"), subtype: words("error_turns"), errors: list(text) }),
      object({ type: words("result"), subtype: words("error_tool"), errors: list(text) }),
      object({ type: words("assistant"), parent: orNull(text), message: object({ id: text, content: list(ref("Block")) }) }),
      object({ type: words("stream_event"), parent: orNull(text), event: ref("Streamed") }),
    ],
  },
  Chat: {
    oneOf: [
      object({ type: words("user"), session: text, parent: orNull(text), uuid: text, content: { anyOf: [text, list(ref("Block"))] } }),
      object({ type: words("reply"), session: text, parent: orNull(text), uuid: text, message: object({ id: text, content: list(ref("Block")) }) }),
      object({ type: words("stream"), session: text, parent: orNull(text), event: { oneOf: [object({ type: words("message_start"), message: object({ id: text }) }), ref("Streamed")] } }),
      object({ type: words("outcome"), subtype: words("done", "error_limit"), session: text }),
      object({ type: words("hook"), hookId: text, name: text }),
    ],
  },
  CallStatus: words("pending", "done", "failed"),
  AgentUpdate: {
    oneOf: [
      notification("update", {
        session: text,
        update: {
          oneOf: [
            object({ kind: words("chunk"), text }),
            object({ kind: words("call"), id: text, "name?": text, "status?": ref("CallStatus") }),
            object({ kind: words("mode"), mode: text }),
          ],
        },
      }),
      notification("$/cancel", { requestId: { anyOf: [text, whole] } }),
    ],
  },
  HostNotification: { oneOf: [notification("stop", { session: text })] },
  OptionKind: words("allow_once", "allow_always", "reject_once"),
  PermitParams: object({ session: text, callId: text, options: list(object({ optionId: text, kind: ref("OptionKind") })) }),
  PermitResponse: object({ outcome: { oneOf: [object({ outcome: words("selected"), optionId: text }), object({ outcome: words("cancelled"), why: text })] } }),
  AgentAsk: { oneOf: [request("permit", "PermitParams")] },
  StopReason: words("end", "refused", "cancelled"),
  PromptParams: object({ session: text, text }),
  PromptResponse: object({ stop: ref("StopReason") }),
  OpenParams: object({ cwd: text }),
  OpenResponse: object({ session: text }),
  ModeParams: object({ session: text, mode: text }),
  ModeResponse: object({}),
  HostAsk: { oneOf: [request("prompt", "PromptParams"), request("open", "OpenParams"), request("mode", "ModeParams")] },
};

export type Definitions = { readonly [name: string]: Schema };

/** The protocol in one version, or in several as given, oldest first. */
export function demo(versions: { readonly [version: string]: Definitions } = { "1.0": definitions }): Surface {
  const texts = Object.entries(versions).map(([version, all]): [string, Map<string, string>] => [version, new Map([["all.json", JSON.stringify({ $schema: "http://json-schema.org/draft-07/schema#", definitions: all })]])]);
  const { surface, diagnostics } = readSurface({ protocol: "demo", versions: new Map(texts) });
  if (surface === undefined) throw new Error(JSON.stringify(diagnostics, undefined, 2));
  return surface;
}
