// Writes the partner guide's tables and examples anew, where the program has changed.
import { readFileSync, writeFileSync } from "node:fs";
import { fillBlocks, GUIDE } from "./made-blocks.ts";

writeFileSync(GUIDE, fillBlocks(readFileSync(GUIDE, "utf8")).page);
