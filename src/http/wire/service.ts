// Services and special requests on the wire (2.11), with the operator's figures of doors.md beside them.
import type { Static } from "typebox";
import type { Hours, OperatorService, RequestRecord, ServiceRecord, Tier } from "../../contract/service.ts";
import { writeZone } from "../../domain/catalogue/drafts/geo-json.ts";
import type { Service, ServiceHours, SpecialRequest } from "../../domain/catalogue/service.ts";
import { clockFace } from "../../domain/local-time.ts";
import { IMMEDIATE } from "../../domain/rolling-plan/terms.ts";

export function encodeService(service: Service): ServiceRecord {
  return {
    _id: service.id,
    city_id: service.cityId ?? "",
    group_service_id: service.groupId,
    name: service.nameEn,
    name_en_us: service.nameEn,
    name_vi_vn: service.nameVi,
    description_en_us: service.descriptionEn,
    description_vi_vn: service.descriptionVi,
    advance_broadcast_distance: service.broadcastDistanceMeters,
    auto_assign: service.autoAssign,
    auto_assign_distance: service.autoAssignDistanceMeters,
    cod: service.codMax,
    commission_type: service.commissionType,
    commission_value: service.commissionRate / 100,
    currency: service.currency,
    delivery_type: service.deliveryType,
    vehicle: service.vehicle,
    distance_fee: service.distanceFee,
    stop_fee: service.stopFee,
    toll_fee: service.tollFee ?? 0,
    ferry_fee: service.ferryFee ?? 0,
    vat_rate: service.vatRate / 10_000,
    surge_rules: service.surgeRules.map(({ during, rate }) => ({ ...encodeHours(during), rate: rate / 10_000 })),
    max_distance: service.distanceMetersMax,
    min_stop_points: service.stopPointsMin,
    max_stop_points: service.stopPointsMax,
    service_hours: service.hours.map(encodeHours),
    timeout: service.timeoutSeconds,
    rebroadcast_limit: service.rebroadcastLimit,
    need_confirm_before_pickup: service.needConfirmBeforePickup,
    collect_cash_before_pickup: service.collectCashBeforePickup,
    max_bundle: service.bundleMax,
    enable: service.enabled,
    tariff_version: service.tariffVersion,
    ...(service.pickupZone ? { pickup_area: writeZone(service.pickupZone) } : {}),
    ...(service.deliveryZone ? { delivery_area: writeZone(service.deliveryZone) } : {}),
    requests: service.requests.filter((request) => request.enabled).map(encodeRequest),
  };
}

export function encodeOperatorService(service: Service): Static<typeof OperatorService> {
  const planning = service.planning ?? IMMEDIATE;
  return {
    ...encodeService(service),
    partner: service.partnerId ?? "",
    take_back: service.takeBack ?? false,
    planning: planning.mode,
    plan_within: planning.withinMinutes,
    plan_until: clockFace(planning.untilMinute),
    plan_horizon: planning.horizonMinutes,
    plan_waves: planning.waves.map(clockFace),
    plan_cut_off: planning.cutOffMinutes,
    plan_lead: planning.leadMinutes,
    plan_latest_offer: planning.latestOfferMinutes,
    plan_auto_assign: planning.assigns,
    requests: service.requests.map(encodeRequest),
  };
}

function encodeRequest(request: SpecialRequest): Static<typeof RequestRecord> {
  return {
    _id: request.id,
    description_en_us: request.descriptionEn,
    description_vi_vn: request.descriptionVi,
    device_types: [],
    enable: request.enabled,
    group_id: request.groupId,
    max_input: request.maxInput,
    name: request.name,
    price: request.price,
    type: request.type,
    ...(request.distanceShare > 0 ? { distance_rate: request.distanceShare / 10_000 } : {}),
    ...(request.tiers.length > 0 ? { tiers: request.tiers.map(encodeTier) } : {}),
    ...(request.insuranceBlocks.length > 0
      ? {
          insurance_blocks: request.insuranceBlocks.map((block) => ({
            item_value_max: block.itemValueMax,
            price: block.price,
          })),
        }
      : {}),
    promo: request.promoAllowed,
    vat: request.vatApplies,
    commission: request.commissionApplies,
  };
}

function encodeTier(tier: SpecialRequest["tiers"][number]): Static<typeof Tier> {
  return {
    tier_code: tier.code,
    price: tier.price,
    selectable: tier.selectable,
    length: tier.lengthCm,
    width: tier.widthCm,
    height: tier.heightCm,
    weight: tier.weightKgMax,
  };
}

function encodeHours(hours: ServiceHours): Static<typeof Hours> {
  return { days: [...hours.days], from: clockFace(hours.fromMinute), to: clockFace(hours.toMinute) };
}
