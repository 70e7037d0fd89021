// A callback worker as a process of its own, to be killed. Its leases are short and its clock runs fast, so that another worker takes
// over, and a try that a busy machine let time out is repeated, within the test.
import { startStopwatch } from "../../src/ports/clock.ts";
import { openDatabase } from "../../src/store/db.ts";
import { standingClock, startWorker } from "../harness/callback-world.ts";

const SPEED = 50;

const [url = ""] = process.argv.slice(2);
const db = openDatabase(url, { limits: { poolMax: 4 } });
const start = standingClock().now().getTime();
const running = startStopwatch();
const clock = { now: () => new Date(start + running.elapsedMs() * SPEED) };
const worker = startWorker(db, clock, { timeoutMs: 700, leaseSeconds: 1.5 });
// The test has ended, well or badly.
process.on("disconnect", () => process.exit(0));
process.on("message", async () => {
  await worker.stop();
  await db.close();
  process.disconnect();
});
