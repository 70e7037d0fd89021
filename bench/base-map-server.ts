// The tile door on a server of its own.
//   node bench/base-map-server.ts '{"dir": …}'   prints its address once it listens
import { pino } from "pino";
import { isRefusal } from "../src/domain/refusal.ts";
import { findMap } from "../src/extract/map-folder.ts";
import { openApp } from "../src/http/base/app.ts";
import { openMeasures } from "../src/http/base/measures.ts";
import { registerCalls } from "../src/http/calls/register-calls.ts";
import { baseMapCalls } from "../src/http/tiles/base-map.ts";
import { secureRandom } from "../src/ports/random.ts";
import { openBaseMaps } from "../src/tiles/base-maps.ts";

const { dir } = JSON.parse(process.argv[2] ?? "{}") as { readonly dir: string };
const found = await findMap(dir);
if (isRefusal(found)) throw new Error(found.why);
const baseMaps = openBaseMaps();
const refused = await baseMaps.take(found);
if (refused) throw new Error(refused.why);
const app = openApp({
  log: pino({ level: "warn" }),
  random: secureRandom,
  measures: openMeasures({ totalCount: 0, idleCount: 0, waitingCount: 0 }),
  publicUrl: "http://127.0.0.1",
});
registerCalls(app, baseMapCalls, { baseMaps: { ...baseMaps, isComing: () => false }, publicUrl: "http://giao.test" });
process.stdout.write(`${await app.listen({ host: "127.0.0.1", port: 0 })}\n`);
