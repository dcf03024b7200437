import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createSession, providerNames, type Decision, type ProviderName, type ProviderRuntimeEventV2, type Session, type Snapshot } from "../../src/index.js";
import { spoiltOf } from "./damage.js";
import { broken } from "./invariants.js";
import { play, transcriptsOf, type Line } from "./transcripts.js";

const open = (provider: ProviderName, sessionId: string, snapshot?: Snapshot): Session =>
  createSession({ provider, sessionId, now: () => "2026-01-01T00:00:00.000Z", ...(snapshot === undefined ? {} : { snapshot }) });

/** Plays the lines and ends the session; a message that gives no event must have been counted as such. */
function playAll(session: Session, lines: readonly Line[]): { readonly events: ProviderRuntimeEventV2[]; readonly lost: unknown[] } {
  const events: ProviderRuntimeEventV2[] = [];
  const lost: unknown[] = [];
  for (const line of lines) {
    const before = session.stats;
    const given = play(session, line);
    const after = session.stats;
    events.push(...given);
    if (line.from === "agent" && given.length === 0 && after.repeats + after.unmapped !== before.repeats + before.unmapped + 1) lost.push(line.message);
  }
  events.push(...session.act({ kind: "session.exit" }));
  return { events, lost };
}

describe.each(providerNames)("%s", (provider) => {
  const transcripts = transcriptsOf(provider);
  const spoilt = spoiltOf(transcripts);
  const fresh = (snapshot?: Snapshot): Session => open(provider, "s", snapshot);

  describe("recorded sessions", () => {
    it.each(transcripts.map(({ name, lines }) => ({ name, lines })))("$name: everything opens once, closes once and is valid", ({ lines }) => {
      const session = fresh();
      const { events, lost } = playAll(session, lines);
      expect(broken(events)).toEqual([]);
      expect(lost).toEqual([]);
      expect(events.at(-1)?.type).toBe("session.exited");
      expect(session.stats).toMatchObject({ unknowns: 0, events: events.length });
    });

    it.each(transcripts.filter((_, index) => index % 3 === 0).map(({ name, lines }) => ({ name, lines })))(
      "$name: a session that goes on from a snapshot of any moment gives the same events",
      ({ lines }) => {
        const whole = fresh();
        const given = lines.map((line) => play(whole, line));
        let going = fresh();
        for (const [index, line] of lines.entries()) {
          going = fresh(JSON.parse(JSON.stringify(going.snapshot())) as Snapshot);
          expect(play(going, line)).toEqual(given[index]);
        }
        const resumed = fresh(going.snapshot());
        expect(resumed.act({ kind: "session.exit" })).toEqual(whole.act({ kind: "session.exit" }));
        expect(resumed.stats).toEqual(whole.stats);
      },
    );
  });

  describe("spoilt sessions", () => {
    it("never throw, lose no message, and give valid events that open once and close once", () => {
      fc.assert(
        fc.property(spoilt, (lines) => {
          const { events, lost } = playAll(fresh(), lines);
          expect(broken(events)).toEqual([]);
          expect(lost).toEqual([]);
          expect(events.at(-1)?.type).toBe("session.exited");
        }),
        { numRuns: 500 },
      );
    });

    it("nothing opens after the end, wherever it comes", () => {
      fc.assert(
        fc.property(spoilt, fc.double({ min: 0, max: 1, noNaN: true }), (lines, part) => {
          const session = fresh();
          const at = Math.floor(part * lines.length);
          const before = playAll(session, lines.slice(0, at)).events;
          const after = lines.slice(at).flatMap((line) => play(session, line));
          expect(broken([...before, ...after])).toEqual([]);
          const opening = new Set(["turn.started", "turn.completed", "item.started", "item.completed", "request.opened", "user-input.requested", "session.exited"]);
          expect(after.filter((event) => opening.has(event.type))).toEqual([]);
        }),
        { numRuns: 200 },
      );
    });

    it("are the same each time, and from any snapshot on", () => {
      fc.assert(
        fc.property(spoilt, fc.double({ min: 0, max: 1, noNaN: true }), (lines, part) => {
          const at = Math.floor(part * lines.length);
          const first = fresh();
          const second = fresh();
          for (const line of lines.slice(0, at)) expect(play(first, line)).toEqual(play(second, line));
          const resumed = fresh(JSON.parse(JSON.stringify(first.snapshot())) as Snapshot);
          for (const line of lines.slice(at)) expect(play(resumed, line)).toEqual(play(first, line));
        }),
        { numRuns: 200 },
      );
    });

    it("decisions at any moment settle each request once", () => {
      const decisions = fc.constantFrom<Decision>("accept", "acceptForSession", "decline", "cancel");
      fc.assert(
        fc.property(spoilt, fc.array(decisions, { minLength: 1 }), fc.nat({ max: 5 }), (lines, words, wait) => {
          const session = fresh();
          const events: ProviderRuntimeEventV2[] = [];
          const opened: (string | undefined)[][] = [];
          for (const [index, line] of lines.entries()) {
            const given = play(session, line);
            events.push(...given);
            opened.push(given.filter((event) => event.type === "request.opened").map((event) => event.requestId));
            for (const id of opened[index - wait] ?? []) {
              const decided = session.decide(id ?? "", words[index % words.length] ?? "cancel");
              events.push(...decided.events);
              if (decided.reply !== undefined) expect(session.send(decided.reply)).toEqual([]);
            }
          }
          events.push(...session.act({ kind: "session.exit" }));
          expect(broken(events)).toEqual([]);
        }),
        { numRuns: 200 },
      );
    });
  });

  it("two sessions fed by turns never influence each other", () => {
    fc.assert(
      fc.property(spoilt, spoilt, fc.infiniteStream(fc.boolean()), (left, right, turns) => {
        const alone = [left, right].map((lines, which) => givenBy(open(provider, `s${which}`), lines));
        const sessions = [open(provider, "s0"), open(provider, "s1")] as const;
        const events: [ProviderRuntimeEventV2[], ProviderRuntimeEventV2[]] = [[], []];
        const places: [number, number] = [0, 0];
        for (const first of turns) {
          const which = (first && places[0] < left.length) || places[1] >= right.length ? 0 : 1;
          const line = [left, right][which]?.[places[which]];
          if (line === undefined) break;
          places[which] += 1;
          events[which].push(...play(sessions[which], line));
        }
        expect(events).toEqual(alone);
      }),
      { numRuns: 100 },
    );
  });
});

function givenBy(session: Session, lines: readonly Line[]): ProviderRuntimeEventV2[] {
  return lines.flatMap((line) => play(session, line));
}
