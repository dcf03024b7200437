/**
 * One row of the table: what was measured against what.
 * @typedef {{ what: string, against: string, measured: number, baseline: number, unit: string, ratio: string, aim: string }} Row
 */

/** @param {Row[]} rows */
export function table(rows) {
  const cells = [
    ["what", "against", "median", "baseline", "ratio", "aim"],
    ...rows.map((row) => [row.what, row.against, figure(row.measured, row.unit), figure(row.baseline, row.unit), row.ratio, row.aim]),
  ];
  const widths = cells[0].map((_, column) => Math.max(...cells.map((line) => line[column].length)));
  const line = (line) => `| ${line.map((cell, column) => cell.padEnd(widths[column])).join(" | ")} |`;
  return [line(cells[0]), `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`, ...cells.slice(1).map(line)].join("\n");
}

/** `+2.4 %`: how much comes on top of the baseline. */
export const onTop = (measured, baseline) => `${measured >= baseline ? "+" : ""}${((measured / baseline - 1) * 100).toFixed(1)} %`;

/** `1.3x`: how many times the baseline. */
export const times = (measured, baseline) => `${(measured / baseline).toFixed(2)}x`;

function figure(value, unit) {
  return `${value >= 100 ? value.toFixed(0) : value.toFixed(2)} ${unit}`;
}
