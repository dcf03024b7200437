/** What is wrong with a file as YAML, by its stable code. */
export const yamlCodes = {
  "yaml-syntax": "the text is no YAML; only the first syntax error of a file is reported",
  "yaml-character": "a control character, or a carriage return without a line feed, stands in the text",
  "yaml-too-deep": "lists and mappings are nested deeper than any file needs",
  "yaml-directive": "a `%YAML` or `%TAG` line; files are always YAML 1.2",
  "yaml-documents": "one file holds several documents; one is enough",
  "yaml-reserved-start": "text that begins with `@`, a backtick, `%` or another reserved character without quotes",
  "yaml-duplicate-key": 'one mapping gives the same key twice, compared as text: `1` and `"1"` are the same key',
  "yaml-merge-key": "the key `<<`; there are no merges",
  "yaml-anchor": "an anchor (`&name`); there are no anchors",
  "yaml-alias": "an alias (`*name`), or a pattern that begins with `*` and lacks quotes",
  "yaml-tag": "a tag (`!name`); there are no tags",
  "yaml-key-type": "a key that is no text: null, true, false, a list, a mapping",
  "yaml-unquoted-template": "`{{x}}`, `{x}` or `${x}` where a path or text belongs: YAML reads braces as a mapping",
  "yaml-number-loses-digits": "a number that would not come out as it was written: `1.10`, `007`, `1e3`, more digits than a double holds",
  "yaml-number-not-finite": "`.inf` or `.nan`, which JSON cannot hold",
  "yaml-comment": "a `#` that cuts text off: YAML reads what follows it as a comment",
  "empty-file": "a file that holds nothing, or comments only",
  "empty-value": "a key without a value; an intended null is spelled `null`",
} as const;

export type YamlCode = keyof typeof yamlCodes;
