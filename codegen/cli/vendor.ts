import type { Command } from "commander";
import { readInputs } from "./inputs.js";
import { findings, fine, print, UserError, type Io } from "./io.js";
import { configOption, examples, formatOption, type Finish } from "./options.js";
import { pinned } from "./pinned.js";
import { findProject, loadSettings, type Project } from "./project.js";
import { hasErrors } from "./report.js";
import { formats, renderOutcome, renderVerified, type Format, type Outcome } from "./vendor-report.js";
import { changesFor, obtain, readVendored, versionsWith } from "./vendoring.js";
import { fromOption, parseWanted, proposeVersion } from "./wanted.js";
import { applyChanges, removeLeftovers } from "./write.js";

interface Options {
  readonly config?: string;
  readonly format: Format;
  readonly from: readonly string[];
  readonly verify?: true;
}

export function addVendor(program: Command, io: Io, finish: Finish): void {
  program
    .command("vendor")
    .description("fetch the schemas of a protocol's version and pin them in the lock, or verify what is pinned")
    .argument("[protocol[@version]]", "without a version, the newest is proposed")
    .addOption(fromOption())
    .option("--verify", "compare every vendored file with the lock")
    .addOption(configOption())
    .addOption(formatOption(formats))
    .addHelpText(
      "after",
      examples([
        ["mapwright vendor acp", "say which version is the newest; exit 2"],
        ["mapwright vendor codex-app-server@0.107.0", "from the npm registry that npm is configured for"],
        ["mapwright vendor codex-app-server --from $(which codex)", "what is installed"],
        ["mapwright vendor codex-sdk --from node_modules/@openai/codex-sdk", "with what it imports, in the node_modules around it"],
        ["mapwright vendor --verify", "exit 1 if a vendored file was changed, is missing, or is in no lock"],
      ]),
    )
    .action(async (what: string | undefined, options: Options) => {
      const project = findProject(options.config, io);
      if (options.verify === true && (what !== undefined || options.from.length > 0)) throw new UserError("--verify looks at everything that is vendored: it goes with no protocol and no --from");
      finish(options.verify === true ? await verify(project, options.format, io) : await vendor(project, what, options, io));
    });
}

async function vendor(project: Project, what: string | undefined, { from, format }: Options, io: Io): Promise<number> {
  const wanted = await parseWanted(what, from, io);
  const { name, protocol } = wanted;
  const settings = await loadSettings(project, "coming");
  await proposeVersion("vendor", wanted, io);
  const vendored = await obtain(wanted, io);
  const { version, files, entry, undeclared = [] } = vendored;
  const folder = `${settings.schemas}/${name}/${version}`;
  const changes = await changesFor(project.root, settings.schemas, name, vendored);
  if (io.signal?.aborted === true) throw new UserError("interrupted; nothing was changed");
  await write(project.root, settings.schemas, changes);

  const found = await readVendored(project, settings, name, version, protocol.messages);
  const listed = settings.protocols.some((each) => each.name === name && each.versions.includes(version));
  const configure = listed ? undefined : `${name}: ${JSON.stringify(await versionsWith(settings, name, version)).replaceAll('","', '", "')}`;
  const outcome: Outcome = {
    protocol: name,
    version,
    state: changes.write.length > 0 ? "vendored" : "up to date",
    folder,
    files: files.size,
    package: `${entry.package}@${entry.version}`,
    obtained: entry.obtained,
    undeclared,
    found,
    ...(configure !== undefined && { configure }),
  };
  await print(io.stdout, renderOutcome(outcome, format, project, io));
  return hasErrors(found.diagnostics) ? findings : fine;
}

async function verify(project: Project, format: Format, io: Io): Promise<number> {
  const { parseLock, verifyLock } = await import("../vendor/lock.js");
  const settings = await loadSettings(project, "coming");
  const inputs = readInputs(project.root, settings);
  const diagnostics = verifyLock(settings.schemas, pinned(settings, inputs));
  const lockFile = `${settings.schemas}/lock.json`;
  const { lock = {} } = inputs.has(lockFile) ? parseLock(lockFile, inputs.get(lockFile)!.toString("utf8")) : {};
  const versions = Object.entries(lock).flatMap(([protocol, entries]) => Object.entries(entries).map(([version, { files }]) => ({ protocol, version, files: Object.keys(files).length })));
  await print(io.stdout, renderVerified({ versions, diagnostics }, format, project, io));
  return hasErrors(diagnostics) ? findings : fine;
}

async function write(root: string, schemas: string, changes: Parameters<typeof applyChanges>[1]): Promise<void> {
  if (changes.write.length === 0) return;
  await removeLeftovers(root, [`${schemas}/lock.json`, ...changes.write.map((file) => file.path)]);
  await applyChanges(root, changes);
}
