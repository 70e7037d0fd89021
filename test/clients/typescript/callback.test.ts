import assert from "node:assert/strict";
import { test } from "node:test";
import { Webhook } from "standardwebhooks";
import { BadCallback, readCallback } from "../../../clients/typescript/src/entry.ts";
import { newCallbackSecret, signatureHeaders } from "../../../src/outbound/webhook-signature.ts";
import { secureRandom } from "../../../src/ports/random.ts";

const NOW = new Date("2026-03-02T05:00:00Z");
const [OLD, NEW, STRANGE] = [0, 1, 2].map(() => newCallbackSecret(secureRandom)) as [string, string, string];
const text = JSON.stringify({ _id: "26K7Q2ZD", status: "ACCEPTED", remarks: "gửi ở cổng", event_seq: 2 });
const body = new TextEncoder().encode(text);

function signed(secrets: readonly string[], sentAt = NOW): Record<string, string> {
  return signatureHeaders({ id: "evt_26K7Q2ZD_2", sentAt, body }, secrets);
}
const seconds = (count: number) => new Date(NOW.getTime() + count * 1_000);
const read = (
  headers: Record<string, string>,
  secrets: string | readonly string[],
  given: Uint8Array | string = body,
) => readCallback({ headers, body: given }, secrets, { now: NOW });

test("a callback is read from text, bytes or a buffer, with headers of any kind", async () => {
  const headers = signed([OLD]);
  for (const given of [text, body, body.buffer]) {
    for (const kind of [headers, new Headers(headers)]) {
      const event = await readCallback({ headers: kind, body: given }, OLD, { now: NOW });
      assert.deepEqual([event._id, event.event_seq], ["26K7Q2ZD", 2]);
    }
  }
});

test("what the reference library signs is accepted", async () => {
  const signature = new Webhook(OLD).sign("evt_1", NOW, text);
  const headers = {
    "webhook-id": "evt_1",
    "webhook-timestamp": String(NOW.getTime() / 1_000),
    "webhook-signature": signature,
  };
  assert.equal((await read(headers, OLD)).status, "ACCEPTED");
});

test("while a secret is changed, either side may be ahead", async () => {
  for (const [sender, receiver] of [
    [[OLD, NEW], [OLD]],
    [[OLD, NEW], [NEW]],
    [[OLD], [OLD, NEW]],
    [[NEW], [OLD, NEW]],
  ] as const) {
    assert.equal((await read(signed(sender), receiver))._id, "26K7Q2ZD");
  }
});

const cases = [
  ["a stranger's secret", signed([STRANGE]), body, "wrong_signature"],
  ["another body", signed([OLD]), new TextEncoder().encode(text.replace("ACCEPTED", "COMPLETED")), "wrong_signature"],
  ["another id", { ...signed([OLD]), "webhook-id": "evt_other" }, body, "wrong_signature"],
  ["a signature of another version", { ...signed([OLD]), "webhook-signature": "v2,AAAA" }, body, "wrong_signature"],
  ["a signature that is no base64", { ...signed([OLD]), "webhook-signature": "v1,%%%" }, body, "wrong_signature"],
  ["a time of six minutes ago", signed([OLD], seconds(-360)), body, "old_or_early"],
  ["a time six minutes ahead", signed([OLD], seconds(360)), body, "old_or_early"],
  ["a time that is no number", { ...signed([OLD]), "webhook-timestamp": "soon" }, body, "old_or_early"],
  ["no signature", { ...signed([OLD]), "webhook-signature": "" }, body, "missing_header"],
] as const;
for (const [name, headers, given, reason] of cases) {
  test(`a callback with ${name} is not believed`, async () => {
    await assert.rejects(read(headers, [OLD, NEW], given), (thrown) => {
      assert.ok(thrown instanceof BadCallback);
      assert.equal(thrown.reason, reason);
      return true;
    });
  });
}

test("a signed body that is no event is told apart", async () => {
  for (const odd of ["not json", "null", "{}"]) {
    const bytes = new TextEncoder().encode(odd);
    const headers = signatureHeaders({ id: "evt_1", sentAt: NOW, body: bytes }, [OLD]);
    await assert.rejects(read(headers, OLD, bytes), { reason: "not_an_event" });
  }
});

test("a secret that is none is the receiver's mistake and is said so", async () => {
  await assert.rejects(read(signed([OLD]), "whsec_"), TypeError);
});
