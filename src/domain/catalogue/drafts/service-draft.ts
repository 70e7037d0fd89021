// Decides whether a service may be saved as the operator sent it, and which tariff version it gets. What is absent keeps
// its previous figure, or the default of a new service; the only thing a new service must bring is its tariff.
import { AMOUNT_MAX } from "../../amount.ts";
import type { Draft } from "../../draft.ts";
import { checkTariff } from "../../fee-expression/tariff-check.ts";
import { isRefusal, type Refusal, refuse } from "../../refusal.ts";
import { faultOfEquipment } from "../equipment.ts";
import { deliveryTypeOf, readServiceId, vehicleOf } from "../ids.ts";
import { type Catalogue, type Service, type ServiceHours, type SurgeRule, VEHICLES } from "../service.ts";
import { MINUTES_PER_DAY, NO_SURGE, readClock } from "../service-hours.ts";
import { Form, FRACTION, PERCENT } from "./form.ts";
import { readZone } from "./geo-json.ts";
import { type PlanningDraft, readPlanning } from "./planning-draft.ts";
import { type RequestDraft, readRequests } from "./request-draft.ts";

type SameInDraft = Omit<
  Service,
  "id" | "groupId" | "cityId" | "tariffVersion" | "commissionRate" | "pickupZone" | "deliveryZone" | keyof OtherInDraft
>;
type OtherInDraft = {
  readonly deliveryType: string;
  readonly vehicle: string;
  readonly surgeRules: readonly SurgeDraft[];
  readonly vatRate: number; // 0.08
  readonly commissionType: string;
  readonly commissionValue: number; // 21.2, percent
  readonly hours: readonly HoursDraft[];
  // GeoJSON; null takes the zone away, so that the city's outline holds again.
  readonly pickupArea: unknown;
  readonly deliveryArea: unknown;
  readonly planning: PlanningDraft;
  readonly requests: readonly RequestDraft[];
};
export type ServiceDraft = Draft<SameInDraft & OtherInDraft>;

const DISTANCE_METERS_MAX = 2_000_000;
const STOP_POINTS_MAX = 200;
const DAY_SECONDS = 86_400;

export function settleService(
  catalogue: Catalogue,
  id: string,
  draft: ServiceDraft,
): Service | Refusal<"INVALID_DATA"> {
  const previous = catalogue.services.get(id);
  const base = previous ?? newService(id);
  if (!base) {
    return refuse(
      "INVALID_DATA",
      `${id} is no service id: expected <CITY>-<GROUP> such as SGN-BIKE, or VNM-PARTNER-<NAME>.`,
      "_id",
    );
  }
  if (base.cityId !== undefined && !catalogue.cities.has(base.cityId)) {
    return refuse("INVALID_DATA", `The city ${base.cityId} of service ${id} is unknown; save the city first.`, "_id");
  }
  const form = new Form();
  const service = fill(form, base, draft);
  if (form.refusal) return form.refusal;
  const tariff = checkTariff(service.distanceFee, service.distanceMetersMax);
  if (isRefusal(tariff)) return refuse("INVALID_DATA", `distance_fee: ${tariff.why}`, "distance_fee");
  // Orders keep the version they were priced with, so it rises exactly when a figure that prices them changes (D20).
  const isRepriced = previous !== undefined && pricingFigures(previous) !== pricingFigures(service);
  return { ...service, tariffVersion: base.tariffVersion + (isRepriced ? 1 : 0) };
}

