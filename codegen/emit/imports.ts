import type { Transform } from "../check/types.js";
import { importPath } from "./module.js";

/** Where generated modules stand, and what is around them: folders relative to the config's. */
export interface Places {
  readonly output: string;
  /** Of the project's own transforms. */
  readonly transforms: string;
  /** Of the project's own schemas. */
  readonly schemas: string;
  readonly runtime: Runtime;
}

/** What generated modules build on: folders beside them, or the package that the project extends. */
export type Runtime =
  | { readonly kind: "folders"; readonly contract: string; readonly testing: string }
  | {
      readonly kind: "package";
      readonly name: string;
      /** Protocols of which the package has schemas. */
      readonly known: ReadonlySet<string>;
      /** Protocols that the project takes as they are shipped, types and all. */
      readonly protocols: ReadonlySet<string>;
    };

/** How a module in `folder` imports the runtime contract. */
export function contractFrom(folder: string, { runtime }: Places): string {
  return runtime.kind === "package" ? `${runtime.name}/contract` : importPath(folder, `${runtime.contract}/contract.js`);
}

export function testingFrom(folder: string, { runtime }: Places): string {
  return runtime.kind === "package" ? `${runtime.name}/testing` : importPath(folder, `${runtime.testing}/testing.js`);
}

export function transformFrom(folder: string, { module, shipped }: Transform, { runtime, transforms }: Places): string {
  return shipped === true && runtime.kind === "package" ? `${runtime.name}/transforms/${module}` : importPath(folder, `${transforms}/${module}.js`);
}

export function typesFrom(folder: string, protocol: string, { runtime, output }: Places): string {
  return runtime.kind === "package" && runtime.protocols.has(protocol) ? `${runtime.name}/types/${protocol}` : importPath(folder, `${output}/types/${protocol}.js`);
}
