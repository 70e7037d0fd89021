// Where a busy driver can next turn to something new, and when: where they are, then each stop; at the last they are free.
import type { Service } from "../catalogue/service.ts";
import type { LatLng } from "../geo.ts";
import type { MatchDriver } from "../matching/round.ts";
import { timesOf } from "../matching/route.ts";
import type { Travel } from "../matching/travel.ts";
import type { Order } from "../orders/order.ts";
import { type FleetDriver, matchDriverOf } from "./driver-route.ts";
import { guessedTravel, numberPlaces } from "./numbered-places.ts";
import { secondsOf, taskOf } from "./order-task.ts";
import { POLICY } from "./policy.ts";

export type StopAhead = LatLng & { readonly inSeconds: number };

export function stopsAhead(
  driver: MatchDriver,
  now: number,
  travel: Travel,
  places: readonly LatLng[],
): readonly StopAhead[] {
  const stop = (point: number, at: number): StopAhead => ({ ...places[point]!, inSeconds: at - now });
  return [
    stop(driver.point, driver.freeAt),
    ...timesOf(driver, driver.visits, travel).map(({ visit: { order, kind }, doneAt }) =>
      stop(kind === "pickup" ? order.pickup : order.lastDoor, doneAt),
    ),
  ];
}

// As the crow guesses: the roads are asked only about those who are looked at.
export function guessedStops(
  driver: FleetDriver,
  held: readonly { readonly order: Order; readonly service: Service | undefined }[],
  now: Date,
): readonly StopAhead[] {
  const { places, numberOf } = numberPlaces();
  numberOf(driver);
  const tasks = held.map(({ order, service }) => ({ order, task: taskOf(order, service, numberOf) }));
  const travel = guessedTravel(places);
  return stopsAhead(matchDriverOf(driver, tasks, now, numberOf, travel, POLICY.rules), secondsOf(now), travel, places);
}
