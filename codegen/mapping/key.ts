/** Row keys: `result:error_*`, `session/{new,fork}:result`, `system:status:(none)`. */

export type Segment =
  | { readonly kind: "exact"; readonly value: string }
  /** `*` stands for any characters, also none. */
  | { readonly kind: "pattern"; readonly pattern: string }
  /** Absent or null. */
  | { readonly kind: "none" }
  /** A value that no schema lists. */
  | { readonly kind: "other" }
  /** One of several; `session/{new,fork}` is a group of two exact values. Members are never groups. */
  | { readonly kind: "group"; readonly members: readonly Exclude<Segment, { kind: "group" }>[] };

const mostCombinations = 1000;

export type SimpleSegment = Exclude<Segment, { kind: "group" }>;

/** The segments of a row key. What `keyProblem` finds wrong is read as if it were a value. */
export function splitKey(key: string): Segment[] {
  return splitOutside(key, ":").map(({ text }) => {
    const members = expandGroups(text).map(simpleSegment);
    return members.length === 1 ? members[0]! : { kind: "group", members };
  });
}

/** Every combination of the members of a key's groups, in the order written: `a:{b,c}` is `a:b` and `a:c`. */
export function expandKey(key: string): SimpleSegment[][] {
  return splitKey(key).reduce<SimpleSegment[][]>(
    (heads, segment) =>
      heads.flatMap((head) => (segment.kind === "group" ? segment.members : [segment]).map((member) => [...head, member])),
    [[]],
  );
}

/** `{session/list,…}:error` for a key of many messages. */
export function shortKey(key: string): string {
  return key.length <= 60 ? key : key.replace(/\{([^{},]+),[^{}]*\}/g, "{$1,…}");
}

/** Whether a value matches a pattern in which `*` stands for any characters. */
export function matchesPattern(pattern: string, value: string): boolean {
  const [head = "", ...rest] = pattern.split("*");
  const tail = rest.pop();
  if (tail === undefined) return pattern === value;
  if (value.length < head.length + tail.length || !value.startsWith(head) || !value.endsWith(tail)) return false;
  let at = head.length;
  for (const part of rest) {
    const found = value.indexOf(part, at);
    if (found === -1 || found + part.length > value.length - tail.length) return false;
    at = found + part.length;
  }
  return true;
}

/** The first thing that is wrong with a key as written, with its place in the key. */
export function keyProblem(
  key: string,
): { readonly from: number; readonly to: number; readonly message: string; readonly hint: string } | undefined {
  let open = -1;
  for (let at = 0; at < key.length; at += 1) {
    if (key[at] === "{") {
      if (open !== -1)
        return {
          from: at,
          to: at + 1,
          message: "A group cannot stand inside another.",
          hint: "Write all members in one group: `{a,b,c}`.",
        };
      open = at;
    } else if (key[at] === "}") {
      if (open === -1) return { from: at, to: at + 1, message: "This brace closes nothing.", hint: "Write `{a,b}`." };
      open = -1;
    }
  }
  if (open !== -1) return { from: open, to: open + 1, message: "This group is not closed.", hint: "Write `{a,b}`." };
  const combinations = [...key.matchAll(/\{([^{}]*)\}/g)].reduce((count, group) => count * group[1]!.split(",").length, 1);
  if (combinations > mostCombinations)
    return {
      from: 0,
      to: key.length,
      message: `The groups of this key make more than ${mostCombinations} combinations.`,
      hint: "Use a pattern with `*`.",
    };
  for (const segment of splitOutside(key, ":")) {
    const end = segment.from + segment.text.length;
    if (segment.text.trim() === "")
      return {
        from: segment.from,
        to: end,
        message: "A segment of the key is empty.",
        hint: "Segments are joined by one colon; absent or null is `(none)`.",
      };
    if (segment.text !== segment.text.trim())
      return { from: segment.from, to: end, message: "A blank stands beside the colon.", hint: "Remove it." };
    const group = /\{([^}]*)\}/.exec(segment.text);
    if (group && group[1]!.split(",").some((member) => member.trim() === "" || member !== member.trim())) {
      return {
        from: segment.from + group.index,
        to: segment.from + group.index + group[0].length,
        message: "A member of the group is empty or has a blank beside it.",
        hint: "Write `{a,b}`.",
      };
    }
    const members = group?.[1]!.split(",") ?? [];
    const twice = members.find((member, index) => members.indexOf(member) !== index);
    if (group && twice !== undefined)
      return {
        from: segment.from + group.index,
        to: segment.from + group.index + group[0].length,
        message: `"${twice}" stands twice in this group.`,
        hint: "Remove one of the two.",
      };
    for (const member of expandGroups(segment.text)) {
      if (/^\(.*\)$/.test(member) && simpleSegment(member).kind === "exact")
        return {
          from: segment.from,
          to: end,
          message: `"${member}" is no kind of segment.`,
          hint: "In parentheses stand `(none)` for absent or null, and `(other)` for a value that no schema lists.",
        };
    }
  }
  return undefined;
}

function simpleSegment(text: string): SimpleSegment {
  if (text === "(none)") return { kind: "none" };
  if (text === "(other)") return { kind: "other" };
  return text.includes("*") ? { kind: "pattern", pattern: text } : { kind: "exact", value: text };
}

function expandGroups(text: string): string[] {
  const group = /\{([^{}]*)\}/.exec(text);
  if (!group) return [text];
  const before = text.slice(0, group.index);
  const after = expandGroups(text.slice(group.index + group[0].length));
  return group[1]!.split(",").flatMap((member) => after.map((rest) => before + member + rest));
}

/** Splits at a separator that stands outside braces. */
function splitOutside(text: string, separator: string): { readonly text: string; readonly from: number }[] {
  const parts: { text: string; from: number }[] = [];
  let from = 0;
  let depth = 0;
  for (let at = 0; at <= text.length; at += 1) {
    if (text[at] === "{") depth += 1;
    else if (text[at] === "}") depth -= 1;
    else if (at === text.length || (text[at] === separator && depth <= 0)) {
      parts.push({ text: text.slice(from, at), from });
      from = at + 1;
    }
  }
  return parts;
}
