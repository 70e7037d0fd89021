// What the operator sends to change a city or a service: the record of 2.11 with every field optional, read into the
// domain's draft. The domain judges figures; here only JSON types are checked.
import { type TSchema, Type } from "typebox";
import { AreaBody, InsuranceBlock, RequestRecord, ServicePlanning, ServiceRecord, TakeBack, Tier } from "./service.ts";

const WindowDraft = Type.Object({
  days: Type.Optional(Type.Array(Type.Number())),
  from: Type.String(),
  to: Type.String(),
});

export const RequestDraftBody = Type.Object({
  ...optional(RequestRecord.properties),
  tiers: Type.Optional(Type.Array(Tier)),
  insurance_blocks: Type.Optional(Type.Array(InsuranceBlock)),
});

export const ServiceBody = Type.Object(
  {
    ...optional(ServiceRecord.properties),
    partner: Type.Optional(Type.String({ description: "Partner-hosted services: the partner that sees it." })),
    take_back: Type.Optional(TakeBack),
    ...optional({ ...ServicePlanning, planning: Type.String() }),
    service_hours: Type.Optional(Type.Array(WindowDraft)),
    surge_rules: Type.Optional(Type.Array(Type.Object({ ...WindowDraft.properties, rate: Type.Number() }))),
    pickup_area: Type.Optional(AreaBody),
    delivery_area: Type.Optional(AreaBody),
    requests: Type.Optional(Type.Array(RequestDraftBody)),
  },
  { title: "ServiceDraft" },
);

export const CityBody = Type.Object(
  {
    country_id: Type.Optional(Type.String({ examples: ["VN"] })),
    name: Type.Optional(Type.String()),
    name_vi_vn: Type.Optional(Type.String()),
    level: Type.Optional(Type.Number()),
    time_zone: Type.Optional(Type.String({ examples: ["Asia/Ho_Chi_Minh"] })),
    outline: Type.Optional(AreaBody),
    center: Type.Optional(Type.Object({ lat: Type.Number(), lng: Type.Number() })),
    enable: Type.Optional(Type.Boolean()),
  },
  { title: "CityDraft" },
);

function optional<P extends Record<string, TSchema>>(
  properties: P,
): { [K in keyof P]: ReturnType<typeof Type.Optional<P[K]>> } {
  const entries = Object.entries(properties).map(([name, schema]) => [name, Type.Optional(schema)] as const);
  return Object.fromEntries(entries) as { [K in keyof P]: ReturnType<typeof Type.Optional<P[K]>> };
}
