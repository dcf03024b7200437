import { describe, expect, it } from "vitest";
import { allowAlways, allowOnce, optionDecision, reject } from "../../src/transforms/permission-options.js";

const once = { optionId: "o", kind: "allow_once" };
const always = { optionId: "a", kind: "allow_always" };
const no = { optionId: "n", kind: "reject_once" };
const never = { optionId: "N", kind: "reject_always" };

describe("an option", () => {
  it("is chosen by its kind", () => {
    const offer = [always, once, never, no];
    expect([allowOnce(offer), allowAlways(offer), reject(offer)]).toEqual(["o", "a", "n"]);
  });

  it("of two of a kind is the agent's first", () => {
    expect(allowAlways([{ optionId: "server", kind: "allow_always" }, { optionId: "tool", kind: "allow_always" }])).toBe("server");
  });

  it("that grants more is not taken for one that grants less, and one that refuses more is taken for a refusal", () => {
    expect([allowOnce([always]), allowAlways([once]), reject([never])]).toEqual([undefined, undefined, "N"]);
  });

  it("is never invented", () => {
    expect([allowOnce([]), allowOnce([no]), reject([once]), allowOnce([{ kind: "allow_once" }]), allowOnce([{ optionId: 7, kind: "allow_once" }, null as never])]).toEqual(Array(5).fill(undefined));
  });

  it("without a kind is known by the specification's own ids, and only where no option has one", () => {
    const plain = ["allow-once", "allow-always", "reject-once"].map((optionId) => ({ optionId }));
    expect([allowOnce(plain), allowAlways(plain), reject(plain)]).toEqual(["allow-once", "allow-always", "reject-once"]);
    expect(allowOnce([{ optionId: "allow-once" }, no])).toBeUndefined();
    expect(allowOnce([{ optionId: "yes" }])).toBeUndefined();
  });

  it("that the host picked is taken, unless it says the opposite", () => {
    expect([allowOnce(always), allowOnce({ optionId: "odd", kind: "allow_persistent" }), allowOnce({ optionId: "plain" }), reject(never)]).toEqual(["a", "odd", "plain", "N"]);
    expect([allowOnce(no), allowAlways(never), reject(once)]).toEqual([undefined, undefined, undefined]);
    expect([allowOnce("o"), reject("n")]).toEqual([undefined, undefined]);
  });
});

it.each([
  ["allow_once", "accept"],
  ["allow_always", "acceptForSession"],
  ["reject_once", "decline"],
  ["reject_always", "decline"],
  ["allow_persistent", "accept"],
  ["allow-once", "accept"],
  ["allow-always", "acceptForSession"],
  ["reject-once", "decline"],
  ["abort", "cancel"],
  ["", "cancel"],
])("%s is %s", (kind, decision) => {
  expect(optionDecision(kind)).toBe(decision);
});
