import type { Block, PlanStep, Scenario, Speech, Tool } from "./scenario.js";

/** All scenarios, in the order in which they are recorded. */
export const scenarios: readonly Scenario[] = [
  {
    name: "text",
    why: "an answer in pieces, and a second turn",
    steps: [
      { prompt: "Say hello", model: [say(text("Hello, this is a short answer."))] },
      { prompt: "And goodbye", model: [say(text("Goodbye, then."))] },
    ],
  },
  {
    name: "thinking",
    why: "reasoning before an answer",
    steps: [{ prompt: "Think first", model: [say(thinking("**Weighing it**\n\nShort or long? Short."), text("A short answer."))] }],
  },
  {
    name: "slow",
    why: "pieces that come one by one",
    steps: [{ prompt: "Take your time", model: [{ ...say(text("One and two and three.")), gap: 300 }] }],
  },
  {
    name: "command-accept",
    why: "a command that is asked for, allowed, and prints",
    steps: [
      {
        prompt: "Run it",
        model: [say(text("I run it."), run("echo one && sleep 0.4 && echo two && touch done.txt")), say(text("It printed two lines."))],
      },
    ],
  },
  {
    name: "command-decline",
    why: "a command that is asked for and refused",
    answer: "decline",
    needs: ["asking"],
    steps: [{ prompt: "Run it", model: [say(run("touch refused.txt")), say(text("Then I leave it."))] }],
  },
  {
    name: "command-fails",
    why: "a command that ends with another code than 0",
    steps: [{ prompt: "Run it", model: [say(run("echo broken >&2; exit 3")), say(text("It failed."))] }],
  },
  {
    name: "command-parallel",
    why: "two commands in one answer of the model",
    steps: [{ prompt: "Run both", model: [say(run("touch first.txt"), run("touch second.txt")), say(text("Both ran."))] }],
  },
  {
    name: "write",
    why: "a new file",
    steps: [{ prompt: "Write it", model: [say(write("notes.txt", "first\nsecond\n")), say(text("It is written."))] }],
  },
  {
    name: "write-decline",
    why: "a new file that is refused",
    answer: "decline",
    needs: ["asking"],
    steps: [{ prompt: "Write it", model: [say(write("notes.txt", "first\n")), say(text("Not written."))] }],
  },
  {
    name: "plan",
    why: "a plan, and the same plan with its first step done",
    steps: [
      {
        prompt: "Plan it",
        model: [
          say(plan(step("Read the file", "in_progress"), step("Change it", "pending"))),
          say(plan(step("Read the file", "completed"), step("Change it", "in_progress"))),
          say(text("That is the plan.")),
        ],
      },
    ],
  },
  {
    name: "mcp",
    why: "a tool of an MCP server: one call that works, one that fails",
    mcp: true,
    steps: [{ prompt: "Add them", model: [say(call("add", { a: 2, b: 3 })), say(call("fail", {})), say(text("Five, and an error."))] }],
  },
  {
    name: "interrupt-text",
    why: "an interrupt amid an answer, and a turn after it",
    needs: ["interrupting"],
    steps: [
      { prompt: "Tell a story", interrupt: { said: "river" }, model: [{ ...say(text("Once there was a river")), unfinished: true }] },
      { prompt: "Go on", model: [say(text("It reached the sea."))] },
    ],
  },
  {
    name: "interrupt-command",
    why: "an interrupt while a command runs",
    needs: ["interrupting"],
    steps: [{ prompt: "Run it", interrupt: { written: "started" }, model: [say(run("touch started && sleep 20")), say(text("It ended."))] }],
  },
  {
    name: "interrupt-request",
    why: "an interrupt while a permission is asked for",
    answer: "leave open",
    needs: ["asking", "interrupting"],
    steps: [{ prompt: "Run it", interrupt: { asked: true }, model: [say(run("touch asked.txt")), say(text("It ended."))] }],
  },
  {
    name: "error-400",
    why: "the model service refuses the request",
    steps: [{ prompt: "Fail", model: [{ status: 400, message: "The request is not acceptable." }] }],
  },
  {
    name: "error-500",
    why: "the model service fails, however often it is asked",
    steps: [{ prompt: "Fail", model: [{ status: 500, message: "The service is broken." }] }],
  },
  {
    name: "resume",
    why: "a conversation with a command that another process goes on with",
    steps: [
      { prompt: "Remember 42", model: [say(run("touch remembered.txt")), say(text("I remember 42."))] },
      { resume: true },
      { prompt: "Which number?", model: [say(text("It was 42."))] },
    ],
  },
];

function say(...blocks: readonly Block[]): Speech {
  return { blocks };
}

function text(text: string): Block {
  return { kind: "text", text };
}

function thinking(text: string): Block {
  return { kind: "thinking", text };
}

function use(tool: Tool): Block {
  return { kind: "tool", tool };
}

function run(command: string): Block {
  return use({ does: "run", command });
}

function write(file: string, content: string): Block {
  return use({ does: "write", file, content });
}

function plan(...steps: readonly PlanStep[]): Block {
  return use({ does: "plan", steps });
}

function step(text: string, status: PlanStep["status"]): PlanStep {
  return { text, status };
}

function call(tool: string, input: { readonly [key: string]: unknown }): Block {
  return use({ does: "call", tool, input });
}
