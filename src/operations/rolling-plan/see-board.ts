// A city's plan as a board shows it: routes that may still change, those of the last hours with what became of them, and what is in none.
import type { DispatchRecord } from "../../domain/dispatch/dispatch-record.ts";
import type { Order } from "../../domain/orders/order.ts";
import type { PlanLocks, PlanWeights } from "../../domain/rolling-plan/city-problem.ts";
import { isForThePlan } from "../../domain/rolling-plan/terms.ts";
import { listObstacles } from "../../store/dispatch/decisions.ts";
import { readLocks, readWeights } from "../../store/dispatch/plan-locks.ts";
import { listCityRoutes, listRouteAnswers, type StoredRoute } from "../../store/dispatch/planned-routes.ts";
import { listDriverNames } from "../../store/drivers/drivers.ts";
import { listOrdersById } from "../../store/orders/orders.ts";
import { type DispatchDeps, listWaiting } from "../dispatch/run-round.ts";

type RouteState = "planned" | "asked" | "taken" | "over";
export type Board = {
  readonly now: Date;
  readonly routes: readonly (StoredRoute & { readonly name: string; readonly state: RouteState })[];
  readonly orders: ReadonlyMap<string, Order>;
  readonly locks: PlanLocks;
  // What plans are made with where it is not the usual.
  readonly weights: ReadonlyMap<string, PlanWeights>;
  readonly unplanned: readonly {
    readonly order: Order;
    readonly vehicle: string;
    readonly why: Pick<DispatchRecord, "reason" | "obstacle"> | undefined;
  }[];
};

const HOUR_MS = 3_600_000;
const UNPLANNED_MAX = 500;

export async function seeBoard(deps: DispatchDeps, cityId: string, hours: number): Promise<Board> {
  const now = deps.clock.now();
  const { services } = deps.catalogue.current();
  const routes = await listCityRoutes(deps.db, cityId, new Date(now.getTime() - hours * HOUR_MS));
  const answers = await listRouteAnswers(
    deps.db,
    routes.filter(({ offeredAt }) => offeredAt).map(({ id }) => id),
    now,
  );
  const names = await listDriverNames(deps.db, [...new Set(routes.map(({ driverPhone }) => driverPhone))]);
  const inForce = routes.filter(({ offeredAt }) => !offeredAt);
  const planned = new Set(inForce.flatMap(({ stops }) => stops.map(({ orderId }) => orderId)));
  const left = (await listWaiting(deps, cityId))
    .filter((key) => !key.isAsked && !planned.has(key.id) && isForThePlan(services.get(key.serviceId), key, now))
    .slice(0, UNPLANNED_MAX);
  const ids = [...routes.flatMap(({ stops }) => stops.map(({ orderId }) => orderId)), ...left.map(({ id }) => id)];
  const obstacles = await listObstacles(
    deps.db,
    left.map(({ id }) => id),
  );
  const orders = new Map((await listOrdersById(deps.db, [...new Set(ids)])).map((order) => [order.id, order]));
  return {
    now,
    routes: routes.map((route) => ({
      ...route,
      name: names.get(route.driverPhone) ?? "",
      state: route.offeredAt ? (answers.get(route.id) ?? "over") : "planned",
    })),
    orders,
    locks: await readLocks(deps.db, cityId),
    weights: await readWeights(deps.db, cityId),
    unplanned: left.flatMap(({ id, serviceId }) => {
      const order = orders.get(id);
      return order ? [{ order, vehicle: services.get(serviceId)?.vehicle ?? "", why: obstacles.get(id) }] : [];
    }),
  };
}
