import { existsSync } from "node:fs";
import { mappingRows } from "./mapping.mjs";
import { memoryRows } from "./memory.mjs";
import { processRows } from "./processes.mjs";
import { table } from "./report.mjs";
import { sizeRows } from "./sizes.mjs";

if (!existsSync(new URL("../../build/bench", import.meta.url))) throw new Error("run it by `npm run bench`");
console.log(table([...(await mappingRows()), ...memoryRows(), ...processRows(), ...(await sizeRows())]));
