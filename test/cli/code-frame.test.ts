import pc from "picocolors";
import { describe, expect, test } from "vitest";
import { formatDiagnostic, formatGithub, formatSummary } from "../../codegen/cli/code-frame.js";
import type { Diagnostic } from "../../codegen/diagnostic.js";

const base: Diagnostic = {
  code: "unknown-field",
  severity: "error",
  message: '"turn.completed" has no field "stat".',
  file: "mappings/codex/a.yaml",
  line: 4,
  column: 7,
  endLine: 4,
  endColumn: 11,
  hint: 'Did you mean "state"?',
};
const source = "rows:\n  turn/completed:\n    turn.completed:\n      stat: $.params.turn.status\n    note: x\n";

/** The frame's line with the carets, and what the carets stand under. */
function under(diagnostic: Diagnostic, text: string): { shown: string; marked: string; carets: string } {
  const lines = formatDiagnostic(diagnostic, text).split("\n");
  const at = lines.findIndex((line) => /^ +\| +\^+$/.test(line));
  const carets = lines[at]!;
  const shown = lines[at - 1]!;
  return { shown, carets, marked: shown.slice(carets.indexOf("^"), carets.lastIndexOf("^") + 1) };
}

test("the whole of it", () => {
  expect(formatDiagnostic(base, source)).toBe(
    [
      'error[unknown-field]: "turn.completed" has no field "stat".',
      " --> mappings/codex/a.yaml:4:7",
      "  |",
      "2 |   turn/completed:",
      "3 |     turn.completed:",
      "4 |       stat: $.params.turn.status",
      "  |       ^^^^",
      '  = hint: Did you mean "state"?',
    ].join("\n"),
  );
});

test("a warning without a hint, a file, or a line", () => {
  const { hint: _, ...rest } = base;
  expect(formatDiagnostic({ ...rest, severity: "warning" }, undefined)).toBe(
    'warning[unknown-field]: "turn.completed" has no field "stat".\n --> mappings/codex/a.yaml:4:7',
  );
  expect(formatDiagnostic({ code: "stale", severity: "error", message: "b.", file: "c.json" }, "x")).toBe("error[stale]: b.\n --> c.json");
  expect(formatDiagnostic({ code: "stale", severity: "error", message: "b." }, undefined)).toBe("error[stale]: b.");
});

test("a line that the text no longer has shows no frame", () => {
  expect(formatDiagnostic({ ...base, line: 99 }, source)).not.toContain("^");
});

test("a stub of several lines keeps its own indentation", () => {
  const frame = formatDiagnostic({ ...base, hint: "Add a row:\n\n  turn/completed:\n    turn.completed: {}" }, source);
  expect(frame.split("\n").slice(-4)).toEqual([
    "  = hint: Add a row:",
    "",
    "            turn/completed:",
    "              turn.completed: {}",
  ]);
});

test("line numbers of different widths stand right", () => {
  const text = Array.from({ length: 12 }, (_, index) => `line${index + 1}`).join("\n");
  const frame = formatDiagnostic({ ...base, line: 10, column: 1, endLine: 10, endColumn: 7 }, text);
  expect(frame.split("\n").slice(1, 7)).toEqual([
    "  --> mappings/codex/a.yaml:10:1",
    "   |",
    " 8 | line8",
    " 9 | line9",
    "10 | line10",
    "   | ^^^^^^",
  ]);
});

