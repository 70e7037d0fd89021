// What the operator sends to change a city or a service: the record of 2.11 with every field optional, read into the
// domain's draft. The domain judges figures; here only JSON types are checked.
import type { Static } from "typebox";
import type { CityBody, RequestDraftBody, ServiceBody } from "../../contract/service-draft.ts";
import type { CityDraft } from "../../domain/catalogue/drafts/city-draft.ts";
import type { RequestDraft } from "../../domain/catalogue/drafts/request-draft.ts";
import type { ServiceDraft } from "../../domain/catalogue/drafts/service-draft.ts";
import { unnamed } from "./names.ts";
import { BLOCK_NAMES, REQUEST_NAMES, SERVICE_NAMES, TIER_NAMES } from "./service.ts";

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
    ...unnamed(SERVICE_NAMES, body),
    partnerId: body.partner,
    surgeRules: body.surge_rules,
    tollFee: body.toll_fee,
    ferryFee: body.ferry_fee,
    vatRate: body.vat_rate,
    commissionValue: body.commission_value,
    hours: body.service_hours,
    pickupArea: areaOf(body.pickup_area),
    deliveryArea: areaOf(body.delivery_area),
    takeBack: body.take_back,
    equipment: body.equipment,
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
    slot: body.plan_slot,
    slotOrders: body.plan_slot_orders,
    loadKg: body.plan_load_kg,
    loadLitres: body.plan_load_litres,
    refuseLate: body.plan_refuse_late,
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
    ...unnamed(REQUEST_NAMES, body),
    distanceShare: body.distance_rate,
    tiers: body.tiers?.map((tier) => unnamed(TIER_NAMES, tier)),
    insuranceBlocks: body.insurance_blocks?.map((block) => unnamed(BLOCK_NAMES, block)),
  };
}
