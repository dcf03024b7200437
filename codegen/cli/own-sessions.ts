import type { createSession } from "../../src/index.js";
import { suggest } from "../spelling.js";
import { stateWith } from "./behaviour.js";
import { readInputs } from "./inputs.js";
import { print, UserError, type Io } from "./io.js";
import { compile } from "./pipeline.js";
import { findProject, loadSettings, type Project } from "./project.js";
import { renderDiagnostics } from "./report.js";
import { load } from "./state.js";

/**
 * The sessions of a project that extends Mapwright, by its tables as they are now; nothing is written. Absent where no project is near,
 * where it extends nothing, and for an agent that it has no tables for.
 * @throws UserError where the tables do not compile, and for an agent that nobody has tables for
 */
export async function ownSessions(provider: string, config: string | undefined, io: Io): Promise<typeof createSession | undefined> {
  const project = config === undefined ? nearest(io) : findProject(config, io);
  const settings = project && (await loadSettings(project));
  if (project === undefined || settings?.extends !== true) return undefined;
  const { files, diagnostics } = await compile(settings, readInputs(project.root, settings));
  if (files === undefined) {
    await print(io.stderr, renderDiagnostics(diagnostics, project.root, io, io.stderr));
    throw new UserError("the tables do not compile", "`npx mapwright check` says the same");
  }
  if (!files.some(({ path }) => path === `${settings.output}/${provider}.ts`)) {
    const { providerNames } = await import("../../src/index.js");
    if (providerNames.some((name) => name === provider)) return undefined;
    const all = [...settings.providers.map(({ name }) => name), ...providerNames];
    throw new UserError(`there are no tables for the provider '${provider}'`, suggest(provider, all, "There are some for"));
  }
  return (await load(stateWith(project.root, settings, files, "the working tree"), project.root)).createSession;
}

/** Replaying needs no project. */
function nearest(io: Io): Project | undefined {
  try {
    return findProject(undefined, io);
  } catch (error) {
    if (error instanceof UserError) return undefined;
    throw error;
  }
}
