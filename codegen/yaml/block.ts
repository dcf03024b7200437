/** The lines of an entry as written: from its key to the next line that is indented no deeper. `line` and `column` count from 1. */
export function blockAt(text: string, { line, column }: { readonly line: number; readonly column: number }): string {
  const lines = text.split(/\r?\n/).slice(line - 1);
  const indent = column - 1;
  const deeper = (one: string): boolean => one.trim() === "" || one.search(/\S/) > indent;
  const end = lines.findIndex((one, index) => index > 0 && !deeper(one));
  return lines
    .slice(0, end === -1 ? undefined : end)
    .map((one) => one.slice(indent).trimEnd())
    .join("\n")
    .trimEnd();
}
