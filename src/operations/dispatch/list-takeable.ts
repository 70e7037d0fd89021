// The accepted orders of a city that may be taken back for somebody better placed: of services that do so, with a driver who does something else
// first, as far as the limits of the policy go.
import type { DispatchRound, TakeableOrder } from "../../domain/dispatch/decide-round.ts";
import { POLICY } from "../../domain/dispatch/policy.ts";
import { mayLookAt } from "../../domain/dispatch/take-back.ts";
import { listOffersOfOrders } from "../../store/dispatch/round-rows.ts";
import { listTakenBack } from "../../store/drivers/held-orders.ts";
import type { Services } from "../services.ts";

const DAY_MS = 86_400_000;
// Of so many the limits are looked up; the policy looks at fewer.
const LOOKED_UP_MAX = 60;

export async function listTakeable(
  { db, clock }: Pick<Services, "db" | "clock">,
  held: DispatchRound["held"],
): Promise<readonly TakeableOrder[]> {
  const found = [...held].flatMap(([driverPhone, work]) =>
    work.length < 2
      ? []
      : work.flatMap(({ order, service }) =>
          service?.takeBack &&
          service.autoAssign &&
          order.deliverBy === null &&
          order.status === "ACCEPTED" &&
          order.subStatus === ""
            ? [{ order, service, driverPhone, before: work.length }]
            : [],
        ),
  );
  if (found.length === 0) return [];
  // Whoever has most to do comes last to a pickup.
  const looked = found.sort((one, other) => other.before - one.before).slice(0, LOOKED_UP_MAX);
  const offersOf = Map.groupBy(
    await listOffersOfOrders(
      db,
      looked.map(({ order }) => order.id),
    ),
    (offer) => offer.orderId,
  );
  const phones = [...new Set(looked.map(({ driverPhone }) => driverPhone))];
  const since = new Date(clock.now().getTime() - DAY_MS);
  const takenFrom = Map.groupBy(await listTakenBack(db, phones, since), (taken) => taken.driverPhone);
  return looked.flatMap(({ order, service, driverPhone }) => {
    const offers = offersOf.get(order.id) ?? [];
    const before = {
      orderWasTaken: offers.some((offer) => offer.takenFrom !== null && offer.answer === "accepted"),
      fromDriverToday: takenFrom.get(driverPhone)?.length ?? 0,
    };
    const isAsked = offers.some(({ answer }) => answer === null);
    return isAsked || !mayLookAt(before, POLICY.takeBack) ? [] : [{ order, service, offers, driverPhone }];
  });
}
