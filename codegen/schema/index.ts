/** The schema stage: schema files in, the surface out, and the questions the later stages ask of it. */
export { branches } from "./branches.js";
export { refName } from "./clean.js";
export { discriminate } from "./discriminate.js";
export { readSurface, type SurfaceInput } from "./read-surface.js";
export { unanswered } from "./responses.js";
export { sample, samples, type Forced, type Sample } from "./sample.js";
export { createValidate, type Validate } from "./validate.js";
export { element, field, listedValues, resolve, shapeText } from "./walk.js";
export type * from "./types.js";
