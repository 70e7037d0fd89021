// Which endpoints a worker keeps and gives back, how far its leases reach, what faults cost, and how it stops; against a queue in memory.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Exchange } from "../../src/domain/callbacks/exchange.ts";
import { startStopwatch } from "../../src/ports/clock.ts";
import { openVault, PUBLIC_SECRETS_KEY, Unopenable } from "../../src/ports/vault.ts";
import {
  answered,
  answerWith,
  clock,
  deliverer,
  held,
  look,
  open,
  orders,
  outbox,
  sent,
  troubles,
  turns,
} from "../harness/deliverer.ts";
import { stillCounter } from "../harness/still-time.ts";
import { until } from "../harness/until.ts";

test("an endpoint that is idle is kept in hand until it was not used between two renewals", async () => {
  outbox.put("p1", "A");
  await look();
  await look();
  assert.equal(outbox.leasedBy.get("p1"), "w1");
  await deliverer.renew();
  assert.equal(outbox.leasedBy.size, 1);
  await deliverer.renew();
  assert.equal(outbox.leasedBy.size, 0);
});

test("an endpoint with a try under way is kept however often leases are renewed", async () => {
  outbox.put("p1", "A");
  const waits = held();
  await deliverer.look();
  for (let each = 0; each < 3; each++) await deliverer.renew();
  assert.equal(outbox.leasedBy.size, 1);
  waits[0]!.resolve(answered(200));
  await deliverer.settled();
  assert.deepEqual(outbox.queued(), []);
});

test("an endpoint that somebody else has taken gets nothing more from here, and what was under way is written down", async () => {
  for (const orderId of ["A", "B", "C"]) outbox.put("p1", orderId);
  const waits = held();
  await deliverer.look();
  outbox.leasedBy.set("p1", "w2");
  await deliverer.renew();
  for (const wait of waits) wait.resolve(answered(200));
  await deliverer.settled();
  await look();
  assert.deepEqual(orders(), ["A", "B"]);
  assert.deepEqual(outbox.queued(), ["C 1"]);
  assert.equal(outbox.leasedBy.get("p1"), "w2");
});

test("settings saved since hold for the next event", async () => {
  outbox.put("p1", "A");
  await look();
  outbox.addEndpoint("p1", { url: "https://new.test/", savedAt: new Date(clock.now().getTime() + 1) });
  outbox.put("p1", "B");
  await look();
  assert.deepEqual(
    sent.map(({ endpoint }) => endpoint.url),
    ["https://p1.test/", "https://new.test/"],
  );
});

test("settings saved for one endpoint are read although others' are as they were", async () => {
  outbox.addEndpoint("p2");
  outbox.put("p1", "A");
  outbox.put("p2", "B");
  await look();
  outbox.addEndpoint("p1", { url: "https://new.test/", savedAt: new Date(clock.now().getTime() + 1) });
  outbox.put("p1", "C");
  outbox.put("p2", "D");
  await look();
  const [third, fourth] = sent.slice(2).map(({ endpoint }) => endpoint.url);
  assert.deepEqual([third, fourth], ["https://new.test/", "https://p2.test/"]);
});

test("settings saved for an endpoint that went to somebody else leave it to them", async () => {
  outbox.put("p1", "A");
  await look();
  outbox.addEndpoint("p1", { savedAt: new Date(clock.now().getTime() + 1) });
  outbox.leasedBy.set("p1", "w2");
  outbox.put("p1", "B");
  await look();
  assert.deepEqual([orders(), troubles], [["A"], []]);
});

test("a backlog longer than what is loaded at once goes out with one look", async () => {
  for (let nth = 0; nth < 120; nth++) outbox.put("p1", `A${nth}`);
  await look();
  assert.equal(sent.length, 120);
  assert.deepEqual(outbox.queued(), []);
});

