// API keys that a partner's own people make: named, several, rotated with a day's overlap, revoked at once. Each does what the operator's first one does.
import { KEY_OVERLAP_SECONDS, secondsAfter } from "../../domain/accounts/token-life.ts";
import { parseOperatorName } from "../../domain/accounts/web-session.ts";
import { PARTNER_KEY_NAME, PARTNER_KEYS_MAX } from "../../domain/members/member-roles.ts";
import { API_KEY_BYTES } from "../../domain/partner-keys.ts";
import { type Promised, type Refusal, refuse } from "../../domain/refusal.ts";
import { hashSecret } from "../../ports/secrets.ts";
import { endKey, insertKey, listApiKeys, lockPartner, type NamedKey } from "../../store/accounts/partners.ts";
import { limitSessionsOfKey, removeSessionsOfKey } from "../../store/accounts/web-sessions.ts";
import { inTransaction, type Sql } from "../../store/db.ts";
import type { KeyDeps } from "./partner-keys.ts";

// `key` is shown once.
export type MadeKey = { readonly made: NamedKey; readonly key: string };

export async function makeApiKey(
  deps: KeyDeps,
  partnerId: string,
  given: string,
): Promised<MadeKey, "INVALID_DATA" | "TOO_MANY_KEYS"> {
  const name = parseOperatorName(given);
  if (name === undefined) return refuse("INVALID_DATA", "name must have 1 to 80 characters.", "name");
  return inTransaction(deps.db, async (tx) => {
    await lockPartner(tx, partnerId);
    const keys = await listApiKeys(tx, partnerId, deps.clock.now());
    if (keys.length >= PARTNER_KEYS_MAX) return refuse("TOO_MANY_KEYS", `There are ${PARTNER_KEYS_MAX} keys.`);
    return make(deps, tx, partnerId, name);
  });
}

// A new one of the same name; the old one works for a day, so that programs can change over without a gap.
export async function rotateApiKey(
  deps: KeyDeps,
  partnerId: string,
  id: string,
): Promised<MadeKey & { readonly oldEndsAt: Date }, "NOT_FOUND" | "TOO_MANY_KEYS"> {
  return inTransaction(deps.db, async (tx) => {
    await lockPartner(tx, partnerId);
    const keys = await listApiKeys(tx, partnerId, deps.clock.now());
    const old = keys.find((one) => one.id === id);
    if (!old) return unknownKey(id);
    if (keys.length >= PARTNER_KEYS_MAX) return refuse("TOO_MANY_KEYS", `There are ${PARTNER_KEYS_MAX} keys.`);
    const oldEndsAt = secondsAfter(deps.clock.now(), KEY_OVERLAP_SECONDS);
    await endKey(tx, partnerId, id, oldEndsAt);
    await limitSessionsOfKey(tx, partnerId, id, oldEndsAt);
    return { ...(await make(deps, tx, partnerId, old.name ?? "API key")), oldEndsAt };
  });
}

// With the tokens made by it and the browsers that came in by it.
export async function revokeApiKey(deps: KeyDeps, partnerId: string, id: string): Promised<object, "NOT_FOUND"> {
  return inTransaction(deps.db, async (tx) => {
    await lockPartner(tx, partnerId);
    if (!PARTNER_KEY_NAME.test(id) || !(await endKey(tx, partnerId, id, deps.clock.now()))) return unknownKey(id);
    await removeSessionsOfKey(tx, partnerId, id);
    return {};
  });
}

async function make(deps: KeyDeps, tx: Sql, partnerId: string, name: string): Promise<MadeKey> {
  const key = deps.random.hex(API_KEY_BYTES);
  const hash = hashSecret(key);
  const createdAt = deps.clock.now();
  await insertKey(tx, { hash, partnerId, kind: "api", createdAt, name });
  const id = hash.toString("hex").slice(0, 16);
  return { key, made: { id, name, createdAt, endsAt: null, lastUsedAt: null } };
}

function unknownKey(id: string): Refusal<"NOT_FOUND"> {
  return refuse("NOT_FOUND", `There is no key ${id} at work.`);
}
