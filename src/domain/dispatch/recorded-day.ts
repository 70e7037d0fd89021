// A day of dispatch as the events that `giao simulate --replay` reads: what was ordered, who was out, who was asked and what
// became of it. Drivers go by numbers: a record is for comparing policies, and whose phone it was is nobody's business there.
import type { Amount } from "../amount.ts";
import type { Offer, OfferAnswer } from "../drivers/offer.ts";
import { pushTo } from "../eta/push-to.ts";
import type { LatLng } from "../geo.ts";
import type { Steps } from "../in-steps.ts";
import { takenForCashOrder } from "../ledger/driver-wallet.ts";
import type { Order } from "../orders/order.ts";
import type { Phone } from "../phone.ts";
import type { RecordedEvent } from "../simulation/record.ts";
import { secondsOf, soughtSince } from "./order-task.ts";

export type Shift = LatLng & { readonly driverPhone: Phone; readonly onAt: Date; readonly offAt: Date | null };
export type AskedDriver = Pick<Offer, "orderId" | "driverPhone" | "offeredAt" | "answer" | "answeredAt" | "takenFrom">;
// What befell an order, in the order of its life, and who made it happen.
export type Turn = {
  readonly orderId: string;
  readonly at: Date;
  readonly event: "driver_cancel" | "accept" | "edit";
  readonly actor: string;
};
export type WalletMove = {
  readonly driverPhone: Phone;
  readonly at: Date;
  readonly amount: Amount;
  readonly orderId: string | null;
};
export type Seen = LatLng & { readonly driverPhone: Phone; readonly atSeconds: number };

// An order with everything that befell it.
type KeptOrder = {
  readonly order: Order;
  readonly offers: readonly AskedDriver[];
  readonly turns: readonly Turn[];
  readonly bundleMax: number | undefined;
};

export type DayRecorder = {
  readonly addShift: (shift: Shift) => void;
  readonly addOrder: (kept: KeptOrder) => void;
  // What a driver held when the stretch began, and every change in it.
  readonly addWallet: (phone: Phone, balance: Amount, moves: readonly WalletMove[]) => void;
  readonly addSeen: (seen: Seen) => void;
  // Of all that was added, in the order of time.
  readonly events: () => Steps<readonly RecordedEvent[]>;
};

type NumberOf = (phone: Phone) => string;

const ONE_BREATH_MS = 2_000;

const ANSWERS = {
  accepted: "accepted",
  declined: "declined",
  expired: "lapsed",
  lost: "lost",
  withdrawn: "withdrawn",
} as const satisfies Record<OfferAnswer, RecordedEvent["kind"]>;

// At one moment: who is out, what befell orders, who was asked, money, and where drivers were.
const TURNS: readonly (readonly RecordedEvent["kind"][])[] = [
  ["driver_on", "driver_off"],
  ["order", "given", "given_up", "picked_up", "door", "delivered", "cancelled"],
  ["offered", "taken_back", "accepted", "declined", "lapsed", "lost", "withdrawn"],
  ["wallet", "money"],
  ["seen"],
];
const TURN_OF = new Map(TURNS.flatMap((kinds, turn) => kinds.map((kind) => [kind, turn] as const)));

// Minute by minute, so that nowhere a whole day is sorted at once.
export function recordDayFrom(from: Date): DayRecorder {
  const minutes = new Map<number, RecordedEvent[]>();
  const numbers = new Map<Phone, string>();
  const numberOf: NumberOf = (phone) => {
    const known = numbers.get(phone) ?? `d${numbers.size + 1}`;
    numbers.set(phone, known);
    return known;
  };
  const add = (event: RecordedEvent): void => pushTo(minutes, Math.floor(event.at / 60), event);
  return {
    addShift: (shift) => eventsOfShift(shift, numberOf).forEach(add),
    addOrder: ({ order, offers, turns, bundleMax }) => {
      const given = turns.filter((turn) => !offers.some((offer) => isTakingBack(offer, turn)));
      eventsOfOrder(order, given, bundleMax, numberOf).forEach(add);
      for (const offer of offers) eventsOfOffer(offer, numberOf).forEach(add);
    },
    addWallet: (phone, balance, moves) => {
      const driverId = numberOf(phone);
      add({ kind: "wallet", at: secondsOf(from), driverId, balance });
      for (const { at, amount, orderId } of moves)
        add({ kind: "money", at: secondsOf(at), driverId, amount, ...(orderId !== null && { orderId }) });
    },
    addSeen: ({ driverPhone, atSeconds: at, lat, lng }) =>
      add({ kind: "seen", at, driverId: numberOf(driverPhone), place: { lat, lng } }),
    *events() {
      const events: RecordedEvent[] = [];
      for (const [, ofMinute] of [...minutes].sort(([a], [b]) => a - b)) {
        const sorted = ofMinute.sort((a, b) => a.at - b.at || TURN_OF.get(a.kind)! - TURN_OF.get(b.kind)!);
        // Whoever has several orders was seen once with each.
        const seen = new Set<string>();
        for (const event of sorted) {
          const sight = event.kind === "seen" ? `${event.driverId} ${event.at}` : "";
          if (seen.has(sight)) continue;
          if (sight !== "") seen.add(sight);
          events.push(event);
        }
        yield;
      }
      return events;
    },
  };
}

