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
const STATE = Object.keys(UNBEGUN) as (keyof typeof UNBEGUN)[];
// Orders of older programs have none.
const UNSET_CONTENT = { readyAt: null, deliverBy: null, deliverFrom: null } as const satisfies Partial<Order>;
const POINT_STATE = Object.keys(UNTOUCHED) as (keyof typeof UNTOUCHED)[];
// Content is all the rest: a new field of an order needs no word here.
const NOT_CONTENT = new Set<string>([...COLUMNS, ...STATE]);
const NOT_POINT_CONTENT = new Set<string>(POINT_STATE);
// How instants are told, which JSON gives back as text.
const INSTANT = /(At|By|From|Until)$/;
const YEAR = /^\d{4}-/;

type OrderColumns = Pick<Order, (typeof COLUMNS)[number]>;
type PointState = Pick<OrderPoint, keyof typeof UNTOUCHED>;
type State = Pick<Order, keyof typeof UNBEGUN>;
type Content = Omit<Order, keyof OrderColumns | keyof State | "points">;
type StoredContent = { readonly points: readonly Omit<OrderPoint, keyof PointState>[] };
type StoredRating = Omit<Rating, "at"> & { readonly at: string };
type StoredState = {
  readonly points: readonly object[];
  readonly ratings: Readonly<Record<Rater, StoredRating | null>>;
};

export type OrderRow = OrderColumns & { readonly content: StoredContent; readonly state: StoredState };

export function contentOf(order: Order): string {
  const points = order.points.map((point) => without(point, NOT_POINT_CONTENT));
  return readable(JSON.stringify({ ...without(order, NOT_CONTENT), points }));
}

// What changes last comes first: a row that stays on its page is logged without the end that it had before.
export function stateOf(order: Order): string {
  const points = order.points.map((point) => withoutUnset(pick(point, POINT_STATE)));
  return readable(JSON.stringify({ points, ...withoutUnset(pick(order, STATE)) }));
}

function without(whole: object, names: ReadonlySet<string>): object {
  return Object.fromEntries(Object.entries(whole).filter(([name]) => !names.has(name)));
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
    ...withUnset<Content>(UNSET_CONTENT, content),
    ...withUnset<State>(UNBEGUN, state),
    points: content.points.map((point, at) => ({ ...point, ...withUnset<PointState>(UNTOUCHED, state.points[at]) })),
    ratings: { user: ratingOf(user), receiver: ratingOf(receiver) },
  };
}

// What was left out, as it is while unset.
function withUnset<Fields extends object>(unset: Partial<Fields>, stored: object | undefined): Fields {
  const fields = { ...unset, ...stored } as Record<string, unknown>;
  for (const [name, field] of Object.entries(fields)) {
    if (INSTANT.test(name) && typeof field === "string" && YEAR.test(field)) fields[name] = new Date(field);
  }
  return fields as Fields;
}

function ratingOf(stored: StoredRating | null): Rating | null {
  return stored ? { ...stored, at: new Date(stored.at) } : null;
}
