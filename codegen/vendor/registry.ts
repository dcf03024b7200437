import type { Unpacked } from "./package.js";

/** Where packages are published. */
export interface Registry {
  /** Rejects if there is no such package. */
  readonly releases: (name: string) => Promise<Releases>;
  /** Fetches one version and unpacks it below a folder that is empty or not there. Rejects if it is not what was published. */
  readonly unpack: (name: string, version: string, folder: string) => Promise<Unpacked>;
}

export interface Releases {
  /** What its publisher calls the latest. */
  readonly latest?: string;
  readonly versions: readonly string[];
  /** Version to time, as ISO 8601. */
  readonly published: { readonly [version: string]: string };
}
