/** A tool server over stdio: `add` adds two numbers, `fail` fails. */
import { createInterface } from "node:readline";
import { answerTo, type Request } from "./mcp-tools.js";

for await (const line of createInterface({ input: process.stdin })) {
  const answer = answerTo(JSON.parse(line) as Request);
  if (answer !== undefined) process.stdout.write(`${JSON.stringify(answer)}\n`);
}
