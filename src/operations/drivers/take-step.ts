// A driver's steps through an order's life. Each is legal only in its state and only for the driver who holds the order;
// the domain says so, this names the driver and where he is.
import type { LatLng } from "../../domain/geo.ts";
import type { Order } from "../../domain/orders/order.ts";
import { heldBy } from "../../domain/orders/steps/to-pickup.ts";
import { whenDone } from "../../domain/orders/steps/when-done.ts";
import type { Phone } from "../../domain/phone.ts";
import { isRefusal, type Refusal } from "../../domain/refusal.ts";
import type { Sql } from "../../store/db.ts";
import { findPlace, noteHeard } from "../../store/drivers/places.ts";
import type { Keep } from "../answer-once.ts";
import { learnLegs } from "../dispatch/learn-legs.ts";
import { type Advance, type AdvanceRefusal, decideAdvance } from "../orders/advance-order.ts";
import { type ChangeDeps, changeOrder } from "../orders/change-order.ts";

export type Stepped = Order | Refusal<AdvanceRefusal>;
type OwnStep = Exclude<Advance, { readonly type: "accept" | "confirm" }> | { readonly type: "confirm" };
// Without the driver, whom the session names.
export type DriverStep = OwnStep extends infer Step
  ? Step extends unknown
    ? Omit<Step, "by" | "place">
    : never
  : never;

// Where and when (Unix seconds) it was done, as far as the phone says so.
export type StepMoment = { readonly place: LatLng | undefined; readonly at: number | undefined };

export async function takeStep(
  deps: ChangeDeps,
  phone: Phone,
  orderId: string,
  step: DriverStep,
  given: StepMoment,
  keep?: Keep<Stepped>,
): Promise<Stepped> {
  const decide = async (order: Order | undefined, tx: Sql) => {
    const now = deps.clock.now();
    await noteHeard(tx, phone, now);
    if (step.type === "confirm") {
      // Anybody may confirm for the sender, so the domain asks for no driver; at this door it must be the order's.
      const held = heldBy(order, phone, "confirm");
      if (isRefusal(held)) return held;
    }
    const place = given.place ?? (await findPlace(tx, phone));
    const advance = { ...step, by: phone, place: place ? { lat: place.lat, lng: place.lng } : null } as Advance;
    const happenedAt = whenDone(order, given.at, now);
    const decided = await decideAdvance(tx, order, orderId, advance, happenedAt);
    return isRefusal(decided) ? decided : { ...decided, happenedAt };
  };
  const stepped = await changeOrder<AdvanceRefusal>(deps, orderId, "driver", decide, keep);
  if (!isRefusal(stepped)) await learnLegs(deps, stepped, step.type);
  return stepped;
}
