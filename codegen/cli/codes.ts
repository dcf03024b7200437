/** What is wrong with the config, by its stable code. */
export const configCodes = {
  "config-shape": "a value of the config in another form than belongs there",
  "config-unknown-key": "a key that the config does not know",
  "config-missing-key": "a key that the config needs",
  "config-path": "a path that is absolute, leads outside, or overlaps with another",
  "config-missing-folder": "a folder that is not there",
  "config-missing-file": "a file that is not there",
  "unquoted-version": "a version without quotes, which YAML reads as a number",
  "duplicate-version": "a version that is listed twice",
  "unknown-version": "a version that is not vendored",
  "unknown-policy": "a policy that there is not",
  "unknown-severity": "a policy that is neither error, nor warning, nor off",
} as const;

/** What is wrong with input files before anybody reads what they say, by its stable code. */
export const inputCodes = {
  "no-tables": "a project without any table",
  "misplaced-table": "a table that does not stand in the folder of its provider",
  "bad-file-name": "a file whose name cannot name what is generated from it",
  "missing-table": "a source of the project's own agents without a table",
  "duplicate-file": "two files that would become the same module",
  "not-utf8": "a file that is not saved as UTF-8",
} as const;

/** How the output folder differs from what the inputs give, by its stable code. */
export const outputCodes = {
  missing: "a generated file that is not there",
  stale: "a generated file that is not what the inputs give",
  orphaned: "a generated file that nothing gives any more",
  "foreign-file": "a file in the output folder that mapwright did not write",
} as const;

export type CliCode = keyof typeof configCodes | keyof typeof inputCodes | keyof typeof outputCodes;
