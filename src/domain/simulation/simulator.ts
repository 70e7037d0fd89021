// A day under a virtual clock: orders come, a policy decides in rounds, drivers drive. Conserves orders: each one ends delivered, or
// is named with what became of it.
import { type Answers, acceptanceOf, addAnswers, type Habit, habitOf, NO_ANSWERS } from "../dispatch/acceptance.ts";
import { mayLookAt, type TakeBackLimits } from "../dispatch/take-back.ts";
import type { MatchDriver, MatchOrder, MatchRound, Offer, Takeable } from "../matching/round.ts";
import type { Visit } from "../matching/route.ts";
import type { Travel } from "../matching/travel.ts";
import { type Drive, DriverDay, type Handover, type Listener, type Streets } from "./driver-day.ts";

export type Policy = {
  readonly name: string;
  readonly roundSeconds: number;
  // Drivers who come on within this are known beforehand. A dispatcher knows who is online.
  readonly rosterSeconds: number;
  // Several offers may name one order: then it is a race among their drivers, and while they think it may be asked of more.
  readonly decide: (round: MatchRound) => readonly Offer[];
  // Where accepted orders may be taken back at all.
  readonly takeBack?: TakeBackLimits;
};

type SimulatedDriver = {
  readonly id: string;
  readonly point: number;
  readonly onAt: number;
  readonly offAt: number;
  readonly wallet: number;
};

export type SimulatedWorld = Streets & {
  readonly orders: readonly MatchOrder[];
  readonly drivers: readonly SimulatedDriver[];
  // What dispatch believes of the roads at an instant.
  readonly travelAt: (now: number) => Travel;
  // Whether the driver takes the offer, and after how long.
  readonly answer: (
    driverId: string,
    orderIds: readonly string[],
  ) => { readonly accepts: boolean; readonly afterSeconds: number };
  // Without a driver for this long after it was placed, an order is lost. Infinity: it waits as long as anybody works.
  readonly timeoutSeconds: number;
  // The hour of the day at an instant, 0 to 23.
  readonly hourAt: (now: number) => number;
};

export type OrderEnd = "delivered" | "lost" | "undelivered";

export type SimulatedOrder = {
  readonly id: string;
  readonly placedAt: number;
  readonly readyAt: number;
  readonly end: OrderEnd;
  readonly driverId: string | undefined;
  readonly offers: number;
  readonly pickedUpAt: number | undefined;
  readonly deliveredAt: number | undefined;
};

export type Simulation = {
  readonly orders: readonly SimulatedOrder[];
  readonly metersDriven: number;
  readonly shiftSeconds: number;
  readonly busySeconds: number;
  readonly rounds: number;
};

export type Observer = {
  // Runs one decision; the caller may time it.
  readonly round: <T>(work: () => T) => T;
  readonly progress: (settled: number, all: number) => void;
  // Everything that happens, for whoever keeps a log.
  readonly happened?: (event: Happening) => void;
  // Orders and drivers as they are at that moment, for whoever tells people when.
  readonly watch?: Watch;
};

export type Watch = {
  readonly placed: (order: MatchOrder) => void;
  readonly taken: (orderIds: readonly string[], driver: DriverDay, at: number) => void;
  readonly drove: (driver: DriverDay, drive: Drive) => void;
  readonly handedOver: (driver: DriverDay, handover: Handover) => void;
};

export type Happening =
  | {
      readonly kind: "offered" | "accepted" | "declined" | "taken_back";
      readonly at: number;
      readonly orderId: string;
      readonly driverId: string;
    }
  | ({ readonly kind: "moved"; readonly driverId: string } & Drive)
  | {
      readonly kind: "picked_up" | "delivered";
      readonly at: number;
      readonly orderId: string;
      readonly driverId: string;
      readonly meters: number;
    }
  | {
      readonly kind: "money";
      readonly at: number;
      readonly orderId: string;
      readonly driverId: string;
      readonly amount: number;
    }
  | { readonly kind: "cancelled"; readonly at: number; readonly orderId: string };

export const SILENT: Observer = { round: (work) => work(), progress: () => undefined };