function eventsOfShift({ driverPhone, onAt, offAt, lat, lng }: Shift, numberOf: NumberOf): readonly RecordedEvent[] {
  const driverId = numberOf(driverPhone);
  const on: RecordedEvent = { kind: "driver_on", at: secondsOf(onAt), driverId, place: { lat, lng } };
  return offAt ? [on, { kind: "driver_off", at: secondsOf(offAt), driverId }] : [on];
}

// The order's history has what was taken back as given up, in the same breath as the acceptance.
function isTakingBack({ orderId, answer, answeredAt, takenFrom }: AskedDriver, turn: Turn): boolean {
  if (turn.event !== "driver_cancel" || !takenFrom || answer !== "accepted") return false;
  if (orderId !== turn.orderId || !answeredAt) return false;
  return Math.abs(answeredAt.getTime() - turn.at.getTime()) < ONE_BREATH_MS;
}

function eventsOfOffer(asked: AskedDriver, numberOf: NumberOf): readonly RecordedEvent[] {
  const { orderId, offeredAt, answer, answeredAt, takenFrom } = asked;
  const driverId = numberOf(asked.driverPhone);
  const kind = answer === null ? undefined : ANSWERS[answer];
  const offered: RecordedEvent = { kind: "offered", at: secondsOf(offeredAt), orderId, driverId };
  if (!kind || !answeredAt) return [offered];
  const at = secondsOf(answeredAt);
  const takenBack: readonly RecordedEvent[] =
    kind === "accepted" && takenFrom ? [{ kind: "taken_back", at, orderId, driverId: numberOf(takenFrom) }] : [];
  return [offered, ...takenBack, { kind, at, orderId, driverId }];
}

function eventsOfOrder(
  order: Order,
  turns: readonly Turn[],
  bundleMax: number | undefined,
  numberOf: NumberOf,
): readonly RecordedEvent[] {
  const [pickup, ...doors] = order.points.map(({ lat, lng }) => ({ lat, lng }));
  if (!pickup) throw new Error(`order ${order.id} has no points`);
  const orderId = order.id;
  const at = secondsOf(soughtSince(order));
  const readyAt = Math.max(at, secondsOf(order.readyAt ?? order.orderAt));
  // What an edit made of it is not what the wallet was asked for.
  const money = turns.some(({ event }) => event === "edit") ? undefined : moneyOf(order);
  const events: RecordedEvent[] = [
    {
      kind: "order",
      at,
      orderId,
      readyAt,
      pickup,
      doors,
      ...(money && { money }),
      ...(bundleMax !== undefined && { bundleMax }),
    },
    ...eventsOfTurns(order, turns, numberOf),
  ];
  const driverId = order.driver && numberOf(order.driver.phone);
  if (driverId && order.pickedUpAt)
    events.push({ kind: "picked_up", at: secondsOf(order.pickedUpAt), orderId, driverId });
  if (driverId) {
    for (const [door, { status, doneAt }] of order.points.entries()) {
      if (door === 0 || !doneAt || status === "") continue;
      events.push({
        kind: "door",
        at: secondsOf(doneAt),
        orderId,
        driverId,
        door,
        isDelivered: status === "COMPLETED",
      });
    }
  }
  if (driverId && order.completedAt)
    events.push({ kind: "delivered", at: secondsOf(order.completedAt), orderId, driverId });
  if (order.cancelledAt) events.push({ kind: "cancelled", at: secondsOf(order.cancelledAt), orderId });
  return events;
}

// Drops tell whose they were; what was given to a driver without asking was theirs until the next drop, or is theirs.
function eventsOfTurns(order: Order, turns: readonly Turn[], numberOf: NumberOf): readonly RecordedEvent[] {
  const orderId = order.id;
  let drops = 0;
  return turns.flatMap(({ event, actor, at }): RecordedEvent[] => {
    const phone = order.droppedBy[drops] ?? order.driver?.phone;
    if (event === "driver_cancel") drops++;
    const isGiven = event === "accept" && actor !== "driver";
    if (phone === undefined || (event !== "driver_cancel" && !isGiven)) return [];
    return [{ kind: isGiven ? "given" : "given_up", at: secondsOf(at), orderId, driverId: numberOf(phone) }];
  });
}

function moneyOf(order: Order): { readonly takes: Amount; readonly cods: readonly Amount[] } {
  const { price, paymentMethod, points } = order;
  const takes = paymentMethod === "BALANCE" ? price.commission - price.subtotal : takenForCashOrder(price);
  return { takes, cods: points.slice(1).map(({ cod }) => cod) };
}
