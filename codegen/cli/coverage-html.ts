import type { Program } from "../check/types.js";
import { renderPage } from "../page/index.js";
import { stateWith } from "./behaviour.js";
import type { Settings } from "./config.js";
import { coveragePage } from "./coverage-page.js";
import { hear, type Heard } from "./heard.js";
import type { Inputs } from "./inputs.js";
import type { Io } from "./io.js";
import { running } from "./pipeline.js";
import { progress } from "./progress.js";
import type { Project } from "./project.js";
import { transcriptsIn } from "./transcript-files.js";

/**
 * The page of `coverage --format html`.
 * @throws UserError for a transcript that cannot be read or replayed
 */
export async function coverageHtml(project: Project, settings: Settings, inputs: Inputs, program: Program, io: Io): Promise<string> {
  const heard = await heardIn(project, settings, inputs, program, io);
  return renderPage(coveragePage(program, heard, (file) => inputs.get(file)?.toString("utf8") ?? ""));
}

/** What the transcripts of the config show, by the tables as they are now: nothing has to be generated or built first. */
async function heardIn({ root }: Project, settings: Settings, inputs: Inputs, program: Program, io: Io): Promise<Heard | undefined> {
  const transcripts = transcriptsIn(root, settings.transcripts ?? []);
  if (transcripts.length === 0) return undefined;
  const { stop } = await progress(io, "replaying transcripts");
  const replay = async (): Promise<Heard> => {
    const files = await running(program, settings, inputs);
    return hear(root, transcripts, program, stateWith(root, settings, files, "the working tree"), settings.output);
  };
  return replay().finally(stop);
}
