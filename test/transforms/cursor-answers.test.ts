import { expect, it } from "vitest";
import { answersOfSelections, selectionsOf } from "../../src/transforms/answers.js";

const answers = { color: ["red", "blue"], size: [], ["__proto__"]: ["x"] };
const wire = [
  { questionId: "color", selectedOptionIds: ["red", "blue"] },
  { questionId: "size", selectedOptionIds: [] },
  { questionId: "__proto__", selectedOptionIds: ["x"] },
];

it("answers go to the wire and come back", () => {
  const own = Object.fromEntries([["color", answers.color], ["size", answers.size], ["__proto__", ["x"]]]);
  expect(selectionsOf(own)).toEqual(wire);
  expect(answersOfSelections(wire)).toEqual(own);
});

it("a lone choice needs no list, and what is no choice is left out", () => {
  expect(selectionsOf({ color: "red", size: [7, "xl"], shape: null })).toEqual([
    { questionId: "color", selectedOptionIds: ["red"] },
    { questionId: "size", selectedOptionIds: ["xl"] },
    { questionId: "shape", selectedOptionIds: [] },
  ]);
  expect(answersOfSelections([{ questionId: "color" }, { selectedOptionIds: ["red"] }, null as never])).toEqual({ color: [] });
});
