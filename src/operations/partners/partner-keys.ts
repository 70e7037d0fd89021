// Makes and rotates a partner's keys. A key is shown once, when it is made; only its hash stays.
import { KEY_OVERLAP_SECONDS, secondsAfter } from "../../domain/accounts/token-life.ts";
import { API_KEY_BYTES, ROUTE_KEY_BYTES } from "../../domain/partner-keys.ts";
import { type Promised, refuse } from "../../domain/refusal.ts";
import type { Random } from "../../ports/random.ts";
import { hashSecret } from "../../ports/secrets.ts";
import {
  expireKeys,
  insertKey,
  type KeyKind,
  lockPartner,
  removeExpiredApiKeys,
} from "../../store/accounts/partners.ts";
import { removeKeySessionsOfPartner } from "../../store/accounts/web-sessions.ts";
import { inTransaction, type Sql } from "../../store/db.ts";
import type { Services } from "../services.ts";

export type KeyDeps = Pick<Services, "db" | "clock" | "random">;
export type PartnerKeys = { readonly apiKey: string; readonly routeKey: string };

export async function giveKeys(tx: Sql, deps: KeyDeps, partnerId: string, keys: PartnerKeys): Promise<void> {
  const createdAt = deps.clock.now();
  const kinds: readonly (readonly [KeyKind, string])[] = [
    ["api", keys.apiKey],
    ["route", keys.routeKey],
  ];
  for (const [kind, key] of kinds) await insertKey(tx, { hash: hashSecret(key), partnerId, kind, createdAt });
}

export function newKeys(random: Random): PartnerKeys {
  return { apiKey: random.hex(API_KEY_BYTES), routeKey: random.hex(ROUTE_KEY_BYTES) };
}

// The old keys keep working for a day, so that a partner's programs can change over without a gap. People who came in with a key
// sign in again at once: a key is also rotated because somebody has it who should not.
export async function rotateKeys(
  deps: KeyDeps,
  partnerId: string,
): Promised<PartnerKeys & { readonly oldKeysEndAt: Date }, "PARTNER_NOT_FOUND"> {
  return inTransaction(deps.db, async (tx) => {
    if (!(await lockPartner(tx, partnerId))) return refuse("PARTNER_NOT_FOUND", `There is no partner ${partnerId}.`);
    const oldKeysEndAt = secondsAfter(deps.clock.now(), KEY_OVERLAP_SECONDS);
    await removeExpiredApiKeys(tx, partnerId, deps.clock.now());
    for (const kind of ["api", "route"] as const) await expireKeys(tx, partnerId, kind, oldKeysEndAt);
    await removeKeySessionsOfPartner(tx, partnerId);
    const keys = newKeys(deps.random);
    await giveKeys(tx, deps, partnerId, keys);
    return { ...keys, oldKeysEndAt };
  });
}
