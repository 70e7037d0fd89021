// The orders in a driver's hands and his steps through them. Checks in their order: the token, the JSON types of the body,
// whether the order is his (404 ORDER_NOT_FOUND: a driver learns nothing about orders that are not), its status, and then what
// the step itself asks for.

import type { FastifyReply, FastifyRequest } from "fastify";
import { Type } from "typebox";
import type { Proof } from "../../domain/orders/order.ts";
import { COMMENT_LENGTH_MAX } from "../../domain/orders/order-cancel.ts";
import { refuse } from "../../domain/refusal.ts";
import type { Keep } from "../../operations/answer-once.ts";
import { type DriverStep, type Stepped, takeStep } from "../../operations/drivers/take-step.ts";
import type { ChangeDeps } from "../../operations/orders/change-order.ts";
import { listHeldOrders, listPastOrders, listTakenBack } from "../../store/drivers/held-orders.ts";
import { responses, sendRefusal } from "../base/answer.ts";
import type { App } from "../base/app.ts";
import { answerKeyed, KEY_HEADER } from "../base/keyed.ts";
import { refuseInvalid } from "../base/validation.ts";
import { DriverOrderRecord, encodeDriverOrder, encodeTakenBack, TakenBackRecord } from "../wire/driver-order.ts";
import { driverOf, keyHolder } from "./driver-callers.ts";

export type DriverOrderDoor = ChangeDeps;

const PAGE = 50;
const TAKEN_BACK_MS = 3_600_000;
const PROOF_LENGTH_MAX = 16_000;

const OrderParams = Type.Object({ order_id: Type.String() });
const place = {
  lat: Type.Optional(Type.Number({ minimum: -90, maximum: 90, description: "The last reported place when left out." })),
  lng: Type.Optional(Type.Number({ minimum: -180, maximum: 180 })),
};
const proof = Type.Optional(
  Type.Record(Type.String(), Type.Unknown(), {
    description: "Links to photos, a name, a note: passed on as it comes.",
  }),
);
const at = Type.Optional(
  Type.Number({
    description:
      "Unix seconds of when it was done, for a step that is told later: taken as no earlier than the order's last step and no later than now. Now when left out.",
  }),
);
const comment = Type.Optional(Type.String({ maxLength: COMMENT_LENGTH_MAX }));
const body = Type.Object({
  ...place,
  at,
  comment,
  pickup_info: proof,
  pod_info: proof,
  por_info: proof,
  done: Type.Optional(Type.Boolean()),
});
type Body = { lat?: number; lng?: number; at?: number; comment?: string; done?: boolean } & {
  readonly [Field in "pickup_info" | "pod_info" | "por_info"]?: Proof;
};

type StepCall = {
  readonly path: string;
  readonly summary: string;
  readonly description?: string;
  // Beside the place, which every step may tell.
  readonly fields: readonly (keyof typeof body.properties)[];
  readonly step: (body: Body, pathIndex: number) => DriverStep;
};

const STEPS: Readonly<Record<string, StepCall>> = {
  arriveAtPickup: { path: "arrive", summary: "At the pickup", fields: ["at"], step: () => ({ type: "arrive" }) },
  confirmPickup: {
    path: "confirm",
    summary: "The sender has confirmed",
    fields: ["at"],
    step: () => ({ type: "confirm" }),
  },
  takePayment: { path: "pay", summary: "The sender has paid", fields: ["at"], step: () => ({ type: "pay" }) },
  pickUp: {
    path: "pickup",
    summary: "The goods are picked up",
    fields: ["at", "pickup_info"],
    step: ({ pickup_info }) => ({ type: "pickup", proof: pickup_info ?? null }),
  },
  deliverPoint: {
    path: "points/:path_index/deliver",
    summary: "A point is delivered",
    fields: ["at", "pod_info", "comment"],
    step: ({ pod_info, comment = null }, pathIndex) => ({
      type: "deliver",
      pathIndex,
      proof: pod_info ?? null,
      comment,
    }),
  },
  failPoint: {
    path: "points/:path_index/fail",
    summary: "A point cannot be delivered",
    description: "comment says why and is required.",
    fields: ["at", "comment", "pod_info"],
    step: ({ pod_info, comment = null }, pathIndex) => ({ type: "fail", pathIndex, proof: pod_info ?? null, comment }),
  },
  giveUpOrder: {
    path: "cancel",
    summary: "Give the order up",
    description: "comment says why and is required; another driver is sought.",
    // Another driver is sought from the moment this is heard, so it has no `at`.
    fields: ["comment"],
    step: ({ comment = null }) => ({ type: "driver_cancel", comment }),
  },
  returnGoods: {
    path: "return",
    summary: "Bring back what could not be delivered",
    description: "done false: the way back has begun; done true: the goods are back.",
    fields: ["at", "done", "por_info"],
    step: ({ done, por_info }) => (done ? { type: "return_done", proof: por_info ?? null } : { type: "return_begin" }),
  },
};

