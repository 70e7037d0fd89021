// Works out when drivers will be where, from their positions, the roads and what trips have taught; at most every 20 seconds
// a driver, and at once when their orders change.
import type { OrderWindows } from "../../domain/eta/order-eta.ts";
import type { LatLng } from "../../domain/geo.ts";
import type { Order } from "../../domain/orders/order.ts";
import type { Phone } from "../../domain/phone.ts";
import { openLoop } from "../../ports/flow/loop.ts";
import { NewestMap } from "../../ports/flow/newest-map.ts";
import { saveEtas } from "../../store/dispatch/etas.ts";
import { listCarriedBy } from "../../store/drivers/held-orders.ts";
import type { CarriedOrder } from "../../store/drivers/places.ts";
import { type PromisedRow, savePromised } from "../../store/eta/promised-windows.ts";
import { promisedRows } from "../eta/promised-rows.ts";
import { arrivalWindows } from "./arrival-windows.ts";
import { type PlanDeps, planDriver } from "./plan-driver.ts";

export type ArrivalDeps = PlanDeps;
export type ArrivalEstimates = (carried: readonly CarriedOrder[], placeOf: ReadonlyMap<Phone, LatLng>) => void;

const AGAIN_AFTER_MS = 20_000;
const DRIVERS_MAX = 20_000;
// More orders than one process follows at a time; what is forgotten is told once more, and the database keeps the first.
const PROMISED_MAX = 100_000;

export function openArrivalEstimates(deps: ArrivalDeps, onTrouble: (error: unknown) => void): ArrivalEstimates {
  // For each driver, what they carried and when it was last worked out.
  const known = new NewestMap<Phone, { readonly carries: string; readonly at: number }>(DRIVERS_MAX);
  // What has been written down already, by order and stage.
  const promised = new NewestMap<string, PromisedRow>(PROMISED_MAX);
  let asked: { readonly due: readonly Phone[]; readonly placeOf: ReadonlyMap<Phone, LatLng> };
  const estimating = openLoop({ work: estimate, failed: onTrouble });

  async function estimate(): Promise<void> {
    const { due, placeOf } = asked;
    const orders = Map.groupBy(await listCarriedBy(deps.db, due), (order) => order.driver?.phone ?? "");
    const windows: OrderWindows[] = [];
    const rows: PromisedRow[] = [];
    for (const [phone, held] of orders) {
      const place = placeOf.get(phone);
      if (!place) continue;
      const expected = await windowsOfDriver(phone, place, held);
      const cityOf = new Map(held.map(({ id, cityId }) => [id, cityId]));
      windows.push(...expected);
      for (const { orderId: id, promised } of expected)
        rows.push(...promisedRows({ id, cityId: cityOf.get(id)! }, promised, deps.clock.now()));
    }
    if (windows.length > 0) await saveEtas(deps.db, windows, deps.clock.now());
    await keepFirst(rows);
  }

  async function windowsOfDriver(
    phone: Phone,
    place: LatLng,
    held: readonly Order[],
  ): Promise<readonly OrderWindows[]> {
    return arrivalWindows(deps, await planDriver(deps, phone, place, held), held);
  }

  // Of each stage what was told first: what comes of it is learnt from.
  async function keepFirst(rows: readonly PromisedRow[]): Promise<void> {
    const keyOf = ({ orderId, stage, target }: PromisedRow): string => `${orderId} ${stage} ${target}`;
    const fresh = rows.filter((row) => !promised.has(keyOf(row)));
    await savePromised(deps.db, fresh);
    for (const row of fresh) promised.set(keyOf(row), row);
  }

  return (carried, placeOf) => {
    // A round that takes longer than the positions come is not joined by another: the next positions are newer anyway.
    if (carried.length === 0 || estimating.isBusy()) return;
    const now = deps.clock.now().getTime();
    const due: Phone[] = [];
    for (const [phone, orders] of Map.groupBy(carried, (order) => order.phone)) {
      const carries = orders.map(({ orderId, seq }) => `${orderId} ${seq}`).join();
      const before = known.get(phone);
      if (before?.carries === carries && now - before.at < AGAIN_AFTER_MS) continue;
      known.set(phone, { carries, at: now });
      due.push(phone);
    }
    if (due.length === 0) return;
    asked = { due, placeOf };
    estimating.wake();
  };
}
