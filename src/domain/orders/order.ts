// An order as the house holds it: everything its record on the wire carries (2.9, D9) and what is needed to price it,
// pay it and move it on. Wire names, unset times as 0 and kilometres are made in http/wire. null: not (yet) so.
import type { Amount } from "../amount.ts";
import type { LatLng } from "../geo.ts";
import type { Phone } from "../phone.ts";
import type { LocatedBy } from "../places.ts";
import type { PackageDetail } from "../pricing/chosen-request.ts";
import type { Payment, PaymentMethod } from "../pricing/payment.ts";
import type { Price, PriceInputs } from "../pricing/price.ts";
import type { RoadsVersion, RouteLeg } from "../roads.ts";
import type { Status, SubStatus } from "./order-life.ts";

export type OrderItem = {
  readonly id: string;
  readonly name: string;
  readonly price: Amount;
  readonly num: number;
};

// How a point's place is known: given by the partner, or found from its address and how surely.
export type PointPlace = {
  readonly by: "given" | LocatedBy;
  readonly confidence: number;
  readonly matched: string | null;
};

// What a driver brings back as proof: links to photos, a name, a note. Kept and passed on as it came.
export type Proof = { readonly [key: string]: unknown };

export const POINT_STATUSES = ["", "COMPLETED", "FAILED"] as const;
export type PointStatus = (typeof POINT_STATUSES)[number];

export type OrderPoint = LatLng & {
  readonly address: string;
  readonly shortAddress: string | null;
  readonly name: string;
  readonly mobile: string;
  readonly trackingNumber: string | null;
  readonly remarks: string | null;
  readonly cod: Amount;
  readonly itemValue: Amount | null;
  readonly place: PointPlace;
  readonly status: PointStatus;
  // When and where the point was delivered or failed.
  readonly doneAt: Date | null;
  readonly donePlace: LatLng | null;
  readonly proof: Proof | null;
  readonly comment: string | null;
  // Each may be changed once (4.5).
  readonly isCodEdited: boolean;
  readonly isAddressEdited: boolean;
  // The order is over, and the driver is to try this door once more.
  readonly isRetryAsked: boolean;
  // What its tracking link calls it, where points came or went and its place in the path says it no more.
  readonly stopNumber?: number;
};

export type OrderRoute = RouteLeg & { readonly polyline: string; readonly roads: RoadsVersion };

// Settings of the service that the rest of the order's life obeys, as they were when it was made.
type OrderRules = {
  // Hosted for one partner (VNM-PARTNER-<NAME>): more may be edited (4.5).
  readonly isHosted: boolean;
  readonly timeoutSeconds: number;
  readonly rebroadcastLimit: number;
  readonly needConfirmBeforePickup: boolean;
  readonly collectCashBeforePickup: boolean;
  readonly codMax: Amount;
  readonly distanceMetersMax: number;
};

// What the sender asked for after a failed delivery, and what it cost; VAT comes on top.
export type AfterFee = {
  readonly kind: "second_attempt" | "return";
  readonly pathIndex: number | null;
  readonly fee: Amount;
  readonly vat: Amount;
};

export type OrderDriver = {
  readonly phone: Phone;
  readonly name: string;
  readonly plateNumber: string;
  // The average when the driver accepted; absent where nobody had rated.
  readonly rating?: number;
};

export type Rating = { readonly rating: number; readonly comment: string; readonly at: Date };
export type Rater = "user" | "receiver";

export const CANCELLERS = ["user", "driver", "operator", "system"] as const;
export type Canceller = (typeof CANCELLERS)[number];

export type Order = {
  readonly id: string;
  readonly trackingToken: string;
  readonly partnerId: string;
  readonly ownerPhone: Phone;
  readonly ownerName: string;
  readonly serviceId: string;
  readonly cityId: string;
  readonly status: Status;
  readonly subStatus: SubStatus;
  // The number of the order's last event; the next one is one higher, without gaps (D16).
  readonly seq: number;

  // The pickup first, then the deliveries in the order they are driven.
  readonly points: readonly OrderPoint[];
  readonly items: readonly OrderItem[];
  readonly packages: readonly PackageDetail[];
  readonly remarks: string;
  readonly isRouteOptimized: boolean;
  readonly route: OrderRoute;
  readonly rules: OrderRules;

  readonly paymentMethod: PaymentMethod;
  readonly promoCode: string | null;
  readonly quoteId: string | null;
  readonly pricing: PriceInputs;
  readonly price: Price;
  readonly payment: Payment;

  readonly createdAt: Date;
  // When it should be delivered; an immediate order's moment of creation.
  readonly orderAt: Date;
  // null: the search for a driver starts at once.
  readonly idleUntil: Date | null;
  // When the goods can be fetched, where the sender said so.
  readonly readyAt: Date | null;
  // Of a planned service: when it is at its last door at the latest.
  readonly deliverBy: Date | null;
  // Not before this, where a slot was chosen.
  readonly deliverFrom: Date | null;
  // Since when a driver is sought; the no-driver timeout counts from here.
  readonly assigningAt: Date | null;

  readonly driver: OrderDriver | null;
  readonly acceptedAt: Date | null;
  readonly acceptedPlace: LatLng | null;
  readonly boardedAt: Date | null;
  readonly arrivedAt: Date | null;
  readonly confirmedAt: Date | null;
  readonly paidAt: Date | null;
  readonly pickedUpAt: Date | null;
  readonly pickupProof: Proof | null;
  readonly completedAt: Date | null;
  readonly returnedAt: Date | null;
  readonly returnProof: Proof | null;
  readonly afterFees: readonly AfterFee[];

  // Drivers who gave it up; they are not offered it again (D9).
  readonly droppedBy: readonly Phone[];
  readonly rebroadcastComment: string | null;

  readonly cancelledAt: Date | null;
  readonly cancelledBy: Canceller | null;
  readonly cancelComment: string | null;

  readonly ratings: Readonly<Record<Rater, Rating | null>>;
};

// Collected from recipients over all delivery points.
// As many as were described, and one for each door at least.
export function parcelCount({ points, packages }: Pick<Order, "points" | "packages">): number {
  return Math.max(points.length - 1, packages.length);
}

export function codTotal(points: readonly Pick<OrderPoint, "cod">[]): Amount {
  return points.reduce((total, point) => total + point.cod, 0);
}

export function isFinished(order: Pick<Order, "status">): boolean {
  return order.status === "COMPLETED" || order.status === "CANCELLED";
}
