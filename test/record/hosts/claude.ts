import { environment } from "../place.js";
import { within } from "../program.js";
import type { Host, Situation } from "./host.js";

/** What is used of the SDK: it is no dependency, so that its types are not here. */
export interface Sdk {
  query(question: { readonly prompt: AsyncIterable<object>; readonly options: object }): Query;
}

interface Query extends AsyncIterable<{ readonly type: string; readonly session_id?: string }> {
  interrupt(): Promise<unknown>;
  close?(): void;
}

interface Permission {
  readonly signal: AbortSignal;
  readonly toolUseID: string;
  readonly [key: string]: unknown;
}

/** Uses `query()` of the Claude Agent SDK; `executable` is Claude Code itself, where the package does not hold it. */
export function claudeHost(sdk: Sdk, executable: string | undefined, situation: Situation): Host {
  const { scenario, place, port, agent, recording, mcp, complain } = situation;
  let query: Query;
  let prompts: Prompts;
  let heard: Promise<void>;
  let sessionId: string | undefined;
  let complaint = "";

  async function canUseTool(toolName: string, input: object, { signal, ...asked }: Permission): Promise<object> {
    recording.add({ from: "host", act: { kind: "permission.request", toolName, input, ...asked } });
    const result = await decide(scenario.answer ?? "accept", input, signal);
    recording.add({ from: "host", act: { kind: "permission.result", toolUseID: asked.toolUseID, result } });
    return result;
  }

  async function hear(): Promise<void> {
    try {
      for await (const message of query) {
        sessionId = message.session_id ?? sessionId;
        recording.add({ from: "agent", message });
      }
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      recording.add({ from: "host", act: { kind: "session.exit", exitKind: "error", reason } });
    }
  }

  return {
    asks: (line) => line.from === "host" && "act" in line && line.act.kind === "permission.request",
    start: async () => {
      prompts = createPrompts();
      query = sdk.query({
        prompt: prompts.all,
        options: {
          cwd: place.folder,
          env: { ...environment(place), ...agent.env(place, port) },
          model: "claude-sonnet-4-6",
          includePartialMessages: true,
          permissionMode: "default",
          settingSources: [],
          canUseTool,
          stderr: (text: string) => (complaint = (complaint + text).slice(-2000)),
          ...(sessionId === undefined ? {} : { resume: sessionId }),
          ...(executable === undefined ? {} : { pathToClaudeCodeExecutable: executable }),
          ...(mcp === undefined ? {} : { mcpServers: { demo: { type: "stdio", ...mcp } } }),
        },
      });
      recording.add({ from: "host", act: { kind: "session.start", ...(sessionId === undefined ? {} : { resume: sessionId }) } });
      heard = hear();
    },
    prompt: async (text) => {
      const from = recording.lines.length;
      recording.add({ from: "host", act: { kind: "turn.start", input: text } });
      prompts.push({ type: "user", message: { role: "user", content: [{ type: "text", text }] }, parent_tool_use_id: null, session_id: "" });
      const ends = (line: object): boolean => "message" in line && (line.message as { type?: unknown }).type === "result";
      await Promise.race([recording.when((line) => line.from === "agent" && ends(line), from), heard]);
    },
    interrupt: async () => {
      recording.add({ from: "host", act: { kind: "turn.interrupt" } });
      await query.interrupt();
    },
    stop: async () => {
      prompts.end();
      if (!(await within(heard, 5000))) query.close?.();
      await within(heard, 5000);
      complain(complaint);
    },
  };
}

async function decide(answer: NonNullable<Situation["scenario"]["answer"]>, input: object, signal: AbortSignal): Promise<object> {
  if (answer === "accept") return { behavior: "allow", updatedInput: input };
  if (answer === "leave open") await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
  return { behavior: "deny", message: answer === "decline" ? "The user does not want this." : "Nobody answered." };
}

interface Prompts {
  readonly all: AsyncIterable<object>;
  push(prompt: object): void;
  end(): void;
}

function createPrompts(): Prompts {
  const waiting: object[] = [];
  let ended = false;
  let wake = (): void => {};
  async function* all(): AsyncGenerator<object> {
    for (;;) {
      yield* waiting.splice(0);
      if (ended) return;
      await new Promise<void>((resolve) => (wake = resolve));
    }
  }
  return {
    all: all(),
    push: (prompt) => {
      waiting.push(prompt);
      wake();
    },
    end: () => {
      ended = true;
      wake();
    },
  };
}
