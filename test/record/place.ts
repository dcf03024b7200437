import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";

/** Where one recording takes place: nothing of the user's is seen or touched. */
export interface Place {
  readonly root: string;
  /** Where the agent works. */
  readonly folder: string;
  readonly home: string;
  readonly temporary: string;
}

/** A new place with a small file to work on. */
export function makePlace(): Place {
  const root = realpathSync(mkdtempSync(path.join(os.tmpdir(), "mapwright-record-")));
  const place = { root, folder: path.join(root, "folder"), home: path.join(root, "home"), temporary: path.join(root, "temporary") };
  for (const folder of [place.folder, place.home, place.temporary]) mkdirSync(folder);
  writeFileSync(path.join(place.folder, "README.md"), "# Demo\n\nA small folder.\n");
  return place;
}

export function removePlace({ root }: Place): void {
  rmSync(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}

/** The environment of every program: no variable of ours is passed on, and what would leave the machine meets a closed port. */
export function environment(place: Place): { readonly [name: string]: string } {
  const nowhere = "http://127.0.0.1:9";
  return {
    PATH: [path.dirname(process.execPath), "/usr/local/bin", "/usr/bin", "/bin"].join(path.delimiter),
    HOME: place.home,
    TMPDIR: place.temporary,
    LANG: "C.UTF-8",
    TZ: "UTC",
    TERM: "dumb",
    SHELL: "/bin/bash",
    GIT_CONFIG_NOSYSTEM: "1",
    HTTP_PROXY: nowhere,
    HTTPS_PROXY: nowhere,
    NO_PROXY: "127.0.0.1,localhost",
    no_proxy: "127.0.0.1,localhost",
  };
}

/** What stands for the paths of a place in a transcript; `others` are paths outside it. */
export function namesOf(place: Place, others: readonly (readonly [string, string])[]): [string, string][] {
  const paths: [string, string][] = [
    [place.folder, "/workspace"],
    [place.home, "/workspace/.home"],
    [place.temporary, "/workspace/.temporary"],
    [place.root, "/workspace/.root"],
    ...others.map(([from, to]): [string, string] => [from, to]),
    [process.execPath, "/usr/bin/node"],
  ];
  // Claude Code names folders by the paths of projects.
  const dashed = paths.map(([from, to]): [string, string] => [from.replaceAll(/[^A-Za-z0-9]/g, "-"), to.replaceAll(/[^A-Za-z0-9]/g, "-")]);
  return [...paths, ...dashed];
}
