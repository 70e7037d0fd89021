// Works out when drivers will be where, from their positions, the roads and what trips have taught; at most every 20 seconds
// a driver, and at once when his orders change.
import { etasOf, type OrderEta } from "../../domain/eta/order-eta.ts";
import type { LatLng } from "../../domain/geo.ts";
import type { Order } from "../../domain/orders/order.ts";
import type { Phone } from "../../domain/phone.ts";
import { saveEtas } from "../../store/dispatch/etas.ts";
import { listCarriedBy } from "../../store/drivers/held-orders.ts";
import type { CarriedOrder } from "../../store/drivers/places.ts";
import { type PlanDeps, planDriver } from "./plan-driver.ts";

export type ArrivalDeps = PlanDeps;
export type ArrivalEstimates = (carried: readonly CarriedOrder[], placeOf: ReadonlyMap<Phone, LatLng>) => void;

const AGAIN_AFTER_MS = 20_000;
const DRIVERS_MAX = 20_000;

export function openArrivalEstimates(deps: ArrivalDeps, onTrouble: (error: unknown) => void): ArrivalEstimates {
  // For each driver, what he carried and when it was last worked out.
  const known = new Map<Phone, { readonly carries: string; readonly at: number }>();
  let isBusy = false;

  async function estimate(phones: readonly Phone[], placeOf: ReadonlyMap<Phone, LatLng>): Promise<void> {
    const orders = Map.groupBy(await listCarriedBy(deps.db, phones), (order) => order.driver?.phone ?? "");
    const etas: OrderEta[] = [];
    for (const [phone, held] of orders) {
      const place = placeOf.get(phone);
      if (place) etas.push(...(await etasOfDriver(phone, place, held)));
    }
    if (etas.length > 0) await saveEtas(deps.db, etas, deps.clock.now());
  }

  async function etasOfDriver(phone: Phone, place: LatLng, held: readonly Order[]): Promise<readonly OrderEta[]> {
    const { driver, travel } = await planDriver(deps, phone, place, held);
    return etasOf(driver, held, travel);
  }

  return (carried, placeOf) => {
    // A round that takes longer than the positions come is not joined by another: the next positions are newer anyway.
    if (carried.length === 0 || isBusy) return;
    const now = deps.clock.now().getTime();
    const due: Phone[] = [];
    for (const [phone, orders] of Map.groupBy(carried, (order) => order.phone)) {
      const carries = orders.map(({ orderId, seq }) => `${orderId} ${seq}`).join();
      const before = known.get(phone);
      if (before?.carries === carries && now - before.at < AGAIN_AFTER_MS) continue;
      known.delete(phone);
      known.set(phone, { carries, at: now });
      if (known.size > DRIVERS_MAX) known.delete(known.keys().next().value ?? "");
      due.push(phone);
    }
    if (due.length === 0) return;
    isBusy = true;
    estimate(due, placeOf)
      .catch(onTrouble)
      .finally(() => {
        isBusy = false;
      });
  };
}
