// A simulated day as lines of JSON that somebody else can check: the rules, who and what there was, everything that happened, and the figures
// that are claimed of it. The lines of docs/dispatch.md's records, and three more.
import type { TakeBackLimits } from "../dispatch/take-back.ts";
import type { LatLng } from "../geo.ts";
import type { CityRoute } from "../rolling-plan/city-plan.ts";
import type { Day } from "./day.ts";
import type { DayFigures } from "./figures.ts";
import { recordLine } from "./record.ts";
import type { Happening } from "./simulator.ts";

export type LoggedRules = {
  readonly policy: string;
  readonly serviceSeconds: number;
  readonly bundleMax: number;
  readonly timeoutSeconds: number;
  readonly rosterSeconds: number;
  // Where drives take exactly what the straight line does at this speed.
  readonly metersPerSecond: number | undefined;
  // Where accepted orders may be taken back.
  readonly takeBack?: TakeBackLimits | undefined;
};

export function rulesLine(rules: LoggedRules): string {
  const finite = (seconds: number): number | null => (Number.isFinite(seconds) ? seconds : null);
  return JSON.stringify({
    kind: "rules",
    policy: rules.policy,
    service_seconds: rules.serviceSeconds,
    bundle_max: rules.bundleMax,
    timeout_seconds: finite(rules.timeoutSeconds),
    roster_seconds: rules.rosterSeconds,
    meters_per_second: rules.metersPerSecond ?? null,
    take_back: rules.takeBack ? { per_driver_max: rules.takeBack.perDriverMax } : null,
  });
}

export function dayLines({ orders, drivers }: Day): readonly string[] {
  return [
    ...drivers.flatMap(({ id, onAt, offAt, start, wallet }) => [
      recordLine({ kind: "driver_on", at: onAt, driverId: id, place: start }),
      ...(wallet === undefined ? [] : [recordLine({ kind: "wallet", at: onAt, driverId: id, balance: wallet })]),
      recordLine({ kind: "driver_off", at: offAt, driverId: id }),
    ]),
    ...orders.map(({ id, placedAt, readyAt, pickup, doors, takes, cod }) =>
      recordLine({
        kind: "order",
        at: placedAt,
        orderId: id,
        readyAt,
        pickup,
        doors,
        ...(takes !== undefined && { money: { takes, cods: [cod ?? 0] } }),
      }),
    ),
  ];
}

export function happeningLine(event: Happening, places: readonly LatLng[]): string {
  if (event.kind === "moved") {
    const { driverId, leftAt, arrivedAt, from, to, meters } = event;
    const pair = (at: number) => [places[at]!.lat, places[at]!.lng];
    return JSON.stringify({
      kind: "moved",
      at: leftAt,
      until: arrivedAt,
      driver: driverId,
      from: pair(from),
      to: pair(to),
      meters,
    });
  }
  const { kind, at, orderId } = event;
  const driver = "driverId" in event ? { driver: event.driverId } : {};
  const meters = "meters" in event && event.meters > 0 ? { meters: event.meters } : {};
  const amount = "amount" in event ? { amount: event.amount } : {};
  return JSON.stringify({ kind, at, order: orderId, ...driver, ...meters, ...amount });
}

export function windowLine(orderId: string, at: number, by: number): string {
  return JSON.stringify({ kind: "window", at, order: orderId, by });
}

// A planned route as its driver is asked.
export function routeLine({ driverId, stops }: CityRoute, at: number): string {
  const told = stops.map(({ orderId, kind, arrivesAt, latestAt }) => ({
    order: orderId,
    kind,
    arrives: arrivesAt,
    latest: latestAt,
  }));
  return JSON.stringify({ kind: "route", at, driver: driverId, stops: told });
}

// `inWindow`: where something was promised, how many orders came in time.
export function figuresLine(figures: DayFigures, inWindow?: number): string {
  return JSON.stringify({
    kind: "figures",
    orders: figures.orders,
    delivered: figures.delivered,
    lost: figures.lost,
    undelivered: figures.undelivered,
    order_to_door_seconds: figures.orderToDoorSeconds,
    order_to_pickup_seconds: figures.orderToPickupSeconds,
    ready_to_pickup_seconds: figures.readyToPickupSeconds,
    meters_per_order: figures.metersPerOrder,
    offers_per_order: figures.offersPerOrder,
    in_window: inWindow,
  });
}
