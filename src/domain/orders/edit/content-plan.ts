// A change of what an order is about (D11): a point more or less, another time, other goods or special requests. What the call asks for
// is read and judged against the order here; content-settle.ts prices it.
import type { Caller } from "../../accounts/account.ts";
import type { Service } from "../../catalogue/service.ts";
import type { Places } from "../../places.ts";
import { type AskedRequest, chooseRequests } from "../../pricing/chosen-request.ts";
import { isRefusal, type Refusal, refuse } from "../../refusal.ts";
import type { GivenOrder, InputPoint, OrderInput } from "../check/order-input.ts";
import {
  listsFault,
  missingOfLists,
  missingOfPoint,
  pointFault,
  type ShapedOrder,
  type ShapedPoint,
  shapedItem,
  shapedPoint,
  shapedTimes,
  timeFault,
} from "../check/shape-check.ts";
import type { Order, OrderItem } from "../order.ts";
import { EDITABLE_STATUSES, type Status } from "../order-life.ts";
import { ownOrder } from "../order-see.ts";
import { CONTENT_RULES, type ContentField } from "./edit-rules.ts";

export type ContentRefusal =
  | "ORDER_NOT_FOUND"
  | "NOT_AUTHORIZED"
  | "ORDER_STATUS_NOT_ALLOWED"
  | "MISSING_REQUIRED_INFO"
  | "INVALID_DATA"
  | "REQUEST_NOT_FOUND"
  | "NOT_ALLOW_CHANGE_PICKUP_ADDRESS"
  | "INVALID_PAYMENT_METHOD"
  | "NOT_ALLOW_ORDER_WITH_PROMO_CODE"
  | "INVALID_MIN_STOP_POINT"
  | "INVALID_MAX_STOP_POINT"
  | "INVALID_FUTURE_ORDER_TIME"
  | "INVALID_SERVICE_HOUR"
  | "INVALID_DELIVERY_AREA"
  | "INVALID_MAX_COD"
  | "INVALID_MAX_DISTANCE"
  | "DUPLICATE_TRACKING_NUMBER"
  | "NOT_ENOUGH_CREDIT"
  | "SUPPLIER_NOT_ENOUGH_MONEY_FOR_CHANGE_ADDRESS"
  | "INVALID_DELIVERY_TIME"
  | "SERVICE_UNAVAILABLE";

// A wrong JSON type is answered after what is wrong with the order.
export type ContentInput =
  | { readonly change: "order"; readonly fields: readonly ContentField[]; readonly given: GivenOrder }
  | {
      readonly change: "add point";
      readonly point: InputPoint | Refusal<"INTERNAL_SERVER_ERROR">;
      readonly index: unknown;
    }
  | { readonly change: "remove point"; readonly pathIndex: unknown };

export type ContentPlan = {
  readonly order: Order;
  // To be located when it brings no place, and to stand at `index`; undefined: last, or where it is nearest.
  readonly added: { readonly point: ShapedPoint; readonly index: number | undefined } | undefined;
  readonly removed: number | undefined;
  readonly times: Pick<ShapedOrder, "at" | "isTooFarAhead" | "idleUntil"> | undefined;
  readonly items: readonly OrderItem[] | undefined;
  readonly requests: readonly AskedRequest[] | undefined;
};

export type PlanFacts = {
  readonly now: Date;
  // The service as it was when the order was priced; of an order that there is.
  readonly tariff: Service | undefined;
  readonly judgeAddress: Places["judge"];
};

export function planContent(
  found: Order | undefined,
  orderId: string,
  by: Caller,
  input: ContentInput,
  facts: PlanFacts,
): ContentPlan | Refusal<ContentRefusal> {
  const order = ownOrder(found, orderId, by, "update");
  if ("refused" in order) return order;
  const fields: readonly ContentField[] = input.change === "order" ? input.fields : ["points"];
  const allowed = statusesOf(fields);
  if (!allowed.includes(order.status)) {
    return refuse(
      "ORDER_STATUS_NOT_ALLOWED",
      `Order ${orderId} is ${order.status}; its ${fields.join(" and ")} can be changed in ${allowed.join(", ")}.`,
    );
  }
  const plan = readPlan(order, input, facts);
  if (isRefusal(plan)) return plan;
  return judgeRequests(plan, facts) ?? judgeRules(plan, fields) ?? plan;
}

function statusesOf(fields: readonly ContentField[]): readonly Status[] {
  return EDITABLE_STATUSES.filter((status) => fields.every((field) => CONTENT_RULES[field].statuses.includes(status)));
}

function readPlan(
  order: Order,
  input: ContentInput,
  facts: PlanFacts,
): ContentPlan | Refusal<"MISSING_REQUIRED_INFO" | "INVALID_DATA"> {
  const nothing = {
    order,
    added: undefined,
    removed: undefined,
    times: undefined,
    items: undefined,
    requests: undefined,
  };
  switch (input.change) {
    case "remove point": {
      const index = readIndex(order, "path_index", input.pathIndex, 0, order.points.length - 1);
      return isRefusal(index) ? index : { ...nothing, removed: index };
    }
    case "add point":
      return readAdded(nothing, input, facts);
    case "order":
      return readFields(nothing, input, facts);
  }
}

