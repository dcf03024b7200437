/** The diff stage: what changed between two versions of a protocol, and what that means for the tables. */
export { judge, type JudgeInput } from "./judge.js";
export { diffVersions, versionsOf, type Version, type Versions } from "./schema-diff.js";
export { changeText, countText, placeText, sharedText } from "./label.js";
export type * from "./types.js";
export { compareEvents, type ComparedEvent, type ComparedStep, type EventDifference, type FieldDifference } from "./events.js";