test("a worker serves 500 endpoints at most, and takes another as soon as one is given back", async () => {
  const waits = held();
  outbox.put("p1", "A1");
  await deliverer.look();
  for (let nth = 2; nth <= 502; nth++) {
    outbox.addEndpoint(`p${nth}`);
    outbox.put(`p${nth}`, `A${nth}`);
  }
  await deliverer.look();
  assert.equal(outbox.leasedBy.size, 500);
  outbox.asked.length = 0;
  await deliverer.look();
  assert.deepEqual([outbox.leasedBy.size, outbox.asked.includes("take")], [500, false]);
  waits[0]!.resolve(answered(410));
  await until("it is so", () => !outbox.leasedBy.has("p1"), { everyMs: 1 });
  waits[1]!.resolve(answered(500));
  await until("it is so", () => outbox.leasedBy.size === 500, { everyMs: 1 });
  answerWith(() => answered(200));
  for (const wait of waits.slice(2)) wait.resolve(answered(200));
  await deliverer.settled();
});

test("a look for nothing new renews no lease", async () => {
  outbox.put("p1", "A");
  await look();
  outbox.put("p1", "B");
  await look();
  assert.ok(!outbox.asked.includes("renew"));
});

test("without a lease that outlasts a try nothing is begun, until it is renewed", async (t) => {
  const counter = stillCounter(t);
  open({ leaseSeconds: 1, tryTimeoutMs: 600 });
  outbox.put("p1", "A");
  await look();
  outbox.put("p1", "B");
  counter.pass(400);
  await look();
  assert.deepEqual(orders(), ["A"]);
  await deliverer.renew();
  await deliverer.settled();
  assert.deepEqual(orders(), ["A", "B"]);
});

test("a lease is good for as long as a try may still end in it, less a tenth", async (t) => {
  const counter = stillCounter(t);
  open({ leaseSeconds: 2, tryTimeoutMs: 600 });
  outbox.put("p1", "A");
  await look();
  counter.pass(1_250);
  outbox.put("p1", "B");
  await look();
  assert.deepEqual(orders(), ["A", "B"]);
  counter.pass(20);
  outbox.put("p1", "C");
  await look();
  assert.deepEqual(orders(), ["A", "B"]);
});

test("a lease must be longer than a try; leases are renewed six times while they last", () => {
  assert.throws(() => open({ leaseSeconds: 1, tryTimeoutMs: 1_000 }), /longer than a try/);
  assert.throws(() => open({ leaseSeconds: 10 }), /longer than a try/);
  assert.equal(open().renewEveryMs, 5_000);
  assert.equal(open({ leaseSeconds: 12 }).renewEveryMs, 2_000);
});

test("a look that fails says so and is not the last one", async () => {
  outbox.put("p1", "A");
  const fault = new Error("the line is down");
  outbox.before.set("take", () => Promise.reject(fault));
  await look();
  assert.deepEqual([troubles, sent], [[fault], []]);
  await look();
  assert.deepEqual(orders(), ["A"]);
});

test("a look that is asked for while one is under way happens after it", async () => {
  const taking = Promise.withResolvers<void>();
  outbox.before.set("take", () => taking.promise);
  const first = deliverer.look();
  await turns();
  outbox.addEndpoint("p2");
  // Once the first look has its answer.
  outbox.before.set("take", async () => outbox.put("p2", "B"));
  const second = deliverer.look();
  taking.resolve();
  await Promise.all([first, second]);
  await deliverer.settled();
  assert.deepEqual(orders(), ["B"]);
});

test("what could not be sent at all is written down as a fault and troubles nobody else's", async () => {
  outbox.addEndpoint("p2");
  outbox.put("p1", "A");
  outbox.put("p2", "B");
  const fault = new Error("no memory");
  answerWith(({ endpoint }) => (endpoint.id === "p1" ? Promise.reject(fault) : answered(200)));
  await look();
  assert.deepEqual(troubles, [fault]);
  assert.deepEqual(outbox.queued(), ["A 1"]);
});

