// How one worker serves its endpoints, try by try, against a queue in memory: what is asked for when, what may overlap, what is written
// down. Against the real one see delivery.test.ts and workers.long.test.ts.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  answered,
  answerWith,
  clock,
  deliverer,
  held,
  ids,
  look,
  open,
  orders,
  outbox,
  sent,
  stopped,
  troubles,
  turns,
} from "../harness/deliverer.ts";
import { until } from "../harness/until.ts";

test("what is due is sent with its id and body to its endpoint, and written down", async () => {
  outbox.put("p1", "26AAAAAA", 3);
  await look();
  assert.deepEqual(sent, [
    {
      endpoint: { id: "p1", url: "https://p1.test/", auth: { type: "none" }, secrets: [""] },
      eventId: "evt_26AAAAAA_3",
      body: '{"_id":"26AAAAAA"}',
    },
  ]);
  const [{ exchange, ...tried } = assert.fail()] = outbox.tried;
  assert.equal(exchange.code, 200);
  assert.deepEqual(
    [tried.orderId, tried.seq, tried.try, tried.triedAt, tried.isRefused, tried.next],
    ["26AAAAAA", 3, 1, clock.now(), false, { step: "delivered" }],
  );
  assert.deepEqual([outbox.queued(), stopped], [[], []]);
});

test("a quiet look asks once, and the endpoint in hand is asked with it", async () => {
  await look();
  assert.deepEqual(outbox.asked, ["take"]);
  outbox.asked.length = 0;
  outbox.put("p1", "A");
  await look();
  // Taken, its settings read, its events loaded; then the try and nothing more: nobody waits behind it.
  assert.deepEqual(outbox.asked, ["take", "list", "load", "record"]);
  outbox.asked.length = 0;
  outbox.put("p1", "B");
  await look();
  assert.deepEqual(outbox.asked, ["take", "record"]);
});

test("the events of an order follow each other, and a look follows only where something waits", async () => {
  for (const seq of [1, 2, 3]) outbox.put("p1", "A", seq);
  await look();
  assert.deepEqual(ids(), ["evt_A_1", "evt_A_2", "evt_A_3"]);
  assert.deepEqual(
    outbox.tried.map((one) => one.seq),
    [1, 2, 3],
  );
});

test("no more are under way than the endpoint's cap, and the next leaves as soon as one is answered", async () => {
  for (const orderId of ["A", "B", "C"]) outbox.put("p1", orderId);
  const waits = held();
  await deliverer.look();
  assert.deepEqual(orders(), ["A", "B"]);
  const writing = Promise.withResolvers<void>();
  outbox.before.set("record", () => writing.promise);
  waits[0]!.resolve(answered(200));
  // Its try is not yet written down.
  await until("it is so", () => sent.length === 3, { everyMs: 1 });
  assert.deepEqual(outbox.tried, []);
  writing.resolve();
  for (const wait of waits.slice(1)) wait.resolve(answered(200));
  await deliverer.settled();
  assert.deepEqual(outbox.queued(), []);
});

test("an order's next event waits until the one before it is written down", async () => {
  outbox.put("p1", "A", 1);
  outbox.put("p1", "A", 2);
  const writing = Promise.withResolvers<void>();
  outbox.before.set("record", () => writing.promise);
  await deliverer.look();
  await until("it is so", () => outbox.asked.includes("record"), { everyMs: 1 });
  await deliverer.look();
  assert.deepEqual(ids(), ["evt_A_1"]);
  writing.resolve();
  await deliverer.settled();
  assert.deepEqual(ids(), ["evt_A_1", "evt_A_2"]);
});

test("an event that a look passed over because its order was busy is looked for again", async () => {
  open({
    outbox: {
      ...outbox,
      recordTries: async (batch) => {
        const hasLater = await outbox.recordTries(batch);
        if (sent.length === 1) {
          // It comes when the try before it has just been written down, and a look still finds the order busy.
          outbox.put("p1", "A", 2);
          await deliverer.look();
        }
        return hasLater;
      },
    },
  });
  outbox.put("p1", "A", 1);
  await look();
  assert.deepEqual(ids(), ["evt_A_1", "evt_A_2"]);
});

test("what fails is written with its retry, and goes when that is due", async () => {
  outbox.put("p1", "A");
  answerWith(() => answered(500, { retryAfter: "60" }));
  await look();
  const [{ next } = assert.fail()] = outbox.tried;
  assert.deepEqual(next, { step: "retry", at: new Date(clock.now().getTime() + 60_000), failures: 1, wasEarly: false });
  assert.equal(outbox.endpoint("p1")?.failures, 1);
  answerWith(() => answered(200));
  await look();
  assert.equal(sent.length, 1);
  clock.advance(60);
  await look();
  assert.equal(sent.length, 2);
  assert.deepEqual(
    outbox.tried.map((one) => one.try),
    [1, 2],
  );
  assert.equal(outbox.endpoint("p1")?.failures, 0);
});

