// What was told of an order, as it is kept until the order has ended.
import type { PromisedWindow } from "../../domain/eta/order-eta.ts";
import type { PromisedRow } from "../../store/eta/promised-windows.ts";

// Whoever is there is not expected.
const AHEAD_SECONDS_MIN = 30;

export function promisedRows(
  { id, cityId }: { readonly id: string; readonly cityId: string },
  promised: readonly PromisedWindow[],
  promisedAt: Date,
): readonly PromisedRow[] {
  return promised
    .filter(({ forecast }) => forecast.aheadSeconds >= AHEAD_SECONDS_MIN)
    .map(({ forecast: { stage, target, meters, aheadSeconds }, window: { eta, low, high } }) => ({
      orderId: id,
      stage,
      target,
      cityId,
      promisedAt,
      meters: Math.round(meters),
      plannedSeconds: Math.round(aheadSeconds),
      etaSeconds: eta,
      lowSeconds: low,
      highSeconds: high,
    }));
}
