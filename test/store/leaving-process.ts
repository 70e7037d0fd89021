// A program that only lets old orders and journals go, to be killed: `node leaving-process.ts <url> <months>`. Ends when nothing is left to go.
import { letJournalsGo, letOrdersGo } from "../../src/operations/data/let-go.ts";
import { realClock } from "../../src/ports/clock.ts";
import { openDatabase } from "../../src/store/db.ts";
import { readLeaving } from "../../src/store/leaving.ts";

const [url = "", months = ""] = process.argv.slice(2);
const db = openDatabase(url);
const retention = { orderMonths: Number(months), ledgerMonths: Number(months) };
const deps = { db, clock: realClock, settings: { retention, keepUntilExported: false } };
for (let isOver = false; !isOver; ) {
  await letOrdersGo(deps);
  await letJournalsGo(deps);
  const { keptFrom, lookedUpTo } = await readLeaving(db, "journals");
  isOver = keptFrom > 0 && lookedUpTo >= keptFrom - 1;
}
await db.close();
