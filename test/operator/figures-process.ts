// Counts figures as a worker does, all of them again and again, to be killed.
import { rebuildFigures } from "../../src/operations/figures/keep-figures.ts";
import { openDatabase } from "../../src/store/db.ts";

const [url = "", nowMs = ""] = process.argv.slice(2);
const db = openDatabase(url, { limits: { poolMax: 2 } });
// The test has ended, well or badly.
process.on("disconnect", () => process.exit(0));
process.send?.("counting");
for (;;) await rebuildFigures({ db, clock: { now: () => new Date(Number(nowMs)) } }, () => undefined);
