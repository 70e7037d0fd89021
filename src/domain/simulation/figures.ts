// A simulated day in a few figures.
import type { SimulatedOrder, Simulation } from "./simulator.ts";

export type Spread = { readonly mean: number; readonly p95: number };

export type DayFigures = {
  readonly orders: number;
  readonly delivered: number;
  // Gave up waiting for a driver.
  readonly lost: number;
  // Still waiting when the last shift ended.
  readonly undelivered: number;
  readonly orderToDoorSeconds: Spread;
  readonly orderToPickupSeconds: Spread;
  readonly readyToPickupSeconds: Spread;
  readonly metersPerOrder: number;
  // Share of the shifts without an order in hand; not a number without shifts.
  readonly idleShare: number;
  readonly offersPerOrder: number;
};

type Delivered = SimulatedOrder & { readonly pickedUpAt: number; readonly deliveredAt: number };

export function isDelivered(order: SimulatedOrder): order is Delivered {
  return order.end === "delivered";
}

export function figuresOf(simulation: Simulation): DayFigures {
  const { orders } = simulation;
  const delivered = orders.filter(isDelivered);
  const perDelivered = (sum: number): number => (delivered.length === 0 ? 0 : sum / delivered.length);
  return {
    orders: orders.length,
    delivered: delivered.length,
    lost: orders.filter(({ end }) => end === "lost").length,
    undelivered: orders.filter(({ end }) => end === "undelivered").length,
    orderToDoorSeconds: spreadOf(delivered.map(({ deliveredAt, placedAt }) => deliveredAt - placedAt)),
    orderToPickupSeconds: spreadOf(delivered.map(({ pickedUpAt, placedAt }) => pickedUpAt - placedAt)),
    readyToPickupSeconds: spreadOf(delivered.map(({ pickedUpAt, readyAt }) => pickedUpAt - readyAt)),
    metersPerOrder: perDelivered(simulation.metersDriven),
    idleShare: 1 - simulation.busySeconds / simulation.shiftSeconds,
    offersPerOrder: orders.length === 0 ? 0 : orders.reduce((sum, order) => sum + order.offers, 0) / orders.length,
  };
}

// The 95th percentile is the smallest value that at least 95 of 100 do not exceed.
export function spreadOf(seconds: readonly number[]): Spread {
  if (seconds.length === 0) return { mean: 0, p95: 0 };
  const sorted = seconds.toSorted((a, b) => a - b);
  const mean = sorted.reduce((sum, value) => sum + value, 0) / sorted.length;
  return { mean, p95: sorted[Math.ceil(sorted.length * 0.95) - 1]! };
}
