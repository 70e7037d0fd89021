// The receiver check against receivers as partners write them: a careful one, and some with the usual holes.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Webhook } from "standardwebhooks";
import type { Check, CheckResult } from "../../src/domain/callbacks/receiver-report.ts";
import { type CallbackClient, openCallbackClient } from "../../src/outbound/callback-client.ts";
import { checkReceiver } from "../../src/outbound/receiver-check.ts";
import { newCallbackSecret } from "../../src/outbound/webhook-signature.ts";
import { realClock } from "../../src/ports/clock.ts";
import { secureRandom } from "../../src/ports/random.ts";
import { answer, type Behaviour, ok, type Receiver, type Seen, startReceiver } from "../harness/receiver.ts";

const secret = newCallbackSecret(secureRandom);
const order = { _id: "26K7Q2ZD", status: "ACCEPTED", cancel_time: 0, path: [{ address: "1 Lê Lợi" }] };

let receiver: Receiver;
let client: CallbackClient;
before(async () => {
  receiver = await startReceiver();
  client = openCallbackClient({ allowPrivate: true, clock: realClock });
});
after(async () => {
  await client.close();
  await receiver.close();
});

async function check(path: string, behaviour: Behaviour) {
  receiver.script(path, behaviour);
  const endpoint = { id: path, url: receiver.url(path), auth: { type: "none" }, secrets: [secret] } as const;
  return checkReceiver({ client, random: secureRandom, clock: realClock, trickleMs: 30 }, endpoint, order);
}
const isSigned = (seen: Seen): boolean => {
  try {
    new Webhook(secret).verify(seen.body, seen.headers as Record<string, string>);
    return true;
  } catch {
    return false;
  }
};
const careful: Behaviour = (response, seen) => (isSigned(seen) ? ok : answer(401))(response, seen);
const resultsOf = (checks: readonly { readonly check: Check; readonly result: CheckResult }[]) =>
  Object.fromEntries(checks.filter(({ result }) => result !== "pass").map(({ check, result }) => [check, result]));

test("a receiver that verifies with the reference library passes everything", async () => {
  const report = await check("/careful", careful);
  assert.equal(report.grade, "A", JSON.stringify(report));
});

test("the check says what it is: its own order id and event type, in an order like the partner's", async () => {
  await check("/labelled", careful);
  for (const seen of receiver.seen("/labelled")) {
    const sent = JSON.parse(seen.body.toString());
    assert.match(sent._id, /^CHECK-/);
    assert.equal(sent.event_type, "receiver.check");
    assert.equal(sent.status, "ACCEPTED");
  }
  assert.equal(receiver.seen("/labelled").length, 13);
});

test("a receiver that verifies nothing is told so", async () => {
  const report = await check("/trusting", ok);
  assert.equal(report.grade, "F");
  assert.deepEqual(resultsOf(report.checks), { bad_signature: "fail", stale_timestamp: "warn" });
});

test("a receiver that compares the whole signature header fails while a secret is rotated", async () => {
  const rigid: Behaviour = (response, seen) =>
    (String(seen.headers["webhook-signature"]).includes(" ") ? answer(401) : careful)(response, seen);
  const report = await check("/rigid", rigid);
  assert.equal(report.grade, "C");
  assert.deepEqual(resultsOf(report.checks), { rotated_secret: "fail" });
});

test("a receiver that answers duplicates and older events with an error is told so", async () => {
  const known = new Set<string>();
  let newest = 0;
  const strict: Behaviour = (response, seen) => {
    if (!isSigned(seen)) return answer(401)(response, seen);
    const { event_id: id, event_seq: seq } = JSON.parse(seen.body.toString());
    const accepted = !known.has(id) && seq > newest;
    known.add(id);
    newest = Math.max(newest, seq);
    return (accepted ? ok : answer(409))(response, seen);
  };
  const report = await check("/strict", strict);
  assert.deepEqual(resultsOf(report.checks), { duplicate: "fail", reordered: "fail" });
});

test("a receiver that is down gets one event and a report that says the rest was not run", async () => {
  const report = await check("/down", answer(503));
  assert.equal(report.grade, "F");
  assert.equal(receiver.seen("/down").length, 1);
  assert.equal(report.checks.filter(({ result }) => result === "skipped").length, 6);
});
