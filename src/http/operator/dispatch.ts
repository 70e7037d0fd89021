// Why an order went to whom: every decision of the dispatcher about it, and every driver who was asked.

import { Readable } from "node:stream";
import { Type } from "typebox";
import { field, maybe, nullable, oneOf, text, unixText } from "../../contract/fields.ts";
import { OBSTACLE_CODES } from "../../domain/planning/obstacles.ts";
import { type DispatchStory, explainDispatch } from "../../operations/dispatch/explain-dispatch.ts";
import { type RecallDeps, recordDay } from "../../operations/dispatch/recall-day.ts";
import { listTrail } from "../../store/drivers/places.ts";
import { callsOf } from "../calls/call.ts";
import { reasonOf } from "../wire/plan-board.ts";
import { unixSeconds } from "../wire/time.ts";

const driver = { mobile: text, name: text };

const DispatchBody = Type.Object(
  {
    order_id: text,
    status: text,
    driver: nullable(Type.Object(driver)),
    dropped_by: Type.Array(text, { description: "Drivers who gave the order up." }),
    offers: Type.Array(
      Type.Object({
        ...driver,
        id: text,
        kind: text,
        offered_at: Type.Number(),
        expires_at: Type.Number(),
        answer: field.text('"" while open, accepted, declined, expired, lost or withdrawn.'),
        answered_at: Type.Number(),
        pickup_seconds: Type.Integer(),
        pickup_distance: field.integer("m"),
      }),
    ),
    decisions: Type.Array(
      Type.Object({
        time: Type.Number(),
        way: text,
        verdict: text,
        offered_to: Type.Array(text),
        planned_for: text,
        reason: maybe(field.text("Of a planned order: why it is in no route.")),
        reason_code: maybe(oneOf(OBSTACLE_CODES)),
        reason_late: maybe(field.integer("s too late, where it is a matter of time.")),
        waiting_orders: Type.Integer(),
        drivers: Type.Integer(),
        reach: maybe(field.integer("How far away a driver might be, metres by road.")),
        ruled_out: field.integer("Drivers whom a rule kept from being asked."),
        travel: field.text("roads, or crow when the roads did not answer."),
        considered: Type.Array(
          Type.Object({
            ...driver,
            verdict: text,
            pickup_in_seconds: Type.Number(),
            lat: maybe(field.number("Where they were then.")),
            lng: maybe(Type.Number()),
            added_cost_seconds: maybe(field.number("Where their plan was tried.")),
          }),
        ),
      }),
      { description: "Newest first." },
    ),
  },
  { title: "Dispatch" },
);

const TrailBody = Type.Object(
  {
    points: Type.Array(
      Type.Object({
        mobile: text,
        lat: Type.Number(),
        lng: Type.Number(),
        time: Type.Number(),
        speed: maybe(field.number("m/s")),
        heading: maybe(Type.Number()),
      }),
    ),
  },
  { title: "Trail" },
);

const call = callsOf<RecallDeps>("Operator");

export const dispatchCalls = [
  call.plain({
    id: "recordDay",
    at: "GET /operator/v1/dispatch/record",
    summary: "A stretch of dispatch, to be run again by giao simulate --replay",
    description:
      "One event of JSON a line: orders, drivers on and off and where they were seen, offers and their answers, pickups, doors, deliveries, " +
      "and what wallets held and how that changed. `giao dispatch audit` checks it.",
    query: Type.Object({ city_id: text, from: unixText, to: unixText }),
    invalid: "INVALID_DATA",
    refusals: ["INVALID_DATA"],
    run: async (request, deps, { reply }) => {
      const { city_id: cityId, from, to } = request.query;
      const at = (given: string): Date => new Date(Number(given) * 1000);
      const record = await recordDay(deps, { cityId, from: at(from), to: at(to) });
      if ("refused" in record) return record;
      return reply.type("application/x-ndjson").send(Readable.from(record.lines));
    },
  }),
  call.plain({
    id: "getTrail",
    at: "GET /operator/v1/orders/:order_id/trail",
    summary: "The way its drivers took while they had the order",
    answer: TrailBody,
    run: async (request, deps) => {
      const trail = await listTrail(deps.db, request.params.order_id);
      return {
        points: trail.map(({ phone, lat, lng, at, speed, heading }) => ({
          mobile: phone,
          lat,
          lng,
          time: unixSeconds(at),
          ...(speed === null ? {} : { speed }),
          ...(heading === null ? {} : { heading }),
        })),
      };
    },
  }),
  call({
    id: "explainDispatch",
    at: "GET /operator/v1/orders/:order_id/dispatch",
    summary: "Who was considered, asked, refused, and why not others",
    answer: DispatchBody,
    refusals: ["ORDER_NOT_FOUND"],
    run: (request, deps) => explainDispatch(deps, request.params.order_id),
    encode: encodeStory,
  }),
];

function encodeStory({ order, offers, decisions, nameOf }: DispatchStory) {
  const named = (mobile: string) => ({ mobile, name: nameOf.get(mobile) ?? "" });
  return {
    order_id: order.id,
    status: order.status,
    driver: order.driver && { mobile: order.driver.phone, name: order.driver.name },
    dropped_by: order.droppedBy,
    offers: offers.map((offer) => ({
      ...named(offer.driverPhone),
      id: offer.id,
      kind: offer.kind,
      offered_at: unixSeconds(offer.offeredAt),
      expires_at: unixSeconds(offer.expiresAt),
      answer: offer.answer ?? "",
      answered_at: unixSeconds(offer.answeredAt),
      pickup_seconds: offer.pickupSeconds,
      pickup_distance: offer.pickupMeters,
    })),
    decisions: decisions.map(({ decidedAt, record }) => ({
      time: unixSeconds(decidedAt),
      way: record.way,
      verdict: record.verdict,
      offered_to: record.offeredTo,
      planned_for: record.plannedFor ?? "",
      ...reasonOf(record),
      waiting_orders: record.waitingOrders,
      drivers: record.drivers,
      ...(record.reachMeters === undefined ? {} : { reach: record.reachMeters }),
      ruled_out: record.ruledOutCount,
      travel: record.travel,
      considered: record.considered.map(({ driverId, verdict, pickupInSeconds, addedCostSeconds, place }) => ({
        ...named(driverId),
        verdict,
        pickup_in_seconds: pickupInSeconds,
        ...place,
        ...(addedCostSeconds === undefined ? {} : { added_cost_seconds: Math.round(addedCostSeconds) }),
      })),
    })),
  };
}