describe("the carets", () => {
  test("stand under what is wrong", () => {
    expect(under(base, source).marked).toBe("stat");
  });

  test("are one where the place is empty, also at the end of a line and of the file", () => {
    expect(under({ ...base, line: 1, column: 6, endLine: 1, endColumn: 6 }, source).carets).toMatch(/\| {6}\^$/);
    expect(under({ ...base, line: 1, column: 1, endLine: 1, endColumn: 1 }, "").carets).toMatch(/\| \^$/);
  });

  test("end with the line where the place goes on below", () => {
    expect(under({ ...base, line: 3, column: 5, endLine: 4, endColumn: 9 }, source).marked).toBe("turn.completed:");
  });

  test("count a tab as the blanks that are shown for it", () => {
    const { shown, marked } = under({ ...base, line: 1, column: 4, endLine: 1, endColumn: 7 }, "\ta\tbad\n");
    expect(shown).toBe("1 |     a   bad");
    expect(marked).toBe("bad");
  });

  test("count wide characters as two columns and marks as none", () => {
    expect(under({ ...base, line: 1, column: 5, endLine: 1, endColumn: 8 }, "日本: bad").carets).toMatch(/\| {7}\^\^\^$/);
    expect(under({ ...base, line: 1, column: 1, endLine: 1, endColumn: 3 }, "日本: bad").carets).toMatch(/\| \^\^\^\^$/);
    expect(under({ ...base, line: 1, column: 4, endLine: 1, endColumn: 7 }, "e\u0301 bad").carets).toMatch(/\| {3}\^\^\^$/);
    expect(under({ ...base, line: 1, column: 4, endLine: 1, endColumn: 7 }, "😀 bad").carets).toMatch(/\| {4}\^\^\^$/);
  });

  test("mark the whole of an expression in a long line, where it has room at all", () => {
    const marked = `$.event.delta.${"thinking".repeat(10)}`;
    for (const before of [1, 8, 60, 99, 300]) {
      const text = `${"k".repeat(before)}${marked}${" and more".repeat(30)}`;
      expect(under({ ...base, line: 1, column: before + 1, endLine: 1, endColumn: before + 1 + marked.length }, text).marked).toBe(marked);
    }
  });

  test("do not count a carriage return or a byte order mark", () => {
    const { shown, marked } = under({ ...base, line: 1, column: 1, endLine: 2, endColumn: 1 }, "\uFEFFrows:\r\n  a\r\n");
    expect(shown).toBe("1 | rows:");
    expect(marked).toBe("rows:");
  });

  test("are in sight on a very long line, which is cut on both sides", () => {
    const text = `${"a".repeat(5000)}bad${"c".repeat(5000)}`;
    const { shown, marked } = under({ ...base, line: 1, column: 5001, endLine: 1, endColumn: 5004 }, text);
    expect(marked).toBe("bad");
    expect(shown).toMatch(/^1 \| …a+badc+…$/);
    expect(shown.length).toBeLessThanOrEqual(105);
  });

  test("are cut where the place itself is longer than the line shown", () => {
    const { shown, carets } = under({ ...base, line: 1, column: 11, endLine: 1, endColumn: 500 }, "a".repeat(600));
    expect(carets.length).toBeLessThanOrEqual(shown.length);
    expect(carets).toMatch(/\^{50}/);
  });
});

test("nothing in a file or a message steers the terminal", () => {
  const frame = formatDiagnostic({ ...base, message: "a\u001B[2Jb.", line: 1, column: 1, endColumn: 2 }, "\u001B[31m x \u202E y\n");
  // oxlint-disable-next-line no-control-regex
  expect(frame).not.toMatch(/[\u0000-\u0009\u000B-\u001F\u202E]/);
  expect(frame).toContain("a\\u001b[2Jb.");
});

test("frames of two files, one after the other and back, show each its own lines", () => {
  const [a, b] = ["first: 1\nsecond: 2\n", "other: 3\nlines: 4\n"];
  const frame = (text: string): string => formatDiagnostic({ ...base, line: 2, column: 1, endLine: 2, endColumn: 3 }, text);
  for (const _ of [1, 2]) {
    expect(frame(a)).toContain("2 | second: 2");
    expect(frame(b)).toContain("2 | lines: 4");
  }
});

test("colours change nothing but the colours", () => {
  const colored = formatDiagnostic(base, source, { color: pc.createColors(true) });
  expect(colored).not.toBe(formatDiagnostic(base, source));
  // oxlint-disable-next-line no-control-regex
  expect(colored.replace(/\u001B\[\d+m/g, "")).toBe(formatDiagnostic(base, source));
});

test.each<[Pick<Diagnostic, "severity" | "file">[], string]>([
  [[], "no problems"],
  [[{ severity: "error", file: "a" }], "1 error in 1 file"],
  [
    [
      { severity: "error", file: "a" },
      { severity: "error", file: "a" },
      { severity: "warning", file: "b" },
    ],
    "2 errors, 1 warning in 2 files",
  ],
  [
    [
      { severity: "warning", file: "a" },
      { severity: "warning", file: "a" },
    ],
    "2 warnings in 1 file",
  ],
  [[{ severity: "error" }], "1 error"],
])("%j: %s", (diagnostics, summary) => {
  expect(formatSummary(diagnostics.map((one) => ({ code: "stale" as const, message: "y", ...one })))).toBe(summary);
});

describe("GitHub annotations", () => {
  test("name the place and escape what GitHub would read", () => {
    expect(formatGithub({ ...base, file: "a,b:c%.yaml", message: "100 %:\r\nyes, really.", hint: "two\nlines" })).toBe(
      "::error file=a%2Cb%3Ac%25.yaml,line=4,endLine=4,col=7,endColumn=11,title=unknown-field::100 %25:%0D%0Ayes, really.%0Atwo%0Alines",
    );
  });

  test("leave columns out where the place goes over several lines, and what is not known", () => {
    const { hint: _, ...rest } = base;
    expect(formatGithub({ ...rest, severity: "warning", endLine: 6 })).toBe(
      '::warning file=mappings/codex/a.yaml,line=4,endLine=6,title=unknown-field::"turn.completed" has no field "stat".',
    );
    expect(formatGithub({ code: "stale", severity: "error", message: "y." })).toBe("::error title=stale::y.");
  });
});