// An offer that is being thought about.
type Question = { readonly offer: Offer; readonly accepts: boolean; readonly answeredAt: number };

type Fate = {
  readonly order: MatchOrder;
  readonly refusedBy: Set<string>;
  end: OrderEnd;
  driverId: string | undefined;
  offers: number;
  wasTakenBack: boolean;
  pickedUpAt: number | undefined;
  deliveredAt: number | undefined;
};

export function simulate(world: SimulatedWorld, policy: Policy, observer: Observer = SILENT): Simulation {
  const coming = world.orders.toSorted((a, b) => a.placedAt - b.placedAt);
  const fates = new Map<string, Fate>(coming.map((order) => [order.id, newFate(order)]));
  const drivers = world.drivers.map(
    ({ id, point, onAt, offAt, wallet }) => new DriverDay(id, point, onAt, offAt, wallet),
  );
  const byId = new Map(drivers.map((driver) => [driver.id, driver]));
  const waiting = new Map<string, MatchOrder>();
  const lastOff = drivers.reduce((latest, { offAt }) => Math.max(latest, offAt), Number.NEGATIVE_INFINITY);
  const questions: Question[] = [];
  const acceptance = keepAcceptance(world.hourAt);
  let next = 0;
  let rounds = 0;
  const happened = observer.happened ?? (() => undefined);
  const { watch } = observer;
  const listenerOf = (driver: DriverDay): Listener => ({
    handedOver: (handover) => {
      record(fates, handover);
      watch?.handedOver(driver, handover);
      const { kind, order, at, meters } = handover;
      const who = { at, orderId: order.id, driverId: driver.id };
      happened({ kind: kind === "pickup" ? "picked_up" : "delivered", ...who, meters });
      const amount = -fates.get(order.id)!.order.walletNeeded;
      if (kind === "pickup" || amount === 0 || driver.wallet === Infinity) return;
      driver.wallet += amount;
      happened({ kind: "money", ...who, amount });
    },
    drove: (drive) => {
      watch?.drove(driver, drive);
      happened({ kind: "moved", driverId: driver.id, ...drive });
    },
  });
  const hear = (at: number): void => settle(questions, fates, waiting, byId, at, acceptance, happened, watch);
  for (let now = coming[0]?.placedAt ?? 0; next < coming.length || waiting.size > 0; now += policy.roundSeconds) {
    // Nothing waits: sleep until the next order, on the same beat.
    if (waiting.size === 0) {
      const beats = Math.ceil((coming[next]!.placedAt - now) / policy.roundSeconds);
      now += Math.max(0, beats) * policy.roundSeconds;
    }
    for (; next < coming.length && coming[next]!.placedAt <= now; next++) {
      waiting.set(coming[next]!.id, coming[next]!);
      watch?.placed(coming[next]!);
    }
    hear(now);
    for (const driver of drivers) driver.advance(now, world, listenerOf(driver));
    const asked = new Set(questions.flatMap(({ offer }) => (offer.isRung ? [] : offer.orderIds)));
    for (const order of waiting.values()) {
      if (now < order.placedAt + world.timeoutSeconds || asked.has(order.id)) continue;
      waiting.delete(order.id);
      fates.get(order.id)!.end = "lost";
      happened({ kind: "cancelled", at: now, orderId: order.id });
    }
    // After the last shift nobody will come any more.
    if (now > lastOff) break;
    const thinking = new Set(questions.map(({ offer }) => offer.driverId));
    const round: MatchRound = {
      now,
      nextRoundAt: now + policy.roundSeconds,
      orders: [...waiting.values()].filter(({ id }) => !asked.has(id)),
      drivers: drivers
        .filter((driver) => takesPart(driver, now, policy))
        .map((driver) => ({
          ...asMatchDriver(driver, now, fates),
          hasOpenOffer: thinking.has(driver.id),
          acceptance: acceptance.of(driver.id, now),
        })),
      travel: world.travelAt(now),
      ...(policy.takeBack && { takeable: takeableNow(policy.takeBack, drivers, fates, asked) }),
    };
    if (round.orders.length === 0 || round.drivers.length === 0) continue;
    const offers = observer.round(() => policy.decide(round));
    rounds++;
    for (const offer of offers) questions.push(ask(offer, world, fates, waiting, now, happened));
    hear(now);
    observer.progress(coming.length - waiting.size - (coming.length - next), coming.length);
  }
  for (const driver of drivers) driver.advance(Infinity, world, listenerOf(driver));
  return {
    orders: [...fates.values()].map(outcomeOf),
    metersDriven: drivers.reduce((sum, driver) => sum + driver.metersDriven, 0),
    shiftSeconds: drivers.reduce((sum, driver) => sum + driver.offAt - driver.onAt, 0),
    busySeconds: drivers.reduce((sum, driver) => sum + driver.busySeconds, 0),
    rounds,
  };
}

