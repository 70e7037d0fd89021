import assert from "node:assert/strict";
import { test } from "node:test";
import { eventOfPacked, packAnswer, unpackAnswer } from "./packed-answer.ts";

const order = JSON.stringify({
  _id: "26K7Q2ZD4M",
  remarks: "Gọi trước ✓ \ud800",
  path: Array(20).fill({ address: "12 Lê Lợi", lat: 10.77 }),
});
const event = { orderId: "26K7Q2ZD4M", seq: 3, body: `${order.slice(0, -1)},"event_seq":3}` };

test("an answer that holds the order comes back byte for byte, from a fraction of its bytes", () => {
  const answer = `{"order_id":"26K7Q2ZD4M","status":"ASSIGNING","order":${order}}`;
  const packed = packAnswer(answer, event);
  assert.ok(packed.length < answer.length / 5, `${packed.length} of ${answer.length}`);
  assert.deepEqual(eventOfPacked(packed), { orderId: "26K7Q2ZD4M", seq: 3 });
  assert.equal(unpackAnswer(packed, event.body), answer);
});

test("a short answer stays as it is, and so does what older programs kept", () => {
  assert.equal(packAnswer("{}", event), "{}");
  for (const whole of ["{}", "[]", order]) assert.equal(eventOfPacked(whole), undefined);
});
