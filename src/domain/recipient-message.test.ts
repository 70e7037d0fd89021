import assert from "node:assert/strict";
import { test } from "node:test";
import { completedOrder, openedOrder, pickedUpOrder } from "../../test/fixtures/an-order.ts";
import { messageFee, messageText, retryAt, wantsMessages, whyGivenUp } from "./recipient-message.ts";

const asked = { requests: [{ _id: "SGN-BIKE-SMS" }, { _id: "SGN-BIKE-TIP", num: 2 }] };
const queuedAt = new Date("2026-05-04T05:00:00Z");
const message = { orderId: "26AAAAAA", pathIndex: 1, queuedAt, triesBefore: 0, error: "" };
const later = (seconds: number) => new Date(queuedAt.getTime() + seconds * 1000);

test("only orders with special request SMS write to their recipients", () => {
  assert.equal(wantsMessages(openedOrder(asked)), true);
  assert.equal(wantsMessages(openedOrder({ requests: [{ _id: "SGN-BIKE-TIP", num: 2 }] })), false);
});

test("the text names the sender and who sent the goods, in one line and not without end", () => {
  const order = openedOrder(asked);
  const named = { points: [{ ...order.points[0]!, name: ` Tiệm  hoa\n${"x".repeat(60)}` }] };
  const vi = messageText("vi", "Giao", named, "https://giao.example/t/abc");
  assert.match(vi, /^Giao: đơn hàng của Tiệm hoa x{31} đang .* https:\/\/giao\.example\/t\/abc$/);
  assert.match(messageText("en", "Shop", named, "L"), /^Shop: a parcel from Tiệm hoa x{31} is on its way .* L$/);
});

test("the shares of the points add up to what the order costs more with the request, VAT included", () => {
  const order = openedOrder(asked);
  const shares = order.points.slice(1).map((_, at) => messageFee(order, at + 1));
  const without = openedOrder({ requests: [asked.requests[1]!] });
  assert.ok(shares.length > 1);
  assert.equal(
    shares.reduce((total, share) => total + share, 0),
    order.price.total - without.price.total,
  );
  assert.equal(messageFee(without, 1), 0);
});

test("a message is tried while the goods are on their way, for two hours at most", () => {
  const order = pickedUpOrder(asked);
  assert.equal(whyGivenUp(message, order, later(0)), undefined);
  assert.equal(whyGivenUp({ ...message, triesBefore: 9, error: "Busy." }, order, later(7200)), undefined);
  assert.equal(whyGivenUp(message, order, later(7201)), "The message could not be sent within 2 h.");
  const why = "The message could not be sent within 2 h. Busy.";
  assert.equal(whyGivenUp({ ...message, triesBefore: 9, error: "Busy." }, order, later(7201)), why);
});

test("once the delivery is over only a message that nobody has tried yet goes out, within a minute", () => {
  const order = completedOrder("COMPLETED", asked);
  assert.equal(whyGivenUp(message, order, later(60)), undefined);
  assert.match(whyGivenUp(message, order, later(61)) ?? "", /was over/);
  assert.match(whyGivenUp({ ...message, triesBefore: 1 }, order, later(1)) ?? "", /was over/);
  const [pickup, first, second] = pickedUpOrder(asked).points;
  const half = { points: [pickup!, { ...first!, status: "FAILED" as const }, second!] };
  assert.match(whyGivenUp(message, half, later(61)) ?? "", /was over/);
  assert.equal(whyGivenUp({ ...message, pathIndex: 2 }, half, later(61)), undefined, "the others are on their way");
});

test("tries come ever more rarely", () => {
  const seconds = [0, 1, 2, 3, 4, 5, 6, 50].map(
    (triesBefore) => (retryAt({ ...message, triesBefore }, queuedAt).getTime() - queuedAt.getTime()) / 1000,
  );
  assert.deepEqual(seconds, [10, 30, 60, 120, 300, 600, 600, 600]);
});
