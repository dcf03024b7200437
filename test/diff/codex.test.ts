import { expect, test } from "vitest";
import { diffVersions, versionsOf } from "../../codegen/diff/index.js";
import { codex107, codex171, read, textOf } from "../schema/helpers.js";
import { lineOf } from "./reading.js";

const { surface } = read({ "0.107.0": codex107, "0.171.0": codex171 }, textOf("schemas/codex-app-server/overlay.yaml"));
const versions = versionsOf(surface, "0.107.0", "0.171.0", ["Event"]);
const { changes } = diffVersions(versions);
const lines = changes.map((change) => lineOf({ ...change, reached: change.reached.slice(0, 1) }));

test("the unions of messages of Codex are found, those of its answers and parts are none", () => {
  expect(versions.unions).toEqual(["ServerNotification", "ServerRequest", "ClientNotification", "ClientRequest", "Event"]);
  expect(versions.from.messages.get("ClientRequest")?.size).toBe(42);
});

test("between 0.107.0 and what the tests have of 0.171.0, each kind of change is told in its place", () => {
  expect(lines).toEqual(
    expect.arrayContaining([
      "model/verification $ message added model/verification",
      "error $ union removed Event: 78 messages",
      "error $.emittedAtMs field added emittedAtMs: integer (optional)",
      "error $.params.error.codexErrorInfo value added sessionBudgetExceeded",
      "error $.params.error.codexErrorInfo(activeTurnNotSteerable) variant added activeTurnNotSteerable: ActiveTurnNotSteerableCodexErrorInfo",
      "item/started $.params.item(type=*).startedAtMs field added startedAtMs: integer | null (optional)",
      "item/started $.params.item(type=sleep) variant added sleep: SleepThreadItem",
      "item/started $.params.item(type=agentMessage).phase value added partial_answer",
      "item/fileChange/requestApproval $.params.startedAtMs field added startedAtMs: integer",
    ]),
  );
});

test("no change is told twice", () => {
  expect(new Set(changes.map(({ kind, change, name, places: [place], reached }) => JSON.stringify([kind, change, name, place, place.definition === undefined && reached]))).size).toBe(changes.length);
});
