// The program behind streets.ts: draws into the folder it is given, and leaves a mark when all is there.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { openLog } from "../../src/wiring/log.ts";
import { openWorld } from "../../src/wiring/world.ts";
import { DRAWN } from "./streets.ts";

const [dir = ""] = process.argv.slice(2);
const settings = { dataDir: dir, mapDir: join(dir, "map"), roadsUrl: undefined, geocoderUrl: undefined };
const world = await openWorld({ settings, log: openLog("error") });
world.drawWhatIsMissing();
// Keeps the process alive, which the thread that draws does not.
const watch = setInterval(() => {
  if (!world.baseMaps.current()) return;
  clearInterval(watch);
  writeFileSync(join(dir, DRAWN), "");
  void world.close();
}, 50);
