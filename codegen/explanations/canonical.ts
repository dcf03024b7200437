import type { canonicalCodes } from "../schema/codes.js";
import { example, type Explanations } from "./types.js";

const extra = (before: string, after: string): ReturnType<typeof example> => example("schemas/canonical/extra.yaml", before, after);
const event = (text: string): string => `families:\n  extra:\n    description: More\n    events:\n      extra.said:\n        description: Something was said.\n${text.replace(/^/gm, "        ")}`;
const events = (before: string, after: string): ReturnType<typeof example> => extra(event(before), event(after));
const said = "payload: { type: object, required: [text], properties: { text: { type: string, default: none } } }";

const extending = { "mapwright.config.yaml": "extends: mapwright\n", "mappings/cursor/notifications.yaml": "---\nextends: cursor.acp.notification\n" };
const ownEvent = (lifecycle: string, payload: string): string => event(`lifecycle: { ${lifecycle} }\npayload: ${payload}\n`);
const added = (before: string, after: string, payload: string): ReturnType<typeof example> => example("schemas/canonical/extra.yaml", ownEvent(before, payload), ownEvent(after, payload), extending);

export const canonical: Explanations<keyof typeof canonicalCodes> = {
  "canonical-unknown-key": {
    why: "The canonical model is read with a small part of JSON Schema. A key beyond it would promise what neither types nor validators keep.",
    mend: "Mend the spelling, or say it with the keys that there are.",
    ...extra(`enums:\n  Mood: { descripton: How it went., enum: [good, bad] }`, `enums:\n  Mood: { description: How it went., enum: [good, bad] }`),
  },
  "canonical-missing-key": {
    why: "Types, validators and the specification are made from the model; without this key there is nothing to make them from.",
    mend: "Add the key. A whole section that is missing is restored from version control.",
    ...extra(`enums:\n  Mood: { description: How it went. }`, `enums:\n  Mood: { description: How it went., enum: [good, bad] }`),
  },
  "canonical-bad-value": {
    why: "The key is known, and its value is not of the form that the key takes.",
    mend: "Write it in the form that the message names.",
    ...extra(`enums:\n  Mood: { enum: [good, good] }`, `enums:\n  Mood: { enum: [good, bad] }`),
  },
  "canonical-duplicate": {
    why: "Each event, enum, brand and payload is one type in TypeScript, whatever file declares it.",
    mend: "Remove one of the two, or give it another name.",
    ...extra(`enums:\n  SessionState: { enum: [good, bad] }`, `enums:\n  Mood: { enum: [good, bad] }`),
  },
  "canonical-unknown-reference": {
    why: "The reference names what no file of the model declares.",
    mend: 'Write it as `#/<section>/<name>`, such as "#/enums/SessionState".',
    ...events(`payload: { type: object, properties: { state: { $ref: "#/enums/SessionStat" } } }`, `payload: { type: object, properties: { state: { $ref: "#/enums/SessionState" } } }`),
  },
  "canonical-unknown-event": {
    why: "`repeated` names the event that a second opening or closing becomes, and there is no such event.",
    mend: "Name an event of the model.",
    ...events(`lifecycle: { entity: task, does: opens, repeated: task.updatd }\n${said}`, `lifecycle: { entity: task, does: opens, repeated: runtime.warning }\n${said}`),
  },
  "canonical-unknown-field": {
    why: "`required`, `inherits` and `with` name fields of a payload, and the payload does not have this one.",
    mend: "Mend the spelling, or declare the field.",
    ...events("payload: { type: object, required: [txt], properties: { text: { type: string, default: none } } }", said),
  },
  "canonical-missing-default": {
    why: "An agent may leave out what its own schema requires. An event must not be lost over that, so that each required field says what it becomes.",
    mend: "Add `default`, or take the field out of `required`.",
    ...events("payload: { type: object, required: [text], properties: { text: { type: string } } }", said),
  },
  "canonical-bad-default": {
    why: "An event with this default would not be valid by the model itself.",
    mend: "Write a value of the field's own type.",
    ...events("payload: { type: object, required: [text], properties: { text: { type: string, default: 0 } } }", said),
  },
  "canonical-shipped-lifecycle": {
    why: "Whoever reads a stream of events relies on it that each turn that started completes, and that nothing else ends it. An event that only some projects have cannot do that.",
    mend: "Let the event update the turn, and let its row give `turn.completed`, too.",
    ...added("does: closes, entity: turn", "does: updates, entity: turn", "{ type: object }"),
  },
  "canonical-missing-id": {
    why: "A task is known by `taskId` and a hook by `hookId`, which their events carry in the payload: without it, nothing would be opened, and nothing closed.",
    mend: "Require the id in the payload, and let the row fill it.",
    ...example("schemas/canonical/extra.yaml", ownEvent("entity: hook, does: opens", "{ type: object }"), ownEvent("entity: hook, does: opens", "{ type: object, required: [hookId], properties: { hookId: { type: string, default: unknown } } }"), extending),
  },
};
