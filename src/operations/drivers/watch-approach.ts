// Sees from positions that a driver is near the pickup or near a door and says so in the order (D9: BOARDED, COMPLETING).
// What an order waits for is remembered by its last event, so that a thousand positions a second cost no look at the orders.
import { type Approach, approachOf, isNear } from "../../domain/drivers/approach.ts";
import type { LatLng } from "../../domain/geo.ts";
import type { Phone } from "../../domain/phone.ts";
import { NewestMap } from "../../ports/flow/newest-map.ts";
import type { CarriedOrder } from "../../store/drivers/places.ts";
import { listOrdersById } from "../../store/orders/orders.ts";
import { advanceOrder } from "../orders/advance-order.ts";
import type { ChangeDeps } from "../orders/change-order.ts";

export type ApproachWatch = (carried: readonly CarriedOrder[], placeOf: ReadonlyMap<Phone, LatLng>) => void;

type Known = { readonly seq: number; readonly approach: Approach | undefined };

const KNOWN_MAX = 20_000;

export function openApproachWatch(deps: ChangeDeps, onTrouble: (error: unknown) => void): ApproachWatch {
  const known = new NewestMap<string, Known>(KNOWN_MAX);

  async function watch(carried: readonly CarriedOrder[], placeOf: ReadonlyMap<Phone, LatLng>): Promise<void> {
    await learn(carried.filter(({ orderId, seq }) => known.get(orderId)?.seq !== seq));
    for (const { orderId, phone, seq } of carried) {
      const order = known.get(orderId);
      const place = placeOf.get(phone);
      if (!order?.approach || order.seq !== seq || !place || !isNear(order.approach, place)) continue;
      // Forgotten at once: the next batch must not say it again while this one is being saved.
      known.set(orderId, { seq, approach: undefined });
      try {
        await advanceOrder(deps, orderId, { type: order.approach.event, by: phone, place }, "driver");
      } catch (error) {
        // Said with the next position, and the other orders now.
        known.delete(orderId);
        onTrouble(error);
      }
    }
  }

  async function learn(changed: readonly CarriedOrder[]): Promise<void> {
    if (changed.length === 0) return;
    const orders = await listOrdersById(
      deps.db,
      changed.map(({ orderId }) => orderId),
    );
    for (const order of orders) known.set(order.id, { seq: order.seq, approach: approachOf(order) });
  }

  return (carried, placeOf) => {
    if (carried.length > 0) watch(carried, placeOf).catch(onTrouble);
  };
}
