// What partners are told of how the platform does.
import assert from "node:assert/strict";
import { test } from "node:test";
import { openStatus, type StatusDeps } from "../../src/operations/console/look-at-status.ts";
import { openDatabase } from "../../src/store/db.ts";
import { assertOk } from "../harness/expect.ts";
import { freePort } from "../harness/free-port.ts";
import { type Giao, startGiao } from "../harness/giao.ts";

// No map is loaded here, so that it is not ready.
const giao = await startGiao();
const { db } = giao.house;
const notReady: StatusDeps["readiness"] = async () => [{ ready: false }];
const sinceDown = async ({ call }: Pick<Giao, "call">): Promise<number> => {
  const answer = await call("GET", "/status/v1/state");
  assertOk(answer);
  const [api] = answer.body.parts;
  assert.equal(`${api.part} ${api.state}`, "api down");
  return api.since;
};

test("anybody may ask, and hears the three parts and nothing else of the platform", async () => {
  const answer = await giao.call("GET", "/status/v1/state");
  assertOk(answer);
  assert.equal(answer.headers.get("cache-control"), "public, max-age=10");
  const { time, parts, ...rest } = answer.body;
  assert.ok(Math.abs(time - giao.house.clock.now().getTime() / 1000) < 60);
  assert.deepEqual(Object.keys(parts[0]), ["part", "state", "since"]);
  assert.deepEqual(rest, { state: "down" });
  assert.deepEqual(
    parts.map((one: { part: string; state: string }) => `${one.part} ${one.state}`),
    ["api down", "work up", "drivers up"],
  );
  assert.ok(parts[0].since > 0 && parts[1].since === 0);
});

test("however many ask, it is looked at once in ten seconds, and a trouble keeps its beginning", async () => {
  let [looks, ready] = [0, false];
  let now = giao.house.clock.now();
  const status = openStatus({
    db,
    clock: { now: () => now },
    readiness: async () => {
      looks++;
      return [{ ready }];
    },
  });
  const [first] = await Promise.all([status(), status(), status()]);
  await status();
  assert.equal(looks, 1);
  now = new Date(now.getTime() + 11_000);
  const second = await status();
  assert.equal(looks, 2);
  assert.ok(first.parts[0]?.since);
  assert.deepEqual(second.parts[0]?.since, first.parts[0]?.since);
  ready = true;
  now = new Date(now.getTime() + 11_000);
  assert.deepEqual((await status()).parts[0], { part: "api", state: "up", since: null });
});

test("every server tells the same since when, and so does one that was started anew", async () => {
  const since = await sinceDown(giao);
  const later = async () =>
    assertOk(await giao.call("POST", "/sandbox/v1/clock/advance", { operator: true, body: { seconds: 600 } }));
  await later();
  const second = await giao.replica();
  assert.equal(await sinceDown(second), since);
  await second.drain();
  await later();
  const restarted = await giao.replica();
  assert.deepEqual([await sinceDown(restarted), await sinceDown(giao)], [since, since]);
});

test("of many who see a trouble at once one says since when; what nobody saw for five minutes begins anew", async () => {
  await db`delete from status_troubles`;
  const now = giao.house.clock.now().getTime();
  const all = Array.from({ length: 12 }, (_, nth) => ({ now: () => new Date(now + nth * 1_000) }));
  const looks = () => Promise.all(all.map((clock) => openStatus({ db, clock, readiness: notReady })()));
  const sinces = async () => new Set((await looks()).map(({ parts }) => parts[0]?.since?.getTime()));
  const [first, ...others] = await sinces();
  assert.deepEqual(others, []);
  await db`update status_troubles set seen_at = now() - interval '299 seconds'`;
  assert.deepEqual(await sinces(), new Set([first]));
  await db`update status_troubles set since = since - interval '1 hour', seen_at = now() - interval '301 seconds'`;
  const [again, ...more] = await sinces();
  assert.deepEqual(more, []);
  assert.ok(again !== undefined && again >= now, "it began now, not an hour ago");
});

test("while the database is away a server tells since when by itself", async (t) => {
  const away = openDatabase(`postgres://nobody@127.0.0.1:${await freePort()}/none`, { limits: { poolMax: 1 } });
  t.after(() => away.close());
  let now = new Date("2026-03-01T08:00:00Z");
  const status = openStatus({ db: away, clock: { now: () => now }, readiness: notReady });
  const begun = now;
  await status();
  now = new Date(now.getTime() + 60_000);
  assert.deepEqual((await status()).parts, [
    { part: "api", state: "down", since: begun },
    { part: "work", state: "delayed", since: begun },
    { part: "drivers", state: "delayed", since: begun },
  ]);
});
