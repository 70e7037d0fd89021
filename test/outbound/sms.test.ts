import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { isRefusal } from "../../src/domain/refusal.ts";
import { openSmsGateway } from "../../src/outbound/sms.ts";
import { secureRandom } from "../../src/ports/random.ts";
import { answer, type Behaviour, flood, hangUp, ok, type Receiver, stall, startReceiver } from "../harness/receiver.ts";

let receiver: Receiver;
before(async () => {
  receiver = await startReceiver();
});
after(() => receiver.close());

const message = { to: "84900000002", text: "Mã kích hoạt: 482913", code: "482913" };

async function sendTo(path: string, behaviours: readonly Behaviour[], timeoutMs?: number) {
  receiver.script(path, ...behaviours);
  const url = new URL(receiver.url(path));
  const gateway = openSmsGateway({ url, random: secureRandom, ...(timeoutMs === undefined ? {} : { timeoutMs }) });
  after(() => gateway.close());
  return gateway.send(message);
}

test("a message reaches the gateway as JSON with the number and the text, and nothing else", async () => {
  assert.deepEqual(await sendTo("/plain", [ok]), { sent: true });
  const [seen] = receiver.seen("/plain");
  assert.deepEqual(JSON.parse(String(seen?.body)), { to: "84900000002", text: "Mã kích hoạt: 482913" });
  assert.equal(seen?.headers["content-type"], "application/json");
});

const cases: readonly (readonly [string, readonly Behaviour[], boolean, number])[] = [
  ["a gateway that stumbles once is asked a second time", [answer(503), ok], true, 2],
  ["a gateway that closes the line once is asked a second time", [hangUp, ok], true, 2],
  ["a gateway that is busy once is asked a second time", [answer(429), ok], true, 2],
  ["a gateway that stays broken is asked twice in all", [answer(500)], false, 2],
  ["a gateway that says no is not asked again", [answer(422, "bad number")], false, 1],
  ["a gateway that redirects is not followed", [answer(302, "", { location: "/plain" })], false, 1],
  ["a gateway that floods its answer has taken the message", [flood(10_000_000)], true, 1],
];
for (const [name, behaviours, taken, tries] of cases) {
  test(name, async () => {
    const path = `/${encodeURIComponent(name)}`;
    const sent = await sendTo(path, behaviours);
    assert.equal(!isRefusal(sent), taken);
    assert.equal(receiver.seen(path).length, tries);
    // The two tries are one message to a gateway that knows the key.
    assert.equal(new Set(receiver.seen(path).map((seen) => seen.headers["idempotency-key"])).size, 1);
  });
}

test("a gateway that never answers is a refusal that says so", async () => {
  const sent = await sendTo("/stall", [stall], 50);
  assert.deepEqual(sent, {
    refused: "SMS_UNAVAILABLE",
    why: "The SMS gateway did not take the message: no whole answer within 0.05 s.",
  });
  assert.equal(receiver.seen("/stall").length, 2);
});

test("name and password of SMS_URL leave as a header and not in the path", async () => {
  const url = new URL(receiver.url("/auth"));
  url.username = "giao";
  url.password = "p@ss";
  const gateway = openSmsGateway({ url, random: secureRandom });
  after(() => gateway.close());
  await gateway.send(message);
  assert.equal(receiver.seen("/auth")[0]?.headers.authorization, `Basic ${btoa("giao:p@ss")}`);
});

test("an address where nobody listens is a refusal", async () => {
  const empty = await startReceiver();
  const url = new URL(empty.url("/"));
  await empty.close();
  const gateway = openSmsGateway({ url, random: secureRandom });
  after(() => gateway.close());
  const sent = await gateway.send(message);
  assert.equal(isRefusal(sent) && sent.why, "The SMS gateway did not take the message: connection refused.");
});
