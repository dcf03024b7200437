import path from "node:path";
import type { Settings } from "./config.js";
import { commitOf, filesAt } from "./git.js";
import type { Inputs } from "./inputs.js";
import type { Project } from "./project.js";
import { readSettings } from "./settings.js";
import { shippedFolder } from "./shipped.js";

/** What a change is compared with: the project as a revision has it. */
export interface Base {
  readonly commit: string;
  /** Absent if the revision has no config, or one with mistakes. */
  readonly settings?: Settings;
  readonly config: string | undefined;
  readonly inputs: Inputs;
}

/**
 * Reads the config and the inputs of a revision.
 * @param now what the config says by now, for a revision without one that can be read, and the inputs: what is shipped is as it is installed
 * @throws UserError without git, repository or revision
 */
export function readBase({ root, configFile }: Project, revision: string, now: { readonly settings: Settings; readonly inputs: Inputs }): Base {
  const commit = commitOf(root, revision);
  const name = path.basename(configFile);
  const config = filesAt(root, commit, [name]).get(name);
  const { settings } = config === undefined ? {} : readSettings(root, name, config, "coming");
  const shipped = [...now.inputs].filter(([file]) => file.startsWith(`${shippedFolder}/`));
  return { commit, config, ...(settings && { settings }), inputs: new Map([...inputsAt(root, commit, settings ?? now.settings), ...shipped]) };
}

/** As `readInputs` reads them from disk. */
function inputsAt(root: string, commit: string, { schemas, mappings, transforms, events }: Settings): Inputs {
  const folders: readonly (readonly [string, (file: string) => boolean])[] = [
    [schemas, () => true],
    [mappings, (file) => /\.ya?ml$/.test(file)],
    ...(transforms === undefined ? [] : [[transforms, (file: string) => /(?<!\.test|\.d)\.ts$/.test(file)] as const]),
  ];
  const files = filesAt(root, commit, [...folders.map(([folder]) => folder), ...(events === undefined ? [] : [events])]);
  const hidden = (file: string): boolean => /(?:^|\/)\./.test(file);
  const names = folders.flatMap(([folder, keep]) => [...files.keys()].filter((file) => file.startsWith(`${folder}/`) && keep(file) && !hidden(file)).sort());
  return new Map([...names, ...(events !== undefined && files.has(events) ? [events] : [])].map((file) => [file, Buffer.from(files.get(file)!)]));
}
