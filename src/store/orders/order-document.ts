// How an order is laid out in its row: `content` is what was asked and priced and changes only by an edit, `state` is what
// has happened since. A step through the life writes the small one alone, and each event keeps a copy of it.
import type { Order, OrderPoint, Rater, Rating } from "../../domain/orders/order.ts";
import { UNBEGUN, UNTOUCHED } from "../../domain/orders/order-open.ts";

// Columns of their own, because they are searched, compared or counted.
const COLUMNS = [
  "id",
  "trackingToken",
  "partnerId",
  "ownerPhone",
  "serviceId",
  "cityId",
  "status",
  "seq",
  "promoCode",
  "createdAt",
] as const satisfies readonly (keyof Order)[];
const CONTENT = [
  "ownerName",
  "items",
  "packages",
  "remarks",
  "isRouteOptimized",
  "route",
  "rules",
  "paymentMethod",
  "quoteId",
  "pricing",
  "price",
  "payment",
  "orderAt",
  "idleUntil",
  "readyAt",
  "deliverBy",
  "deliverFrom",
] as const satisfies readonly (keyof Order)[];
const STATE = Object.keys(UNBEGUN) as (keyof typeof UNBEGUN)[];
const POINT_STATE = Object.keys(UNTOUCHED) as (keyof typeof UNTOUCHED)[];

type OrderColumns = Pick<Order, (typeof COLUMNS)[number]>;
type PointState = Pick<OrderPoint, keyof typeof UNTOUCHED>;
type PointContent = Omit<OrderPoint, keyof PointState>;
type Content = Pick<Order, (typeof CONTENT)[number]> & { readonly points: readonly PointContent[] };
type State = Omit<Order, keyof OrderColumns | keyof Content>;

// As JSON gives it back: instants are text, and what is unset was left out.
type StoredContent = Omit<Content, "orderAt" | "idleUntil" | "readyAt" | "deliverBy" | "deliverFrom"> & {
  readonly orderAt: string;
  readonly idleUntil: string | null;
  // Orders of older programs have none.
  readonly readyAt?: string | null;
  readonly deliverBy?: string | null;
  readonly deliverFrom?: string | null;
};
type StoredRating = Omit<Rating, "at"> & { readonly at: string };
type StoredState = {
  readonly points: readonly object[];
  readonly ratings: Readonly<Record<Rater, StoredRating | null>>;
};

export type OrderRow = OrderColumns & { readonly content: StoredContent; readonly state: StoredState };

export function contentOf(order: Order): string {
  return readable(JSON.stringify({ ...pick(order, CONTENT), points: order.points.map(contentOfPoint) }));
}

function contentOfPoint(point: OrderPoint): PointContent {
  const { lat, lng, address, shortAddress, name, mobile, trackingNumber, remarks, cod, itemValue, place } = point;
  const content = { lat, lng, address, shortAddress, name, mobile, trackingNumber, remarks, cod, itemValue, place };
  return point.stopNumber === undefined ? content : { ...content, stopNumber: point.stopNumber };
}

export function stateOf(order: Order): string {
  const points = order.points.map((point) => withoutUnset(pick(point, POINT_STATE)));
  return readable(JSON.stringify({ ...withoutUnset(pick(order, STATE)), points }));
}

function pick<Whole, Name extends keyof Whole>(whole: Whole, names: readonly Name[]): Pick<Whole, Name> {
  return Object.fromEntries(names.map((name) => [name, whole[name]])) as Pick<Whole, Name>;
}

// Zero and half characters are JSON, but not to PostgreSQL: a statement that looks into such a document fails, for all the orders it
// is about.
const UNREADABLE = /\\u(?:0000|d[89a-f]..)|\\./g;

function readable(json: string): string {
  // What else it finds is two letters long: an escape of another kind, passed over whole.
  return json.includes("\\u") ? json.replace(UNREADABLE, (found) => (found.length > 2 ? "\ufffd" : found)) : json;
}

// Most of a state is unset most of the time, and a copy of it is kept with every event.
function withoutUnset(fields: object): object {
  const isSet = ([, field]: readonly [string, unknown]) => field !== null && field !== "" && field !== false;
  return Object.fromEntries(Object.entries(fields).filter(isSet));
}

// Whatever else a row holds.
export function orderOf({ content, state, ...row }: OrderRow): Order {
  const { user, receiver } = state.ratings;
  return {
    ...pick(row, COLUMNS),
    ...content,
    orderAt: new Date(content.orderAt),
    idleUntil: content.idleUntil === null ? null : new Date(content.idleUntil),
    readyAt: content.readyAt ? new Date(content.readyAt) : null,
    deliverBy: content.deliverBy ? new Date(content.deliverBy) : null,
    deliverFrom: content.deliverFrom ? new Date(content.deliverFrom) : null,
    ...withUnset<State>(UNBEGUN, state),
    points: content.points.map((point, at) => ({ ...point, ...withUnset<PointState>(UNTOUCHED, state.points[at]) })),
    ratings: { user: ratingOf(user), receiver: ratingOf(receiver) },
  };
}

// What was left out, as it is while unset. Fields are named so that instants can be told.
function withUnset<Fields extends object>(unset: Fields, stored: object | undefined): Fields {
  const fields = { ...unset, ...stored } as Record<string, unknown>;
  for (const [name, field] of Object.entries(fields)) {
    if (name.endsWith("At") && typeof field === "string") fields[name] = new Date(field);
  }
  return fields as Fields;
}

function ratingOf(stored: StoredRating | null): Rating | null {
  return stored ? { ...stored, at: new Date(stored.at) } : null;
}
