// The stops a driver has before them, in the sequence they are planned.
import { type Static, Type } from "typebox";
import { field, oneOf, text } from "../../contract/fields.ts";
import { PLAN_CHANGES } from "../../domain/dispatch/stop-plan.ts";
import { type PlannedStop, type SeePlanDeps, seePlan } from "../../operations/drivers/see-plan.ts";
import { driverOf } from "../base/callers.ts";
import { callsOf } from "../calls/call.ts";
import { unixSeconds } from "../wire/time.ts";

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
      polyline: field.text("Along all stops from where the driver is; encoded, five decimals."),
    }),
    run: async (request, deps) => {
      const { stops, plan, polyline } = await seePlan(deps, driverOf(request));
      const changedAt = plan ? unixSeconds(plan.changedAt) : 0;
      return { stops: stops.map(encodeStop), why: plan?.why ?? ("" as const), changed_at: changedAt, polyline };
    },
  }),
];

function encodeStop({ order, pathIndex, point, window }: PlannedStop): Static<typeof StopRecord> {
  const { lat, lng, address, name } = point;
  const kind = pathIndex === 0 ? "pickup" : "delivery";
  const times = {
    eta: unixSeconds(window?.at),
    eta_low: unixSeconds(window?.low),
    eta_high: unixSeconds(window?.high),
  };
  return { order_id: order.id, kind, path_index: pathIndex, lat, lng, address, name, ...times };
}