function fill(form: Form, base: Service, draft: ServiceDraft): Service {
  form.oneOf("commission_type", draft.commissionType, "PERCENTAGE", ["PERCENTAGE"]);
  form.oneOf("currency", draft.currency, "VND", ["VND"]);
  const stopPointsMin = form.whole("min_stop_points", draft.stopPointsMin, base.stopPointsMin, 1, STOP_POINTS_MAX);
  const stopPointsMax = form.whole("max_stop_points", draft.stopPointsMax, base.stopPointsMax, 1, STOP_POINTS_MAX);
  if (stopPointsMin > stopPointsMax) form.fail("min_stop_points", "must not be above max_stop_points.");
  const meters = (field: string, given: number | undefined, fallback: number, min: number): number =>
    form.whole(field, given, fallback, min, DISTANCE_METERS_MAX);
  return {
    ...base,
    partnerId: base.cityId === undefined ? form.text("partner", draft.partnerId, base.partnerId ?? "", 64) : undefined,
    enabled: draft.enabled ?? base.enabled,
    deliveryType: form.oneOf("delivery_type", draft.deliveryType, base.deliveryType, ["INSTANT", "TRUCK"]),
    vehicle: form.oneOf("vehicle", draft.vehicle, base.vehicle, VEHICLES),
    nameEn: form.text("name_en_us", draft.nameEn, base.nameEn, 100),
    nameVi: form.text("name_vi_vn", draft.nameVi, base.nameVi, 100),
    descriptionEn: form.text("description_en_us", draft.descriptionEn, base.descriptionEn, 1_000),
    descriptionVi: form.text("description_vi_vn", draft.descriptionVi, base.descriptionVi, 1_000),
    distanceFee: draft.distanceFee ?? base.distanceFee,
    surgeRules: draft.surgeRules ? readSurgeRules(form, "surge_rules", draft.surgeRules) : base.surgeRules,
    stopFee: form.amount("stop_fee", draft.stopFee, base.stopFee),
    vatRate: form.share("vat_rate", draft.vatRate, base.vatRate, FRACTION),
    commissionRate: form.share("commission_value", draft.commissionValue, base.commissionRate, PERCENT),
    codMax: form.whole("cod", draft.codMax, base.codMax, 0, AMOUNT_MAX),
    distanceMetersMax: meters("max_distance", draft.distanceMetersMax, base.distanceMetersMax, 1),
    stopPointsMin,
    stopPointsMax,
    hours: draft.hours ? readHours(form, "service_hours", draft.hours) : base.hours,
    pickupZone: zone(form, "pickup_area", draft.pickupArea, base.pickupZone),
    deliveryZone: zone(form, "delivery_area", draft.deliveryArea, base.deliveryZone),
    timeoutSeconds: form.whole("timeout", draft.timeoutSeconds, base.timeoutSeconds, 1, DAY_SECONDS),
    rebroadcastLimit: form.whole("rebroadcast_limit", draft.rebroadcastLimit, base.rebroadcastLimit, 0, 20),
    needConfirmBeforePickup: draft.needConfirmBeforePickup ?? base.needConfirmBeforePickup,
    collectCashBeforePickup: draft.collectCashBeforePickup ?? base.collectCashBeforePickup,
    autoAssign: draft.autoAssign ?? base.autoAssign,
    autoAssignDistanceMeters: meters(
      "auto_assign_distance",
      draft.autoAssignDistanceMeters,
      base.autoAssignDistanceMeters,
      0,
    ),
    broadcastDistanceMeters: meters(
      "advance_broadcast_distance",
      draft.broadcastDistanceMeters,
      base.broadcastDistanceMeters,
      0,
    ),
    bundleMax: form.whole("max_bundle", draft.bundleMax, base.bundleMax, 1, 50),
    ...(draft.equipment && { equipment: readEquipment(form, draft.equipment) }),
    ...(draft.takeBack !== undefined && { takeBack: draft.takeBack }),
    ...(draft.planning && { planning: readPlanning(form, draft.planning, base.planning) }),
    ...(draft.tollFee !== undefined && { tollFee: form.amount("toll_fee", draft.tollFee, 0) }),
    ...(draft.ferryFee !== undefined && { ferryFee: form.amount("ferry_fee", draft.ferryFee, 0) }),
    requests: draft.requests ? readRequests(form, base.id, draft.requests, base.requests) : base.requests,
  };
}

function readEquipment(form: Form, equipment: readonly string[]): readonly string[] {
  const fault = faultOfEquipment(equipment);
  if (fault) form.fail("equipment", fault);
  return equipment;
}

function zone(form: Form, field: string, geometry: unknown, previous: Service["pickupZone"]): Service["pickupZone"] {
  if (geometry === undefined) return previous;
  return geometry === null ? undefined : readZone(form, field, geometry);
}

