// Judges alert rules and sends what they tell as a worker does, again and again, to be killed. Tells whoever started it of each round.
import { setTimeout as sleep } from "node:timers/promises";
import { readSettings } from "../../src/cli/settings.ts";
import { isRefusal } from "../../src/domain/refusal.ts";
import { judgeAlerts } from "../../src/operations/alerts/judge-alerts.ts";
import { sendDueAlerts } from "../../src/operations/alerts/send-alerts.ts";
import { openHouse } from "../../src/wiring/house.ts";
import { openLog } from "../../src/wiring/log.ts";
import { noWorld } from "../../src/wiring/no-world.ts";

const [env = "{}"] = process.argv.slice(2);
const settings = readSettings({ LOG_LEVEL: "error", ROBOTS: "off", ...JSON.parse(env) }, "/nowhere", 1);
const house = await openHouse(settings, openLog(settings.logLevel), settings.databaseUrl ?? "", noWorld());
if (isRefusal(house)) throw new Error(house.why);
// The test has ended, well or badly.
process.on("disconnect", () => process.exit(0));
process.send?.("at work");
for (;;) {
  await judgeAlerts(house);
  await sendDueAlerts({ ...house, publicUrl: "http://giao.test" });
  process.send?.("round");
  await sleep(20);
}
