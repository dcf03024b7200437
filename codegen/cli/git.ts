import { spawnSync } from "node:child_process";
import { UserError } from "./io.js";

/** Reads what git keeps; changes nothing, not even the index. */

/** The commit that a revision names. @throws UserError without git, repository or revision */
export function commitOf(root: string, revision: string): string {
  return git(root, ["rev-parse", "--verify", "--quiet", "--end-of-options", `${revision}^{commit}`], () => unknownRevision(root, revision)).toString().trim();
}

/** The files below some folders as a revision has them, by path relative to `root`. @throws UserError without git, repository or revision */
export function filesAt(root: string, revision: string, folders: readonly string[]): Map<string, string> {
  const commit = commitOf(root, revision);
  const listed = git(root, ["ls-tree", "-r", "-z", commit, "--", ...folders]).toString();
  const blobs = listed.split("\0").flatMap((entry) => {
    const [, hash, file] = /^\d+ blob ([0-9a-f]+)\t(.+)$/s.exec(entry) ?? [];
    return hash === undefined || file === undefined ? [] : [{ hash, file }];
  });
  const contents = blobs.length === 0 ? Buffer.alloc(0) : git(root, ["cat-file", "--batch"], undefined, `${blobs.map(({ hash }) => hash).join("\n")}\n`);
  const files = new Map<string, string>();
  let at = 0;
  for (const { file } of blobs) {
    // `<hash> blob <size>`, the bytes, a line feed.
    const end = contents.indexOf(10, at);
    const [, kind, length] = contents.subarray(at, end).toString().split(" ");
    if (kind !== "blob") throw new UserError(`git has lost '${file}' of '${revision}'`, "`git fsck` says more");
    const size = Number(length);
    files.set(file, contents.subarray(end + 1, end + 1 + size).toString("utf8"));
    at = end + 1 + size + 1;
  }
  return files;
}

/** Which of some files and folders git knows, and which of these differ from the last commit; `undefined` where there is none to ask. */
export function standing(root: string, paths: readonly string[]): { readonly known: ReadonlySet<string>; readonly changed: ReadonlySet<string> } | undefined {
  const ask = (...args: readonly string[]): ReadonlySet<string> => new Set(git(root, [...args, "--", ...paths]).toString().split("\0").filter((file) => file !== ""));
  try {
    return { known: ask("ls-files", "-z"), changed: ask("diff", "--name-only", "-z", "--relative", "HEAD") };
  } catch (error) {
    if (error instanceof UserError) return undefined;
    throw error;
  }
}

/** A clone that was cut short knows few revisions, and a workflow clones so. */
function unknownRevision(root: string, revision: string): UserError {
  const message = `git knows no revision '${revision}'`;
  const shallow = git(root, ["rev-parse", "--is-shallow-repository"]).toString().trim() === "true";
  return shallow ? new UserError(`${message}: this clone is shallow`, "fetch the whole history: `git fetch --unshallow`, or `fetch-depth: 0` of actions/checkout") : new UserError(message);
}

function git(root: string, args: readonly string[], failed?: () => UserError, input?: string): Buffer {
  const { error, status, stdout, stderr } = spawnSync("git", args, { cwd: root, env: environment(), maxBuffer: 1 << 30, ...(input !== undefined && { input }) });
  if (error !== undefined) throw new UserError(`git cannot be run: ${error.message}`, "a revision is compared with, which needs git");
  if (status === 0) return stdout;
  const said = stderr.toString().trim().split("\n")[0] ?? "";
  if (/not a git repository/i.test(said)) throw new UserError("this project is in no git repository", "a revision is compared with, which needs one");
  // What is only not there is told without a word.
  throw (said === "" ? failed?.() : undefined) ?? new UserError(`git ${args[0]} failed: ${said}`);
}

/** Its own words in English. A hook's GIT_DIR alone would make the project's folder the repository's root. */
function environment(): NodeJS.ProcessEnv {
  const { GIT_DIR, ...rest } = process.env;
  return { ...rest, ...(rest["GIT_WORK_TREE"] !== undefined && { GIT_DIR }), LC_ALL: "C" };
}
