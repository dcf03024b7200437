import path from "node:path";
import { InvalidArgumentError, Option } from "commander";
import { UserError, type Io } from "./io.js";
import { newest, type Wanted } from "./vendoring.js";

/** Which version of which protocol is meant, as `vendor` and `bump` take it. */

export function fromOption(): Option {
  return new Option("--from <path>", "instead of the npm registry: a tarball, an unpacked package, a folder of schemas, or a codex binary; may be repeated").argParser(withPath).default([], "the npm registry");
}

/** `--from "$(which codex)"` is empty where there is none, and would be the working directory. */
function withPath(value: string, before: readonly string[]): readonly string[] {
  if (value === "") throw new InvalidArgumentError("It is empty.");
  return [...before, value];
}

/** @throws UserError unless a protocol is named, and a version in full if any */
export async function parseWanted(what: string | undefined, from: readonly string[], io: Io): Promise<Wanted> {
  const { protocols } = await import("../vendor/protocols.js");
  const names = [...protocols.keys()];
  if (what === undefined) throw new UserError("which protocol?", `There are ${names.join(", ")}.`);
  const at = what.lastIndexOf("@");
  const name = at > 0 ? what.slice(0, at) : what;
  const version = at > 0 ? what.slice(at + 1) : undefined;
  const protocol = protocols.get(name);
  if (protocol === undefined) {
    const { suggest } = await import("../spelling.js");
    throw new UserError(`there is no protocol '${name}'`, `${suggest(name, names, "There are") ?? ""} One of your own is not vendored: put its files into schemas/${name}/<version>/, and name the version below \`protocols\` in the config.`);
  }
  const platform = /^(.*)-(?:linux|darwin|win32)-(?:x64|arm64)$/.exec(version ?? "");
  if (platform !== null) throw new UserError(`'${version}' is a version for one platform`, `Leave out the platform: ${name}@${platform[1]}`);
  const { default: semver } = await import("semver");
  if (version !== undefined && semver.valid(version) !== version) throw new UserError(`'${version}' is no version`, `Write it in full, such as ${name}@1.2.3; without any, the newest is proposed.`);
  return { name, protocol, version, from: from.map((file) => path.resolve(io.cwd, file)) };
}

/**
 * @param known the versions that there is nothing to do for
 * @returns what is wanted; where the newest version is known already, that
 * @throws UserError that names the newest version, where somebody has to choose one
 */
export async function proposeVersion(command: string, wanted: Wanted, io: Io, known: readonly string[] = []): Promise<Wanted> {
  const { name, protocol, version, from } = wanted;
  if (version !== undefined || from.length > 0) return wanted;
  const proposed = await newest(name, protocol, io);
  if (known.includes(proposed)) return { ...wanted, version: proposed };
  throw new UserError(`which version of ${name}? The newest is ${proposed}`, `npx mapwright ${command} ${name}@${proposed}`);
}
