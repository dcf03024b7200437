import type { Code as CheckCode } from "./check/codes.js";
import type { CliCode } from "./cli/codes.js";
import type { MarkerCode } from "./emit/codes.js";
import type { MappingCode } from "./mapping/codes.js";
import type { HouseCode } from "./policy/codes.js";
import type { SchemaCode } from "./schema/codes.js";
import type { LockCode } from "./vendor/codes.js";
import type { YamlCode } from "./yaml/codes.js";

/** Every code that a diagnostic may have. Each stage lists its own, with what it means, in its `codes.ts`; codegen/explanations/ says the rest. */
export type Code = YamlCode | SchemaCode | LockCode | MappingCode | CheckCode | HouseCode | MarkerCode | CliCode;
