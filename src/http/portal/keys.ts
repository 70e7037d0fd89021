// A partner's API keys, as its own people make and end them.
import { type Static, Type } from "typebox";
import { field, moment, text } from "../../contract/fields.ts";
import { makeApiKey, revokeApiKey, rotateApiKey } from "../../operations/partners/named-keys.ts";
import type { KeyDeps } from "../../operations/partners/partner-keys.ts";
import { listApiKeys, type NamedKey } from "../../store/accounts/partners.ts";
import { callerOf } from "../base/callers.ts";
import { callsOf, DONE } from "../calls/call.ts";
import { unixSeconds } from "../wire/time.ts";

const KeyRecord = Type.Object(
  {
    id: field.text("How its hash begins."),
    name: field.text("Empty for the one that the operator gave."),
    create_time: moment,
    last_used_time: field.number("To the minute; 0 when it never was."),
    end_time: field.number("When it was rotated: until then it works. 0: no end."),
  },
  { title: "ApiKey" },
);
const MadeRecord = Type.Object({ ...KeyRecord.properties, key: field.text("Shown once; only its hash is kept.") });

const call = callsOf<KeyDeps>("Portal");

export const apiKeyCalls = [
  call({
    id: "listApiKeys",
    at: "GET /portal/v1/keys",
    summary: "The partner's API keys that work",
    answer: Type.Object({ keys: Type.Array(KeyRecord) }),
    run: (request, { db, clock }) => listApiKeys(db, callerOf(request).partnerId, clock.now()),
    encode: (keys) => ({ keys: keys.map(encodeKey) }),
  }),
  call({
    id: "makeApiKey",
    at: "POST /portal/v1/keys",
    summary: "Make an API key",
    description: "It does what the first one does, and ends by itself never. Twenty at most.",
    body: Type.Object({ name: text }),
    answer: MadeRecord,
    invalid: "INVALID_DATA",
    refusals: ["INVALID_DATA", "TOO_MANY_KEYS"],
    run: (request, deps) => makeApiKey(deps, callerOf(request).partnerId, request.body.name),
    encode: ({ made, key }) => ({ ...encodeKey(made), key }),
  }),
  call({
    id: "rotateApiKey",
    at: "POST /portal/v1/keys/:id/rotate",
    summary: "A new key of the same name; the old one works for a day",
    answer: MadeRecord,
    refusals: ["NOT_FOUND", "TOO_MANY_KEYS"],
    run: (request, deps) => rotateApiKey(deps, callerOf(request).partnerId, request.params.id),
    encode: ({ made, key }) => ({ ...encodeKey(made), key }),
  }),
  call({
    id: "revokeApiKey",
    at: "DELETE /portal/v1/keys/:id",
    summary: "End an API key at once",
    description: "Tokens made with it end too, and browsers that signed in with a key; members stay signed in.",
    ...DONE,
    refusals: ["NOT_FOUND"],
    run: (request, deps) => revokeApiKey(deps, callerOf(request).partnerId, request.params.id),
  }),
];

function encodeKey(key: NamedKey): Static<typeof KeyRecord> {
  return {
    id: key.id,
    name: key.name ?? "",
    create_time: unixSeconds(key.createdAt),
    last_used_time: unixSeconds(key.lastUsedAt),
    end_time: unixSeconds(key.endsAt),
  };
}
