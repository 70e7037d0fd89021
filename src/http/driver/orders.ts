// The orders in a driver's hands and their steps through them. Checks in their order: the token, the JSON types of the body,
// whether the order is theirs (404 ORDER_NOT_FOUND: a driver learns nothing about orders that are not), its status, and then what
// the step itself asks for.

import { Type } from "typebox";
import { DriverOrderRecord, TakenBackRecord } from "../../contract/driver-order.ts";
import { field, maybe } from "../../contract/fields.ts";
import type { Proof } from "../../domain/orders/order.ts";
import { COMMENT_LENGTH_MAX } from "../../domain/orders/text-limits.ts";
import { refuse } from "../../domain/refusal.ts";
import { type DriverStep, takeStep } from "../../operations/drivers/take-step.ts";
import type { ChangeDeps } from "../../operations/orders/change-order.ts";
import { listHeldOrders, listPastOrders, listTakenBack } from "../../store/drivers/held-orders.ts";
import { driverOf, heldOrderOf } from "../base/callers.ts";
import { type Call, callsOf } from "../calls/call.ts";
import { encodeDriverOrder, encodeTakenBack } from "../wire/driver-order.ts";

const PAGE = 50;
const TAKEN_BACK_MS = 3_600_000;
const PROOF_LENGTH_MAX = 16_000;

const place = {
  lat: maybe(field.number("The last reported place when left out.", { minimum: -90, maximum: 90 })),
  lng: maybe(Type.Number({ minimum: -180, maximum: 180 })),
};
const proof = maybe(
  Type.Record(Type.String(), Type.Unknown(), {
    description: "Links to photos, a name, a note: passed on as it comes.",
  }),
);
const at = maybe(
  field.number(
    "Unix seconds of when it was done, for a step that is told later: taken as no earlier than the order's last step and no later than now. Now when left out.",
  ),
);
const comment = maybe(Type.String({ maxLength: COMMENT_LENGTH_MAX }));
const body = Type.Object({
  ...place,
  at,
  comment,
  pickup_info: proof,
  pod_info: proof,
  por_info: proof,
  done: maybe(Type.Boolean()),
});
type Body = { lat?: number; lng?: number; at?: number; comment?: string; done?: boolean } & {
  readonly [Field in "pickup_info" | "pod_info" | "por_info"]?: Proof;
};

export const PointParams = Type.Object({ order_id: Type.String(), path_index: Type.String({ pattern: "^\\d{1,3}$" }) });

type StepCall = Pick<Call<never>, "id" | "at" | "summary" | "description" | "params"> & {
  // Beside the place, which every step may tell.
  readonly fields: readonly (keyof typeof body.properties)[];
  readonly step: (body: Body, pathIndex: number) => DriverStep;
};

const STEPS: readonly StepCall[] = [
  {
    id: "arriveAtPickup",
    at: "POST /driver/v1/orders/:order_id/arrive",
    summary: "At the pickup",
    fields: ["at"],
    step: () => ({ type: "arrive" }),
  },
  {
    id: "confirmPickup",
    at: "POST /driver/v1/orders/:order_id/confirm",
    summary: "The sender has confirmed",
    fields: ["at"],
    step: () => ({ type: "confirm" }),
  },
  {
    id: "takePayment",
    at: "POST /driver/v1/orders/:order_id/pay",
    summary: "The sender has paid",
    fields: ["at"],
    step: () => ({ type: "pay" }),
  },
  {
    id: "pickUp",
    at: "POST /driver/v1/orders/:order_id/pickup",
    summary: "The goods are picked up",
    fields: ["at", "pickup_info"],
    step: ({ pickup_info }) => ({ type: "pickup", proof: pickup_info ?? null }),
  },
  {
    id: "deliverPoint",
    at: "POST /driver/v1/orders/:order_id/points/:path_index/deliver",
    params: PointParams,
    summary: "A point is delivered",
    fields: ["at", "pod_info", "comment"],
    step: ({ pod_info, comment = null }, pathIndex) => ({
      type: "deliver",
      pathIndex,
      proof: pod_info ?? null,
      comment,
    }),
  },
  {
    id: "failPoint",
    at: "POST /driver/v1/orders/:order_id/points/:path_index/fail",
    params: PointParams,
    summary: "A point cannot be delivered",
    description: "comment says why and is required.",
    fields: ["at", "comment", "pod_info"],
    step: ({ pod_info, comment = null }, pathIndex) => ({ type: "fail", pathIndex, proof: pod_info ?? null, comment }),
  },
  {
    id: "giveUpOrder",
    at: "POST /driver/v1/orders/:order_id/cancel",
    summary: "Give the order up",
    description: "comment says why and is required; another driver is sought.",
    // Another driver is sought from the moment this is heard, so it has no `at`.
    fields: ["comment"],
    step: ({ comment = null }) => ({ type: "driver_cancel", comment }),
  },
  {
    id: "returnGoods",
    at: "POST /driver/v1/orders/:order_id/return",
    summary: "Bring back what could not be delivered",
    description: "done false: the way back has begun; done true: the goods are back.",
    fields: ["at", "done", "por_info"],
    step: ({ done, por_info }) => (done ? { type: "return_done", proof: por_info ?? null } : { type: "return_begin" }),
  },
];