test("an event that is refused by itself is written as refused, one that nobody takes is not", async () => {
  outbox.put("p1", "A");
  outbox.put("p1", "B");
  answerWith(({ eventId }) => answered(eventId.includes("_A_") ? 422 : 503));
  await look();
  assert.deepEqual(
    outbox.tried.map(({ orderId, isRefused }) => [orderId, isRefused]),
    [
      ["A", true],
      ["B", false],
    ],
  );
  // A 5xx is the event's own when its endpoint has taken another since.
  outbox.addEndpoint("p2", { failures: 0 });
  outbox.put("p2", "C", 1, { tries: 1, failures: 1 });
  answerWith(() => answered(500));
  await look();
  assert.equal(outbox.tried.at(-1)?.isRefused, true);
});

test("a circuit is written only when it says something", async () => {
  outbox.put("p1", "A");
  await look();
  assert.ok(!outbox.asked.includes("circuit"));
  outbox.put("p1", "B");
  answerWith(() => answered(500));
  await look();
  assert.equal(outbox.asked.filter((one) => one === "circuit").length, 1);
  outbox.put("p1", "C");
  answerWith(() => answered(200));
  await look();
  assert.equal(outbox.asked.filter((one) => one === "circuit").length, 2);
  assert.ok(!outbox.asked.includes("forward"));
});

test("three failures and a success bring the backlog forward, and nothing overtakes it meanwhile", async () => {
  outbox.addEndpoint("p1", { failures: 3 });
  const later = new Date(clock.now().getTime() + 3_600_000);
  outbox.put("p1", "OLD", 1, { dueAt: later });
  outbox.put("p1", "A");
  const forward = Promise.withResolvers<void>();
  outbox.before.set("forward", () => forward.promise);
  await deliverer.look();
  await until("it is so", () => outbox.asked.includes("forward"), { everyMs: 1 });
  clock.advance(1);
  outbox.put("p1", "NEW", 1, { queuedAt: clock.now() });
  await deliverer.look();
  await turns();
  assert.deepEqual(orders(), ["A"]);
  forward.resolve();
  await deliverer.settled();
  assert.deepEqual(orders(), ["A", "OLD", "NEW"]);
  assert.equal(outbox.endpoint("p1")?.failures, 0);
});

test("the backlog comes forward too when others had failed while the one that was taken was under way", async () => {
  outbox.addEndpoint("p1", { inFlightMax: 4 });
  const later = new Date(clock.now().getTime() + 3_600_000);
  outbox.put("p1", "OLD", 1, { dueAt: later });
  for (const orderId of ["A", "B", "C", "D"]) outbox.put("p1", orderId);
  const waits = held();
  await deliverer.look();
  for (const wait of waits.slice(0, 3)) wait.resolve(answered(500));
  await until("it is so", () => outbox.tried.length === 3, { everyMs: 1 });
  await turns();
  answerWith(() => answered(200));
  waits[3]!.resolve(answered(200));
  await deliverer.settled();
  assert.deepEqual(outbox.queued(), []);
});

test("a failure that is written down while another's success brings the backlog forward lets nothing overtake it", async () => {
  outbox.addEndpoint("p1", { failures: 2 });
  outbox.put("p1", "A");
  outbox.put("p1", "B");
  const waits = held();
  await deliverer.look();
  const writing = Promise.withResolvers<void>();
  const forward = Promise.withResolvers<void>();
  outbox.before.set("record", () => writing.promise);
  outbox.before.set("forward", () => forward.promise);
  answerWith(() => answered(200));
  waits[0]!.resolve(answered(500));
  await until("it is so", () => outbox.asked.includes("record"), { everyMs: 1 });
  waits[1]!.resolve(answered(200));
  await turns();
  outbox.put("p1", "NEW");
  writing.resolve();
  await until("it is so", () => outbox.asked.includes("forward"), { everyMs: 1 });
  await turns();
  assert.deepEqual(orders(), ["A", "B"]);
  forward.resolve();
  await deliverer.settled();
  assert.ok(orders().includes("NEW"));
});

test("a backlog that could not be brought forward does not stop the endpoint for good", async () => {
  outbox.addEndpoint("p1", { failures: 3 });
  outbox.put("p1", "A");
  const fault = new Error("the line is down");
  outbox.before.set("forward", () => Promise.reject(fault));
  await look();
  assert.deepEqual(troubles, [fault]);
  outbox.put("p1", "B");
  await look();
  assert.deepEqual(orders(), ["A", "B"]);
});

test("410 stops the endpoint, says so once, and gives it back", async () => {
  for (const orderId of ["A", "B", "C"]) outbox.put("p1", orderId);
  const waits = held();
  await deliverer.look();
  answerWith(() => answered(200));
  for (const wait of waits) wait.resolve(answered(410));
  await deliverer.settled();
  assert.deepEqual(
    [orders(), stopped],
    [
      ["A", "B"],
      ["p1", "p1"],
    ],
  );
  assert.deepEqual(outbox.endpoint("p1")?.stoppedAt, clock.now());
  assert.equal(outbox.leasedBy.size, 0);
});

test("an endpoint whose circuit opens is given back until its probe is due", async () => {
  outbox.addEndpoint("p1", { failures: 9 });
  outbox.put("p1", "A");
  outbox.put("p1", "B");
  answerWith(() => answered(500));
  await look();
  assert.deepEqual([sent.length, outbox.leasedBy.size], [1, 0]);
  clock.advance(10);
  await look();
  assert.equal(sent.length, 2);
});
