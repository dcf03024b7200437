import { describe, expect, test } from "vitest";
import { allExplained } from "../../codegen/explanations/index.js";
import { said, type Judge } from "./project.js";

/** Compared with the disk, not compiled: test/cli/explained-output.test.ts. */
const onDisk = "Generated files";
const judges: { readonly [group: string]: Judge } = { "The lock": "lock", "The specification": "specification" };

describe.each(allExplained().filter(({ group }) => group !== onDisk))("$code", ({ code, group, severity, before, after }) => {
  test("its example gives it and nothing else, and mended gives nothing", async () => {
    const found = await said(before, judges[group]);
    expect(found.map((one) => one.code)).toEqual(found.map(() => code));
    expect(found.length).toBeGreaterThan(0);
    for (const one of found) expect(severity).toContain(one.severity);
    expect(await said(after, judges[group])).toEqual([]);
  });
});
