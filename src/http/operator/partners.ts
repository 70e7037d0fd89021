// The operator's partners: created with keys that are shown once, changed, listed, keys rotated.
import { type Static, Type } from "typebox";
import { SettingsBody } from "../../contract/callback.ts";
import { field, maybe } from "../../contract/fields.ts";
import type { CallbackSettings } from "../../domain/callbacks/callback-settings.ts";
import type { PartnerDraft } from "../../domain/partner-keys.ts";
import { LANGUAGES } from "../../domain/recipient-message.ts";
import { isRefusal, type Refusal } from "../../domain/refusal.ts";
import { type EndpointDeps, judgeEndpoint, setEndpoint } from "../../operations/callbacks/manage-endpoint.ts";
import { type KeyDeps, rotateKeys } from "../../operations/partners/partner-keys.ts";
import { changePartner, createPartner } from "../../operations/partners/save-partner.ts";
import { findPartner, listPartners, type Partner } from "../../store/accounts/partners.ts";
import { callsOf } from "../calls/call.ts";
import { unixSeconds } from "../wire/time.ts";

const PAGE = 100;

const settings = {
  block_duplicate_tracking_numbers: maybe(Type.Boolean()),
  rate_limit_per_minute: maybe(field.integer("Requests a minute; holds in the sandbox too.")),
  cors_origins: maybe(
    Type.Array(Type.String(), {
      description: "Origins whose pages may call from a browser, such as https://shop.example; in the sandbox all may.",
    }),
  ),
  language: maybe(
    Type.Union(
      LANGUAGES.map((language) => Type.Literal(language)),
      { description: "In which the partner's recipients are written to; vi unless it is said." },
    ),
  ),
  contact: maybe(field.text("How recipients reach the partner; on the tracking page of a delivery that failed.")),
};
const callback = maybe(SettingsBody);
const NewPartnerBody = Type.Object({
  id: Type.String({ examples: ["my-shop"] }),
  name: Type.String(),
  ...settings,
  callback,
});
const ChangeBody = Type.Object({ name: maybe(Type.String()), ...settings, callback });
const PartnerRecord = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    block_duplicate_tracking_numbers: Type.Boolean(),
    rate_limit_per_minute: Type.Union([Type.Integer(), Type.Null()]),
    cors_origins: Type.Array(Type.String()),
    language: Type.String(),
    contact: Type.String(),
    create_time: Type.Number(),
  },
  { title: "Partner" },
);
const keys = { api_key: Type.String(), route_key: Type.String() };

const call = callsOf<KeyDeps & EndpointDeps & { readonly wakeCallbacks: () => void }>("Operator");

export const partnerCalls = [
  call({
    id: "createPartner",
    at: "POST /operator/v1/partners",
    summary: "Create a partner",
    description: "The keys are shown once; only their hashes are kept.",
    body: NewPartnerBody,
    answer: Type.Object({ id: Type.String(), ...keys, callback_secret: Type.String() }),
    invalid: "INVALID_DATA",
    refusals: ["INVALID_DATA", "PARTNER_EXISTED"],
    run: (request, deps) => {
      const settings = decodeCallback(deps, request.body.callback);
      if (isRefusal(settings)) return settings;
      const { id, name } = request.body;
      const draft = { id, ...decodeDraft(request.body), name };
      return createPartner(deps, { ...draft, ...(settings ? { callback: settings } : {}) });
    },
    encode: ({ id, apiKey, routeKey, callbackSecret }) => ({
      id,
      api_key: apiKey,
      route_key: routeKey,
      callback_secret: callbackSecret,
    }),
  }),
  call({
    id: "changePartner",
    at: "PATCH /operator/v1/partners/:id",
    summary: "Change a partner",
    description: "A rate_limit_per_minute of 0 takes the partner's own limit away.",
    body: ChangeBody,
    answer: PartnerRecord,
    invalid: "INVALID_DATA",
    refusals: ["INVALID_DATA", "PARTNER_NOT_FOUND"],
    seen: async ({ params }, { db }) => {
      const partner = await findPartner(db, params.id);
      return partner && encodePartner(partner);
    },
    run: async (request, deps) => {
      const settings = decodeCallback(deps, request.body.callback);
      if (isRefusal(settings)) return settings;
      // null counts as absent on the wire (D2), so that 0 must say it.
      const unlimited = request.body.rate_limit_per_minute === 0 ? { rateLimitPerMinute: null } : {};
      const draft = { ...decodeDraft(request.body), ...unlimited };
      const changed = await changePartner(deps, request.params.id, draft);
      if (settings && !isRefusal(changed)) {
        await setEndpoint(deps, changed.id, settings);
        deps.wakeCallbacks();
      }
      return changed;
    },
    encode: encodePartner,
  }),
  call.plain({
    id: "listPartners",
    at: "GET /operator/v1/partners",
    summary: "List partners",
    query: Type.Object({
      after: maybe(field.text("The last id of the page before.")),
    }),
    answer: Type.Object({ partners: Type.Array(PartnerRecord), next: maybe(Type.String()) }),
    run: async (request, deps) => {
      const partners = await listPartners(deps.db, request.query.after ?? "", PAGE);
      const last = partners.at(-1);
      return {
        partners: partners.map(encodePartner),
        ...(last && partners.length === PAGE ? { next: last.id } : {}),
      };
    },
  }),
  call({
    id: "rotateKeys",
    at: "POST /operator/v1/partners/:id/keys/rotate",
    summary: "Rotate a partner's keys",
    description: "Gives new keys, shown once. The old ones keep working until old_keys_end_time.",
    answer: Type.Object({ id: Type.String(), ...keys, old_keys_end_time: Type.Number() }),
    refusals: ["PARTNER_NOT_FOUND"],
    run: (request, deps) => rotateKeys(deps, request.params.id),
    encode: (rotated, { params }) => ({
      id: params.id,
      api_key: rotated.apiKey,
      route_key: rotated.routeKey,
      old_keys_end_time: unixSeconds(rotated.oldKeysEndAt),
    }),
  }),
];

// undefined: none was sent.
function decodeCallback(deps: EndpointDeps, sent: unknown): CallbackSettings | Refusal<"INVALID_DATA"> | undefined {
  return sent === undefined ? undefined : judgeEndpoint(deps, sent);
}

function decodeDraft(body: Static<typeof ChangeBody>): PartnerDraft {
  return {
    name: body.name,
    blockDuplicateTrackingNumbers: body.block_duplicate_tracking_numbers,
    rateLimitPerMinute: body.rate_limit_per_minute,
    corsOrigins: body.cors_origins,
    language: body.language,
    contact: body.contact,
  };
}

function encodePartner(partner: Partner): Static<typeof PartnerRecord> {
  return {
    id: partner.id,
    name: partner.name,
    block_duplicate_tracking_numbers: partner.blockDuplicateTrackingNumbers,
    rate_limit_per_minute: partner.rateLimitPerMinute,
    cors_origins: [...partner.corsOrigins],
    language: partner.language,
    contact: partner.contact,
    create_time: unixSeconds(partner.createdAt),
  };
}
