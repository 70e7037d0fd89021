// Keys of machines that work for the operator.
import { type Static, Type } from "typebox";
import { field, maybe, moment, oneOf, text, time } from "../../contract/fields.ts";
import { CITIES_MAX } from "../../domain/operators/operator.ts";
import { isKeyOver, KEY_DAYS, KEY_DAYS_MAX } from "../../domain/operators/operator-key.ts";
import { OPERATOR_ROLES } from "../../domain/operators/roles.ts";
import { endOperatorKey, makeOperatorKey, type OperatorKeyDeps } from "../../operations/operators/operator-keys.ts";
import { listOperatorKeys, type OperatorKey } from "../../store/operators/operator-keys.ts";
import { operatorOf } from "../base/callers.ts";
import { callsOf } from "../calls/call.ts";
import { unixSeconds } from "../wire/time.ts";

const LISTED_MAX = 500;

const cities = Type.Array(text, {
  description: "The cities it is limited to; absent or empty: all.",
  maxItems: CITIES_MAX,
  examples: [["SGN"]],
});
const role = oneOf(OPERATOR_ROLES);
const KeyRecord = Type.Object(
  {
    id: text,
    name: text,
    role,
    cities: Type.Array(text, { description: "Empty: all." }),
    create_time: moment,
    created_by: text,
    expire_time: moment,
    last_used_time: field.number("To the minute; 0 when it never was."),
    revoke_time: time,
    revoked_by: text,
    active: field.flag("Neither revoked nor expired."),
  },
  { title: "OperatorKey" },
);

const call = callsOf<OperatorKeyDeps>("Operator");

export const operatorKeyCalls = [
  call({
    id: "listOperatorKeys",
    at: "GET /operator/v1/keys",
    summary: "Keys of machines that work for the operator, newest first",
    answer: Type.Object({ keys: Type.Array(KeyRecord) }),
    run: (_request, deps) => listOperatorKeys(deps.db, LISTED_MAX),
    encode: (keys, _request, deps) => ({ keys: keys.map((key) => encodeKey(key, deps)) }),
  }),
  call({
    id: "makeOperatorKey",
    at: "POST /operator/v1/keys",
    summary: "Make a key for a machine",
    description: "`key` is shown once and goes into the header `x-operator-key`; only its hash is kept.",
    body: Type.Object({
      name: field.text("By which the audit log names it.", { examples: ["Warehouse sync"] }),
      role,
      cities: maybe(cities),
      days: maybe(field.integer(`Good for so long, ${KEY_DAYS} unless said, ${KEY_DAYS_MAX} at most.`)),
    }),
    answer: Type.Object({ ...KeyRecord.properties, key: text }),
    invalid: "INVALID_DATA",
    refusals: ["INVALID_DATA", "TOO_MANY_KEYS"],
    run: (request, deps) => {
      const { name, role, cities = [], days = KEY_DAYS } = request.body;
      const draft = { name, role, cities: cities.length === 0 ? null : cities, days };
      return makeOperatorKey(deps, draft, operatorOf(request));
    },
    encode: ({ made, key }, _request, deps) => ({ ...encodeKey(made, deps), key }),
  }),
  call({
    id: "revokeOperatorKey",
    at: "DELETE /operator/v1/keys/:id",
    summary: "Revoke a key",
    description: "It is refused from then on, on every replica. Twice is once.",
    answer: KeyRecord,
    refusals: ["NOT_FOUND"],
    run: (request, deps) => endOperatorKey(deps, request.params.id, operatorOf(request)),
    encode: (key, _request, deps) => encodeKey(key, deps),
  }),
];

function encodeKey(key: OperatorKey, { clock }: Pick<OperatorKeyDeps, "clock">): Static<typeof KeyRecord> {
  return {
    id: key.id,
    name: key.name,
    role: key.role,
    cities: [...(key.cities ?? [])],
    create_time: unixSeconds(key.createdAt),
    created_by: key.createdBy,
    expire_time: unixSeconds(key.expiresAt),
    last_used_time: unixSeconds(key.lastUsedAt),
    revoke_time: unixSeconds(key.revokedAt),
    revoked_by: key.revokedBy ?? "",
    active: !isKeyOver(key, clock.now()),
  };
}
