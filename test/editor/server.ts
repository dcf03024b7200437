import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import {
  CompletionRequest,
  ConfigurationRequest,
  createProtocolConnection,
  DidCloseTextDocumentNotification,
  DidOpenTextDocumentNotification,
  ExitNotification,
  HoverRequest,
  InitializedNotification,
  InitializeRequest,
  PublishDiagnosticsNotification,
  RegistrationRequest,
  ShutdownRequest,
  StreamMessageReader,
  StreamMessageWriter,
  type CompletionItem,
  type Diagnostic,
  type MarkupContent,
  type Position,
  type ProtocolConnection,
} from "vscode-languageserver-protocol/node.js";

/** What a person sees who opens a file of the project in an editor: the YAML language server, spoken to as editors do. */
export interface Editor {
  /** What is underlined in a text that stands at `file`, a path in the project. */
  readonly problems: (file: string, text: string) => Promise<readonly Diagnostic[]>;
  /** What is offered where `‸` stands in the text. */
  readonly offered: (file: string, text: string) => Promise<readonly CompletionItem[]>;
  /** What is said of the word at `‸`, as Markdown; empty for nothing. */
  readonly said: (file: string, text: string) => Promise<string>;
  readonly close: () => Promise<void>;
}

const settings = {
  yaml: { validate: true, completion: true, hover: true, hoverSchemaSource: false, schemaStore: { enable: false }, kubernetesCRDStore: { enable: false }, format: { enable: false } },
  http: {},
};

/**
 * One server for files below the folder `root`. Each text is a document of its own, so that many may be asked about at
 * once; nothing of them is on the disk but the schemas that their first lines name.
 */
export async function openEditor(root: string): Promise<Editor> {
  const program = join(dirname(createRequire(import.meta.url).resolve("yaml-language-server/package.json")), "bin/yaml-language-server");
  const server = spawn(process.execPath, [program, "--stdio"], { stdio: ["pipe", "pipe", "ignore"] });
  const connection = createProtocolConnection(new StreamMessageReader(server.stdout), new StreamMessageWriter(server.stdin));
  const waiting = new Map<string, (diagnostics: readonly Diagnostic[]) => void>();
  connection.onRequest(ConfigurationRequest.type, ({ items }) => items.map(({ section }) => settings[section as keyof typeof settings] ?? null));
  connection.onRequest(RegistrationRequest.type, () => undefined);
  connection.onNotification(PublishDiagnosticsNotification.type, ({ uri, diagnostics }) => waiting.get(uri)?.(diagnostics));
  connection.listen();
  await connection.sendRequest(InitializeRequest.type, {
    processId: process.pid,
    rootUri: pathToFileURL(root).href,
    workspaceFolders: [{ uri: pathToFileURL(root).href, name: "project" }],
    capabilities: {
      workspace: { configuration: true, didChangeConfiguration: { dynamicRegistration: true }, workspaceFolders: true },
      textDocument: { completion: { completionItem: { snippetSupport: true, documentationFormat: ["markdown"] } }, hover: { contentFormat: ["markdown"] }, publishDiagnostics: { relatedInformation: true } },
    },
  });
  await connection.sendNotification(InitializedNotification.type, {});

  let documents = 0;
  /** Beside the file that it stands for, so that the path of its schema leads to the same place. */
  async function opened<T>(file: string, text: string, use: (uri: string) => Promise<T>): Promise<T> {
    const uri = pathToFileURL(join(root, dirname(file), `${documents++}-${file.split("/").at(-1)}`)).href;
    const settled = new Promise<readonly Diagnostic[]>((resolve) => waiting.set(uri, resolve));
    await connection.sendNotification(DidOpenTextDocumentNotification.type, { textDocument: { uri, languageId: "yaml", version: 1, text } });
    problemsOf.set(uri, settled);
    const result = await use(uri);
    waiting.delete(uri);
    problemsOf.delete(uri);
    await connection.sendNotification(DidCloseTextDocumentNotification.type, { textDocument: { uri } });
    return result;
  }
  const problemsOf = new Map<string, Promise<readonly Diagnostic[]>>();

  return {
    problems: (file, text) => opened(file, text, (uri) => problemsOf.get(uri)!),
    offered: (file, marked) => {
      const { text, position } = caret(marked);
      return opened(file, text, async (uri) => {
        const result = await connection.sendRequest(CompletionRequest.type, { textDocument: { uri }, position });
        return result === null ? [] : Array.isArray(result) ? result : result.items;
      });
    },
    said: (file, marked) => {
      const { text, position } = caret(marked);
      return opened(file, text, async (uri) => {
        const hover = await connection.sendRequest(HoverRequest.type, { textDocument: { uri }, position });
        return hover === null ? "" : (hover.contents as MarkupContent).value;
      });
    },
    close: () => closed(connection),
  };
}

async function closed(connection: ProtocolConnection): Promise<void> {
  await connection.sendRequest(ShutdownRequest.type);
  await connection.sendNotification(ExitNotification.type);
  connection.dispose();
}

function caret(marked: string): { text: string; position: Position } {
  const [before = "", after] = marked.split("‸");
  if (after === undefined) throw new Error(`no ‸ in ${JSON.stringify(marked)}`);
  const lines = before.split("\n");
  return { text: before + after, position: { line: lines.length - 1, character: lines.at(-1)!.length } };
}
