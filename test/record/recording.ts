/** What was said in a session, in order, in the form that `mapwright replay` reads. */

export type Line =
  | { readonly from: "agent" | "host"; readonly message: unknown }
  | { readonly from: "host"; readonly act: { readonly kind: string; readonly [key: string]: unknown } }
  | { readonly from: "agent"; readonly text: string };

export interface Recording {
  readonly lines: readonly Line[];
  add(line: Line): void;
  /** When there is such a line after the first `after` ones. */
  when(test: (line: Line) => boolean, after: number): Promise<void>;
  /** When nothing was said for so many milliseconds. */
  quiet(milliseconds: number): Promise<void>;
}

export function createRecording(): Recording {
  const lines: Line[] = [];
  const listeners = new Set<() => void>();
  const next = (): Promise<void> =>
    new Promise((resolve) => {
      const listener = (): void => {
        listeners.delete(listener);
        resolve();
      };
      listeners.add(listener);
    });
  return {
    lines,
    add: (line) => {
      lines.push(line);
      for (const listener of [...listeners]) listener();
    },
    when: async (test, after) => {
      for (let at = after; ; at++) {
        while (at >= lines.length) await next();
        const line = lines[at];
        if (line !== undefined && test(line)) return;
      }
    },
    quiet: async (milliseconds) => {
      for (let before = -1; before !== lines.length;) {
        before = lines.length;
        await new Promise((resolve) => setTimeout(resolve, milliseconds));
      }
    },
  };
}

/** The bytes of a transcript. */
export function transcriptOf(lines: readonly Line[], scrub: (value: unknown) => unknown): string {
  return lines.map((line) => `${JSON.stringify(scrub(line))}\n`).join("");
}
