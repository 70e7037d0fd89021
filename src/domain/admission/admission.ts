// Which requests are worked on, which wait and which are refused (docs/decisions/admission.md). Few are worked on at once, so
// that each is answered soon; the rest wait in a short queue, the urgent before the others and callers in turns. Who could
// not be answered in time is told so at once.
import { type Caller, FairQueue } from "./fair-queue.ts";
import { type LimitBounds, type LoadSeen, nextLimit } from "./in-flight-limit.ts";

// From the most urgent: a driver's step and what a callback hangs on; taking, changing and reading orders; pages and their
// files; estimates and routes.
export const URGENCIES = ["step", "order", "page", "estimate"] as const;
export type Urgency = (typeof URGENCIES)[number];

// When all of them wait, so many of each are begun in turn. Nothing starves: an estimate is how most orders begin.
const TURNS: Readonly<Record<Urgency, number>> = { step: 12, order: 3, page: 1, estimate: 1 };
// At most this share of those worked on: slow ones of one kind leave room for the more urgent.
const KIND_SHARES: Readonly<Record<Urgency, number>> = { step: 1, order: 0.875, page: 0.5, estimate: 0.75 };
// And at most this share are one partner's, or one account's.
const GROUP_SHARE = 0.75;
const MEMBER_SHARE = 0.5;

// While more comes than is answered, a longer queue answers nobody sooner: newcomers that would wait longer than the first are
// refused, and those that have waited longer than the second, because an expectation may be wrong.
const CROWDED_WAIT_MS = 100;
const CROWDED_WAIT_MS_MAX = 500;
const FIRST_SERVICE_MS = 5;
const SERVICE_WEIGHT = 0.05;

export type Ticket = {
  readonly caller: Caller;
  readonly urgency: Urgency;
  readonly arrivedMs: number;
  readonly deadlineMs: number;
  startedMs: number;
};

type RefusedFor =
  | "full" // the queue holds as many as it may
  | "late"; // the deadline would pass before its turn
export type Arrival<T extends Ticket> =
  | { readonly is: "begun" }
  // In place of another one, if the queue was full.
  | { readonly is: "waiting"; readonly pushedOut: T | undefined }
  | { readonly is: "refused"; readonly reason: RefusedFor };

export type AdmissionBounds = { readonly inFlight: LimitBounds; readonly queuedMax: number };

export class Admission<T extends Ticket> {
  readonly #bounds: AdmissionBounds;
  readonly #queues: Readonly<Record<Urgency, FairQueue<T>>>;
  // How far each kind has got; the one that is furthest behind is next.
  readonly #turns: Record<Urgency, number> = { step: 0, order: 0, page: 0, estimate: 0 };
  readonly #flow = new Flow();
  readonly #ofKind: Record<Urgency, number> = { step: 0, order: 0, page: 0, estimate: 0 };
  readonly #ofGroup = new Map<string, number>();
  readonly #ofMember = new Map<string, number>();
  #limit: number;
  #inFlight = 0;
  #queued = 0;
  #queuedSinceMs = 0;
  #isCrowded = false;
  #serviceMs = FIRST_SERVICE_MS;

