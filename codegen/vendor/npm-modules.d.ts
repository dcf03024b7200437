/** What we use of two packages of npm that bring no types. */

declare module "pacote" {
  interface Result {
    readonly integrity: string | null;
  }
  interface Packument {
    readonly "dist-tags"?: { readonly [tag: string]: string };
    readonly versions: { readonly [version: string]: unknown };
    readonly time?: { readonly [version: string]: string };
  }
  export type Options = { readonly [option: string]: unknown };
  const pacote: {
    packument(spec: string, options: Options): Promise<Packument>;
    extract(spec: string, folder: string, options: Options): Promise<Result>;
    tarball: {
      stream<T>(spec: string, handle: (stream: AsyncIterable<Uint8Array>) => Promise<T>, options: Options): Promise<T>;
    };
  };
  export default pacote;
}

declare module "@npmcli/config" {
  export default class Config {
    constructor(options: { readonly [option: string]: unknown });
    load(): Promise<void>;
    isDefault(option: string): boolean;
    readonly flat: { readonly [option: string]: unknown };
  }
}

declare module "@npmcli/config/lib/definitions/index.js" {
  const definitions: { readonly definitions: unknown; readonly shorthands: unknown; readonly flatten: unknown; readonly nerfDarts: unknown };
  export default definitions;
}
