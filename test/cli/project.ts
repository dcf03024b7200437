import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, realpathSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable, Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach } from "vitest";
import { hashesOf } from "../../codegen/vendor/index.js";
import { run } from "../../codegen/cli/run.js";

/** A small project of its own in a temporary folder: one protocol with four messages, one table, the real canonical model. */

const repository = fileURLToPath(new URL("../..", import.meta.url));

const schema = {
  $schema: "http://json-schema.org/draft-07/schema#",
  title: "Message",
  oneOf: [
    variant("turn/started", { turnId: { type: "string" } }, ["turnId"]),
    variant("turn/completed", { turnId: { type: "string" }, status: { $ref: "#/definitions/Status" } }, ["turnId", "status"]),
    variant("text/delta", { turnId: { type: "string" }, delta: { type: "string" } }, ["turnId", "delta"]),
    variant("notice", { text: { type: "string" }, level: { type: "integer" } }, ["text"]),
  ],
  definitions: { Status: { type: "string", enum: ["done", "broken"] } },
};

function variant(method: string, properties: object, required: readonly string[]): object {
  const params = { type: "object", properties, required };
  return { type: "object", required: ["method", "params"], properties: { method: { type: "string", enum: [method] }, params } };
}

/** The row of `text/delta` begins at line 17. */
export const table = `source: codex.app-server.notification
spec: "3.1"
schema: tiny#/Message
key: $.method

refs:
  turn: $.params.turnId

rows:
  turn/started:
    turn.started: {}

  turn/completed:
    note: A broken turn has failed.
    turn.completed: { state: $.params.status | turnState }

  text/delta:
    content.delta: { streamKind: assistant_text, delta: $.params.delta }
    examples:
      - message: { method: text/delta, params: { turnId: t, delta: hello } }
        events: [{ type: content.delta, payload: { delta: hello } }]

  notice:
    runtime.warning: { message: $.params.text }

values:
  turnState:
    of: tiny#/Status
    map: { done: completed, broken: failed }
    unlisted: failed
`;

export const config = `schemas: schemas
mappings: mappings
transforms: transforms
output: generated
events: EVENTS.md
protocols:
  tiny: ["1.0.0"]
`;

const events = ["# Events", "", ...["1", "3.1"].flatMap((section) => [`<!-- mapwright: begin ${section} -->`, `<!-- mapwright: end ${section} -->`, ""])].join("\n");

const transform = `/** Without the white space around it. */
export function trimmed(text: string): string {
  return text.trim();
}
`;

export const tableFile = "mappings/codex/notifications.yaml";
export const mapperFile = "generated/codex/notifications.ts";

export interface Project {
  readonly root: string;
  readonly file: (name: string) => string;
  readonly read: (name: string) => string;
  readonly write: (name: string, text: string) => void;
  /** Replaces a text that must be there. */
  readonly edit: (name: string, from: string, to: string) => void;
  readonly run: (...argv: string[]) => Promise<Result>;
  /** Path to content and time of change, of everything but the cache. */
  readonly disk: () => ReadonlyMap<string, string>;
}

export interface Result {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

const temporary: string[] = [];

const afterFile: string[] = [];
const removeAll = (folders: string[]): void => folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true, force: true }));

afterEach(() => removeAll(temporary));
afterAll(() => removeAll(afterFile));

/** A fresh project, not generated yet. `below` is a folder inside the temporary one. */
export function newProject(below = "project"): Project {
  const base = realpathSync(mkdtempSync(path.join(tmpdir(), "mapwright-")));
  temporary.push(base);
  const root = path.join(base, below);
  mkdirSync(path.join(root, "node_modules"), { recursive: true });
  const project = projectAt(root);
  const message = `${JSON.stringify(schema, undefined, 2)}\n`;
  const files = hashesOf(new Map([["Message.json", message]]));
  const entry = { package: "tiny", version: "1.0.0", license: "MIT", obtained: "package", files };
  project.write("mapwright.config.yaml", config);
  project.write("EVENTS.md", events);
  project.write("schemas/tiny/1.0.0/Message.json", message);
  project.write("schemas/lock.json", `${JSON.stringify({ tiny: { "1.0.0": entry } }, undefined, 2)}\n`);
  project.write(tableFile, table);
  project.write("transforms/text.ts", transform);
  cpSync(path.join(repository, "schemas/canonical"), project.file("schemas/canonical"), { recursive: true });
  return project;
}

let template: Promise<Project> | undefined;

/** A project that is generated and has its cache. */
export async function newGenerated(below = "project"): Promise<Project> {
  template ??= generateTemplate();
  const base = realpathSync(mkdtempSync(path.join(tmpdir(), "mapwright-")));
  temporary.push(base);
  cpSync((await template).root, path.join(base, below), { recursive: true });
  return projectAt(path.join(base, below));
}

async function generateTemplate(): Promise<Project> {
  const project = newProject();
  // It outlives the test that needed it first.
  const base = temporary.pop()!;
  afterFile.push(base);
  const { code, stderr } = await project.run("generate");
  if (code !== 0) throw new Error(`the fixture does not generate:\n${stderr}`);
  return project;
}

export function projectAt(root: string): Project {
  const file = (name: string): string => path.join(root, name);
  const read = (name: string): string => readFileSync(file(name), "utf8");
  const write = (name: string, text: string): void => {
    mkdirSync(path.dirname(file(name)), { recursive: true });
    writeFileSync(file(name), text);
  };
  return {
    root,
    file,
    read,
    write,
    edit: (name, from, to) => {
      const text = read(name);
      if (!text.includes(from)) throw new Error(`${name} has no ${JSON.stringify(from)}`);
      write(name, text.replace(from, to));
    },
    run: (...argv) => runIn(root, argv),
    disk: () => new Map(below(root).map((name) => [name, `${statSync(file(name), { bigint: true }).mtimeNs} ${read(name)}`])),
  };
}

export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string | Uint8Array;
  readonly signal?: AbortSignal;
  /** Sees what is printed as it comes. */
  readonly heard?: (text: string) => void;
}

/** Runs a command line in this process. */
export async function runIn(cwd: string, argv: readonly string[], { env = {}, stdin = "", signal, heard }: RunOptions = {}): Promise<Result> {
  let stdout = "";
  let stderr = "";
  const sink = (take: (text: string) => void): Writable =>
    new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        take(String(chunk));
        heard?.(String(chunk));
        done();
      },
    });
  const code = await run(argv, {
    cwd,
    env,
    stdin: () => Readable.from([stdin]),
    stdout: sink((text) => (stdout += text)),
    stderr: sink((text) => (stderr += text)),
    ...(signal !== undefined && { signal }),
  });
  return { code, stdout, stderr };
}

function below(root: string): string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, "/"))
    .filter((name) => !name.startsWith("node_modules/"))
    .sort();
}
