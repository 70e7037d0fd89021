// What one order adds to the figures of the hour in which it was made. Everything about an order counts there, whenever it happened: the
// orders behind a figure are those that were made then, and their figures can be counted again from their rows at any time.
import type { Amount } from "../amount.ts";
import type { OfferAnswer } from "../drivers/offer.ts";
import type { AccountKind } from "../ledger/chart.ts";
import type { JournalKind } from "../ledger/journal.ts";
import { cancelCodeOf } from "../orders/cancel-reasons.ts";
import type { Order } from "../orders/order.ts";
import { outcomeOf } from "../orders/outcome.ts";
import { type Counts, timeName, withoutZeros } from "./counts.ts";
import { CELLS_A_DEGREE } from "./spans.ts";

// What the order's journals of a kind moved on accounts of a kind.
export type OrderMoney = { readonly journal: JournalKind; readonly account: AccountKind; readonly amount: Amount };
export type OrderOffer = { readonly driver: string; readonly answer: OfferAnswer | null };

export function countOrder(order: Order, money: readonly OrderMoney[], offers: readonly OrderOffer[]): Counts {
  const outcome = outcomeOf(order);
  const isDone = order.status === "COMPLETED";
  return withoutZeros({
    orders: 1,
    [`outcome.${outcome}`]: 1,
    ...(outcome === "CANCELLED" && {
      [`cancelled.${order.cancelledBy ?? "system"}`]: 1,
      [`reason.${cancelCodeOf(order)}`]: 1,
      unmet: isUnmet(order) ? 1 : 0,
    }),
    ...timesOf(order),
    ...(isDone && {
      meters: Math.round(order.route.distanceMeters),
      revenue: order.price.total + order.afterFees.reduce((sum, { fee, vat }) => sum + fee + vat, 0),
      earnings: order.price.subtotal - order.price.commission + moved(money, "driver_wallet", "after_fee_paid"),
    }),
    ...(isDone && order.deliverBy && { promised: 1, kept: order.completedAt! <= order.deliverBy ? 1 : 0 }),
    commission: moved(money, "platform_revenue"),
    vat: moved(money, "platform_vat"),
    discounts: -moved(money, "platform_promo"),
    refunds: -moved(money, "platform_refund"),
    codCollected: moved(money, "user_cod", "cod_collected"),
    codOwed: moved(money, "user_cod"),
    ...countOffers(order, offers),
  });
}

// While a driver is sought offers come and go without a step of the order: they count when it has one.
export function countOffers({ status }: Pick<Order, "status">, offers: readonly OrderOffer[]): Counts {
  if (status === "IDLE" || status === "ASSIGNING") return {};
  const answered = (answer: OfferAnswer): number => offers.filter((offer) => offer.answer === answer).length;
  return withoutZeros({
    offered: offers.length > 0 ? 1 : 0,
    offers: offers.length,
    accepted: answered("accepted"),
    declined: answered("declined"),
    expired: answered("expired"),
  });
}

// Nobody came for the goods: what a city lacked drivers for.
function isUnmet(order: Order): boolean {
  return order.status === "CANCELLED" && order.pickedUpAt === null && cancelCodeOf(order) === "NO_DRIVER";
}

// Where the goods were to be fetched: what a map of demand is drawn of.
export function countCell(order: Order): { readonly cell: string; readonly counts: Counts } {
  const [pickup] = order.points;
  const at = (degrees: number): number => Math.floor(degrees * CELLS_A_DEGREE);
  return {
    cell: `${at(pickup!.lat)},${at(pickup!.lng)}`,
    counts: withoutZeros({ orders: 1, unmet: isUnmet(order) ? 1 : 0 }),
  };
}

function timesOf(order: Order): Counts {
  const { acceptedAt, pickedUpAt, completedAt, createdAt, idleUntil } = order;
  const soughtAt = idleUntil && idleUntil > createdAt ? idleUntil : createdAt;
  return {
    ...between("assign", soughtAt, acceptedAt),
    ...between("pickUp", acceptedAt, pickedUpAt),
    ...between("deliver", pickedUpAt, completedAt),
  };
}

function between(name: string, from: Date | null, to: Date | null): Counts {
  return from && to ? { [timeName(name, (to.getTime() - from.getTime()) / 1_000)]: 1 } : {};
}

function moved(money: readonly OrderMoney[], account: AccountKind, journal?: JournalKind): Amount {
  return money
    .filter((one) => one.account === account && (journal === undefined || one.journal === journal))
    .reduce((sum, { amount }) => sum + amount, 0);
}
