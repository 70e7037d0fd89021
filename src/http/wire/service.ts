// Services and special requests on the wire (2.11), with the operator's figures of doors.md beside them.
import type { Static } from "typebox";
import type { Hours, OperatorService, RequestRecord, ServiceRecord } from "../../contract/service.ts";
import { writeZone } from "../../domain/catalogue/drafts/geo-json.ts";
import type { Service, ServiceHours, SpecialRequest } from "../../domain/catalogue/service.ts";
import { clockFace } from "../../domain/local-time.ts";
import { IMMEDIATE } from "../../domain/rolling-plan/terms.ts";
import { named } from "./names.ts";

export const SERVICE_NAMES = {
  nameEn: "name_en_us",
  nameVi: "name_vi_vn",
  descriptionEn: "description_en_us",
  descriptionVi: "description_vi_vn",
  broadcastDistanceMeters: "advance_broadcast_distance",
  autoAssign: "auto_assign",
  autoAssignDistanceMeters: "auto_assign_distance",
  codMax: "cod",
  commissionType: "commission_type",
  currency: "currency",
  deliveryType: "delivery_type",
  vehicle: "vehicle",
  distanceFee: "distance_fee",
  stopFee: "stop_fee",
  distanceMetersMax: "max_distance",
  stopPointsMin: "min_stop_points",
  stopPointsMax: "max_stop_points",
  timeoutSeconds: "timeout",
  rebroadcastLimit: "rebroadcast_limit",
  needConfirmBeforePickup: "need_confirm_before_pickup",
  collectCashBeforePickup: "collect_cash_before_pickup",
  bundleMax: "max_bundle",
  enabled: "enable",
} as const satisfies Partial<Record<keyof Service, keyof ServiceRecord>>;

export function encodeService(service: Service): ServiceRecord {
  return {
    ...named(SERVICE_NAMES, service),
    _id: service.id,
    city_id: service.cityId ?? "",
    group_service_id: service.groupId,
    name: service.nameEn,
    commission_value: service.commissionRate / 100,
    toll_fee: service.tollFee ?? 0,
    ferry_fee: service.ferryFee ?? 0,
    vat_rate: service.vatRate / 10_000,
    surge_rules: service.surgeRules.map(({ during, rate }) => ({ ...encodeHours(during), rate: rate / 10_000 })),
    service_hours: service.hours.map(encodeHours),
    tariff_version: service.tariffVersion,
    ...(service.pickupZone ? { pickup_area: writeZone(service.pickupZone) } : {}),
    ...(service.deliveryZone ? { delivery_area: writeZone(service.deliveryZone) } : {}),
    requests: service.requests.filter((request) => request.enabled).map(encodeRequest),
  };
}

export function encodeOperatorService(service: Service): Static<typeof OperatorService> {
  const planning = { ...IMMEDIATE, ...service.planning };
  return {
    ...encodeService(service),
    partner: service.partnerId ?? "",
    take_back: service.takeBack ?? false,
    equipment: [...(service.equipment ?? [])],
    planning: planning.mode,
    plan_within: planning.withinMinutes,
    plan_until: clockFace(planning.untilMinute),
    plan_horizon: planning.horizonMinutes,
    plan_waves: planning.waves.map(clockFace),
    plan_cut_off: planning.cutOffMinutes,
    plan_lead: planning.leadMinutes,
    plan_latest_offer: planning.latestOfferMinutes,
    plan_auto_assign: planning.assigns,
    plan_slot: planning.slotMinutes,
    plan_slot_orders: planning.slotOrders,
    plan_load_kg: planning.loadKg,
    plan_load_litres: planning.loadLitres,
    plan_refuse_late: planning.refusesLate,
    requests: service.requests.map(encodeRequest),
  };
}

export const REQUEST_NAMES = {
  id: "_id",
  descriptionEn: "description_en_us",
  descriptionVi: "description_vi_vn",
  enabled: "enable",
  groupId: "group_id",
  maxInput: "max_input",
  name: "name",
  price: "price",
  type: "type",
  promoAllowed: "promo",
  vatApplies: "vat",
  commissionApplies: "commission",
} as const satisfies Partial<Record<keyof SpecialRequest, string>>;

export const TIER_NAMES = {
  code: "tier_code",
  price: "price",
  selectable: "selectable",
  lengthCm: "length",
  widthCm: "width",
  heightCm: "height",
  weightKgMax: "weight",
} as const;
export const BLOCK_NAMES = { itemValueMax: "item_value_max", price: "price" } as const;

function encodeRequest(request: SpecialRequest): Static<typeof RequestRecord> {
  const { tiers, insuranceBlocks } = request;
  return {
    ...named(REQUEST_NAMES, request),
    device_types: [],
    ...(request.distanceShare > 0 ? { distance_rate: request.distanceShare / 10_000 } : {}),
    ...(tiers.length > 0 ? { tiers: tiers.map((tier) => named(TIER_NAMES, tier)) } : {}),
    ...(insuranceBlocks.length > 0
      ? { insurance_blocks: insuranceBlocks.map((block) => named(BLOCK_NAMES, block)) }
      : {}),
  };
}

function encodeHours(hours: ServiceHours): Static<typeof Hours> {
  return { days: [...hours.days], from: clockFace(hours.fromMinute), to: clockFace(hours.toMinute) };
}
