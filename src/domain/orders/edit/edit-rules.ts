// The table of 4.5 as data, with the rows we add to it, and the checks that read it in the order of D11.
import type { Amount } from "../../amount.ts";
import type { LatLng } from "../../geo.ts";
import type { PaymentMethod } from "../../pricing/payment.ts";
import { PAYMENT_METHODS } from "../../pricing/payment.ts";
import { type Refusal, refuse } from "../../refusal.ts";
import type { Order, OrderPoint } from "../order.ts";
import type { Status } from "../order-life.ts";

export type NewAddress = { readonly address: string; readonly point: LatLng | undefined };

export type EditPlan = {
  readonly order: Order;
  readonly pathIndex: number;
  readonly name: string | undefined;
  readonly mobile: string | undefined;
  readonly remarks: string | undefined;
  readonly cod: Amount | undefined;
  // To be located (when it brings no point) and routed before settling.
  readonly address: NewAddress | undefined;
};

type EditField = "name" | "mobile" | "remarks" | "cod" | "address";
type EditRule = {
  readonly limit: "unlimited" | "once";
  readonly services: readonly ("public" | "hosted")[];
  readonly points: readonly ("pickup" | "delivery")[];
  readonly payments: readonly PaymentMethod[];
};

const FREE: EditRule = {
  limit: "unlimited",
  services: ["public", "hosted"],
  points: ["pickup", "delivery"],
  payments: PAYMENT_METHODS,
};
const ONCE: EditRule = { limit: "once", services: ["hosted"], points: ["delivery"], payments: ["BALANCE", "CASH"] };

export const EDIT_RULES = {
  name: FREE,
  mobile: FREE,
  remarks: FREE,
  cod: ONCE,
  address: ONCE,
} as const satisfies Record<EditField, EditRule>;

export type ContentField = "points" | "order_time" | "items" | "requests";
type ContentRule = {
  readonly statuses: readonly Status[];
  readonly payments: readonly PaymentMethod[];
  readonly withPromo: boolean;
};

// What is priced again follows the rows of `cod` and `address`, but for the service: nobody is driven elsewhere against a price.
const PRICED: ContentRule = { statuses: ["IDLE", "ASSIGNING", "ACCEPTED"], payments: ONCE.payments, withPromo: false };

export const CONTENT_RULES: Readonly<Record<ContentField, ContentRule>> = {
  points: PRICED,
  // Who has accepted, has accepted a time.
  order_time: { ...PRICED, statuses: ["IDLE", "ASSIGNING"] },
  items: { ...PRICED, payments: PAYMENT_METHODS, withPromo: true },
  requests: PRICED,
};

export type EditRefusal =
  | "ORDER_NOT_FOUND"
  | "NOT_AUTHORIZED"
  | "ORDER_STATUS_NOT_ALLOWED"
  | "MISSING_REQUIRED_INFO"
  | "INVALID_DATA"
  | "NOT_ALLOW_CHANGE_PICKUP_ADDRESS"
  | "CHANGE_ADDRESS_NOT_ALLOWED"
  | "BAD_REQUEST"
  | "INVALID_PAYMENT_METHOD"
  | "NOT_ALLOW_ORDER_WITH_PROMO_CODE"
  | "STOP_POINT_EDITED"
  | "SUPPLIER_NOT_ENOUGH_MONEY_FOR_CHANGE_ADDRESS";

export function isThere(address: NewAddress, point: OrderPoint): boolean {
  if (address.address !== point.address) return false;
  return address.point === undefined || (address.point.lat === point.lat && address.point.lng === point.lng);
}

// The rules of 4.5 that need nothing from outside, in the order of D11.
export function judgeRules({ order, pathIndex, cod, address }: EditPlan): Refusal<EditRefusal> | undefined {
  const point = order.points[pathIndex];
  const service = order.rules.isHosted ? "hosted" : "public";
  const asked = [...(cod === undefined ? [] : (["cod"] as const)), ...(address ? (["address"] as const) : [])];
  const breaks = (field: EditField, allows: (rule: EditRule) => boolean): boolean =>
    asked.some((each) => each === field) && !allows(EDIT_RULES[field]);
  if (breaks("address", (rule) => rule.points.includes(pathIndex === 0 ? "pickup" : "delivery"))) {
    return refuse("NOT_ALLOW_CHANGE_PICKUP_ADDRESS", "The pickup address of an order cannot be changed.");
  }
  if (breaks("address", (rule) => rule.services.includes(service))) {
    return refuse(
      "CHANGE_ADDRESS_NOT_ALLOWED",
      `An address cannot be changed on the public service ${order.serviceId}.`,
    );
  }
  if (breaks("cod", (rule) => rule.services.includes(service))) {
    return refuse("BAD_REQUEST", `cod cannot be changed on the public service ${order.serviceId}.`);
  }
  if (asked.some((field) => !EDIT_RULES[field].payments.includes(order.paymentMethod))) {
    return refuse(
      "INVALID_PAYMENT_METHOD",
      `cod and address cannot be changed on an order paid by ${order.paymentMethod}.`,
    );
  }
  if (address && order.promoCode !== null) {
    return refuse(
      "NOT_ALLOW_ORDER_WITH_PROMO_CODE",
      `Order ${order.id} was priced with a promo code, so its address is fixed.`,
    );
  }
  // What is already so is no change (edit-plan.ts), however often it is sent.
  const edits = {
    cod: point?.isCodEdited && cod !== point.cod,
    address: point?.isAddressEdited && address && !isThere(address, point),
  };
  const again = asked.find((field) => EDIT_RULES[field].limit === "once" && edits[field]);
  if (again) return refuse("STOP_POINT_EDITED", `The ${again} of point ${pathIndex} has been changed once already.`);
  return undefined;
}
