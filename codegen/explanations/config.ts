import type { configCodes } from "../cli/codes.js";
import { example, type Explanations } from "./types.js";

const config = (before: string, after: string): ReturnType<typeof example> => example("mapwright.config.yaml", before, after);

export const configuration: Explanations<keyof typeof configCodes> = {
  "config-shape": {
    why: "The key is known, and its value is not of the form that the key takes.",
    mend: "Write it in the form that the hint shows.",
    ...config(`output: [generated]`, `output: generated`),
  },
  "config-unknown-key": {
    why: "A key that nobody reads does nothing, though its writer thinks that it does.",
    mend: "Mend the spelling, or remove the key.",
    ...config(`transcript: { codex: [test/transcripts] }`, `transcripts: { codex: [test/transcripts] }`),
  },
  "config-missing-key": {
    why: "Without it there is nothing to compile, or nowhere to write it to.",
    mend: "Add the key; the hint shows how.",
    ...config(`policies:\n  unlisted-guess: {}`, `policies:\n  unlisted-guess: { severity: warning }`),
  },
  "config-path": {
    why: "A config holds on every machine and in every checkout, so its paths are relative to its own folder; and what is generated needs a folder in which nothing else stands.",
    mend: "Write a path relative to the folder of the config, and for `output` one that holds no input.",
    ...config(`output: /home/me/generated`, `output: generated`),
  },
  "config-missing-folder": {
    why: "The folder is not there, so that nothing can be read from it.",
    mend: "Mend the spelling, or create the folder.",
    ...config(`mappings: mapings`, `mappings: mappings`),
  },
  "config-missing-file": {
    why: "The file is not there, so that nothing can be rendered into it.",
    mend: "Mend the spelling, create the file, or leave the key out.",
    ...config(`events: EVENT.md`, `events: EVENTS.md`),
  },
  "unquoted-version": {
    why: "YAML reads `1.1` as a number, and would read `1.10` as the same one.",
    mend: "Put the version in quotes.",
    ...config(`protocols:\n  demo: [1.1]`, `protocols:\n  demo: ["1.1"]`),
  },
  "duplicate-version": {
    why: "A version counts once. Most often another one was meant.",
    mend: "Remove one of the two, or mend it.",
    ...config(`protocols:\n  demo: ["1.0", "1.0"]`, `protocols:\n  demo: ["1.0", "1.1"]`),
  },
  "unknown-version": {
    why: "The version is not vendored, so that nobody can tell whether the tables cover it.",
    mend: "Fetch it with `mapwright vendor`, or mend its number. `mapwright bump` does both at once.",
    ...config(`protocols:\n  demo: ["1.0", "2.0"]`, `protocols:\n  demo: ["1.0", "1.1"]`),
  },
  "unknown-policy": {
    why: "There is no rule of this name, so that nothing would be held to it.",
    mend: "Mend the spelling; the policies are a closed list.",
    ...config(`policies:\n  unlisted-guesses: warning`, `policies:\n  unlisted-guess: warning`),
  },
  "unknown-severity": {
    why: "A policy is an error, a warning, or off; anything else would leave open whether it is on.",
    mend: "Write one of the three.",
    ...config(`policies:\n  unlisted-guess: warn`, `policies:\n  unlisted-guess: warning`),
  },
};
