// Keeps how long a stretch took when a driver arrives somewhere. A lost one is no harm, so it is done after the step and
// outside of its transaction.
import { legToDoor, legToPickup } from "../../domain/eta/driven-leg.ts";
import type { Order } from "../../domain/orders/order.ts";
import type { Database } from "../../store/db.ts";
import { findExpectedPickup, insertDrivenLeg } from "../../store/dispatch/etas.ts";

export async function learnLegs(deps: { readonly db: Database }, order: Order, step: string): Promise<void> {
  const phone = order.driver?.phone;
  if (phone === undefined) return;
  if (step === "arrive") {
    const expected = await findExpectedPickup(deps.db, order.id, phone);
    const leg = expected === undefined ? undefined : legToPickup(order, expected);
    if (leg) await insertDrivenLeg(deps.db, phone, order.cityId, leg);
  }
  if (step === "deliver") {
    const leg = legToDoor(order);
    if (leg) await insertDrivenLeg(deps.db, phone, order.cityId, leg);
  }
}
