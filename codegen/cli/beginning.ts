import path from "node:path";

/** What `init` writes: plain texts, from what a package has already. */

export const providers = ["codex", "claude", "cursor"] as const;
export type StartedProvider = (typeof providers)[number];

export interface Package {
  readonly provider: StartedProvider;
  readonly manifest: { readonly text: string; readonly value: Readonly<Record<string, unknown>> };
  /** A file of the package, if it is there. */
  readonly textOf: (file: string) => string | undefined;
  /** The package is one of a turbo workspace. */
  readonly inWorkspaceOf: boolean;
}

export interface Beginning {
  readonly write: readonly { readonly path: string; readonly content: string }[];
  /** What was there, and what a person may add to it. */
  readonly kept: readonly { readonly path: string; readonly add: string }[];
  /** What to do next, a line each. */
  readonly next: readonly string[];
}

const output = "src/generated";

/** The files that a package begins with. Of those that are there, only `package.json` is changed, and there only what is missing. */
export function beginning(given: Package): Beginning {
  const { provider, textOf, inWorkspaceOf } = given;
  const table = exampleTable(provider, { mappings: "mappings", output });
  const wanted = [
    { path: "mapwright.config.yaml", content: configText(hasVitest(given)), add: "" },
    { path: table.file, content: table.text, add: "it stays as it is" },
    { path: ".vscode/extensions.json", content: json({ recommendations: ["redhat.vscode-yaml"] }), add: 'recommend "redhat.vscode-yaml", which completes and underlines in tables' },
    { path: ".vscode/settings.json", content: json({ "files.readonlyInclude": { [`${output}/**`]: true } }), add: `"files.readonlyInclude": { "${output}/**": true } keeps hands off what is generated` },
    ...(inWorkspaceOf ? [{ path: "turbo.json", content: json({ extends: ["//"], tasks: turboTasks }), add: `its tasks need ${JSON.stringify(turboTasks)}` }] : []),
  ];
  const { text, said } = withScripts(given);
  const there = wanted.flatMap((file) => [file.path, file.path.replace(/^(mappings\/.*)\.yaml$/, "$1.yml")].filter((path) => textOf(path) !== undefined).map((path) => ({ ...file, path, of: file })));
  return {
    write: [...wanted.filter((file) => !there.some(({ of }) => of === file)).map(({ path, content }) => ({ path, content })), ...(text === given.manifest.text ? [] : [{ path: "package.json", content: text }])],
    kept: [...there.map(({ path, add }) => ({ path, add })), ...said.map((add) => ({ path: "package.json", add }))],
    next: [
      ...(given.manifest.value["type"] === "module" ? [] : ["npm pkg set type=module      # what is generated are ES modules"]),
      ...(isDependency(given) ? [] : ["npm install mapwright        # what is generated imports it at run time"]),
      "npx mapwright generate       # writes src/generated",
      "npx mapwright check          # what CI runs: fails where the output is stale",
    ],
  };
}

const inputs = ["mapwright.config.yaml", "mappings/**", "schemas/**", "src/transforms/**"];

/** What a task runner needs to know, to run `generate` only when something changed. What is generated is an input of nothing but the check, be it committed or not. */
const turboTasks = {
  generate: { inputs: [...inputs, `!${output}/**`], outputs: [`${output}/**`] },
  check: { inputs: [...inputs, `${output}/**`] },
  build: { dependsOn: ["^build", "generate"], inputs: ["$TURBO_DEFAULT$", `!${output}/**`] },
};

/** The example table of a provider, in the folders of a config. */
export function exampleTable(provider: StartedProvider, { mappings, output }: { readonly mappings: string; readonly output: string }): { readonly file: string; readonly text: string } {
  const { table, source, key, about, row } = examples[provider];
  const file = `${mappings}/${provider}/${table}.yaml`;
  const schema = path.posix.relative(path.posix.dirname(file), `${output}/editor/${provider}/${table}.schema.json`);
  const text = `# yaml-language-server: $schema=${schema}
#
# What ${about} become here, where that is not what Mapwright's own table says. A row takes the place of the one that has its key there.
# The message, the row and what is generated are shown by
#   npx mapwright explain ${source} ${key}
extends: ${source}

rows:
  ${key}:
    note: An example. Make it yours, or delete this file.
    ${row}
`;
  return { file, text };
}

