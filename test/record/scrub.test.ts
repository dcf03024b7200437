import { expect, test } from "vitest";
import { scrubber } from "./scrub.js";

const now = Date.UTC(2026, 5, 7, 8, 9, 10);
const scrub = (value: unknown): unknown =>
  scrubber({
    names: [
      ["/var/x/folder", "/workspace"],
      ["/var/x", "/workspace/.root"],
    ],
    machine: "box",
    now,
  })(value);

test("paths are replaced in values, in keys and inside texts, the first that fits going first", () => {
  expect(scrub({ cwd: "/var/x/folder", changes: { "/var/x/folder/a": "touch /var/x/b && ls /var/x/folder" } })).toEqual({
    cwd: "/workspace",
    changes: { "/workspace/a": "touch /workspace/.root/b && ls /workspace" },
  });
});

test("the same uuid is always the same, keeps its version, and another one is another one", () => {
  const [a, b] = ["01a22e4f-2598-7351-a67f-b2b2a895a1c0", "63ec2dfb-df43-40d4-9b4f-87d4aaa83a89"];
  expect(scrub([a, b, `turn ${a}-plan`])).toEqual([
    "00000000-0000-7000-8000-000000000001",
    "00000000-0000-4000-8000-000000000002",
    "turn 00000000-0000-7000-8000-000000000001-plan",
  ]);
});

test("times near the recording are one time, in the form that they had; other numbers stay", () => {
  expect(scrub([now + 5, Math.floor(now / 1000), 42, 258_400])).toEqual([1_767_225_600_000, 1_767_225_600, 42, 258_400]);
  expect(scrub(["at 2026-06-07T08:09:10.123Z", "2026-06-07T08:09:10Z", "sessions/2026/06/07/rollout-2026-06-07T08-09-10-x"])).toEqual([
    "at 2026-01-01T00:00:00.000Z",
    "2026-01-01T00:00:00Z",
    "sessions/2026/01/01/rollout-2026-01-01T00-00-00-x",
  ]);
});

test("durations are nothing, however they are written; what is named like none stays", () => {
  expect(
    scrub({ duration_ms: 12, durationMs: 3, duration: { secs: 1, nanos: 2 }, elapsed_time_seconds: 4, first_token_ms: 6, timeout_ms: 5 }),
  ).toEqual({
    duration_ms: 0,
    durationMs: 0,
    duration: { secs: 0, nanos: 0 },
    elapsed_time_seconds: 0,
    first_token_ms: 0,
    timeout_ms: 5,
  });
});

test("ids of processes are counted, as numbers and as texts", () => {
  expect(scrub([{ processId: "48213" }, { process_id: "977" }, { processId: "48213" }, { pid: 977 }, { processId: null }])).toEqual([
    { processId: "1" },
    { process_id: "2" },
    { processId: "1" },
    { pid: 3 },
    { processId: null },
  ]);
});

test("the machine, its system and the port do not show", () => {
  expect(scrub("/var/x/sockets/4711.sock")).toBe("/workspace/.root/sockets/1.sock");
  expect(scrub(["box", "a box", "x/1.0 (Debian 13.0.0; x86_64) dumb", "http://127.0.0.1:41234/v1"])).toEqual([
    "machine",
    "a box",
    "x/1.0 (Linux 0; x86_64) dumb",
    "http://127.0.0.1:80/v1",
  ]);
});
