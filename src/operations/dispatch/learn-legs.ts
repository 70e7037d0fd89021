// Keeps how long a stretch took when a driver arrives somewhere, and how long the goods did when they are handed over. A lost one is no harm, so it is done after the step and
// outside of its transaction.
import { legToDoor, legToPickup } from "../../domain/eta/driven-leg.ts";
import { waitAt } from "../../domain/eta/preparation.ts";
import type { Order } from "../../domain/orders/order.ts";
import type { Database } from "../../store/db.ts";
import { findExpectedPickup, insertDrivenLeg } from "../../store/dispatch/etas.ts";
import { insertPickupWait } from "../../store/dispatch/learned-rows.ts";

export async function learnLegs(deps: { readonly db: Database }, order: Order, step: string): Promise<void> {
  const phone = order.driver?.phone;
  if (phone === undefined) return;
  if (step === "arrive") {
    const expected = await findExpectedPickup(deps.db, order.id, phone);
    const leg = expected === undefined ? undefined : legToPickup(order, expected);
    if (leg) await insertDrivenLeg(deps.db, phone, order.cityId, leg);
  }
  const [pickup] = order.points;
  if (step === "pickup" && pickup && order.pickedUpAt) {
    const wait = waitAt(order);
    if (wait) {
      await insertPickupWait(deps.db, phone, { cityId: order.cityId, place: pickup, at: order.pickedUpAt }, wait);
    }
  }
  if (step === "deliver") {
    const leg = legToDoor(order);
    if (leg) await insertDrivenLeg(deps.db, phone, order.cityId, leg);
  }
}
