// What the operator sends to change a city or a service: the record of 2.11 with every field optional, read into the
// domain's draft. The domain judges figures; here only JSON types are checked.
import type { Static } from "typebox";
import type { CityBody, RequestDraftBody, ServiceBody } from "../../contract/service-draft.ts";
import type { CityDraft } from "../../domain/catalogue/drafts/city-draft.ts";
import type { RequestDraft } from "../../domain/catalogue/drafts/request-draft.ts";
import type { ServiceDraft } from "../../domain/catalogue/drafts/service-draft.ts";

export function decodeCity(body: Static<typeof CityBody>): CityDraft {
  return {
    countryId: body.country_id,
    name: body.name,
    nameVi: body.name_vi_vn,
    level: body.level,
    timeZone: body.time_zone,
    outline: body.outline,
    center: body.center,
    enabled: body.enable,
  };
}

export function decodeService(body: Static<typeof ServiceBody>): ServiceDraft {
  return {
    partnerId: body.partner,
    enabled: body.enable,
    deliveryType: body.delivery_type,
    vehicle: body.vehicle,
    nameEn: body.name_en_us,
    nameVi: body.name_vi_vn,
    descriptionEn: body.description_en_us,
    descriptionVi: body.description_vi_vn,
    currency: body.currency,
    distanceFee: body.distance_fee,
    surgeRules: body.surge_rules,
    stopFee: body.stop_fee,
    tollFee: body.toll_fee,
    ferryFee: body.ferry_fee,
    vatRate: body.vat_rate,
    commissionType: body.commission_type,
    commissionValue: body.commission_value,
    codMax: body.cod,
    distanceMetersMax: body.max_distance,
    stopPointsMin: body.min_stop_points,
    stopPointsMax: body.max_stop_points,
    hours: body.service_hours,
    pickupArea: areaOf(body.pickup_area),
    deliveryArea: areaOf(body.delivery_area),
    timeoutSeconds: body.timeout,
    rebroadcastLimit: body.rebroadcast_limit,
    needConfirmBeforePickup: body.need_confirm_before_pickup,
    collectCashBeforePickup: body.collect_cash_before_pickup,
    autoAssign: body.auto_assign,
    autoAssignDistanceMeters: body.auto_assign_distance,
    broadcastDistanceMeters: body.advance_broadcast_distance,
    bundleMax: body.max_bundle,
    takeBack: body.take_back,
    planning: planningOf(body),
    requests: body.requests?.map(decodeRequest),
  };
}

function planningOf(body: Static<typeof ServiceBody>): ServiceDraft["planning"] {
  const draft = {
    mode: body.planning,
    within: body.plan_within,
    until: body.plan_until,
    horizon: body.plan_horizon,
    waves: body.plan_waves,
    cutOff: body.plan_cut_off,
    lead: body.plan_lead,
    latestOffer: body.plan_latest_offer,
    autoAssign: body.plan_auto_assign,
  };
  return Object.values(draft).some((figure) => figure !== undefined) ? draft : undefined;
}

// An area of nothing takes the zone away, so that the city's outline holds again: null counts as absent on the wire (D2).
function areaOf(area: object | undefined): object | null | undefined {
  const { coordinates } = (area ?? {}) as { readonly coordinates?: unknown };
  return Array.isArray(coordinates) && coordinates.length === 0 ? null : area;
}

function decodeRequest(body: Static<typeof RequestDraftBody>): RequestDraft {
  return {
    id: body._id,
    groupId: body.group_id,
    type: body.type,
    name: body.name,
    descriptionEn: body.description_en_us,
    descriptionVi: body.description_vi_vn,
    enabled: body.enable,
    price: body.price,
    maxInput: body.max_input,
    distanceShare: body.distance_rate,
    tiers: body.tiers?.map((tier) => ({
      code: tier.tier_code,
      price: tier.price,
      selectable: tier.selectable,
      lengthCm: tier.length,
      widthCm: tier.width,
      heightCm: tier.height,
      weightKgMax: tier.weight,
    })),
    insuranceBlocks: body.insurance_blocks?.map((block) => ({
      itemValueMax: block.item_value_max,
      price: block.price,
    })),
    promoAllowed: body.promo,
    vatApplies: body.vat,
    commissionApplies: body.commission,
  };
}
