import type { Program } from "./program.js";
import type { Recording } from "./recording.js";

/** A request was answered with an error. */
export class Refused extends Error {}

/** The host's end of a JSON-RPC connection over lines; all that passes is recorded. */
export interface Connection {
  /** The result of a request. @throws Refused with the message of an error; Error if the program ended */
  request(method: string, params: object): Promise<Fields>;
  notify(method: string, params?: object): void;
  answer(id: unknown, result: object): void;
  refuse(id: unknown, message: string): void;
  /** To be called with each line of the program. */
  heard(line: string): void;
  /** To be called when nothing more will come. */
  closed(why: string): void;
}

export interface Fields {
  readonly [key: string]: unknown;
}

export interface Asked {
  readonly id: unknown;
  readonly method: string;
  readonly params: Fields;
}

export interface Ends {
  readonly recording: Recording;
  readonly program: () => Pick<Program, "write">;
  readonly asked: (question: Asked) => void;
  /** What every frame has, such as the version of JSON-RPC. */
  readonly envelope?: object;
}

export function connect({ recording, program, asked, envelope = {} }: Ends): Connection {
  const waiting = new Map<unknown, { resolve: (result: Fields) => void; reject: (error: Error) => void }>();
  let nextId = 0;
  const send = (frame: object): void => {
    const message = { ...envelope, ...frame };
    recording.add({ from: "host", message });
    program().write(JSON.stringify(message));
  };
  return {
    request: (method, params) => {
      const id = nextId++;
      const result = new Promise<Fields>((resolve, reject) => waiting.set(id, { resolve, reject }));
      send({ id, method, params });
      return result;
    },
    notify: (method, params) => send({ method, ...(params === undefined ? {} : { params }) }),
    answer: (id, result) => send({ id, result }),
    refuse: (id, message) => send({ id, error: { code: -32601, message } }),
    heard: (line) => {
      let message: Fields;
      try {
        message = JSON.parse(line) as Fields;
      } catch {
        recording.add({ from: "agent", text: line });
        return;
      }
      recording.add({ from: "agent", message });
      const { id, method, params, result, error } = message;
      if (id === undefined) return;
      if (typeof method === "string") {
        asked({ id, method, params: (params ?? {}) as Fields });
        return;
      }
      const request = waiting.get(id);
      waiting.delete(id);
      if (error === undefined) request?.resolve((result ?? {}) as Fields);
      else request?.reject(new Refused(String((error as Fields)["message"])));
    },
    closed: (why) => {
      for (const { reject } of waiting.values()) reject(new Error(why));
      waiting.clear();
    },
  };
}
