// What the operator sends to change a city or a service: the record of 2.11 with every field optional, read into the
// domain's draft. The domain judges figures; here only JSON types are checked.
import { type TSchema, Type } from "typebox";
import { field, maybe } from "./fields.ts";
import {
  AreaBody,
  InsuranceBlock,
  RequestRecord,
  ServiceEquipment,
  ServicePlanning,
  ServiceRecord,
  TakeBack,
  Tier,
} from "./service.ts";

const WindowDraft = Type.Object({
  days: maybe(Type.Array(Type.Number())),
  from: Type.String(),
  to: Type.String(),
});

export const RequestDraftBody = Type.Object({
  ...optional(RequestRecord.properties),
  tiers: maybe(Type.Array(Tier)),
  insurance_blocks: maybe(Type.Array(InsuranceBlock)),
});

export const ServiceBody = Type.Object(
  {
    ...optional(ServiceRecord.properties),
    partner: maybe(field.text("Partner-hosted services: the partner that sees it.")),
    take_back: maybe(TakeBack),
    equipment: maybe(ServiceEquipment),
    ...optional({ ...ServicePlanning, planning: Type.String() }),
    service_hours: maybe(Type.Array(WindowDraft)),
    surge_rules: maybe(Type.Array(Type.Object({ ...WindowDraft.properties, rate: Type.Number() }))),
    pickup_area: maybe(AreaBody),
    delivery_area: maybe(AreaBody),
    requests: maybe(Type.Array(RequestDraftBody)),
  },
  { title: "ServiceDraft" },
);

export const CityBody = Type.Object(
  {
    country_id: maybe(Type.String({ examples: ["VN"] })),
    name: maybe(Type.String()),
    name_vi_vn: maybe(Type.String()),
    level: maybe(Type.Number()),
    time_zone: maybe(Type.String({ examples: ["Asia/Ho_Chi_Minh"] })),
    outline: maybe(AreaBody),
    center: maybe(Type.Object({ lat: Type.Number(), lng: Type.Number() })),
    enable: maybe(Type.Boolean()),
  },
  { title: "CityDraft" },
);

function optional<P extends Record<string, TSchema>>(
  properties: P,
): { [K in keyof P]: ReturnType<typeof Type.Optional<P[K]>> } {
  const entries = Object.entries(properties).map(([name, schema]) => [name, maybe(schema)] as const);
  return Object.fromEntries(entries) as { [K in keyof P]: ReturnType<typeof Type.Optional<P[K]>> };
}
