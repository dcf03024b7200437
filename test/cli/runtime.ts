import { spawnSync } from "node:child_process";
import { cpSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Project } from "./project.js";

/** What a project needs for its transcripts to be replayed, and to be compared with a revision. */

const contract = fileURLToPath(new URL("../../src/contract.ts", import.meta.url));

/** As much of a runtime as a session needs: what the mapper gives, with ids that count through. */
const runtime = `import { mapNotifications } from "../generated/codex/notifications.js";
import { createMemory } from "./memory.js";

interface Options { readonly provider: string; readonly now: () => string }

export function createSession({ provider, now }: Options) {
  if (provider !== "codex") throw new TypeError(\`There is no mapper for "\${provider}".\`);
  let count = 0;
  const receive = (message: never) => (mapNotifications(message, createMemory()) ?? []).map((draft) => ({ type: draft.type, eventId: String((count += 1)), createdAt: now(), payload: draft.payload }));
  return { receive, send: () => [], act: () => [] };
}
`;

const memory = `import type { Memory } from "./contract.js";
export const createMemory = () => ({}) as Memory;
`;

export function addRuntime(project: Project): void {
  cpSync(contract, project.file("src/contract.ts"));
  project.write("src/index.ts", runtime);
  project.write("src/memory.ts", memory);
}

/** Makes a repository of it, with one commit. */
export function init(project: Project): void {
  project.write(".gitignore", "node_modules/\n");
  git(project, "init", "--quiet");
  commit(project);
}

export function commit(project: Project): void {
  git(project, "add", "--all");
  git(project, "-c", "user.name=t", "-c", "user.email=t@example.com", "-c", "commit.gpgsign=false", "commit", "--quiet", "--message", "state");
}

/** @returns what git says */
export function git(project: Project, ...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync("git", args, { cwd: project.root, encoding: "utf8", env: { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" } });
  if (status !== 0) throw new Error(stderr);
  return stdout;
}
