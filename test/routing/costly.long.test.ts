// Calls that cost as much as hundreds of plain ones: counted for what they cost, answered beside the event loop, in turns.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { seededChance } from "../../src/domain/chance.ts";
import { isRefusal } from "../../src/domain/refusal.ts";
import { DEMO_CITIES } from "../../src/roads/demo/demo-cities.ts";
import { drawDemoExtract } from "../../src/roads/demo/demo-extract.ts";
import { buildEngine } from "../fixtures/roads/build-engine.ts";
import { startRouteServer } from "./route-server.ts";

const built = buildEngine(drawDemoExtract(), "bike");
assert.ok(!isRefusal(built));
const engine = built;
after(() => engine.close());

const PER_MINUTE = 1_000;
let nowMs = 0;
const server = await startRouteServer({
  engine: () => engine,
  clock: { now: () => new Date(nowMs) },
  findRouteKey: async (key) => ({ id: key, rateLimitPerMinute: key === "limited" ? PER_MINUTE : null }),
});
after(() => server.close());

const chance = seededChance(14);
const { lat, lng } = DEMO_CITIES[0]!.center;
const points = Array.from(
  { length: 100 },
  () => `${(lng + (chance() - 0.5) * 0.05).toFixed(6)},${(lat + (chance() - 0.5) * 0.05).toFixed(6)}`,
);
const plain = `bike/route/v1/driving/${points.slice(0, 2).join(";")}`;
const costly = `bike/route/v1/driving/${points.join(";")}?steps=true&annotations=true`;
const table = `bike/table/v1/driving/${points.join(";")}?annotations=duration,distance`;
const as = (key: string) => ({ "api-key": key });

test("a costly call is answered off the event loop, with what a plain engine says", async () => {
  // The same without what makes it costly stays on the loop.
  const here = await server.ask(`bike/route/v1/driving/${points.slice(0, 20).join(";")}`);
  const [whole] = (await server.ask(costly)).body.routes as readonly { legs: readonly { distance: number }[] }[];
  const [legs] = here.body.routes as readonly { legs: readonly { distance: number }[] }[];
  assert.equal(whole!.legs.length, 99);
  // Legs are shares of rounded sums.
  for (const [at, leg] of legs!.legs.entries()) assert.ok(Math.abs(leg.distance - whole!.legs[at]!.distance) < 0.3);
});

test("the event loop goes on while they are worked on", async () => {
  let turns = 0;
  const turning = setInterval(() => turns++, 1);
  const [route, cells] = await Promise.all([server.ask(costly), server.ask(table)]);
  clearInterval(turning);
  assert.equal(route.status, 200);
  assert.equal((cells.body.durations as readonly unknown[]).length, 100);
  assert.ok(turns > 1, `${turns} turns`);
});

test("what is refused on a thread is refused in the same words", async () => {
  const far = [...points.slice(0, 99), "100.0,5.0"].join(";");
  const reply = await server.ask(`bike/route/v1/driving/${far}?steps=true`);
  assert.equal(reply.status, 400);
  assert.match(String(reply.body.message), /^NoSegment: .*point 99\. \(position \d+ of the coordinates\)/);
});

test("limits count what a call costs, and say when to come back", async () => {
  const first = await server.ask(costly, as("limited"));
  assert.equal(first.status, 200);
  // 99 legs, each a third, three for its steps and one for its annotations.
  assert.equal(first.headers.get("ratelimit-remaining"), String(PER_MINUTE - 429));
  assert.equal((await server.ask(plain, as("limited"))).headers.get("ratelimit-remaining"), String(PER_MINUTE - 430));
  assert.equal((await server.ask(table, as("limited"))).headers.get("ratelimit-remaining"), String(PER_MINUTE - 530));
  assert.equal((await server.ask(costly, as("limited"))).status, 200);
  assert.equal((await server.ask(costly, as("limited"))).headers.get("ratelimit-remaining"), "0");
  const refused = await server.ask(plain, as("limited"));
  assert.equal(refused.status, 429);
  assert.equal(refused.body.title, "Too Many Requests");
  const seconds = Number(refused.headers.get("retry-after"));
  assert.ok(seconds >= 20, `${seconds} s for a debt of 388 at 1,000 a minute`);
  nowMs += seconds * 1_000;
  assert.equal((await server.ask(plain, as("limited"))).status, 200);
  assert.equal((await server.ask(plain, as("other"))).headers.get("ratelimit-remaining"), null);
});

test("one key that asks for more than the threads can do is told so, and another's call has its turn", async () => {
  // Known to be two callers from here on.
  await Promise.all([server.ask(plain, as("greedy")), server.ask(plain, as("modest"))]);
  const answered: string[] = [];
  const ask = async (key: string) => {
    const reply = await server.ask(costly, as(key));
    answered.push(`${key} ${reply.status}`);
    return reply;
  };
  const greedy = Array.from({ length: 40 }, () => ask("greedy"));
  const modest = await ask("modest");
  assert.equal(modest.status, 200);
  const before = answered.filter((one) => one === "greedy 200").length;
  const replies = await Promise.all(greedy);
  const refused = replies.filter(({ status }) => status === 429);
  const good = replies.filter(({ status }) => status === 200);
  assert.equal(refused.length + good.length, 40);
  assert.ok(refused.length > 0);
  assert.equal(refused[0]!.headers.get("retry-after"), "1");
  assert.match(String(refused[0]!.body.message), /waiting already/);
  assert.ok(before < good.length, `${before} of ${good.length} went before it`);
});
