import { mkdirSync, writeFileSync } from "node:fs";

mkdirSync("out", { recursive: true });
writeFileSync("out/app.js", 'import "cursor-mappers";\n');
