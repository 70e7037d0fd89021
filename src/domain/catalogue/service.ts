// A service and its special requests, as the catalogue keeps them. Wire names (2.11) are made in http/wire.
import type { Amount, BasisPoints } from "../amount.ts";
import type { Ring } from "../geo.ts";

export type DeliveryType = "INSTANT" | "TRUCK";
export const VEHICLES = ["BIKE", "VAN", "TRUCK"] as const;
export type Vehicle = (typeof VEHICLES)[number];

// What a special request's price depends on (D14).
export type RequestType = "BOOLEAN" | "PER_UNIT" | "TIER" | "COD_INSURANCE" | "COMMISSION_DISTANCE_PERCENTAGE";

export type RequestTier = {
  readonly code: string; // TIER_1 …
  readonly price: Amount;
  readonly selectable: boolean;
  readonly lengthCm: number;
  readonly widthCm: number;
  readonly heightCm: number;
  readonly weightKgMax: number;
};

// INSURANCE: the first block whose itemValueMax is not below the value gives the price.
export type InsuranceBlock = { readonly itemValueMax: Amount; readonly price: Amount };

export type SpecialRequest = {
  readonly id: string; // SGN-BIKE-TIP
  readonly groupId: string; // TIP, BULKY, INSURANCE, D2D, SMS, FRAGILE, TRIP
  readonly type: RequestType;
  readonly name: string;
  readonly descriptionEn: string;
  readonly descriptionVi: string;
  readonly enabled: boolean;
  readonly price: Amount;
  // PER_UNIT only: the largest num.
  readonly maxInput: number;
  // COMMISSION_DISTANCE_PERCENTAGE only: share of the distance fee.
  readonly distanceShare: BasisPoints;
  readonly tiers: readonly RequestTier[];
  readonly insuranceBlocks: readonly InsuranceBlock[];
  readonly promoAllowed: boolean;
  readonly vatApplies: boolean;
  readonly commissionApplies: boolean;
};

// Minutes after local midnight, with a fraction for seconds; `to` is exclusive, 1440 is midnight. Days as ISO: 1 Monday … 7 Sunday.
export type ServiceHours = {
  readonly days: readonly number[];
  readonly fromMinute: number;
  readonly toMinute: number;
};

// While `during` holds, the distance fee is multiplied by `rate` (10,000 = 1, never less). The highest rule that holds wins.
export type SurgeRule = { readonly during: ServiceHours; readonly rate: BasisPoints };

// A zone: inside any of the rings. undefined: the city's outline.
export type Zone = readonly Ring[];

// immediate: offered one by one, at once. rolling: planned together with others and offered as late as the promise allows, in routes. waves: the
// same, and leaving at set times.
export const PLANNING_MODES = ["immediate", "rolling", "waves"] as const;
export type Planning = {
  readonly mode: (typeof PLANNING_MODES)[number];
  // The promise: within so many minutes of the order (0: none such), and at the latest at this minute of the same day.
  readonly withinMinutes: number;
  readonly untilMinute: number;
  // What is ready later than this from now is planned later.
  readonly horizonMinutes: number;
  // When waves leave, minutes after local midnight; what was ordered so long before goes along.
  readonly waves: readonly number[];
  readonly cutOffMinutes: number;
  // A route is offered so long before its driver has to set out.
  readonly leadMinutes: number;
  // So long before the promised time an order that is in nobody's hands is offered at once, like an immediate one.
  readonly latestOfferMinutes: number;
  // Whoever a route is planned for has it without being asked.
  readonly assigns: boolean;
  // The day is cut into slots of so many minutes, and so many orders are promised for one of them (0: as many as the plan takes).
  readonly slotMinutes: number;
  readonly slotOrders: number;
  // What its vehicles carry at once; 0: what is usual of their kind.
  readonly loadKg: number;
  readonly loadLitres: number;
  // What cannot be delivered when it is wanted is refused, and not taken for later.
  readonly refusesLate: boolean;
};

export type Service = {
  readonly id: string; // SGN-BIKE, VNM-PARTNER-DEMO
  readonly groupId: string; // BIKE; a partner-hosted service's own id
  // Absent for partner-hosted services, which serve every city.
  readonly cityId: string | undefined;
  // Set on partner-hosted services: only this partner sees them.
  readonly partnerId: string | undefined;
  readonly enabled: boolean;
  readonly deliveryType: DeliveryType;
  readonly vehicle: Vehicle;
  // What its drivers must have with them (equipment.ts). Services saved before ask for nothing.
  readonly equipment?: readonly string[];
  readonly nameEn: string;
  readonly nameVi: string;
  readonly descriptionEn: string;
  readonly descriptionVi: string;
  readonly currency: string;
  // Raised each time a figure that prices an order changes; orders keep the one they were priced with.
  readonly tariffVersion: number;
  readonly distanceFee: string; // expression in x and h (D14)
  readonly surgeRules: readonly SurgeRule[];
  readonly stopFee: Amount;
  // For each tolled stretch and each crossing by ferry (pricing/road-fees.ts). Services saved before have none.
  readonly tollFee?: Amount;
  readonly ferryFee?: Amount;
  readonly vatRate: BasisPoints;
  readonly commissionType: "PERCENTAGE";
  readonly commissionRate: BasisPoints;
  readonly codMax: Amount;
  readonly distanceMetersMax: number;
  readonly stopPointsMin: number;
  readonly stopPointsMax: number;
  // Empty: all day, every day.
  readonly hours: readonly ServiceHours[];
  readonly pickupZone: Zone | undefined;
  readonly deliveryZone: Zone | undefined;
  readonly timeoutSeconds: number;
  readonly rebroadcastLimit: number;
  readonly needConfirmBeforePickup: boolean;
  readonly collectCashBeforePickup: boolean;
  readonly autoAssign: boolean;
  readonly autoAssignDistanceMeters: number;
  readonly broadcastDistanceMeters: number;
  // How many orders a driver may carry at once.
  readonly bundleMax: number;
  // An accepted order may be taken back for somebody better placed (dispatch/take-back.ts). Services saved before have none.
  readonly takeBack?: boolean;
  // How orders come to drivers (rolling-plan/). Services saved before have none: at once.
  readonly planning?: Planning;
  readonly requests: readonly SpecialRequest[];
};

export type City = {
  readonly id: string; // SGN
  readonly countryId: string;
  readonly name: string;
  readonly nameVi: string;
  readonly level: number;
  readonly timeZone: string;
  readonly outline: readonly Ring[];
  readonly center: { readonly lat: number; readonly lng: number };
  readonly enabled: boolean;
};

// Everything of the catalogue at one moment, indexed for the hot paths. Cached in memory on every replica.
export type Catalogue = {
  readonly version: number;
  readonly cities: ReadonlyMap<string, City>;
  readonly services: ReadonlyMap<string, Service>;
};