const call = callsOf<ChangeDeps>("Driver");

const steps = STEPS.map(({ fields, step, ...described }) =>
  call({
    ...described,
    body: Type.Pick(body, ["lat", "lng", ...fields]),
    bodyMayBeMissing: true,
    answer: DriverOrderRecord,
    invalid: "INVALID_DATA",
    check: ({ body: given }) => refuseLongProof(given as Body),
    keyed: "driver",
    refusals: [
      "INVALID_DATA",
      "ORDER_NOT_FOUND",
      "INVALID_ORDER_STATUS",
      "MISSING_REQUIRED_INFO",
      "OFFER_TAKEN",
      "NOT_ENOUGH_CREDIT",
    ],
    run: (request, deps, { keep }) => {
      const { order_id: orderId, path_index: index } = request.params as { order_id: string; path_index?: string };
      const given = request.body as Body;
      const { lat, lng } = given;
      const moment = {
        place: lat === undefined || lng === undefined ? undefined : { lat, lng },
        at: fields.includes("at") ? given.at : undefined,
      };
      const { phone } = driverOf(request);
      return takeStep(deps, phone, orderId, step(given, Number(index ?? 0)), moment, keep, heldOrderOf(request));
    },
    encode: encodeDriverOrder,
  }),
);

export const driverOrderCalls = [
  ...steps,
  call.plain({
    id: "listDriverOrders",
    at: "GET /driver/v1/orders",
    summary: "Orders in hand, or with past=true those that are over",
    query: Type.Object({
      past: maybe(Type.Union([Type.Literal("true"), Type.Literal("false")])),
      after: maybe(field.text("`next` of the page before.", { pattern: "^\\d{1,15}$" })),
    }),
    answer: Type.Object({
      orders: Type.Array(DriverOrderRecord),
      next: maybe(Type.String()),
      taken_back: maybe(
        Type.Array(TakenBackRecord, {
          description: "Of the last hour: orders that a driver who is there sooner has now. They count against nobody.",
        }),
      ),
    }),
    invalid: "INVALID_DATA",
    run: async (request, deps) => {
      const { phone } = driverOf(request);
      const { past, after } = request.query;
      if (past !== "true") {
        const since = new Date(deps.clock.now().getTime() - TAKEN_BACK_MS);
        const [orders, takenBack] = await Promise.all([
          listHeldOrders(deps.db, phone),
          listTakenBack(deps.db, [phone], since),
        ]);
        return {
          orders: orders.map(encodeDriverOrder),
          ...(takenBack.length > 0 && { taken_back: takenBack.map(encodeTakenBack) }),
        };
      }
      const page = await listPastOrders(deps.db, phone, after === undefined ? undefined : Number(after), PAGE);
      const last = page.length === PAGE ? page.at(-1) : undefined;
      return {
        orders: page.map(({ order }) => encodeDriverOrder(order)),
        ...(last ? { next: String(last.number) } : {}),
      };
    },
  }),
];

// The whole body is at most 256 KiB, but a proof is kept with the order and sent with each of its callbacks.
function refuseLongProof({ pickup_info, pod_info, por_info }: Body) {
  const length = JSON.stringify([pickup_info, pod_info, por_info]).length;
  if (length <= PROOF_LENGTH_MAX) return undefined;
  return refuse("INVALID_DATA", `The proof must not be longer than ${PROOF_LENGTH_MAX} characters of JSON.`);
}
