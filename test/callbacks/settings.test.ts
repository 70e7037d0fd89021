// What stands behind the doors for callback settings, test calls and resending.
import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { Webhook } from "standardwebhooks";
import { isRefusal } from "../../src/domain/refusal.ts";
import { resendCallback, resendGivenUpCallbacks } from "../../src/operations/callbacks/resend-callbacks.ts";
import { readCallback, rotateCallbackSecret, setCallback } from "../../src/operations/callbacks/set-callback.ts";
import { checkCallbackReceiver, testCallback } from "../../src/operations/callbacks/test-callback.ts";
import { type CallbackClient, openCallbackClient } from "../../src/outbound/callback-client.ts";
import { secureRandom } from "../../src/ports/random.ts";
import { giveUpOld, readQueueFigures } from "../../src/store/callbacks/queue.ts";
import { addPartner, append, standingClock } from "../harness/callback-world.ts";
import { useDatabase } from "../harness/database.ts";
import { answer, type Receiver, startReceiver } from "../harness/receiver.ts";

const { db } = await useDatabase();
const clock = standingClock();
const deps = { db, clock, random: secureRandom, allowPrivate: true };
let receiver: Receiver;
let client: CallbackClient;
before(async () => {
  receiver = await startReceiver();
  client = openCallbackClient({ allowPrivate: true });
});
after(async () => {
  await client.close();
  await receiver.close();
});
beforeEach(async () => {
  await db`truncate callback_endpoints, callback_events, callback_queue, callback_tries, partners cascade`;
  await addPartner(db, "p1", undefined, clock.now());
});
const settings = () => ({ url: receiver.url("/hooks"), auth: { type: "basic", username: "giao", password: "hidden" } });

test("the secret is told when the endpoint is new and never again, nor is a password", async () => {
  const first = await setCallback(deps, "p1", settings());
  assert.ok("secret" in first && first.secret?.startsWith("whsec_"));
  assert.deepEqual(await setCallback(deps, "p1", settings()), { secret: undefined });
  const state = await readCallback(deps, "p1");
  assert.deepEqual(state, {
    url: receiver.url("/hooks"),
    auth: { type: "basic", username: "giao" },
    savedAt: clock.now(),
    stoppedAt: null,
    failuresInARow: 0,
    queue: { waiting: 0, givenUp: 0, oldestQueuedAt: null },
  });
});

test("bad settings are refused and nothing is saved", async () => {
  const refused = await setCallback({ ...deps, allowPrivate: false }, "p1", settings());
  assert.ok("field" in refused && refused.field === "callback.url");
  assert.ok(isRefusal(await readCallback(deps, "p1")));
});

test("a test call reports what the endpoint answered and leaves nothing behind", async () => {
  assert.ok(isRefusal(await testCallback({ ...deps, client }, "p1", { _id: "26AAAAAA" })));
  const saved = await setCallback(deps, "p1", settings());
  receiver.script("/hooks", answer(418, "short and stout"));
  const exchange = await testCallback({ ...deps, client }, "p1", { _id: "26AAAAAA" });
  assert.ok(!isRefusal(exchange));
  assert.deepEqual([exchange.code, exchange.text], [418, "short and stout"]);
  const seen = receiver.seen("/hooks").at(-1);
  assert.equal(JSON.parse(String(seen?.body)).event_type, "callback.test");
  const secret = "secret" in saved ? (saved.secret ?? "") : "";
  new Webhook(secret).verify(seen?.body ?? "", seen?.headers as Record<string, string>);
  assert.equal((await readQueueFigures(db, "p1")).waiting, 0);
});

test("the receiver check runs against the partner's own endpoint", async () => {
  assert.ok(isRefusal(await checkCallbackReceiver({ ...deps, client }, "p1", {})));
  await setCallback(deps, "p1", { ...settings(), url: receiver.url("/broken") });
  receiver.script("/broken", answer(500));
  const report = await checkCallbackReceiver({ ...deps, client }, "p1", { _id: "26AAAAAA" });
  assert.equal(!isRefusal(report) && report.grade, "F");
});

test("a rotated secret comes with the end of the old one", async () => {
  assert.ok(isRefusal(await rotateCallbackSecret(deps, "p1")));
  await setCallback(deps, "p1", settings());
  const rotated = await rotateCallbackSecret(deps, "p1");
  assert.ok(!isRefusal(rotated));
  assert.equal(rotated.overlapUntil.getTime() - clock.now().getTime(), 24 * 3_600_000);
});

test("a partner resends its own event, the operator anybody's, and nobody one that is not there", async () => {
  await setCallback(deps, "p1", settings());
  await append(db, { partnerId: "p1", orderId: "26AAAAAA", seq: 1 }, clock.now());
  assert.deepEqual(await resendCallback(deps, "p1", "evt_26AAAAAA_1"), { queued: true });
  assert.deepEqual(await resendCallback(deps, undefined, "evt_26AAAAAA_1"), { queued: true });
  for (const [partnerId, eventId] of [
    ["p2", "evt_26AAAAAA_1"],
    ["p1", "evt_26AAAAAA_2"],
    [undefined, "evt_26AAAAAA_2"],
    ["p1", "26AAAAAA"],
    [undefined, "evt_'; drop table callback_queue; --_1"],
  ] as const) {
    assert.equal(isRefusal(await resendCallback(deps, partnerId, eventId)), true, eventId);
  }
});

test("everything given up since a time is sent again, in as many batches as it takes", async () => {
  await setCallback(deps, "p1", settings());
  await db`
    select append_callback_event('26' || number, 1, 'p1', 'status', '{}', ${clock.now()})
    from generate_series(1, 1200) as number`;
  await giveUpOld(db, clock.now(), clock.now(), 5_000);
  assert.equal((await readQueueFigures(db, "p1")).givenUp, 1_200);
  assert.equal(await resendGivenUpCallbacks(deps, "p1", clock.now()), 1_200);
  assert.equal((await readQueueFigures(db, "p1")).waiting, 1_200);
});
