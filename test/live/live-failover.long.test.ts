// A first server that is lost behind sentinels, and a node of a cluster that is lost and comes back: the plane is used again by itself.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { readLiveAddress } from "../../src/live/live-address.ts";
import { openRedisPlane } from "../../src/live/redis-plane.ts";
import { realClock } from "../../src/ports/clock.ts";
import type { LivePlane } from "../../src/ports/live/live-plane.ts";
import { REDIS_MISSING, type RedisGroup, startRedisCluster, startSentinels } from "../harness/redis.ts";

const LATE_MS_MAX = 45_000;
// Enough that every node of a cluster has some.
const KEYS = Array.from({ length: 30 }, (_, nth) => `26FAILOVER${nth}`);

test("sentinels make the replica the first, and it is used", { skip: REDIS_MISSING }, async () => {
  const group = await startSentinels();
  await survives(group, () => group.servers[0]!.kill());
});

test("a cluster's node that comes back is used again", { skip: REDIS_MISSING }, async () => {
  const group = await startRedisCluster();
  await survives(group, async (awayIsTold) => {
    await group.servers[1]!.kill();
    await awayIsTold();
    await group.servers[1]!.start();
  });
});

async function survives(group: RedisGroup, lose: (awayIsTold: () => Promise<void>) => Promise<void>): Promise<void> {
  after(group.stop);
  const plane = await openRedisPlane({
    address: readLiveAddress(group.url)!,
    name: "survivor",
    trueTime: realClock,
    onChange: () => undefined,
    onTrouble: () => undefined,
  });
  after(plane.close);
  const heard = new Set<string>();
  const following = plane.notices.follow("giao_orders", (orderId) => heard.add(orderId));
  for (const key of KEYS) following.want(key);
  await until(() => allHeard(plane, heard), "all channels are heard");
  await lose(() => until(async () => !(await allHeard(plane, heard)), "the loss is noticed"));
  await until(() => allHeard(plane, heard), "all channels are heard again");
  await until(async () => plane.state().isUp, "it is told");
  const taken = await plane.counts.take("failover", { perMinute: 1, burst: 3 }, realClock.now().getTime(), 1);
  assert.equal(taken.remaining, 2);
}

async function allHeard(plane: LivePlane, heard: Set<string>): Promise<boolean> {
  heard.clear();
  await plane.notices.send(KEYS.map((payload) => ({ notice: "giao_orders", payload }))).catch(() => undefined);
  await sleep(200);
  return KEYS.every((key) => heard.has(key));
}

async function until(isSo: () => Promise<boolean>, what: string): Promise<void> {
  for (const endAt = performance.now() + LATE_MS_MAX; performance.now() < endAt; await sleep(100)) {
    if (await isSo()) return;
  }
  assert.fail(`${what}: not in ${LATE_MS_MAX} ms`);
}