function newFate(order: MatchOrder): Fate {
  return {
    order,
    refusedBy: new Set(order.refusedBy),
    end: "undelivered",
    driverId: undefined,
    offers: 0,
    wasTakenBack: false,
    pickedUpAt: undefined,
    deliveredAt: undefined,
  };
}

function takeableNow(
  limits: TakeBackLimits,
  drivers: readonly DriverDay[],
  fates: ReadonlyMap<string, Fate>,
  asked: ReadonlySet<string>,
): readonly Takeable[] {
  return drivers.flatMap((driver) =>
    driver.visits.flatMap(({ order: { id }, kind }) => {
      const { order, refusedBy, wasTakenBack } = fates.get(id)!;
      const before = { orderWasTaken: wasTakenBack, fromDriverToday: driver.takenBack };
      if (kind !== "pickup" || asked.has(id) || !mayLookAt(before, limits)) return [];
      return [{ order: { ...order, refusedBy }, driverId: driver.id }];
    }),
  );
}

function outcomeOf(fate: Fate): SimulatedOrder {
  const { order, end, driverId, offers, pickedUpAt, deliveredAt } = fate;
  return {
    id: order.id,
    placedAt: order.placedAt,
    readyAt: order.readyAt,
    end,
    driverId,
    offers,
    pickedUpAt,
    deliveredAt,
  };
}

function record(fates: ReadonlyMap<string, Fate>, { order, kind, at }: Handover): void {
  const fate = fates.get(order.id)!;
  if (kind === "pickup") {
    if (fate.pickedUpAt !== undefined) throw new Error(`order ${order.id} was picked up twice`);
    fate.pickedUpAt = at;
    return;
  }
  if (fate.pickedUpAt === undefined || fate.deliveredAt !== undefined)
    throw new Error(`order ${order.id} cannot be delivered now`);
  fate.deliveredAt = at;
  fate.end = "delivered";
}

function takesPart(driver: DriverDay, now: number, { rosterSeconds }: Policy): boolean {
  return driver.offAt > now && driver.onAt <= now + rosterSeconds;
}

function asMatchDriver(driver: DriverDay, now: number, fates: ReadonlyMap<string, Fate>): MatchDriver {
  const inHand = new Set(driver.visits.map(({ order }) => order.id));
  return {
    id: driver.id,
    point: driver.point,
    freeAt: Math.max(now, driver.freeAt),
    offAt: driver.offAt,
    onBoard: driver.onBoard,
    visits: driver.visits,
    vehicle: "BIKE",
    walletFree: [...inHand].reduce((free, id) => free - fates.get(id)!.order.walletNeeded, driver.wallet),
    rating: undefined,
    hasOpenOffer: false,
  };
}

// What dispatch has seen of how each driver answers.
function keepAcceptance(hourAt: SimulatedWorld["hourAt"]) {
  const inAll = new Map<string, Answers>();
  const byHour = new Map<string, Answers>();
  let habit: Habit | undefined;
  return {
    of: (driverId: string, now: number): number => {
      habit ??= habitOf(inAll.values());
      const atThisHour = byHour.get(`${driverId} ${hourAt(now)}`) ?? NO_ANSWERS;
      return acceptanceOf(habit, inAll.get(driverId) ?? NO_ANSWERS, atThisHour);
    },
    add: (driverId: string, at: number, accepts: boolean): void => {
      const answer = { asked: 1, accepted: accepts ? 1 : 0 };
      const hour = `${driverId} ${hourAt(at)}`;
      inAll.set(driverId, addAnswers(inAll.get(driverId) ?? NO_ANSWERS, answer));
      byHour.set(hour, addAnswers(byHour.get(hour) ?? NO_ANSWERS, answer));
      habit = undefined;
    },
  };
}

