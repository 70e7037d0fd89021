// What was told of an order, as it is kept until the order has ended.
import type { ToldWindow } from "../../domain/eta/order-eta.ts";
import type { ToldRow } from "../../store/eta/told-windows.ts";

// Whoever is there is not expected.
const AHEAD_SECONDS_MIN = 30;

export function toldRows(
  { id, cityId }: { readonly id: string; readonly cityId: string },
  told: readonly ToldWindow[],
  toldAt: Date,
): readonly ToldRow[] {
  return told
    .filter(({ forecast }) => forecast.aheadSeconds >= AHEAD_SECONDS_MIN)
    .map(({ forecast: { stage, target, meters, aheadSeconds }, window: { eta, low, high } }) => ({
      orderId: id,
      stage,
      target,
      cityId,
      toldAt,
      meters: Math.round(meters),
      plannedSeconds: Math.round(aheadSeconds),
      etaSeconds: eta,
      lowSeconds: low,
      highSeconds: high,
    }));
}