function readAdded(
  nothing: ContentPlan,
  { point, index: givenIndex }: ContentInput & { readonly change: "add point" },
  facts: PlanFacts,
): ContentPlan | Refusal<"MISSING_REQUIRED_INFO" | "INVALID_DATA"> {
  const { order } = nothing;
  if (isRefusal(point)) return refuse("INVALID_DATA", point.why);
  const missing = missingOfPoint(point);
  if (missing !== undefined) return refuse("MISSING_REQUIRED_INFO", missing);
  const fault = pointFault(point, 1, "create", facts.judgeAddress);
  if (fault !== undefined) return refuse("INVALID_DATA", fault);
  const added = { point: shapedPoint(point), index: undefined };
  if (givenIndex === undefined) return { ...nothing, added };
  if (order.isRouteOptimized) {
    return refuse("INVALID_DATA", "index is not for an order with route_optimized: its stops are put in order anew.");
  }
  const index = readIndex(order, "index", givenIndex, 1, order.points.length);
  return isRefusal(index) ? index : { ...nothing, added: { ...added, index } };
}

function readIndex(
  order: Order,
  name: string,
  given: unknown,
  least: number,
  most: number,
): number | Refusal<"INVALID_DATA"> {
  const index = given as number;
  if (Number.isInteger(index) && index >= least && index <= most) return index;
  return refuse(
    "INVALID_DATA",
    `${name} must be a whole number from ${least} to ${most}: order ${order.id} has so many points.`,
  );
}

function readFields(
  nothing: ContentPlan,
  { fields, given: read }: ContentInput & { readonly change: "order" },
  { now }: PlanFacts,
): ContentPlan | Refusal<"MISSING_REQUIRED_INFO" | "INVALID_DATA"> {
  if (isRefusal(read)) return refuse("INVALID_DATA", read.why);
  const isTimed = fields.includes("order_time");
  if (isTimed && read.orderTime === undefined) {
    return refuse("MISSING_REQUIRED_INFO", "order_time is required beside idle_until; give 0 for as soon as possible.");
  }
  const missing =
    missingOfLists(read) ??
    (read.requests.some(({ id }) => !id) ? "_id of every special request is required." : undefined);
  if (missing !== undefined) return refuse("MISSING_REQUIRED_INFO", missing);
  const fault = timeFault(read, now) ?? listsFault(read);
  if (fault !== undefined) return refuse("INVALID_DATA", fault);
  return {
    ...nothing,
    times: isTimed ? shapedTimes(read, now) : undefined,
    items: fields.includes("items") ? read.items.map(shapedItem) : undefined,
    requests: fields.includes("requests") ? asked(read) : undefined,
  };
}

// A request is taken once: both lists may be given when they say the same.
function asked({ requests }: OrderInput): readonly AskedRequest[] {
  const own = requests.filter(({ form }) => form === "service");
  const used = own.length > 0 ? own : requests;
  return used.map(({ id, num, tierCode }) => ({ id: id!, num, tierCode, form: "either" }));
}

// A new point may be worth more than its insurance covers, so what was chosen before is judged again.
function judgeRequests(
  { order, requests, added }: ContentPlan,
  { tariff }: PlanFacts,
): Refusal<"INVALID_DATA" | "REQUEST_NOT_FOUND"> | undefined {
  const points = added ? [...order.points, added.point] : order.points;
  const { invalid, missing } = chooseRequests(tariff!, requests ?? askedAgain(order), parcelsOf(order, points));
  return invalid ? refuse("INVALID_DATA", invalid.why) : missing;
}

// The special requests the order has, as they would be asked for.
export function askedAgain(order: Order): readonly AskedRequest[] {
  return order.pricing.requests.map((chosen) => ({
    id: chosen.id,
    num: chosen.type === "PER_UNIT" ? chosen.num : undefined,
    tierCode: chosen.type === "TIER" ? chosen.tierCode : undefined,
    form: "service",
  }));
}

export function parcelsOf(order: Order, points: readonly { readonly itemValue: number | null }[]) {
  return { itemValues: points.map(({ itemValue }) => itemValue ?? undefined), packages: order.packages };
}

function judgeRules(
  { order, removed }: ContentPlan,
  fields: readonly ContentField[],
): Refusal<ContentRefusal> | undefined {
  if (removed === 0) return refuse("NOT_ALLOW_CHANGE_PICKUP_ADDRESS", "The pickup of an order cannot be removed.");
  const rules = fields.map((field) => CONTENT_RULES[field]);
  if (!rules.every(({ payments }) => payments.includes(order.paymentMethod))) {
    return refuse(
      "INVALID_PAYMENT_METHOD",
      `What changes the price cannot be changed on an order paid by ${order.paymentMethod}.`,
    );
  }
  if (order.promoCode !== null && !rules.every(({ withPromo }) => withPromo)) {
    return refuse(
      "NOT_ALLOW_ORDER_WITH_PROMO_CODE",
      `Order ${order.id} was priced with a promo code, so its price is fixed.`,
    );
  }
  return undefined;
}
