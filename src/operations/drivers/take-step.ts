// A driver's steps through an order's life. Each is legal only in its state and only for the driver who holds the order;
// the domain says so, this names the driver and where they are.
import { drivenLeg } from "../../domain/eta/driven-leg.ts";
import type { LatLng } from "../../domain/geo.ts";
import type { Order } from "../../domain/orders/order.ts";
import { heldBy } from "../../domain/orders/steps/to-pickup.ts";
import { whenDone } from "../../domain/orders/steps/when-done.ts";
import type { Phone } from "../../domain/phone.ts";
import { isRefusal, type Refusal } from "../../domain/refusal.ts";
import { findHeldOrder, type HeldOrder } from "../../store/drivers/held-orders.ts";
import { noteHeard } from "../../store/drivers/places.ts";
import type { Keep } from "../answer-once.ts";
import { newestPlace } from "../live/newest-places.ts";
import { type Advance, type AdvanceRefusal, decideAdvance } from "../orders/advance-order.ts";
import { type ChangeDeps, decideAndSave } from "../orders/change-order.ts";

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

// Phones tell their place every few seconds: a step that comes in between is no news, and writes nothing of it. Silence is counted in minutes.
const HEARD_SECONDS = 10;

function isJustHeard(held: HeldOrder | undefined, now: Date): boolean {
  if (!held?.heardAt || held.heardSecondsAgo === null) return false;
  // By both clocks: the sandbox's may have been moved on.
  return now.getTime() - held.heardAt.getTime() < HEARD_SECONDS * 1_000 && held.heardSecondsAgo < HEARD_SECONDS;
}

// `read`: the order, where it was read along with who calls.
export async function takeStep(
  deps: ChangeDeps,
  phone: Phone,
  orderId: string,
  step: DriverStep,
  given: StepMoment,
  keep?: Keep<Stepped>,
  read?: HeldOrder | "none",
): Promise<Stepped> {
  let known = read;
  const look = async () => {
    const now = deps.clock.now();
    const found = known ?? (await findHeldOrder(deps.db, orderId, phone, step.type === "arrive"));
    // Whoever looks again does so because rows have moved.
    known = undefined;
    const held = found === "none" ? undefined : found;
    const order = held?.order;
    if (step.type === "confirm") {
      // Anybody may confirm for the sender, so the domain asks for no driver; at this door it must be the order's.
      const own = heldBy(order, phone, "confirm");
      if (isRefusal(own)) return own;
    }
    const place = given.place ?? (held && (await newestPlace(deps, { phone, cityId: held.order.cityId }, held.place)));
    const advance = { ...step, by: phone, place: place ?? null } as Advance;
    const happenedAt = whenDone(order, given.at, now);
    const decided = await decideAdvance(deps.db, order, orderId, advance, happenedAt);
    if (isRefusal(decided)) return decided;
    const along = {
      heard: isJustHeard(held, now) ? undefined : phone,
      leg: drivenLeg(decided.order, step.type, held?.expectedSeconds ?? null),
    };
    return { before: order, step: { ...decided, happenedAt }, along };
  };
  const stepped = await decideAndSave<AdvanceRefusal>(deps, "driver", look, keep);
  // What was refused is a sign of life too.
  if (isRefusal(stepped)) await noteHeard(deps.db, phone, deps.clock.now());
  return stepped;
}
