// What a tariff would do before it is saved: its line over the distance, and last week's orders priced by it.
import type { Amount } from "../amount.ts";
import type { Service } from "../catalogue/service.ts";
import { surgeRateAt } from "../catalogue/service-hours.ts";
import { feeOf } from "../fee-expression/compiled.ts";
import type { LocalTime } from "../local-time.ts";
import type { Order } from "../orders/order.ts";
import { price } from "./price.ts";

export type PlotPoint = { readonly x: number; readonly fee: number };

export function plotFee(distanceFee: string, h: number, xMax: number, points: number): readonly PlotPoint[] {
  const fee = feeOf(distanceFee);
  return Array.from({ length: points }, (_, at) => {
    const x = Math.round((xMax * at * 100) / (points - 1)) / 100;
    return { x, fee: fee(x, h) };
  });
}

type Repriced = {
  readonly orderId: string;
  readonly x: number;
  readonly before: Amount;
  readonly after: Amount;
};
export type Repricing = {
  readonly orders: number;
  readonly totalBefore: Amount;
  readonly totalAfter: Amount;
  readonly dearer: number;
  readonly cheaper: number;
  // The platform's share; the drivers have the rest.
  readonly commissionBefore: Amount;
  readonly commissionAfter: Amount;
  // Those that change most.
  readonly examples: readonly Repriced[];
};

type PricedOrder = Pick<Order, "id" | "cityId" | "pricing" | "price" | "orderAt">;

// Distance, points, passages (known where the order paid for some), special requests and promo stay as they were; everything the tariff
// says is the new one's.
export function repriceOrders(
  service: Service,
  orders: readonly PricedOrder[],
  localTimeOf: (order: PricedOrder) => LocalTime,
  examplesMax: number,
): Repricing {
  const repriced = orders.map((order) => {
    const after = price({
      ...order.pricing,
      distanceFee: service.distanceFee,
      surgeRate: surgeRateAt(service.surgeRules, localTimeOf(order)),
      stopFee: service.stopFee,
      tollFee: service.tollFee ?? 0,
      ferryFee: service.ferryFee ?? 0,
      vatRate: service.vatRate,
      commissionRate: service.commissionRate,
    });
    return { order, after };
  });
  const sum = (of: (one: (typeof repriced)[number]) => number) => repriced.reduce((total, one) => total + of(one), 0);
  const examples = repriced
    .map(({ order, after }) => ({
      orderId: order.id,
      x: order.pricing.x,
      before: order.price.total,
      after: after.total,
    }))
    .sort((a, b) => Math.abs(b.after - b.before) - Math.abs(a.after - a.before));
  return {
    orders: orders.length,
    totalBefore: sum(({ order }) => order.price.total),
    totalAfter: sum(({ after }) => after.total),
    dearer: repriced.filter(({ order, after }) => after.total > order.price.total).length,
    cheaper: repriced.filter(({ order, after }) => after.total < order.price.total).length,
    commissionBefore: sum(({ order }) => order.price.commission),
    commissionAfter: sum(({ after }) => after.commission),
    examples: examples.slice(0, examplesMax),
  };
}