export function registerDriverOrderCalls(app: App, deps: DriverOrderDoor): void {
  const documented = { tags: ["Driver"] };

  app.get(
    "/driver/v1/orders",
    {
      attachValidation: true,
      schema: {
        ...documented,
        operationId: "listDriverOrders",
        summary: "Orders in hand, or with past=true those that are over",
        querystring: Type.Object({
          past: Type.Optional(Type.Union([Type.Literal("true"), Type.Literal("false")])),
          after: Type.Optional(Type.String({ pattern: "^\\d{1,15}$", description: "`next` of the page before." })),
        }),
        response: responses(
          Type.Object({
            orders: Type.Array(DriverOrderRecord),
            next: Type.Optional(Type.String()),
            taken_back: Type.Optional(
              Type.Array(TakenBackRecord, {
                description:
                  "Of the last hour: orders that a driver who is there sooner has now. They count against nobody.",
              }),
            ),
          }),
        ),
      },
    },
    async (request, reply) => {
      const invalid = refuseInvalid(request, "INVALID_DATA");
      if (invalid) return sendRefusal(reply, invalid);
      const { phone } = driverOf(request);
      const { past, after } = request.query;
      if (past !== "true") {
        const since = new Date(deps.clock.now().getTime() - TAKEN_BACK_MS);
        const [orders, takenBack] = await Promise.all([
          listHeldOrders(deps.db, phone),
          listTakenBack(deps.db, [phone], since),
        ]);
        return reply.send({
          orders: orders.map(encodeDriverOrder),
          ...(takenBack.length > 0 && { taken_back: takenBack.map(encodeTakenBack) }),
        });
      }
      const page = await listPastOrders(deps.db, phone, after === undefined ? undefined : Number(after), PAGE);
      const last = page.length === PAGE ? page.at(-1) : undefined;
      return reply.send({
        orders: page.map(({ order }) => encodeDriverOrder(order)),
        ...(last ? { next: String(last.number) } : {}),
      });
    },
  );

  for (const [operationId, call] of Object.entries(STEPS)) {
    app.post(
      `/driver/v1/orders/:order_id/${call.path}`,
      {
        // Most steps say all by being called: no body is an empty one.
        preValidation: async (request) => {
          request.body ??= {};
        },
        attachValidation: true,
        schema: {
          ...documented,
          operationId,
          summary: call.summary,
          ...(call.description === undefined ? {} : { description: call.description }),
          headers: KEY_HEADER,
          params: call.path.includes(":path_index")
            ? Type.Object({ ...OrderParams.properties, path_index: Type.String({ pattern: "^\\d{1,3}$" }) })
            : OrderParams,
          body: Type.Pick(body, ["lat", "lng", ...call.fields]),
          response: responses(DriverOrderRecord),
        },
      },
      async (request, reply) => stepBy(deps, call, request, reply),
    );
  }
}

async function stepBy(
  deps: DriverOrderDoor,
  call: StepCall,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const invalid = refuseInvalid(request, "INVALID_DATA") ?? refuseLongProof(request.body);
  if (invalid) return sendRefusal(reply, invalid);
  const { order_id, path_index } = request.params as { order_id: string; path_index?: string };
  const given = (request.body ?? {}) as Body;
  const { lat, lng } = given;
  const moment = {
    place: lat === undefined || lng === undefined ? undefined : { lat, lng },
    at: call.fields.includes("at") ? given.at : undefined,
  };
  const step = call.step(given, Number(path_index ?? 0));
  const take = (keep?: Keep<Stepped>) => takeStep(deps, driverOf(request).phone, order_id, step, moment, keep);
  return answerKeyed(deps, request, reply, encodeDriverOrder, take, keyHolder);
}

// The whole body is at most 256 KiB, but a proof is kept with the order and sent with each of its callbacks.
function refuseLongProof(given: unknown) {
  const { pickup_info, pod_info, por_info } = (given ?? {}) as Body;
  const length = JSON.stringify([pickup_info, pod_info, por_info]).length;
  if (length <= PROOF_LENGTH_MAX) return undefined;
  return refuse("INVALID_DATA", `The proof must not be longer than ${PROOF_LENGTH_MAX} characters of JSON.`);
}
