import { describe, expect, test } from "vitest";
import { codes, isWrong } from "../../codegen/check/index.js";
import { checkFiles, found, requests, row, type Files } from "./checking.js";
import { groups, remembered } from "./mistakes.js";

describe.each(groups)("%s", (_, faults) => {
  test.each(faults.map(([code, name, files, hint]) => ({ code, name, files, hint })))("$code: $name", async ({ code, files, hint }) => {
    const checked = await checkFiles(files);
    expect(found(checked).map((one) => `${one.code} ${one.at}`)).toEqual(checked.marked.map((at) => `${code} ${at}`));
    expect(checked.marked).not.toEqual([]);
    if (hint !== undefined) expect(checked.diagnostics[0]!.hint).toEqual(typeof hint === "string" ? hint : expect.stringMatching(hint));
    const stops = checked.byCheck.some(isWrong);
    expect(checked.program === undefined).toBe(stops);
  });
});

test("decisions that lead to each other are named, and where a word was to be remembered", async () => {
  const messageOf = async (files: Files) => (await checkFiles(files)).diagnostics.map(({ message }) => message);
  expect(await messageOf(requests("decide: { accept: cancel, cancel: decline, decline: accept }"))).toEqual(['"accept", "cancel" and "decline" lead to each other.']);
  expect(await messageOf(remembered("last", "$run.kind", "text", "word"))).toEqual(['"result:text" names what is remembered in "$run.kind", but no row remembers "text" there.']);
});

test("tasks are told apart by what they carry, so that several may be ensured", async () => {
  expect((await checkFiles(row("ensure: { task.started: [{ taskId: a }, { taskId: b }] }\nitem.updated: {}"))).diagnostics).toEqual([]);
});

test("every code has a fault", () => {
  expect([...new Set(groups.flatMap(([, faults]) => faults.map(([code]) => code)))].sort()).toEqual(Object.keys(codes).sort());
});
