// The stops a driver has before them, in the sequence they are planned.
import { type Static, Type } from "typebox";
import { DriverOrderRecord } from "../../contract/driver-order.ts";
import { field, maybe, oneOf, text } from "../../contract/fields.ts";
import { STOP_CHANGES } from "../../domain/dispatch/plan-changes.ts";
import { PLAN_CHANGES } from "../../domain/dispatch/stop-plan.ts";
import { parcelCount } from "../../domain/orders/order.ts";
import { type PlannedStop, type SeePlanDeps, seePlan } from "../../operations/drivers/see-plan.ts";
import { skipStop } from "../../operations/drivers/skip-stop.ts";
import { driverOf } from "../base/callers.ts";
import { callsOf } from "../calls/call.ts";
import { encodeDriverOrder } from "../wire/driver-order.ts";
import { unixSeconds } from "../wire/time.ts";
import { PointParams } from "./orders.ts";

const StopRecord = Type.Object(
  {
    order_id: text,
    kind: oneOf(["pickup", "delivery"]),
    path_index: field.integer("Which point of the order's path; 0 is the pickup."),
    lat: Type.Number(),
    lng: Type.Number(),
    address: text,
    name: text,
    eta: field.number(
      "When the driver is at the pickup, or the goods are handed over, Unix seconds; 0 where nobody can tell.",
    ),
    eta_low: field.number("Before this one in ten; 0 where nobody can tell."),
    eta_high: field.number("After this one in ten; 0 where nobody can tell."),
    planned: field.number("When the route that was taken had it, Unix seconds; 0 where it was in none."),
    deliver_by: field.number("When the order was promised, Unix seconds; 0 where no time was."),
    parcels: field.integer("How many are taken in or handed over here."),
    skipped: field.flag("The driver put it off."),
  },
  { title: "PlannedStop" },
);

const call = callsOf<SeePlanDeps>("Driver");

export const planCalls = [
  call.plain({
    id: "getPlan",
    at: "GET /driver/v1/plan",
    summary: "Every stop of the orders in hand, in the sequence to drive them",
    description:
      "The next stop first. The sequence stays until something is added or taken away, or the driver leaves it; the stream of offers " +
      "tells `plan` when it changed. Goods to be brought back are not part of it.",
    answer: Type.Object({
      stops: Type.Array(StopRecord),
      why: oneOf(["", ...PLAN_CHANGES], { description: 'Why it changed last; "" without a plan.' }),
      changed_at: field.number("Unix seconds; 0 without a plan."),
      changes: Type.Array(
        Type.Object({ order_id: text, kind: oneOf(["pickup", "delivery"]), change: oneOf(STOP_CHANGES) }),
        { description: "What is another way in the sequence than before it changed last." },
      ),
      distance: field.number("km from where the driver is to the last stop; 0 where nobody can tell."),
      polyline: field.text("Along all stops from where the driver is; encoded, five decimals."),
    }),
    run: async (request, deps) => {
      const { stops, plan, polyline, meters } = await seePlan(deps, driverOf(request));
      return {
        stops: stops.map(encodeStop),
        why: plan?.why ?? ("" as const),
        changed_at: plan ? unixSeconds(plan.changedAt) : 0,
        changes: (plan?.changes ?? []).map(({ orderId, kind, change }) => ({
          order_id: orderId,
          kind: kind === "pickup" ? ("pickup" as const) : ("delivery" as const),
          change,
        })),
        distance: meters / 1_000,
        polyline,
      };
    },
  }),
  call({
    id: "skipStop",
    at: "POST /driver/v1/orders/:order_id/points/:path_index/skip",
    summary: "Put a stop off and come back to it",
    description:
      "path_index 0 is the pickup; another one stands for all doors of the order that are still to be done. Something else is done first, and the stop where it then " +
      "costs least; GET /driver/v1/plan has the new sequence. The order stays as it is.",
    params: PointParams,
    body: Type.Object({ at: maybe(field.number("When it was pressed, Unix seconds.")) }),
    bodyMayBeMissing: true,
    answer: DriverOrderRecord,
    invalid: "INVALID_DATA",
    keyed: "driver",
    refusals: ["INVALID_DATA", "ORDER_NOT_FOUND", "INVALID_ORDER_STATUS"],
    run: (request, deps, { keep }) => {
      const { order_id, path_index } = request.params as { order_id: string; path_index: string };
      return skipStop(deps, driverOf(request), order_id, Number(path_index), keep);
    },
    encode: encodeDriverOrder,
  }),
];

function encodeStop({ order, pathIndex, point, window, plannedAt, isSkipped }: PlannedStop): Static<typeof StopRecord> {
  const { lat, lng, address, name } = point;
  const kind = pathIndex === 0 ? "pickup" : "delivery";
  const times = {
    eta: unixSeconds(window?.at),
    eta_low: unixSeconds(window?.low),
    eta_high: unixSeconds(window?.high),
  };
  const more = {
    planned: Math.round(plannedAt ?? 0),
    deliver_by: unixSeconds(order.deliverBy),
    parcels: pathIndex === 0 || order.points.length === 2 ? parcelCount(order) : 1,
    skipped: isSkipped,
  };
  return { order_id: order.id, kind, path_index: pathIndex, lat, lng, address, name, ...times, ...more };
}
