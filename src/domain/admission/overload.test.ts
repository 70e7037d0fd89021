// The rule under more work than there is time for, in virtual time: one processor, which also has to refuse.
import assert from "node:assert/strict";
import { test } from "node:test";
import { seededChance } from "../chance.ts";
import { Admission, type Ticket, type Urgency } from "./admission.ts";

const SERVICE_MS = 1;
const REFUSAL_MS = 0.02;
const SWEEP_MS = 10;

type Load = { readonly fromMs: number; readonly perSecond: number };
type Seen = { readonly ticket: Ticket; readonly endedMs: number; readonly isGood: boolean };

function run(
  loads: readonly Load[],
  endMs: number,
  who: (chance: () => number) => readonly [string, Urgency],
): readonly Seen[] {
  const chance = seededChance(14);
  const admission = new Admission<Ticket>({ inFlight: { min: 24, usual: 24, max: 24 }, queuedMax: 512 });
  const seen: Seen[] = [];
  const working: Ticket[] = [];
  const tell = (ticket: Ticket, endedMs: number) => void seen.push({ ticket, endedMs, isGood: false });
  // Until when the processor has something to do.
  let freeMs = 0;
  const rateAt = (nowMs: number) => loads.findLast(({ fromMs }) => fromMs <= nowMs)?.perSecond ?? 0;
  for (let nowMs = 0, sweptMs = 0, dueMs = 0; nowMs < endMs; ) {
    const isWorking = working.length > 0;
    nowMs = Math.min(isWorking ? Math.max(freeMs, nowMs) : Infinity, dueMs, sweptMs + SWEEP_MS);
    if (nowMs >= dueMs) {
      const [name, urgency] = who(chance);
      const caller = { group: name.charAt(0), member: name };
      const ticket: Ticket = { caller, urgency, arrivedMs: nowMs, deadlineMs: nowMs + 10_000, startedMs: 0 };
      const arrival = admission.arrive(ticket, nowMs);
      if (arrival.is === "begun") {
        if (working.push(ticket) === 1) freeMs = Math.max(freeMs, nowMs) + SERVICE_MS;
      } else if (arrival.is === "refused") {
        freeMs += REFUSAL_MS;
        tell(ticket, nowMs);
      } else if (arrival.pushedOut) tell(arrival.pushedOut, nowMs);
      dueMs += rateAt(nowMs) === 0 ? Infinity : (-Math.log(1 - chance()) * 1000) / rateAt(nowMs);
    } else if (isWorking && nowMs >= freeMs) {
      const done = working.shift()!;
      admission.finish(done, nowMs);
      seen.push({ ticket: done, endedMs: nowMs, isGood: true });
      freeMs = nowMs + SERVICE_MS;
    }
    if (nowMs >= sweptMs + SWEEP_MS) {
      sweptMs = nowMs;
      for (const late of admission.sweep(nowMs, () => false)) tell(late, nowMs);
    }
    for (let next = admission.next(nowMs); next; next = admission.next(nowMs)) working.push(next);
  }
  return seen;
}

const tookMs = ({ ticket, endedMs }: Seen): number => endedMs - ticket.arrivedMs;
const p99 = (seen: readonly Seen[]): number =>
  seen.map(tookMs).sort((a, b) => a - b)[Math.floor(seen.length * 0.99)] ?? 0;
const anyone = (chance: () => number) =>
  [`${"abcd".charAt(chance() * 4)}${Math.floor(chance() * 8)}`, "order"] as const;

test("at four times what it can answer it answers what it can, soon, and refuses the rest at once", () => {
  const seen = run([{ fromMs: 0, perSecond: 4_000 }], 20_000, anyone);
  const good = seen.filter(({ isGood }) => isGood);
  assert.ok(good.length > 0.9 * 20_000 * (1 - 3 * REFUSAL_MS), `${good.length} were answered`);
  assert.ok(p99(good) <= 1_000, `${p99(good)} ms`);
  assert.ok(p99(seen.filter(({ isGood }) => !isGood)) < 50);
});

test("it is itself again within a second", () => {
  const seen = run(
    [
      { fromMs: 0, perSecond: 4_000 },
      { fromMs: 10_000, perSecond: 500 },
    ],
    15_000,
    anyone,
  );
  const after = seen.filter(({ ticket }) => ticket.arrivedMs > 11_000);
  assert.ok(after.length > 1_500);
  assert.ok(after.every((one) => one.isGood && tookMs(one) < 50));
});

test("a burst that passes before its deadline is answered whole", () => {
  const seen = run(
    [
      { fromMs: 0, perSecond: 4_000 },
      { fromMs: 120, perSecond: 1 },
    ],
    5_000,
    anyone,
  );
  assert.ok(seen.length > 400);
  assert.ok(seen.every(({ isGood }) => isGood));
});

test("one caller who floods is refused, and others are not", () => {
  const flood = run([{ fromMs: 0, perSecond: 4_000 }], 20_000, (chance) => [
    chance() < 0.9 ? "a1" : `b${chance() < 0.5 ? 1 : 2}`,
    "order",
  ]);
  const others = flood.filter(({ ticket }) => ticket.caller.group === "b");
  const refused = others.filter(({ isGood }) => !isGood).length / others.length;
  assert.ok(refused < 0.01, `${refused} of the others were refused`);
  assert.ok(p99(others) < 200, `${p99(others)} ms`);
});

test("under a flood of estimates, steps and reads are answered as if there were none", () => {
  const seen = run([{ fromMs: 0, perSecond: 4_000 }], 20_000, (chance) => {
    const drawn = chance();
    const [who] = anyone(chance);
    return [who, drawn < 0.05 ? "step" : drawn < 0.15 ? "order" : "estimate"];
  });
  const of = (urgency: Urgency) => seen.filter(({ ticket }) => ticket.urgency === urgency);
  for (const urgency of ["step", "order"] as const) {
    assert.ok(
      of(urgency).every(({ isGood }) => isGood),
      urgency,
    );
    assert.ok(p99(of(urgency)) < 100, `${urgency}: ${p99(of(urgency))} ms`);
  }
  assert.ok(of("estimate").filter(({ isGood }) => isGood).length > 0.2 * 20_000);
});