function ask(
  offer: Offer,
  world: SimulatedWorld,
  fates: ReadonlyMap<string, Fate>,
  waiting: Map<string, MatchOrder>,
  now: number,
  happened: (event: Happening) => void,
): Question {
  const { accepts, afterSeconds } = world.answer(offer.driverId, offer.orderIds);
  for (const id of offer.orderIds) {
    const fate = fates.get(id)!;
    fate.offers++;
    happened({ kind: "offered", at: now, orderId: id, driverId: offer.driverId });
    // Nobody is asked twice at a time.
    if (offer.isRung) refuse(fate, offer.driverId, waiting);
  }
  return { offer, accepts, answeredAt: now + afterSeconds };
}

// Hears the answers that have come, quickest first; who accepts has the order, and nobody takes two at a time.
function settle(
  questions: Question[],
  fates: ReadonlyMap<string, Fate>,
  waiting: Map<string, MatchOrder>,
  drivers: ReadonlyMap<string, DriverDay>,
  now: number,
  acceptance: ReturnType<typeof keepAcceptance>,
  happened: (event: Happening) => void,
  watch: Watch | undefined,
): void {
  const answered = questions.filter(({ answeredAt }) => answeredAt <= now).sort((a, b) => a.answeredAt - b.answeredAt);
  if (answered.length === 0) return;
  const open = questions.filter(({ answeredAt }) => answeredAt > now);
  questions.splice(0, questions.length, ...open);
  const taken = new Set<string>();
  for (const { offer, accepts, answeredAt } of answered) {
    const holder = offer.takenFrom === undefined ? undefined : drivers.get(offer.takenFrom)!;
    const isThere = (id: string): boolean => (holder ? holder.isToPickUp(id) : waiting.has(id));
    if (taken.has(offer.driverId) || !offer.orderIds.every(isThere)) continue;
    acceptance.add(offer.driverId, answeredAt, accepts);
    const kind = accepts ? "accepted" : "declined";
    if (accepts && holder) {
      for (const orderId of offer.orderIds)
        happened({ kind: "taken_back", at: answeredAt, orderId, driverId: holder.id });
    }
    for (const orderId of offer.orderIds) happened({ kind, at: answeredAt, orderId, driverId: offer.driverId });
    if (!accepts) {
      for (const id of offer.orderIds) refuse(fates.get(id)!, offer.driverId, waiting, holder !== undefined);
      continue;
    }
    taken.add(offer.driverId);
    for (const id of offer.orderIds) {
      waiting.delete(id);
      fates.get(id)!.driverId = offer.driverId;
      fates.get(id)!.wasTakenBack ||= holder !== undefined;
      holder?.giveBack(id);
    }
    const driver = drivers.get(offer.driverId)!;
    driver.take(stillToDo(offer, driver), answeredAt);
    watch?.taken(offer.orderIds, driver, answeredAt);
  }
}

// What they have done since they were asked is not done again, and what they have taken since comes first.
function stillToDo({ visits, orderIds }: Offer, driver: DriverDay): readonly Visit[] {
  const left = new Set(driver.visits);
  const planned = visits.filter((visit) => left.has(visit) || orderIds.includes(visit.order.id));
  return [...driver.visits.filter((visit) => !planned.includes(visit)), ...planned];
}

function refuse(fate: Fate, driverId: string, waiting: Map<string, MatchOrder>, isHeld = false): void {
  fate.refusedBy.add(driverId);
  if (!isHeld) waiting.set(fate.order.id, { ...fate.order, refusedBy: fate.refusedBy });
}
