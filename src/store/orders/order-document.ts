// How an order is laid out in its row: `content` is what was asked and priced and changes only by an edit, `state` is what
// has happened since. A step through the life writes the small one alone, and each event keeps a copy of it.
import type { Order, OrderPoint, Rater, Rating } from "../../domain/orders/order.ts";

// Columns of their own, because they are searched, compared or counted.
type OrderColumns = Pick<
  Order,
  | "id"
  | "trackingToken"
  | "partnerId"
  | "ownerPhone"
  | "serviceId"
  | "cityId"
  | "status"
  | "seq"
  | "promoCode"
  | "createdAt"
>;

type PointState = Pick<
  OrderPoint,
  "status" | "doneAt" | "donePlace" | "proof" | "comment" | "isCodEdited" | "isAddressEdited" | "isRetryAsked"
>;
type PointContent = Omit<OrderPoint, keyof PointState>;

type Content = Pick<
  Order,
  | "ownerName"
  | "items"
  | "packages"
  | "remarks"
  | "isRouteOptimized"
  | "route"
  | "rules"
  | "paymentMethod"
  | "quoteId"
  | "pricing"
  | "price"
  | "payment"
  | "orderAt"
  | "idleUntil"
  | "readyAt"
  | "deliverBy"
> & { readonly points: readonly PointContent[] };

type State = Omit<Order, keyof OrderColumns | keyof Content> & { readonly points: readonly PointState[] };

// As JSON gives it back: instants are text, and what is unset was left out.
type Instant = string | undefined;
type StoredContent = Omit<Content, "orderAt" | "idleUntil" | "readyAt" | "deliverBy"> & {
  readonly orderAt: string;
  readonly idleUntil: string | null;
  // Orders of older programs have none.
  readonly readyAt?: string | null;
  readonly deliverBy?: string | null;
};
type StoredPoint = Partial<Omit<PointState, "doneAt">> & { readonly doneAt?: string };
type StoredRating = Omit<Rating, "at"> & { readonly at: string };
type StoredState = {
  readonly [Field in keyof Omit<State, "points" | "ratings">]?: State[Field] extends Date | null
    ? string
    : NonNullable<State[Field]>;
} & {
  readonly points: readonly StoredPoint[];
  readonly ratings: Readonly<Record<Rater, StoredRating | null>>;
};

export type OrderRow = OrderColumns & { readonly content: StoredContent; readonly state: StoredState };

export function contentOf(order: Order): string {
  const content: Content = {
    ownerName: order.ownerName,
    points: order.points.map(contentOfPoint),
    items: order.items,
    packages: order.packages,
    remarks: order.remarks,
    isRouteOptimized: order.isRouteOptimized,
    route: order.route,
    rules: order.rules,
    paymentMethod: order.paymentMethod,
    quoteId: order.quoteId,
    pricing: order.pricing,
    price: order.price,
    payment: order.payment,
    orderAt: order.orderAt,
    idleUntil: order.idleUntil,
    readyAt: order.readyAt,
    deliverBy: order.deliverBy,
  };
  return readable(JSON.stringify(content));
}

function contentOfPoint(point: OrderPoint): PointContent {
  const { lat, lng, address, shortAddress, name, mobile, trackingNumber, remarks, cod, itemValue, place } = point;
  const content = { lat, lng, address, shortAddress, name, mobile, trackingNumber, remarks, cod, itemValue, place };
  return point.stopNumber === undefined ? content : { ...content, stopNumber: point.stopNumber };
}

