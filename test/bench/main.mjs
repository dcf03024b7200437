import { existsSync } from "node:fs";
import { mappingRows } from "./mapping.mjs";
import { memoryRows } from "./memory.mjs";
import { processRows } from "./processes.mjs";
import { table } from "./report.mjs";

if (!existsSync(new URL("../../dist", import.meta.url))) throw new Error("run `npm run build` first");
console.log(table([...(await mappingRows()), ...memoryRows(), ...processRows()]));
