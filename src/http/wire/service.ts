// Services and special requests on the wire (2.11), with the operator's figures of doors.md beside them.
import { type Static, Type } from "typebox";
import { writeZone } from "../../domain/catalogue/drafts/geo-json.ts";
import type { Service, ServiceHours, SpecialRequest } from "../../domain/catalogue/service.ts";
import { clockFace } from "../../domain/local-time.ts";

// Judged by the domain, which names the fault; the schema only says that it is an object.
export const Area = Type.Unsafe<object>({
  type: "object",
  // Without it the serialiser would leave the geometry out.
  additionalProperties: true,
  description: "GeoJSON Polygon or MultiPolygon, without holes.",
});

const text = Type.String();
const amount = Type.Number({ description: "Whole VND." });

export const Tier = Type.Object({
  tier_code: text,
  price: amount,
  selectable: Type.Boolean(),
  length: Type.Number({ description: "cm" }),
  width: Type.Number({ description: "cm" }),
  height: Type.Number({ description: "cm" }),
  weight: Type.Number({ description: "kg" }),
});
export const InsuranceBlock = Type.Object({ item_value_max: amount, price: amount });

export const RequestRecord = Type.Object(
  {
    _id: Type.String({ examples: ["SGN-BIKE-TIP"] }),
    description_en_us: text,
    description_vi_vn: text,
    device_types: Type.Array(text),
    enable: Type.Boolean(),
    group_id: Type.String({ examples: ["TIP"] }),
    max_input: Type.Integer(),
    name: text,
    price: amount,
    type: Type.String({ description: "What the price depends on (D14)." }),
    distance_rate: Type.Optional(Type.Number({ description: "Share of the distance fee." })),
    tiers: Type.Optional(Type.Array(Tier)),
    insurance_blocks: Type.Optional(Type.Array(InsuranceBlock)),
    promo: Type.Boolean(),
    vat: Type.Boolean(),
    commission: Type.Boolean(),
  },
  { title: "SpecialRequest" },
);

const Hours = Type.Object(
  {
    days: Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), { description: "1 Monday … 7 Sunday." }),
    from: Type.String({ pattern: "^([01]\\d|2[0-3]):[0-5]\\d$", examples: ["07:00"] }),
    to: Type.String({ pattern: "^(([01]\\d|2[0-3]):[0-5]\\d|24:00)$", examples: ["19:00"] }),
  },
  { title: "ServiceHours" },
);

const SurgeRule = Type.Object(
  { ...Hours.properties, rate: Type.Number({ description: "Multiplies the distance fee; at least 1." }) },
  { title: "SurgeRule" },
);

export const ServiceRecord = Type.Object(
  {
    _id: Type.String({ examples: ["SGN-BIKE"] }),
    city_id: Type.String({ description: "Empty for partner-hosted services, which serve every city." }),
    group_service_id: text,
    name: Type.String({ description: "The same as name_en_us." }),
    name_en_us: text,
    name_vi_vn: text,
    description_en_us: text,
    description_vi_vn: text,
    advance_broadcast_distance: Type.Number({ description: "m" }),
    auto_assign: Type.Boolean(),
    auto_assign_distance: Type.Number({ description: "m" }),
    cod: Type.Number({ description: "The service's maximum COD." }),
    commission_type: text,
    commission_value: Type.Number({ description: "Percent." }),
    currency: text,
    delivery_type: Type.String({ description: "INSTANT or TRUCK." }),
    vehicle: text,
    distance_fee: Type.String({ description: "Expression in the distance x (km) and the hour h." }),
    stop_fee: amount,
    vat_rate: Type.Number({ examples: [0.08] }),
    surge_rules: Type.Array(SurgeRule),
    max_distance: Type.Number({ description: "m" }),
    min_stop_points: Type.Integer(),
    max_stop_points: Type.Integer(),
    service_hours: Type.Array(Hours, { description: "Empty: all day, every day." }),
    timeout: Type.Number({ description: "Seconds without a driver after which an order is cancelled." }),
    rebroadcast_limit: Type.Integer(),
    need_confirm_before_pickup: Type.Boolean(),
    collect_cash_before_pickup: Type.Boolean(),
    max_bundle: Type.Integer({ description: "Orders one driver may carry at once." }),
    enable: Type.Boolean(),
    tariff_version: Type.Integer(),
    pickup_area: Type.Optional(Area),
    delivery_area: Type.Optional(Area),
    requests: Type.Array(RequestRecord),
  },
  { title: "Service" },
);
export type ServiceRecord = Static<typeof ServiceRecord>;

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

export const TakeBack = Type.Boolean({
  description:
    "An accepted order that is not under way may be offered to a driver who has it at the door five minutes sooner, once, and at most two of a driver in 24 hours.",
});

// The operator sees what is switched off as well, and whose a hosted service is.
export const OperatorService = Type.Object(
  { ...ServiceRecord.properties, partner: text, take_back: TakeBack },
  { title: "OperatorService" },
);

export function encodeOperatorService(service: Service): Static<typeof OperatorService> {
  return {
    ...encodeService(service),
    partner: service.partnerId ?? "",
    take_back: service.takeBack ?? false,
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
