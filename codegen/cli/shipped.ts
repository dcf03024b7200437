import path from "node:path";
import type { Protocol } from "./config.js";
import { filesBelow } from "./files.js";
import { packageFolder } from "./package.js";

/** What of Mapwright's own schemas and tables a project builds on; folders as the project names them. */
export interface Shipped {
  readonly schemas: string;
  readonly mappings: string;
  readonly transforms: string;
  /** The folders of tables that the project adds to. */
  readonly providers: readonly string[];
  /** Those that these tables map, with the versions that are shipped. */
  readonly protocols: readonly Protocol[];
}

/** How a project names what lies in the package, wherever the package was installed. */
export const shippedFolder = "node_modules/mapwright";

/** Where a file that the project names is on disk: one of its own, or one that is shipped. */
export function placeOf(root: string, file: string): string {
  return file.startsWith(`${shippedFolder}/`) ? path.join(packageFolder(), file.slice(shippedFolder.length + 1)) : path.join(root, file);
}

/** The files that are shipped and that the project builds on, as it names them. */
export function shippedFiles({ schemas, mappings, transforms, providers, protocols }: Shipped): string[] {
  const own = (folder: string): string => folder.slice(shippedFolder.length + 1);
  const folders = [
    `${own(schemas)}/canonical`,
    ...protocols.flatMap(({ name, versions }) => versions.map((version) => `${own(schemas)}/${name}/${version}`)),
    ...providers.map((provider) => `${own(mappings)}/${provider}`),
    own(transforms),
  ];
  const overlays = protocols.map(({ name }) => `${own(schemas)}/${name}/overlay.yaml`);
  const found = folders.flatMap((folder) => filesBelow(packageFolder(), folder, (file) => /\.(?:json|ya?ml)$|(?<!\.test|\.d)\.ts$/.test(file)));
  return [...found, ...overlays].map((file) => `${shippedFolder}/${file}`);
}
