/** The review stage: what a change of tables, schemas and runtime means to those who read events. */
export { breakingOf } from "./breaking.js";
export { compareCoverage, lostEvents, rowsReached, type CoverageChange, type CoverageCount } from "./coverage.js";
export { compareModels } from "./model-changes.js";
export { observe, type ComparedSession } from "./observed.js";
export { overlayChanges } from "./overlay-changes.js";
export { compareRows, type Tables } from "./rows.js";
export { compareShared } from "./shared.js";
export { compareTransforms } from "./transform-changes.js";
export type * from "./types.js";
