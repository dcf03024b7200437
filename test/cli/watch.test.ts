import { cpSync, renameSync, rmSync } from "node:fs";
import { expect, test, vi } from "vitest";
import { mapperFile, newGenerated, runIn, tableFile, type Project } from "./project.js";

/** Runs `generate --watch` while `story` goes on, and ends it as Ctrl-C does. */
async function watching(project: Project, story: (printed: () => string) => Promise<void>): Promise<void> {
  const interrupt = new AbortController();
  let printed = "";
  const running = runIn(project.root, ["generate", "--watch"], { signal: interrupt.signal, heard: (text) => (printed += text) });
  try {
    await vi.waitFor(() => expect(printed).toContain("watching for changes"), { timeout: 20_000 });
    await story(() => printed);
  } finally {
    interrupt.abort();
  }
  expect(await running).toMatchObject({ code: 0 });
}

const soon = { timeout: 20_000, interval: 20 };

test("--watch generates after a save, survives a broken table, and stops in good order", async () => {
  const project = await newGenerated();
  await watching(project, async (printed) => {
    project.edit(tableFile, "assistant_text", "plan_text");
    await vi.waitFor(() => expect(project.read(mapperFile)).toContain('"plan_text"'), soon);

    project.edit(tableFile, "turn.started: {}", "turn.started: {");
    await vi.waitFor(() => expect(printed()).toContain("error[yaml-syntax]"), soon);

    project.edit(tableFile, "turn.started: {", 'turn.started: { model: "m" }');
    await vi.waitFor(() => expect(project.read(mapperFile)).toContain('"m"'), soon);
  });
});

test("--watch follows a config that breaks, is mended, and names new folders", async () => {
  const project = await newGenerated();
  await watching(project, async (printed) => {
    project.edit("mapwright.config.yaml", "output:", "ouput:");
    await vi.waitFor(() => expect(printed()).toContain("error[config-unknown-key]"), soon);
    await vi.waitFor(() => expect(printed()).toContain("1 error in 1 file; nothing was written\n"), soon);

    project.write("tables/codex/notifications.yaml", project.read(tableFile));
    project.edit("mapwright.config.yaml", "ouput:", "output:");
    project.edit("mapwright.config.yaml", "mappings: mappings", "mappings: tables");
    await vi.waitFor(() => expect(project.read(mapperFile)).toContain("tables/codex/notifications.yaml"), soon);

    project.edit("tables/codex/notifications.yaml", "assistant_text", "plan_text");
    await vi.waitFor(() => expect(project.read(mapperFile)).toContain('"plan_text"'), soon);
  });
});

test("--watch sees EVENTS.md and the config however they are saved, also after it wrote EVENTS.md itself", async () => {
  const project = await newGenerated();
  const renamed = (name: string, from: string, to: string): void => {
    project.write(`${name}.new`, project.read(name).replace(from, to));
    renameSync(project.file(`${name}.new`), project.file(name));
  };
  await watching(project, async (printed) => {
    project.edit(tableFile, "note: A broken turn has failed.", "note: Another note.");
    await vi.waitFor(() => expect(project.read("EVENTS.md")).toContain("Another note."), soon);
    const answered = async (save: () => void, answer: string): Promise<void> => {
      await vi.waitFor(() => expect(printed()).toMatch(/Ctrl-C stops\n$/), soon);
      const before = printed().length;
      save();
      await vi.waitFor(() => expect(printed().slice(before)).toContain(answer), soon);
    };
    const [right, wrong] = ["<!-- mapwright: begin 3.1", "<!-- mapwright: begn 3.1"];
    await answered(() => project.edit("EVENTS.md", right, wrong), "error[missing-marker]");
    await answered(() => renamed("EVENTS.md", wrong, right), "up to date");
    await answered(() => renamed("EVENTS.md", right, wrong), "error[missing-marker]");
    await answered(() => renamed("mapwright.config.yaml", "output:", "ouput:"), 'has no key "ouput"');
    await answered(() => renamed("mapwright.config.yaml", "ouput:", "outptu:"), 'has no key "outptu"');
  });
});

test("--watch sees a folder that was gone come back", async () => {
  const project = await newGenerated();
  await watching(project, async (printed) => {
    cpSync(project.file("mappings"), project.file("elsewhere"), { recursive: true });
    rmSync(project.file("mappings"), { recursive: true });
    await vi.waitFor(() => expect(printed()).toContain("error[config-missing-folder]"), soon);
    // What watched the folder has given it up by now.
    project.edit("mapwright.config.yaml", "output:", "# again\noutput:");
    await vi.waitFor(() => expect(printed().match(/error\[config-missing-folder\]/g)).toHaveLength(2), soon);

    cpSync(project.file("elsewhere"), project.file("mappings"), { recursive: true });
    await vi.waitFor(() => expect(printed()).toMatch(/config-missing-folder[^]*up to date/), soon);
  });
});

test("--watch does not answer its own output", async () => {
  const project = await newGenerated();
  await watching(project, async (printed) => {
    // Changes a table of EVENTS.md, which is an input, too.
    project.edit(tableFile, "note: A broken turn has failed.", "note: Another note.");
    await vi.waitFor(() => expect(project.read("EVENTS.md")).toContain("Another note."), soon);
    // The next save is answered after all that the first one caused.
    project.edit(tableFile, "note: Another note.", "note: A third note.");
    await vi.waitFor(() => expect(project.read("EVENTS.md")).toContain("A third note."), soon);
    await vi.waitFor(() => expect(printed().match(/written/g)).toHaveLength(2), soon);
    expect(printed()).toMatch(/^up to date\nwatching for changes; Ctrl-C stops\n\d files? written\n(?: {2}\S+\n)+watching for changes; Ctrl-C stops\n\d files? written\n(?: {2}\S+\n)+(watching for changes; Ctrl-C stops\n)?$/);
  });
});
