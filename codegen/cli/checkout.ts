import { existsSync } from "node:fs";
import path from "node:path";
import { shown, type Io } from "./io.js";

/**
 * A path of the project as GitHub names it: from the root of the repository, wherever the config lies in it and whatever folder
 * of the workspace it was checked out into. Without a repository, from the workspace.
 */
export function inCheckout(io: Io, root: string, file: string): string {
  const base = repositoryAbove(root) ?? (io.env["GITHUB_WORKSPACE"] || io.cwd);
  return shown({ ...io, cwd: base }, root, file);
}

function repositoryAbove(root: string): string | undefined {
  for (let at = root; ; at = path.dirname(at)) {
    // A file in a worktree or a submodule.
    if (existsSync(path.join(at, ".git"))) return at;
    if (at === path.dirname(at)) return undefined;
  }
}
