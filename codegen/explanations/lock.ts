import type { lockCodes } from "../vendor/codes.js";
import { example, type Explanations } from "./types.js";

const lockFile = "schemas/lock.json";
const empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
const entry = (files: string): string => `{ "demo": { "1.0": { "package": "demo", "version": "1.0.0", "license": "MIT", "obtained": "package", "files": { ${files} } } } }`;
const locked = (before: string, after: string, schemas: { readonly [file: string]: string }): ReturnType<typeof example> => example(lockFile, entry(before), entry(after), schemas);

export const lock: Explanations<keyof typeof lockCodes> = {
  "missing-lock": {
    why: "Without the lock nobody can tell whether the vendored files are what their publisher wrote.",
    mend: "Restore the lock from version control, or vendor the versions anew.",
    before: { "schemas/demo/1.0/all.json": "" },
    after: { "schemas/demo/1.0/all.json": "", [lockFile]: `${entry(`"all.json": "${empty}"`)}\n` },
  },
  "invalid-lock": {
    why: "A lock that cannot be read pins nothing.",
    mend: "Restore it from version control; after a merge, look for what the merge left in it.",
    ...example(lockFile, `<<<<<<< HEAD`, entry(`"all.json": "${empty}"`), { "schemas/demo/1.0/all.json": "" }),
  },
  "unlocked-version": {
    why: "The folder did not come by `mapwright vendor`, so that nobody knows from which package it is, or whether it was changed since.",
    mend: "Delete the folder and vendor the version, or write its entry as schemas/README.md describes.",
    ...example(lockFile, `{}`, entry(`"all.json": "${empty}"`), { "schemas/demo/1.0/all.json": "" }),
  },
  "missing-file": {
    why: "The version is no longer whole: what the file defined may be what a table reads.",
    mend: "Restore the file from version control, or take its line out of the lock.",
    ...locked(`"all.json": "${empty}", "more.json": "${empty}"`, `"all.json": "${empty}"`, { "schemas/demo/1.0/all.json": "" }),
  },
  "tampered-file": {
    why: "Vendored files are what their publisher wrote, unchanged. An edit here would make the tables right about a protocol that no agent speaks.",
    mend: "Restore the file. What is on the wire and in no schema goes into `overlay.yaml`; a change by the publisher is pinned with the new hash.",
    ...locked(`"all.json": "0000000000000000000000000000000000000000000000000000000000000000"`, `"all.json": "${empty}"`, { "schemas/demo/1.0/all.json": "" }),
  },
  "extra-file": {
    why: "The file is read like the others, and nobody knows where it comes from.",
    mend: "Delete it, or pin it in the lock. Additions of your own go into `overlay.yaml`.",
    ...locked(`"all.json": "${empty}"`, `"all.json": "${empty}", "more.json": "${empty}"`, { "schemas/demo/1.0/all.json": "", "schemas/demo/1.0/more.json": "" }),
  },
};
