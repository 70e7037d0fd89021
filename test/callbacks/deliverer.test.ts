// How one worker serves its endpoints, try by try, against a queue in memory: what is asked for when, what may overlap, what is given
// back. Against the real one see delivery.test.ts and workers.test.ts.
import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import type { Exchange } from "../../src/domain/callbacks/exchange.ts";
import { type Deliverer, type DeliveryDeps, openDeliverer } from "../../src/operations/callbacks/deliver-callbacks.ts";
import type { CallbackEndpoint } from "../../src/outbound/callback-client.ts";
import { startStopwatch } from "../../src/ports/clock.ts";
import { openVault, PUBLIC_SECRETS_KEY, Unopenable } from "../../src/ports/vault.ts";
import { type StandingClock, standingClock } from "../harness/callback-world.ts";
import { type MemoryOutbox, memoryOutbox } from "../harness/memory-outbox.ts";

type Sent = { readonly endpoint: CallbackEndpoint; readonly eventId: string; readonly body: string };

const answered = (code: number, more: Partial<Exchange> = {}): Exchange => ({
  outcome: "answered",
  code,
  text: "",
  retryAfter: undefined,
  elapsedMs: 1,
  error: "",
  ...more,
});

let clock: StandingClock;
let outbox: MemoryOutbox;
let deliverer: Deliverer;
let sent: Sent[];
let troubles: unknown[];
let stopped: string[];
let answer: (one: Sent) => Exchange | Promise<Exchange>;
const opened: Deliverer[] = [];

function open(changes: Partial<DeliveryDeps> = {}): Deliverer {
  const now = () => clock.now();
  deliverer = openDeliverer({
    outbox,
    client: {
      send: async (endpoint, { eventId, body }) => {
        const one = { endpoint, eventId, body: Buffer.from(body).toString() };
        sent.push(one);
        return answer(one);
      },
    },
    clock: { now, trueTime: { now }, isCertain: () => true },
    random: { uuid: () => "w1", fraction: () => 0 },
    vault: openVault([PUBLIC_SECRETS_KEY]),
    onTrouble: (error) => void troubles.push(error),
    onStopped: (partnerId) => void stopped.push(partnerId),
    ...changes,
  });
  opened.push(deliverer);
  return deliverer;
}

beforeEach(() => {
  clock = standingClock();
  outbox = memoryOutbox(clock.now());
  sent = [];
  troubles = [];
  stopped = [];
  answer = () => answered(200);
  outbox.addEndpoint("p1");
  open();
});
afterEach(async () => {
  answer = () => answered(200);
  for (const each of opened.splice(0)) await each.stop();
});

async function look(): Promise<void> {
  await deliverer.look();
  await deliverer.settled();
}
const ids = () => sent.map(({ eventId }) => eventId);
const orders = () => sent.map(({ eventId }) => eventId.split("_")[1]);
// Answers when it is told to.
function held() {
  const waits: PromiseWithResolvers<Exchange>[] = [];
  answer = () => {
    const wait = Promise.withResolvers<Exchange>();
    waits.push(wait);
    return wait.promise;
  };
  return waits;
}
async function until(isSo: () => boolean): Promise<void> {
  for (let turns = 0; !isSo(); turns++) {
    assert.ok(turns < 5_000, "it never became so");
    await sleep(1);
  }
}
async function turns(count = 30): Promise<void> {
  for (let turn = 0; turn < count; turn++) await new Promise(setImmediate);
}

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
  await until(() => sent.length === 3);
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
  await until(() => outbox.asked.includes("record"));
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
  answer = () => answered(500, { retryAfter: "60" });
  await look();
  const [{ next } = assert.fail()] = outbox.tried;
  assert.deepEqual(next, { step: "retry", at: new Date(clock.now().getTime() + 60_000), failures: 1, wasEarly: false });
  assert.equal(outbox.endpoint("p1")?.failures, 1);
  answer = () => answered(200);
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
  answer = ({ eventId }) => answered(eventId.includes("_A_") ? 422 : 503);
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
  answer = () => answered(500);
  await look();
  assert.equal(outbox.tried.at(-1)?.isRefused, true);
});

test("a circuit is written only when it says something", async () => {
  outbox.put("p1", "A");
  await look();
  assert.ok(!outbox.asked.includes("circuit"));
  outbox.put("p1", "B");
  answer = () => answered(500);
  await look();
  assert.equal(outbox.asked.filter((one) => one === "circuit").length, 1);
  outbox.put("p1", "C");
  answer = () => answered(200);
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
  await until(() => outbox.asked.includes("forward"));
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
  await until(() => outbox.tried.length === 3);
  await turns();
  answer = () => answered(200);
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
  answer = () => answered(200);
  waits[0]!.resolve(answered(500));
  await until(() => outbox.asked.includes("record"));
  waits[1]!.resolve(answered(200));
  await turns();
  outbox.put("p1", "NEW");
  writing.resolve();
  await until(() => outbox.asked.includes("forward"));
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
  answer = () => answered(200);
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
  answer = () => answered(500);
  await look();
  assert.deepEqual([sent.length, outbox.leasedBy.size], [1, 0]);
  clock.advance(10);
  await look();
  assert.equal(sent.length, 2);
});

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
  await until(() => !outbox.leasedBy.has("p1"));
  waits[1]!.resolve(answered(500));
  await until(() => outbox.leasedBy.size === 500);
  answer = () => answered(200);
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

test("without a lease that outlasts a try nothing is begun, until it is renewed", async () => {
  open({ leaseSeconds: 1, tryTimeoutMs: 600 });
  outbox.put("p1", "A");
  await look();
  outbox.put("p1", "B");
  await sleep(400);
  await look();
  assert.deepEqual(orders(), ["A"]);
  await deliverer.renew();
  await deliverer.settled();
  assert.deepEqual(orders(), ["A", "B"]);
});

test("a lease is good for as long as a try may still end in it, less a tenth", async () => {
  open({ leaseSeconds: 2, tryTimeoutMs: 600 });
  outbox.put("p1", "A");
  await look();
  const watch = startStopwatch();
  outbox.put("p1", "B");
  await look();
  assert.ok(watch.elapsedMs() > 1_000 || orders().length === 2, "a second and more was left");
  await sleep(1_300);
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
  answer = ({ endpoint }) => (endpoint.id === "p1" ? Promise.reject(fault) : answered(200));
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
        if (place.partnerId === "p1") throw fault;
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
  await until(() => outbox.asked.includes("load"));
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
  answer = ({ endpoint }) => (endpoint.id === "p1" ? never.promise : answered(200));
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
