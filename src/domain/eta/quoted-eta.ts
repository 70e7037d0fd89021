// The windows of an order that nobody has yet: assign, pickup and ride as they usually are, and how far off that was.

import { type EtaTables, type Target, windowOf } from "./eta-windows.ts";
import type { ExpectedTimes } from "./expected-times.ts";
import { asInstants, type PromisedWindow, type TimeWindow } from "./order-eta.ts";

export type QuotedEta = ExpectedTimes & {
  readonly pickup: TimeWindow;
  readonly delivery: TimeWindow;
  readonly promised: readonly PromisedWindow[];
};

// `hour`: local, now.
export function quotedEta(
  expected: ExpectedTimes,
  meters: number,
  tables: EtaTables,
  now: Date,
  hour: number,
): QuotedEta {
  const tell = (target: Target, at: Date): PromisedWindow => {
    const aheadSeconds = Math.max(0, (at.getTime() - now.getTime()) / 1_000);
    const forecast = { stage: "quoted" as const, target, hour, meters, aheadSeconds };
    return { forecast, window: windowOf(tables, forecast) };
  };
  const pickup = tell("pickup", expected.pickupAt);
  const delivery = tell("delivery", expected.deliveryAt);
  return {
    ...expected,
    pickup: asInstants(pickup.window, now),
    delivery: asInstants(delivery.window, now),
    promised: [pickup, delivery],
  };
}
