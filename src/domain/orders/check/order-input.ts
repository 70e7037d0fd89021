// What a partner asks for, read but not judged yet: what was not given is undefined. What is missing or not allowed is found by
// shape-check.
import type { IdForm } from "../../catalogue/find-service.ts";
import type { Refusal } from "../../refusal.ts";

type Texts<Field extends string> = { readonly [Name in Field]: string | undefined };
type Numbers<Field extends string> = { readonly [Name in Field]: number | undefined };

// `form`: the list it stood in, `requests` or `group_requests`.
export type InputRequest = Texts<"id" | "tierCode"> & Numbers<"num"> & { readonly form: IdForm };
export type InputPoint = Texts<"address" | "shortAddress" | "name" | "mobile" | "trackingNumber" | "remarks"> &
  Numbers<"lat" | "lng" | "cod" | "itemValue">;
export type InputService = Texts<"id"> & { readonly requests: readonly InputRequest[] };

export type OrderInput = Texts<"serviceId" | "groupServiceId" | "paymentMethod" | "promoCode" | "remarks" | "quoteId"> &
  Numbers<"orderTime" | "idleUntil" | "readyAt" | "deliverBy" | "slot"> & {
    readonly path: readonly InputPoint[] | undefined;
    readonly requests: readonly InputRequest[];
    readonly services: readonly InputService[];
    readonly groupServices: readonly InputService[];
    readonly items: readonly (Texts<"id" | "name"> & Numbers<"price" | "num">)[];
    readonly packages: readonly (Texts<"description"> & Numbers<"weight" | "length" | "width" | "height">)[];
    readonly routeOptimized: boolean | undefined;
  };

// As it was read, or which JSON type is wrong: check 2 of D4, one planned answer for all of them (D3).
export type GivenOrder = OrderInput | Refusal<"INTERNAL_SERVER_ERROR">;

// What create and estimate can answer. The three codes that part 7 takes from estimate are absent from its type, so that
// "estimate can never answer NOT_ENOUGH_CREDIT" is a compile error and not a promise.
export type EstimateRefusal =
  | "INTERNAL_SERVER_ERROR"
  | "MISSING_REQUIRED_INFO"
  | "MISSING_PATH_INFO"
  | "BAD_REQUEST"
  | "SERVICE_NOT_FOUND"
  | "REQUEST_NOT_FOUND"
  | "SERVICE_NOT_VALID_AT_PICKUP"
  | "INVALID_PICKUP_AREA"
  | "INVALID_DELIVERY_AREA"
  | "INVALID_MIN_STOP_POINT"
  | "INVALID_MAX_STOP_POINT"
  | "INVALID_FUTURE_ORDER_TIME"
  | "INVALID_MAX_COD"
  | "INVALID_MAX_DISTANCE"
  | "INVALID_DELIVERY_TIME"
  | "SERVICE_UNAVAILABLE";

export type CreateRefusal =
  | EstimateRefusal
  | "INVALID_SERVICE_HOUR"
  | "QUOTE_EXPIRED"
  | "DUPLICATE_TRACKING_NUMBER"
  | "NOT_ENOUGH_CREDIT";

export type OrderCall = "create" | "estimate";
