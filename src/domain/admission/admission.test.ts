import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { Admission, type Arrival, type Ticket, URGENCIES, type Urgency } from "./admission.ts";

const nobody = () => false;

function ticket(name: string, urgency: Urgency = "order", arrivedMs = 0, deadlineMs = 10_000): Ticket {
  return { caller: { group: name.charAt(0), member: name }, urgency, arrivedMs, deadlineMs, startedMs: 0 };
}

function openAt(inFlight: number, queuedMax = 100): Admission<Ticket> {
  return new Admission({ inFlight: { min: inFlight, usual: inFlight, max: inFlight }, queuedMax });
}

function fate(arrival: Arrival<Ticket>): string {
  return arrival.is === "refused" ? arrival.reason : arrival.is;
}

// Lets them come one after another, each of a caller of its own unless named.
function come(admission: Admission<Ticket>, urgencies: readonly Urgency[], name?: string): readonly string[] {
  return urgencies.map((urgency, at) => fate(admission.arrive(ticket(name ?? `${at}`, urgency), 0)));
}

test("what is over the limit waits, and what is over the queue is refused", () => {
  const admission = openAt(2, 1);
  assert.deepEqual(come(admission, ["step", "step", "step", "step"]), ["begun", "begun", "waiting", "full"]);
  assert.deepEqual(admission.figures, { inFlight: 2, queued: 1, limit: 2 });
});

test("one that is done makes room for the next", () => {
  const admission = openAt(1);
  const first = ticket("a1", "step");
  const second = ticket("b1", "step");
  admission.arrive(first, 0);
  admission.arrive(second, 0);
  assert.equal(admission.next(1), undefined);
  admission.finish(first, 5);
  assert.equal(admission.next(5), second);
  assert.equal(second.startedMs, 5);
});

test("the urgent are begun first, and nothing starves", () => {
  const admission = openAt(1, 200);
  const busy = ticket("x1", "step");
  admission.arrive(busy, 0);
  for (let at = 0; at < 40; at++) for (const urgency of URGENCIES) admission.arrive(ticket(`${at}`, urgency), 0);
  admission.finish(busy, 1);
  const begun: Urgency[] = [];
  for (let next = admission.next(1); next && begun.length < 34; next = admission.next(1)) {
    begun.push(next.urgency);
    admission.finish(next, 1);
  }
  const count = (urgency: Urgency) => begun.filter((one) => one === urgency).length;
  assert.deepEqual(URGENCIES.map(count), [24, 6, 2, 2]);
  assert.equal(begun[0], "step");
});

test("one caller, and one partner, leaves places for others", () => {
  const admission = openAt(8);
  const steps = (count: number) => Array.from({ length: count }, () => "step" as const);
  // Half of the places are one account's, three quarters one partner's.
  assert.deepEqual(come(admission, steps(5), "a1").slice(3), ["begun", "waiting"]);
  assert.equal(admission.next(0), undefined);
  assert.deepEqual(come(admission, steps(2), "a2"), ["begun", "begun"]);
  assert.deepEqual(come(admission, steps(1), "a3"), ["waiting"]);
  assert.equal(admission.next(0), undefined);
  assert.deepEqual(come(admission, steps(1), "b1"), ["begun"]);
});

test("slow estimates leave places for the more urgent", () => {
  const admission = openAt(8);
  const begun = come(admission, Array(10).fill("estimate")).filter((is) => is === "begun");
  assert.equal(begun.length, 6);
  assert.deepEqual(come(admission, ["step", "step", "step"]), ["begun", "begun", "waiting"]);
});

test("a full queue is shared: who has most waiting makes room, and the less urgent for the more urgent", () => {
  const admission = openAt(1, 4);
  come(admission, ["step"], "x1");
  const arrive = (name: string, urgency: Urgency) => {
    const arrival = admission.arrive(ticket(name, urgency), 0);
    return arrival.is === "waiting" ? (arrival.pushedOut?.caller.member ?? "room") : fate(arrival);
  };
  assert.deepEqual(
    ["a1", "a1", "a1", "a1"].map((name) => arrive(name, "order")),
    ["room", "room", "room", "room"],
  );
  assert.equal(arrive("a1", "order"), "full");
  assert.equal(arrive("a2", "order"), "a1");
  assert.equal(arrive("b1", "order"), "a1");
  assert.equal(arrive("b1", "order"), "a1");
  assert.equal(arrive("b1", "order"), "full");
  assert.equal(arrive("c1", "estimate"), "full");
  assert.equal(arrive("c1", "step"), "a1");
});