  constructor(bounds: AdmissionBounds) {
    this.#bounds = bounds;
    this.#limit = bounds.inFlight.usual;
    this.#queues = {
      step: new FairQueue<T>(),
      order: new FairQueue<T>(),
      page: new FairQueue<T>(),
      estimate: new FairQueue<T>(),
    };
  }

  get figures() {
    return { inFlight: this.#inFlight, queued: this.#queued, limit: this.#limit };
  }

  get isCrowded(): boolean {
    return this.#isCrowded;
  }

  queuedOf(urgency: Urgency): number {
    return this.#queues[urgency].size;
  }

  arrive(ticket: T, nowMs: number): Arrival<T> {
    this.#flow.came(nowMs);
    // If there is a place for it, those who wait have their share already: `next` was asked since.
    if (this.#mayBegin(ticket.urgency, ticket.caller)) {
      this.#begin(ticket, nowMs);
      return { is: "begun" };
    }
    this.#judge(nowMs);
    const waitMs = this.#isCrowded ? CROWDED_WAIT_MS : ticket.deadlineMs - nowMs - this.#serviceMs;
    if (this.#expectedWaitMs(ticket.urgency, ticket.caller, nowMs) > waitMs) return { is: "refused", reason: "late" };
    let pushedOut: T | undefined;
    if (this.#queued >= this.#bounds.queuedMax) {
      pushedOut = this.#makeRoom(ticket);
      if (!pushedOut) return { is: "refused", reason: "full" };
    }
    this.#enqueue(ticket, nowMs);
    return { is: "waiting", pushedOut };
  }

  // Says before anything else is done for a request that it would be refused; otherwise it is still to arrive.
  turnsAway(urgency: Urgency, caller: Caller, nowMs: number): boolean {
    if (!this.#isCrowded || this.#mayBegin(urgency, caller)) return false;
    if (this.#expectedWaitMs(urgency, caller, nowMs) <= CROWDED_WAIT_MS) return false;
    this.#flow.came(nowMs);
    return true;
  }

  // The next that is to be begun now; undefined when there is none, or nobody may.
  next(nowMs: number): T | undefined {
    if (this.#queued === 0 || this.#inFlight >= this.#limit) return undefined;
    const kinds = URGENCIES.filter((kind) => this.#queues[kind].size > 0);
    kinds.sort((a, b) => this.#turns[a] - this.#turns[b]);
    for (const kind of kinds) {
      const ticket = this.#queues[kind].take((caller) => this.#mayBegin(kind, caller));
      if (!ticket) continue;
      this.#queued -= 1;
      this.#turns[kind] += 1 / TURNS[kind];
      this.#begin(ticket, nowMs);
      return ticket;
    }
    return undefined;
  }

  finish(ticket: T, nowMs: number): void {
    this.#count(ticket, -1);
    this.#serviceMs += (nowMs - ticket.startedMs - this.#serviceMs) * SERVICE_WEIGHT;
  }

  // One that waits for its own client makes room for others, and goes on without queueing again.
  pause(ticket: T): void {
    this.#count(ticket, -1);
  }

  resume(ticket: T, nowMs: number): void {
    ticket.startedMs = nowMs;
    this.#count(ticket, 1);
  }

  // Those that wait in vain, to be called often while any wait.
  sweep(nowMs: number, isGone: (ticket: T) => boolean): readonly T[] {
    this.#judge(nowMs);
    const isOver = (ticket: T): boolean =>
      isGone(ticket) ||
      nowMs >= ticket.deadlineMs - this.#serviceMs ||
      (this.#isCrowded && nowMs - ticket.arrivedMs > CROWDED_WAIT_MS_MAX);
    const dropped = URGENCIES.flatMap((kind) => this.#queues[kind].drop(isOver));
    this.#queued -= dropped.length;
    return dropped;
  }

  adjust(seen: LoadSeen): void {
    this.#limit = nextLimit(this.#limit, this.#bounds.inFlight, seen);
  }

  // Crowded: the queue has not been empty for half a second, in that time more came than was begun, and those who wait are more
  // than are worked on and too many to be begun soon. A burst is none of that for long, nor are a few behind slow ones.
  #judge(nowMs: number): void {
    const isTooMuch = this.#flow.isTooMuch(nowMs, this.#limit);
    const hasLasted = this.#queued > 0 && nowMs - this.#queuedSinceMs >= FLOW_MS;
    const isLong = this.#queued > this.#limit && this.#queued * this.#intervalMs(nowMs) > CROWDED_WAIT_MS;
    this.#isCrowded = isTooMuch && (this.#isCrowded || (hasLasted && isLong));
  }

  #expectedWaitMs(urgency: Urgency, caller: Caller, nowMs: number): number {
    const own = this.#queues[urgency].ahead(caller);
    let ahead = own;
    for (const kind of URGENCIES) {
      if (kind === urgency) continue;
      ahead += Math.min(this.#queues[kind].size, ((own + 1) * TURNS[kind]) / TURNS[urgency]);
    }
    return (ahead + 1) * this.#intervalMs(nowMs);
  }

  // Between two that are begun: as it was of late, if there was always one that waited, or else as it should be.
  #intervalMs(nowMs: number): number {
    const wasBusy = this.#queued > 0 && nowMs - this.#queuedSinceMs >= FLOW_MS;
    return (wasBusy && this.#flow.intervalMs(nowMs)) || this.#serviceMs / this.#limit;
  }

  #mayBegin(kind: Urgency, { group, member }: Caller): boolean {
    const limit = this.#limit;
    return (
      this.#inFlight < limit &&
      this.#ofKind[kind] < limit * KIND_SHARES[kind] &&
      (this.#ofGroup.get(group) ?? 0) < limit * GROUP_SHARE &&
      (this.#ofMember.get(member) ?? 0) < limit * MEMBER_SHARE
    );
  }

  #begin(ticket: T, nowMs: number): void {
    ticket.startedMs = nowMs;
    this.#flow.begun(nowMs);
    this.#count(ticket, 1);
  }

  #enqueue(ticket: T, nowMs: number): void {
    const queue = this.#queues[ticket.urgency];
    if (this.#queued === 0) {
      this.#queuedSinceMs = nowMs;
      for (const kind of URGENCIES) this.#turns[kind] = 0;
    }
    // A kind that had nothing waiting saved up no turns.
    if (queue.size === 0) this.#turns[ticket.urgency] = Math.max(this.#turns[ticket.urgency], this.#leastTurns());
    queue.push(ticket.caller, ticket);
    this.#queued += 1;
  }

  #leastTurns(): number {
    const waiting = URGENCIES.filter((kind) => this.#queues[kind].size > 0);
    return waiting.length === 0 ? 0 : Math.min(...waiting.map((kind) => this.#turns[kind]));
  }

  // A full queue is shared: the least urgent makes room for a more urgent one, and of one kind the caller with most waiting.
  #makeRoom({ urgency, caller }: T): T | undefined {
    for (const kind of [...URGENCIES].reverse()) {
      const queue = this.#queues[kind];
      const longest = queue.longest();
      if (longest && (kind !== urgency || hasMore(queue, longest, caller))) {
        this.#queued -= 1;
        return queue.dropLast(longest);
      }
      if (kind === urgency) return undefined;
    }
    return undefined;
  }

  #count({ urgency, caller }: T, by: 1 | -1): void {
    this.#inFlight += by;
    this.#ofKind[urgency] += by;
    countUp(this.#ofGroup, caller.group, by);
    countUp(this.#ofMember, caller.member, by);
  }
}

function hasMore<T>(queue: FairQueue<T>, longest: Caller, caller: Caller): boolean {
  const most = queue.countOf(longest);
  const own = queue.countOf(caller);
  return longest.group === caller.group ? most.member > own.member + 1 : most.group > own.group + 1;
}

function countUp(counts: Map<string, number>, name: string, by: 1 | -1): void {
  const count = (counts.get(name) ?? 0) + by;
  if (count === 0) counts.delete(name);
  else counts.set(name, count);
}

// How many came and how many were taken on over the last half second: the difference between a burst, which passes by itself,
// and more work than there is time for, which does not.
const SLOT_MS = 100;
const SLOTS = 5;
const FLOW_MS = SLOT_MS * SLOTS;
// So much more than is taken on is no chance. Clients who wait for their answer before they ask again come exactly as fast as
// they are answered.
const TOO_MUCH = 1.1;

class Flow {
  readonly #came = new Float64Array(SLOTS);
  readonly #begun = new Float64Array(SLOTS);
  #slot = 0;

  came(nowMs: number): void {
    this.#came[this.#at(nowMs)]! += 1;
  }

  begun(nowMs: number): void {
    this.#begun[this.#at(nowMs)]! += 1;
  }

  // Below `few` more that came than were taken on it may be chance all the same.
  isTooMuch(nowMs: number, few: number): boolean {
    this.#at(nowMs);
    const came = sum(this.#came);
    const begun = sum(this.#begun);
    return came > TOO_MUCH * begun && came - begun > few;
  }

  // Between two that are taken on; undefined when none was.
  intervalMs(nowMs: number): number | undefined {
    this.#at(nowMs);
    const begun = sum(this.#begun);
    return begun === 0 ? undefined : FLOW_MS / begun;
  }

  // The place of this moment in the rings; what has left the half second is forgotten.
  #at(nowMs: number): number {
    const slot = Math.floor(nowMs / SLOT_MS);
    for (let next = Math.max(this.#slot + 1, slot - SLOTS + 1); next <= slot; next++) {
      this.#came[next % SLOTS] = 0;
      this.#begun[next % SLOTS] = 0;
    }
    this.#slot = Math.max(slot, this.#slot);
    return this.#slot % SLOTS;
  }
}

function sum(row: Float64Array): number {
  let total = 0;
  for (let i = 0; i < row.length; i++) total += row[i]!;
  return total;
}
