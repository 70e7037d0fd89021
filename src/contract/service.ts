// Services and special requests on the wire (2.11), with the operator's figures of doors.md beside them.
import { type Static, Type } from "typebox";
import type { MultiPolygon } from "../domain/catalogue/drafts/geo-json.ts";
import { PLANNING_MODES } from "../domain/catalogue/service.ts";
import { field, maybe, oneOf, text, vnd } from "./fields.ts";

const area = { type: "object", description: "GeoJSON Polygon or MultiPolygon, without holes." } as const;
// Judged by the domain, which names the fault; the schema only says that it is an object.
export const AreaBody = Type.Unsafe<object>(area);
const corners = Type.Array(Type.Array(Type.Array(Type.Array(Type.Number()))));
export const Area = Type.Unsafe<MultiPolygon>({
  ...area,
  properties: { type: oneOf(["MultiPolygon"]), coordinates: corners },
  required: ["type", "coordinates"],
});

export const Tier = Type.Object({
  tier_code: text,
  price: vnd,
  selectable: Type.Boolean(),
  length: field.number("cm"),
  width: field.number("cm"),
  height: field.number("cm"),
  weight: field.number("kg"),
});
export const InsuranceBlock = Type.Object({ item_value_max: vnd, price: vnd });

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
    price: vnd,
    type: field.text("What the price depends on (D14)."),
    distance_rate: maybe(field.number("Share of the distance fee.")),
    tiers: maybe(Type.Array(Tier)),
    insurance_blocks: maybe(Type.Array(InsuranceBlock)),
    promo: Type.Boolean(),
    vat: Type.Boolean(),
    commission: Type.Boolean(),
  },
  { title: "SpecialRequest" },
);

export const Hours = Type.Object(
  {
    days: Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), { description: "1 Monday … 7 Sunday." }),
    from: Type.String({ pattern: "^([01]\\d|2[0-3]):[0-5]\\d$", examples: ["07:00"] }),
    to: Type.String({ pattern: "^(([01]\\d|2[0-3]):[0-5]\\d|24:00)$", examples: ["19:00"] }),
  },
  { title: "ServiceHours" },
);

const SurgeRule = Type.Object(
  { ...Hours.properties, rate: field.number("Multiplies the distance fee; at least 1.") },
  { title: "SurgeRule" },
);

export const ServiceRecord = Type.Object(
  {
    _id: Type.String({ examples: ["SGN-BIKE"] }),
    city_id: field.text("Empty for partner-hosted services, which serve every city."),
    group_service_id: text,
    name: field.text("The same as name_en_us."),
    name_en_us: text,
    name_vi_vn: text,
    description_en_us: text,
    description_vi_vn: text,
    advance_broadcast_distance: field.number("m"),
    auto_assign: Type.Boolean(),
    auto_assign_distance: field.number("m"),
    cod: field.number("The service's maximum COD."),
    commission_type: text,
    commission_value: field.number("Percent."),
    currency: text,
    delivery_type: field.text("INSTANT or TRUCK."),
    vehicle: text,
    distance_fee: field.text("Expression in the distance x (km) and the hour h."),
    stop_fee: vnd,
    toll_fee: field.number("For each tolled stretch on the way, VND; 0: not charged."),
    ferry_fee: field.number("For each crossing by ferry, VND; 0: not charged."),
    vat_rate: Type.Number({ examples: [0.08] }),
    surge_rules: Type.Array(SurgeRule),
    max_distance: field.number("m"),
    min_stop_points: Type.Integer(),
    max_stop_points: Type.Integer(),
    service_hours: Type.Array(Hours, { description: "Empty: all day, every day." }),
    timeout: field.number("Seconds without a driver after which an order is cancelled."),
    rebroadcast_limit: Type.Integer(),
    need_confirm_before_pickup: Type.Boolean(),
    collect_cash_before_pickup: Type.Boolean(),
    max_bundle: field.integer("Orders one driver may carry at once."),
    enable: Type.Boolean(),
    tariff_version: Type.Integer(),
    pickup_area: maybe(Area),
    delivery_area: maybe(Area),
    requests: Type.Array(RequestRecord),
  },
  { title: "Service" },
);
export type ServiceRecord = Static<typeof ServiceRecord>;

// The operator sees what is switched off as well, and whose a hosted service is.
export const TakeBack = field.flag(
  "An accepted order that is not under way may be offered to a driver who has it at the door five minutes sooner, once, and at most two of a driver in 24 hours.",
);

export const ServiceEquipment = Type.Array(Type.String({ examples: ["COLD-BOX"] }), {
  description: "What its drivers must have with them, by the names that drivers' own equipment has.",
});

const minutes = (description: string) => Type.Number({ description: `Minutes. ${description}` });
export const ServicePlanning = {
  planning: oneOf(PLANNING_MODES, {
    description:
      "immediate: each order is offered at once. rolling: orders are planned together and offered in routes, as late as the promise allows. waves: the same, leaving at set times.",
  }),
  plan_within: minutes("The promise: delivered within so long of the order; 0: by plan_until alone."),
  plan_until: Type.String({ description: "The promise: by this time of the day at the latest.", examples: ["21:00"] }),
  plan_horizon: minutes("What is ready later than this from now is planned later."),
  plan_waves: Type.Array(Type.String({ examples: ["09:00"] }), { description: "When waves leave." }),
  plan_cut_off: minutes("What was ordered so long before a wave leaves goes along."),
  plan_lead: minutes("A route is offered so long before its driver has to set out."),
  plan_latest_offer: minutes("So long before the promised time an order nobody has taken is offered at once."),
  plan_auto_assign: Type.Boolean({ description: "Whoever a route is planned for has it without being asked." }),
  plan_slot: minutes("How long a slot of the day is; slots begin at midnight."),
  plan_slot_orders: Type.Integer({
    description: "How many orders are promised for one slot; 0: as many as the plan takes.",
  }),
  plan_load_kg: Type.Integer({
    description: "What a vehicle of this service carries at once; 0: what is usual of its kind.",
  }),
  plan_load_litres: Type.Integer({ description: "The same in litres." }),
  plan_refuse_late: Type.Boolean({
    description:
      "What cannot be delivered when it is wanted is refused (INVALID_DELIVERY_TIME), and not taken for later.",
  }),
};

export const OperatorService = Type.Object(
  {
    ...ServiceRecord.properties,
    partner: text,
    take_back: TakeBack,
    equipment: ServiceEquipment,
    ...ServicePlanning,
  },
  { title: "OperatorService" },
);
