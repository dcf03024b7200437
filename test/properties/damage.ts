import fc from "fast-check";
import type { Act } from "../../src/index.js";
import type { Line, Transcript } from "./transcripts.js";

/** A way to spoil a recording. Numbers below one say where, as a part of what there is. */
type Damage =
  | { readonly kind: "cut"; readonly at: number }
  | { readonly kind: "shuffle"; readonly seed: number }
  | { readonly kind: "move"; readonly at: number; readonly to: number }
  | { readonly kind: "repeat"; readonly at: number; readonly to: number }
  | { readonly kind: "drop"; readonly at: number }
  | { readonly kind: "remove"; readonly at: number; readonly field: number }
  | { readonly kind: "replace"; readonly at: number; readonly field: number; readonly by: unknown }
  | { readonly kind: "insert"; readonly at: number; readonly message: unknown };

const part = fc.double({ min: 0, max: 0.999_999, noNaN: true });
const wrong = fc.oneof(
  fc.constantFrom(null, 0, -1, 1.5, "", " ", "x", true, false, [], {}, [null], [[]], [{}], { type: null }, { id: {} }, { identity: [1] }, "\ud83d", "__proto__", Number.MAX_SAFE_INTEGER + 1),
  fc.jsonValue({ maxDepth: 2 }),
);

const damage: fc.Arbitrary<Damage> = fc.oneof(
  fc.record({ kind: fc.constant("cut" as const), at: part }),
  fc.record({ kind: fc.constant("shuffle" as const), seed: fc.nat() }),
  fc.record({ kind: fc.constant("move" as const), at: part, to: part }),
  fc.record({ kind: fc.constant("repeat" as const), at: part, to: part }),
  fc.record({ kind: fc.constant("drop" as const), at: part }),
  fc.record({ kind: fc.constant("remove" as const), at: part, field: part }),
  fc.record({ kind: fc.constant("replace" as const), at: part, field: part, by: wrong }),
  fc.record({ kind: fc.constant("insert" as const), at: part, message: wrong }),
);

/** One of these recordings, more or less spoilt. */
export function spoiltOf(transcripts: readonly Transcript[]): fc.Arbitrary<readonly Line[]> {
  return fc
    .tuple(fc.nat({ max: transcripts.length - 1 }), fc.array(damage, { maxLength: 30 }))
    .map(([index, damages]) => damages.reduce(spoil, transcripts[index]?.lines ?? []));
}

function spoil(lines: readonly Line[], damage: Damage): readonly Line[] {
  if (damage.kind === "shuffle") return shuffled(lines, damage.seed);
  if (lines.length === 0) return lines;
  const at = Math.floor(damage.at * lines.length);
  const line = lines[at] as Line;
  switch (damage.kind) {
    case "cut":
      return lines.slice(0, at);
    case "drop":
      return lines.toSpliced(at, 1);
    case "move":
      return lines.toSpliced(at, 1).toSpliced(Math.floor(damage.to * lines.length), 0, line);
    case "repeat":
      return lines.toSpliced(Math.floor(damage.to * lines.length), 0, line);
    case "insert":
      return lines.toSpliced(at, 0, { from: "agent", message: damage.message });
    case "remove":
    case "replace":
      return lines.with(at, line.act === undefined ? { ...line, message: changed(line.message, damage) } : { ...line, act: changed(line.act, damage) as Act });
  }
}

/** A copy of the message in which one field is gone or another value. */
function changed(message: unknown, damage: Extract<Damage, { readonly field: number }>): unknown {
  const copy: unknown = structuredClone(message);
  const fields = [...fieldsOf(copy)];
  const place = fields[Math.floor(damage.field * fields.length)];
  if (place === undefined) return damage.kind === "replace" ? damage.by : copy;
  const [holder, name] = place;
  if (damage.kind === "replace") holder[name] = damage.by;
  else delete holder[name];
  return copy;
}

function* fieldsOf(value: unknown): Generator<readonly [holder: { [name: string]: unknown }, name: string]> {
  if (typeof value !== "object" || value === null) return;
  const holder = value as { [name: string]: unknown };
  for (const name of Object.keys(holder)) {
    yield [holder, name];
    yield* fieldsOf(holder[name]);
  }
}

/** The same for the same seed: a small generator is all the chance that this needs. */
function shuffled(lines: readonly Line[], seed: number): Line[] {
  const mixed = [...lines];
  let state = seed | 1;
  for (let index = mixed.length - 1; index > 0; index -= 1) {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9;
    const other = (state >>> 0) % (index + 1);
    [mixed[index], mixed[other]] = [mixed[other] as Line, mixed[index] as Line];
  }
  return mixed;
}