interface Example {
  readonly table: string;
  readonly source: string;
  readonly key: string;
  readonly about: string;
  readonly row: string;
}

const examples: { readonly [provider in StartedProvider]: Example } = {
  codex: { table: "notifications", source: "codex.app-server.notification", key: "warning", about: "notifications of Codex", row: "runtime.warning: { message: $.params.message, detail: $.params }" },
  claude: { table: "messages", source: "claude.sdk.message", key: "rate_limit_event", about: "messages of Claude", row: "account.rate-limits.updated: { rateLimits: $ }" },
  cursor: {
    table: "notifications",
    source: "cursor.acp.notification",
    key: "session/update:current_mode_update",
    about: "notifications of Cursor, and of other agents that speak ACP,",
    row: "session.configured: { config: { currentModeId: $.params.update.currentModeId } }",
  },
};

function configText(vitest: boolean): string {
  return `# yaml-language-server: $schema=${output}/editor/config.schema.json
#
# Paths are relative to this file.
extends: mapwright # its schemas, tables and events
mappings: mappings # <provider>/*.yaml: what differs from the shipped tables, and tables of your own
output: ${output} # generated; commit it, never edit it
# transforms: src/transforms # pure functions that rows may pipe through
# schemas: schemas # events of your own in canonical/, protocols of your own in <protocol>/<version>/
${vitest ? "" : "# "}tests: vitest # exhaustiveness tests in ${output}/tests; your package needs vitest
`;
}

/** `generate` and `check` as scripts, and a build that begins with the first, where these names are free; turbo runs one before the other. */
function withScripts({ manifest, textOf, inWorkspaceOf }: Package): { readonly text: string; readonly said: readonly string[] } {
  const { scripts } = manifest.value;
  const there = typeof scripts === "object" && scripts !== null ? (scripts as Readonly<Record<string, unknown>>) : {};
  const wanted: { readonly [name: string]: string } = {
    generate: "mapwright generate",
    check: "mapwright check",
    ...(inWorkspaceOf ? {} : { build: textOf("tsconfig.json") === undefined ? "mapwright generate" : "mapwright generate && tsc" }),
  };
  const missing = Object.entries(wanted).filter(([name]) => there[name] === undefined);
  const said = Object.entries(wanted).flatMap(([name, command]) => (there[name] === undefined || String(there[name]).includes("mapwright") ? [] : [`its script "${name}" stays as it is; let it run \`${command.split(" && ")[0]}\`${name === "build" ? " first" : ""}`]));
  if (missing.length === 0) return { text: manifest.text, said };
  const value = { ...manifest.value, scripts: { ...there, ...Object.fromEntries(missing) } };
  const indent = /^[{[]\r?\n([ \t]+)/.exec(manifest.text.replace(/^\uFEFF/, ""))?.[1] ?? "  ";
  const text = JSON.stringify(value, undefined, indent) + (manifest.text.endsWith("\n") ? "\n" : "");
  return { text: manifest.text.includes("\r\n") ? text.replaceAll("\n", "\r\n") : text, said };
}

function isDependency({ manifest }: Package): boolean {
  const { dependencies, peerDependencies } = manifest.value;
  return [dependencies, peerDependencies].some((some) => typeof some === "object" && some !== null && Object.hasOwn(some, "mapwright"));
}

function hasVitest({ manifest }: Package): boolean {
  return ["dependencies", "devDependencies"].some((kind) => {
    const some = manifest.value[kind];
    return typeof some === "object" && some !== null && Object.hasOwn(some, "vitest");
  });
}

function json(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
