// What partners are told of how the platform does.
import assert from "node:assert/strict";
import { test } from "node:test";
import { openStatus } from "../../src/http/health/status.ts";
import { assertOk } from "../harness/expect.ts";
import { startGiao } from "../harness/giao.ts";

const giao = await startGiao();

test("anybody may ask, and hears the three parts and nothing else of the platform", async () => {
  const answer = await giao.call("GET", "/status/v1/state");
  assertOk(answer);
  assert.equal(answer.headers.get("cache-control"), "public, max-age=10");
  const { time, parts, ...rest } = answer.body;
  assert.ok(Math.abs(time - giao.house.clock.now().getTime() / 1000) < 60);
  assert.deepEqual(Object.keys(parts[0]), ["part", "state", "since"]);
  // No map is loaded here, so that it is not ready.
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
    db: giao.house.db,
    clock: { now: () => now },
    readiness: async () => {
      looks++;
      return [{ name: "database", ready, note: "" }];
    },
  });
  const [first] = await Promise.all([status(), status(), status()]);
  await status();
  assert.equal(looks, 1);
  const begun = now;
  now = new Date(now.getTime() + 11_000);
  const second = await status();
  assert.equal(looks, 2);
  assert.deepEqual([first.parts[0]?.since, second.parts[0]?.since], [begun, begun]);
  ready = true;
  now = new Date(now.getTime() + 11_000);
  assert.deepEqual((await status()).parts[0], { part: "api", state: "up", since: null });
});