export function stateOf(order: Order): string {
  const state: State = {
    subStatus: order.subStatus,
    points: order.points.map(stateOfPoint),
    assigningAt: order.assigningAt,
    driver: order.driver,
    acceptedAt: order.acceptedAt,
    acceptedPlace: order.acceptedPlace,
    boardedAt: order.boardedAt,
    arrivedAt: order.arrivedAt,
    confirmedAt: order.confirmedAt,
    paidAt: order.paidAt,
    pickedUpAt: order.pickedUpAt,
    pickupProof: order.pickupProof,
    completedAt: order.completedAt,
    returnedAt: order.returnedAt,
    returnProof: order.returnProof,
    afterFees: order.afterFees,
    droppedBy: order.droppedBy,
    rebroadcastComment: order.rebroadcastComment,
    cancelledAt: order.cancelledAt,
    cancelledBy: order.cancelledBy,
    cancelComment: order.cancelComment,
    ratings: order.ratings,
  };
  return readable(JSON.stringify({ ...withoutUnset(state), points: state.points.map(withoutUnset) }));
}

// Zero and half characters are JSON, but not to PostgreSQL: a statement that looks into such a document fails, for all the orders it
// is about.
const UNREADABLE = /\\u(?:0000|d[89a-f]..)|\\./g;

function readable(json: string): string {
  // What else it finds is two letters long: an escape of another kind, passed over whole.
  return json.includes("\\u") ? json.replace(UNREADABLE, (found) => (found.length > 2 ? "\ufffd" : found)) : json;
}

function stateOfPoint(point: OrderPoint): PointState {
  const { status, doneAt, donePlace, proof, comment, isCodEdited, isAddressEdited, isRetryAsked } = point;
  return { status, doneAt, donePlace, proof, comment, isCodEdited, isAddressEdited, isRetryAsked };
}

// Most of a state is unset most of the time, and a copy of it is kept with every event.
function withoutUnset(fields: object): object {
  const isSet = ([, field]: readonly [string, unknown]) => field !== null && field !== "" && field !== false;
  return Object.fromEntries(Object.entries(fields).filter(isSet));
}

export function orderOf(row: OrderRow): Order {
  const { content, state, ...columns } = row;
  return {
    ...columns,
    ...content,
    orderAt: new Date(content.orderAt),
    idleUntil: content.idleUntil === null ? null : new Date(content.idleUntil),
    readyAt: content.readyAt ? new Date(content.readyAt) : null,
    deliverBy: content.deliverBy ? new Date(content.deliverBy) : null,
    points: content.points.map((point, at) => ({ ...point, ...pointStateOf(state.points[at]) })),
    subStatus: state.subStatus ?? "",
    assigningAt: instant(state.assigningAt),
    driver: state.driver ?? null,
    acceptedAt: instant(state.acceptedAt),
    acceptedPlace: state.acceptedPlace ?? null,
    boardedAt: instant(state.boardedAt),
    arrivedAt: instant(state.arrivedAt),
    confirmedAt: instant(state.confirmedAt),
    paidAt: instant(state.paidAt),
    pickedUpAt: instant(state.pickedUpAt),
    pickupProof: state.pickupProof ?? null,
    completedAt: instant(state.completedAt),
    returnedAt: instant(state.returnedAt),
    returnProof: state.returnProof ?? null,
    afterFees: state.afterFees ?? [],
    droppedBy: state.droppedBy ?? [],
    rebroadcastComment: state.rebroadcastComment ?? null,
    cancelledAt: instant(state.cancelledAt),
    cancelledBy: state.cancelledBy ?? null,
    cancelComment: state.cancelComment ?? null,
    ratings: { user: ratingOf(state.ratings.user), receiver: ratingOf(state.ratings.receiver) },
  };
}

function pointStateOf(stored: StoredPoint | undefined): PointState {
  return {
    status: stored?.status ?? "",
    doneAt: instant(stored?.doneAt),
    donePlace: stored?.donePlace ?? null,
    proof: stored?.proof ?? null,
    comment: stored?.comment ?? null,
    isCodEdited: stored?.isCodEdited ?? false,
    isAddressEdited: stored?.isAddressEdited ?? false,
    isRetryAsked: stored?.isRetryAsked ?? false,
  };
}

function ratingOf(stored: StoredRating | null): Rating | null {
  return stored ? { ...stored, at: new Date(stored.at) } : null;
}

function instant(text: Instant): Date | null {
  return text === undefined ? null : new Date(text);
}
