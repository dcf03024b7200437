import type { Position } from "../diagnostic.js";
import type { YamlCode } from "./codes.js";

/** From character offsets in the text of one file to lines and columns, UTF-16 units from 1 as editors count them. */
export type Locate = (start: number, end: number) => Position;

/** A finding at offsets, which become a position. */
export type ReportAt = (code: YamlCode, start: number, end: number, message: string, hint: string) => void;

export function locator(file: string, text: string): Locate {
  const lineStarts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) lineStarts.push(at + 1);

  const point = (offset: number) => {
    let low = 0;
    let high = lineStarts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (lineStarts[middle]! <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - lineStarts[low]! + 1 };
  };

  return (start, end) => {
    const from = point(Math.min(start, text.length));
    const to = point(Math.min(Math.max(start, end), text.length));
    return { file, line: from.line, column: from.column, endLine: to.line, endColumn: to.column };
  };
}