test("an endpoint whose secrets cannot be opened fails like one that cannot be reached; they are opened once for each reading", async () => {
  const vault = openVault([PUBLIC_SECRETS_KEY]);
  let opens = 0;
  const fault = new Unopenable({ partnerId: "p1", field: "callback_endpoints.secret" }, "sealed with another key");
  open({
    vault: {
      ...vault,
      open: (place, kept) => {
        opens += 1;
        if ("partnerId" in place && place.partnerId === "p1") throw fault;
        return vault.open(place, kept);
      },
    },
  });
  outbox.addEndpoint("p2");
  outbox.put("p1", "A");
  for (const orderId of ["B", "C", "D"]) outbox.put("p2", orderId);
  await look();
  assert.deepEqual(orders(), ["B", "C", "D"]);
  const [failed] = outbox.tried.filter(({ partnerId }) => partnerId === "p1");
  assert.deepEqual(failed?.exchange, {
    outcome: "unreachable",
    code: 0,
    text: "",
    retryAfter: undefined,
    elapsedMs: 0,
    error: "the secrets of this endpoint cannot be opened; nothing was sent",
  });
  assert.deepEqual([failed.next.step, failed.isRefused, troubles, opens], ["retry", false, [fault], 2]);
});

test("another fault of the vault is the program's own", async () => {
  const fault = new TypeError("out of order");
  open({
    vault: {
      ...openVault([PUBLIC_SECRETS_KEY]),
      open: () => {
        throw fault;
      },
    },
  });
  outbox.put("p1", "A");
  await look();
  assert.deepEqual([troubles, outbox.tried], [[fault], []]);
});

test("a stop sends nothing more, writes down what is under way, and gives the endpoint back", async () => {
  for (const orderId of ["A", "B", "C"]) outbox.put("p1", orderId);
  const waits = held();
  await deliverer.look();
  const stopping = deliverer.stop();
  await turns();
  assert.equal(outbox.leasedBy.size, 1);
  for (const wait of waits) wait.resolve(answered(200));
  await stopping;
  await deliverer.look();
  assert.deepEqual([orders(), outbox.queued(), outbox.leasedBy.size], [["A", "B"], ["C 1"], 0]);
});

test("a worker without endpoints renews nothing", async () => {
  await deliverer.renew();
  assert.deepEqual(outbox.asked, []);
});

test("nothing is settled while a look is under way", async () => {
  const taking = Promise.withResolvers<void>();
  outbox.before.set("take", () => taking.promise);
  void deliverer.look();
  let isSettled = false;
  const settled = deliverer.settled().then(() => {
    isSettled = true;
  });
  await turns();
  assert.equal(isSettled, false);
  taking.resolve();
  await settled;
});

test("a stop leaves no timer behind", async () => {
  const timers = () => process.getActiveResourcesInfo().filter((one) => one === "Timeout").length;
  const before = timers();
  await deliverer.stop();
  await turns();
  assert.equal(timers(), before);
});

test("what a look loads while the program stops is not sent", async () => {
  outbox.put("p1", "A");
  const loading = Promise.withResolvers<void>();
  outbox.before.set("load", () => loading.promise);
  const looking = deliverer.look();
  await until("it is so", () => outbox.asked.includes("load"), { everyMs: 1 });
  const stopping = deliverer.stop();
  loading.resolve();
  await looking;
  await stopping;
  assert.deepEqual(sent, []);
});

test("a stop waits a while for a try, and leaves its endpoint to its lease", async () => {
  open({ stopWaitMs: 300 });
  outbox.put("p1", "A");
  outbox.addEndpoint("p2");
  outbox.put("p2", "B");
  const never = Promise.withResolvers<Exchange>();
  answerWith(({ endpoint }) => (endpoint.id === "p1" ? never.promise : answered(200)));
  await deliverer.look();
  const watch = startStopwatch();
  await deliverer.stop();
  assert.ok(watch.elapsedMs() >= 250, `${watch.elapsedMs()} ms`);
  assert.deepEqual([...outbox.leasedBy.keys()], ["p1"]);
  never.resolve(answered(200));
});

test("at a stop a try that cannot be written down leaves its endpoint to its lease", async () => {
  outbox.put("p1", "A");
  const waits = held();
  await deliverer.look();
  const line = new Error("the line is down");
  outbox.before.set("record", () => Promise.reject(line));
  const stopping = deliverer.stop();
  waits[0]!.resolve(answered(200));
  await stopping;
  assert.deepEqual([troubles, outbox.leasedBy.size], [[line], 1]);
});

test("a stop that cannot give back says so and ends", async () => {
  outbox.put("p1", "A");
  await look();
  const line = new Error("the line is down");
  outbox.before.set("release", () => Promise.reject(line));
  await deliverer.stop();
  assert.deepEqual(troubles, [line]);
});