// What a service is until its operator says otherwise. An empty tariff does not parse, so one must be sent.
function newService(id: string): Service | undefined {
  const parts = readServiceId(id);
  if (!parts) return undefined;
  const groupId = parts.hosted ? id : parts.groupId;
  return {
    id,
    groupId,
    cityId: parts.hosted ? undefined : parts.cityId,
    partnerId: parts.hosted ? parts.partnerName.toLowerCase() : undefined,
    enabled: true,
    deliveryType: deliveryTypeOf(groupId),
    vehicle: vehicleOf(groupId),
    nameEn: groupId,
    nameVi: groupId,
    descriptionEn: groupId,
    descriptionVi: groupId,
    currency: "VND",
    tariffVersion: 1,
    distanceFee: "",
    surgeRules: [],
    stopFee: 0,
    vatRate: 800,
    commissionType: "PERCENTAGE",
    commissionRate: 2_120,
    codMax: 0,
    distanceMetersMax: 100_000,
    stopPointsMin: 1,
    stopPointsMax: 5,
    hours: [],
    pickupZone: undefined,
    deliveryZone: undefined,
    timeoutSeconds: 600,
    rebroadcastLimit: 2,
    needConfirmBeforePickup: false,
    collectCashBeforePickup: false,
    autoAssign: true,
    autoAssignDistanceMeters: 3_000,
    broadcastDistanceMeters: 5_000,
    bundleMax: 1,
    requests: [],
  };
}

function pricingFigures(service: Service): string {
  const { distanceFee, surgeRules, stopFee, tollFee = 0, ferryFee = 0, vatRate, commissionRate } = service;
  const requests = service.requests.map((request) => ({
    ...request,
    name: "",
    descriptionEn: "",
    descriptionVi: "",
    enabled: true,
  }));
  return JSON.stringify([distanceFee, surgeRules, stopFee, tollFee, ferryFee, vatRate, commissionRate, requests]);
}

// Opening hours and surge rules as an operator writes them: {"days": [1, …, 7], "from": "07:00", "to": "19:00"}.
type HoursDraft = {
  // ISO days, 1 Monday … 7 Sunday; absent: every day.
  readonly days?: readonly number[] | undefined;
  readonly from: string;
  readonly to: string;
};
type SurgeDraft = HoursDraft & { readonly rate: number };

const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];
const WINDOWS_MAX = 50;
const SURGE_MAX = 10;

function readHours(form: Form, field: string, drafts: readonly HoursDraft[]): readonly ServiceHours[] {
  if (drafts.length > WINDOWS_MAX) form.fail(field, `may hold at most ${WINDOWS_MAX} windows.`);
  return drafts.slice(0, WINDOWS_MAX).map((draft, at) => readWindow(form, `${field}[${at}]`, draft));
}

function readSurgeRules(form: Form, field: string, drafts: readonly SurgeDraft[]): readonly SurgeRule[] {
  if (drafts.length > WINDOWS_MAX) form.fail(field, `may hold at most ${WINDOWS_MAX} rules.`);
  return drafts.slice(0, WINDOWS_MAX).map((draft, at) => ({
    during: readWindow(form, `${field}[${at}]`, draft),
    rate: form.share(`${field}[${at}].rate`, draft.rate, NO_SURGE, { min: 1, max: SURGE_MAX, whole: 1 }),
  }));
}

function readWindow(form: Form, field: string, draft: HoursDraft): ServiceHours {
  const days = draft.days ?? EVERY_DAY;
  if (days.length === 0 || !days.every((day) => EVERY_DAY.includes(day))) {
    form.fail(`${field}.days`, `must name days from 1 (Monday) to 7 (Sunday).`);
  }
  const fromMinute = readClock(draft.from);
  const toMinute = readClock(draft.to);
  if (fromMinute === undefined || toMinute === undefined || fromMinute >= toMinute) {
    form.fail(
      field,
      `needs from and to as "HH:MM" or "HH:MM:SS", from before to, 24:00 at the latest; split a night in two.`,
    );
  }
  return { days: [...new Set(days)].sort(), fromMinute: fromMinute ?? 0, toMinute: toMinute ?? MINUTES_PER_DAY };
}
