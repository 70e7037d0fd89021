// A step of a delivery as it was pressed, before the server has heard of it.
import type { DRIVER_CALLS } from "../../../clients/typescript/src/api.ts";

export type StepName =
  | "arrive"
  | "confirm"
  | "pay"
  | "pickup"
  | "deliver"
  | "fail"
  | "cancel"
  | "return_begin"
  | "return_done"
  | "skip";

export type Step = {
  readonly orderId: string;
  readonly name: StepName;
  readonly pathIndex?: number;
  readonly comment?: string;
  readonly photo?: Blob;
  readonly lat?: number;
  readonly lng?: number;
};

export type QueuedStep = Step & {
  // Counts up in the order of pressing; given by the phone's database.
  readonly number: number;
  // Whose step it is: another driver who signs in on this phone does not send it.
  readonly mobile: string;
  // The Idempotency-Key: however often it is sent, it is taken once.
  readonly key: string;
  // When it was pressed, by the server's clock: it may be heard of much later.
  readonly at: number;
  // Where the photo went, once it is uploaded.
  readonly photoUrl?: string;
};

export const CALL_OF = {
  arrive: "arriveAtPickup",
  confirm: "confirmPickup",
  pay: "takePayment",
  pickup: "pickUp",
  deliver: "deliverPoint",
  fail: "failPoint",
  cancel: "giveUpOrder",
  return_begin: "returnGoods",
  return_done: "returnGoods",
  skip: "skipStop",
} as const satisfies Record<StepName, keyof typeof DRIVER_CALLS>;

export function bodyOf(step: QueuedStep): object {
  const { name, at, lat, lng, comment, photoUrl } = step;
  const proof = photoUrl === undefined ? undefined : { images: [photoUrl] };
  return {
    at,
    ...(lat === undefined || lng === undefined ? {} : { lat, lng }),
    ...(comment === undefined ? {} : { comment }),
    ...(name === "return_begin" || name === "return_done" ? { done: name === "return_done" } : {}),
    ...(proof && (name === "deliver" || name === "fail") ? { pod_info: proof } : {}),
    ...(proof && name === "pickup" ? { pickup_info: proof } : {}),
    ...(proof && name === "return_done" ? { por_info: proof } : {}),
  };
}