test("who could not be answered before the deadline is refused at once, or when it is clear", () => {
  const admission = openAt(1);
  const slow = ticket("a1", "step");
  admission.arrive(slow, 0);
  admission.finish(slow, 2_000);
  admission.arrive(ticket("a1", "step"), 2_000);
  // One place and 105 ms each, as far as anybody knows.
  assert.equal(fate(admission.arrive(ticket("b1", "step", 2_000, 2_200), 2_000)), "late");
  const patient = ticket("c1", "step", 2_000, 2_400);
  assert.equal(fate(admission.arrive(patient, 2_000)), "waiting");
  assert.deepEqual(admission.sweep(2_200, nobody), []);
  assert.deepEqual(admission.sweep(2_390, nobody), [patient]);
  assert.equal(admission.figures.queued, 0);
});

test("who has gone is dropped from the queue", () => {
  const admission = openAt(1);
  admission.arrive(ticket("a1", "step"), 0);
  const gone = ticket("b1", "step");
  admission.arrive(gone, 0);
  assert.deepEqual(
    admission.sweep(1, (one) => one === gone),
    [gone],
  );
});

test("one that waits for its own client takes no place, and goes on without queueing", () => {
  const admission = openAt(1);
  const uploading = ticket("a1", "step");
  admission.arrive(uploading, 0);
  admission.pause(uploading);
  assert.equal(fate(admission.arrive(ticket("b1", "step"), 1)), "begun");
  admission.resume(uploading, 2);
  assert.equal(admission.figures.inFlight, 2);
  assert.equal(fate(admission.arrive(ticket("c1", "step"), 3)), "waiting");
});

test("whatever comes and goes, places and the queue hold, and everyone is begun or told", () => {
  const acts = fc.array(
    fc.oneof(
      fc.record({
        come: fc.constantFrom("a1", "a2", "b1", "c1"),
        urgency: fc.constantFrom(...URGENCIES),
        patienceMs: fc.integer({ min: 1, max: 2_000 }),
      }),
      fc.record({ done: fc.nat(20) }),
      fc.record({ passMs: fc.integer({ min: 1, max: 300 }) }),
    ),
    { maxLength: 300 },
  );
  fc.assert(
    fc.property(acts, fc.integer({ min: 1, max: 6 }), fc.integer({ min: 0, max: 8 }), (all, limit, queuedMax) => {
      const admission = openAt(limit, queuedMax);
      const begun: Ticket[] = [];
      let [nowMs, came, refused, done] = [0, 0, 0, 0];
      for (const act of all) {
        if ("come" in act) {
          came++;
          const one = ticket(act.come, act.urgency, nowMs, nowMs + act.patienceMs);
          const arrival = admission.arrive(one, nowMs);
          if (arrival.is === "begun") begun.push(one);
          if (arrival.is === "refused" || (arrival.is === "waiting" && arrival.pushedOut)) refused++;
        } else if ("done" in act) {
          const [one] = begun.splice(act.done, 1);
          if (one) admission.finish(one, nowMs);
          if (one) done++;
        } else {
          nowMs += act.passMs;
          refused += admission.sweep(nowMs, nobody).length;
        }
        for (let next = admission.next(nowMs); next; next = admission.next(nowMs)) begun.push(next);
        const { inFlight, queued } = admission.figures;
        assert.ok(inFlight <= limit && queued <= queuedMax);
        assert.equal(inFlight, begun.length);
        assert.equal(came, begun.length + done + refused + queued);
      }
    }),
  );
});

test("in a crowd callers are turned away at the door as they would be inside; the urgent and the first of another are not", () => {
  const admission = openAt(1, 1_000);
  const busy = ticket("x1", "step");
  admission.arrive(busy, 0);
  const door = (name: string, urgency: Urgency, nowMs: number) =>
    admission.turnsAway(urgency, ticket(name, urgency).caller, nowMs);
  for (let nowMs = 0; nowMs < 600; nowMs += 2) {
    if (!admission.isCrowded) assert.equal(door("a1", "estimate", nowMs), false);
    if (nowMs % 10 === 0) admission.sweep(nowMs, nobody);
    if (nowMs < 400) admission.arrive(ticket("a1", "estimate", nowMs), nowMs);
    else admission.arrive(ticket("b1", "order", nowMs), nowMs);
    if (nowMs % 20 !== 0) continue;
    admission.finish(admission.next(nowMs) ?? busy, nowMs);
  }
  assert.equal(admission.isCrowded, true);
  assert.equal(door("a1", "estimate", 600), true);
  assert.equal(door("b1", "order", 600), true);
  assert.equal(door("d1", "step", 600), false);
});
