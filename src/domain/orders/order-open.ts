// Opens an order that passed its checks: the record as it is first saved, and what must happen in the same transaction.
import type { Caller } from "../accounts/account.ts";
import type { DeliveryWindow } from "../rolling-plan/booking.ts";
import type { Candidate } from "./check/service-check.ts";
import type { ShapedOrder } from "./check/shape-check.ts";
import type { Funded } from "./check/store-check.ts";
import type { Order, OrderPoint, OrderRoute } from "./order.ts";
import type { Step } from "./order-step.ts";

export type Opening = {
  readonly id: string;
  readonly trackingToken: string;
  readonly owner: Pick<Caller, "phone" | "partnerId"> & { readonly name: string };
  readonly asked: ShapedOrder;
  // Its points in the order they will be driven; route_optimized may have changed it.
  readonly candidate: Candidate;
  readonly route: OrderRoute;
  readonly funded: Funded;
  // Of a planned service.
  readonly window: DeliveryWindow | undefined;
  readonly now: Date;
};

export function openOrder({ id, trackingToken, owner, asked, candidate, route, funded, window, now }: Opening): Step {
  const { service } = candidate;
  const isIdle = asked.idleUntil !== null;
  const order: Order = {
    ...UNBEGUN,
    seq: 1,
    id,
    trackingToken,
    partnerId: owner.partnerId,
    ownerPhone: owner.phone,
    ownerName: owner.name,
    serviceId: service.id,
    cityId: candidate.city.id,
    status: isIdle ? "IDLE" : "ASSIGNING",
    points: candidate.points.map(({ given: _given, ...point }): OrderPoint => ({ ...UNTOUCHED, ...point })),
    items: asked.items,
    packages: asked.packages,
    remarks: asked.remarks,
    isRouteOptimized: asked.isRouteOptimized,
    route,
    rules: {
      isHosted: service.cityId === undefined,
      timeoutSeconds: service.timeoutSeconds,
      rebroadcastLimit: service.rebroadcastLimit,
      needConfirmBeforePickup: service.needConfirmBeforePickup,
      collectCashBeforePickup: service.collectCashBeforePickup,
      codMax: service.codMax,
      distanceMetersMax: service.distanceMetersMax,
    },
    paymentMethod: asked.paymentMethod,
    promoCode: funded.inputs.promo?.code ?? null,
    quoteId: asked.quoteId,
    pricing: funded.inputs,
    price: funded.price,
    payment: funded.payment,
    createdAt: now,
    orderAt: asked.at,
    idleUntil: asked.idleUntil,
    readyAt: asked.readyAt,
    deliverBy: window?.to ?? null,
    deliverFrom: window?.from ?? null,
    assigningAt: isIdle ? null : now,
  };
  return { order, event: "create", effects: order.payment.onlinePay > 0 ? [{ effect: "hold" }] : [] };
}

// A point before anything has happened there.
export const UNTOUCHED = {
  status: "",
  doneAt: null,
  donePlace: null,
  proof: null,
  comment: null,
  isCodEdited: false,
  isAddressEdited: false,
  isRetryAsked: false,
} as const satisfies Partial<OrderPoint>;

// An order before anything has happened to it; what happens last comes first, for those who write it down.
export const UNBEGUN = {
  subStatus: "",
  cancelledAt: null,
  cancelledBy: null,
  cancelComment: null,
  returnedAt: null,
  returnProof: null,
  completedAt: null,
  pickedUpAt: null,
  pickupProof: null,
  paidAt: null,
  confirmedAt: null,
  arrivedAt: null,
  boardedAt: null,
  acceptedAt: null,
  acceptedPlace: null,
  driver: null,
  assigningAt: null,
  rebroadcastComment: null,
  droppedBy: [],
  afterFees: [],
  ratings: { user: null, receiver: null },
} as const satisfies Partial<Order>;
