// A day of dispatch as the events that `giao simulate --replay` reads: what was ordered, who was out, who was asked and what
// became of it. Drivers go by numbers: a record is for comparing policies, and whose phone it was is nobody's business there.
import type { Amount } from "../amount.ts";
import type { Offer, OfferAnswer } from "../drivers/offer.ts";
import type { LatLng } from "../geo.ts";
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
export type Seen = LatLng & { readonly driverPhone: Phone; readonly at: Date };

export type KeptDay = {
  readonly orders: readonly Order[];
  readonly offers: readonly AskedDriver[];
  readonly turns: readonly Turn[];
  readonly shifts: readonly Shift[];
  readonly seen: readonly Seen[];
  // All since the stretch began, and what the wallets hold after the last of them.
  readonly moves: readonly WalletMove[];
  readonly wallets: ReadonlyMap<Phone, Amount>;
  readonly bundleMaxOf: (serviceId: string) => number | undefined;
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

export function recordedEvents(kept: KeptDay, { from, to }: { readonly from: Date; readonly to: Date }) {
  const numbers = new Map<Phone, string>();
  const numberOf: NumberOf = (phone) => {
    const known = numbers.get(phone) ?? `d${numbers.size + 1}`;
    numbers.set(phone, known);
    return known;
  };
  const takenBack = kept.offers.filter(({ takenFrom }) => takenFrom);
  const turnsOf = Map.groupBy(
    kept.turns.filter((turn) => !takenBack.some((offer) => isTakingBack(offer, turn))),
    ({ orderId }) => orderId,
  );
  const shifts = kept.shifts.flatMap((shift) => eventsOfShift(shift, numberOf));
  const events = [
    ...shifts,
    ...kept.orders.flatMap((order) =>
      eventsOfOrder(order, turnsOf.get(order.id) ?? [], kept.bundleMaxOf(order.serviceId), numberOf),
    ),
    ...kept.offers.flatMap((offer) => eventsOfOffer(offer, numberOf)),
    ...eventsOfWallets(kept, from, to, numberOf),
    ...kept.seen.map(
      ({ driverPhone, at, lat, lng }): RecordedEvent => ({
        kind: "seen",
        at: secondsOf(at),
        driverId: numberOf(driverPhone),
        place: { lat, lng },
      }),
    ),
  ];
  return events.sort((a, b) => a.at - b.at);
}

// What each held when the stretch began, and every change.
function eventsOfWallets(
  { shifts, moves, wallets }: KeptDay,
  from: Date,
  to: Date,
  numberOf: NumberOf,
): readonly RecordedEvent[] {
  const movesOf = Map.groupBy(moves, ({ driverPhone }) => driverPhone);
  return [...new Set(shifts.map(({ driverPhone }) => driverPhone))].flatMap((phone): RecordedEvent[] => {
    const own = movesOf.get(phone) ?? [];
    const driverId = numberOf(phone);
    const balance = own.reduce((before, { amount }) => before - amount, wallets.get(phone) ?? 0);
    return [
      { kind: "wallet", at: secondsOf(from), driverId, balance },
      ...own
        .filter(({ at }) => at < to)
        .map(
          ({ at, amount, orderId }): RecordedEvent => ({
            kind: "money",
            at: secondsOf(at),
            driverId,
            amount,
            ...(orderId !== null && { orderId }),
          }),
        ),
    ];
  });
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
