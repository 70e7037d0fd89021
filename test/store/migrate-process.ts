// A program that only migrates, to be killed or frozen: `node migrate-process.ts <url> <sql> [<frozen after, in seconds>]`.
import { isRefusal } from "../../src/domain/refusal.ts";
import { openDatabase } from "../../src/store/db.ts";
import { migrate } from "../../src/store/migrate.ts";

const [url = "", text = "", idleSecondsMax = "30"] = process.argv.slice(2);
const db = openDatabase(url);
const answer = await migrate(db, [{ number: 1, name: "0001_slow.sql", text }], {
  idleSecondsMax: Number(idleSecondsMax),
});
process.stdout.write(`${isRefusal(answer) ? answer.why : `applied ${answer.applied.join(", ")}`}\n`);
await db.close();
