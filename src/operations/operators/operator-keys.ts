// Makes and revokes keys of machines that work for the operator. A key is shown once, when it is made; only its hash stays.
import { secondsAfter } from "../../domain/accounts/token-life.ts";
import { parseOperatorName } from "../../domain/accounts/web-session.ts";
import { judgeLimits, type Limits, type Operator } from "../../domain/operators/operator.ts";
import {
  isKeyOver,
  isUsedAgain,
  judgeKeyDays,
  KEY_ID_LENGTH,
  KEYS_MAX,
  OPERATOR_ID_ALPHABET,
  OPERATOR_KEY_BYTES,
  OPERATOR_KEY_PREFIX,
} from "../../domain/operators/operator-key.ts";
import { type Promised, refuse } from "../../domain/refusal.ts";
import { hashSecret } from "../../ports/secrets.ts";
import { inTransaction } from "../../store/db.ts";
import {
  countLiveOperatorKeys,
  insertOperatorKey,
  markKeyUsed,
  type OperatorKey,
  revokeOperatorKey,
} from "../../store/operators/operator-keys.ts";
import type { Services } from "../services.ts";

export type OperatorKeyDeps = Pick<Services, "db" | "clock" | "random" | "catalogue">;

export type KeyDraft = Limits & { readonly name: string; readonly days: number };
export type MadeKey = { readonly made: OperatorKey; readonly key: string };

const DAY = 24 * 3600;

export function makeOperatorKey(
  deps: OperatorKeyDeps,
  { name: given, role, cities, days }: KeyDraft,
  by: Operator,
): Promised<MadeKey, "INVALID_DATA" | "TOO_MANY_KEYS"> {
  return inTransaction(deps.db, async (tx) => {
    const name = parseOperatorName(given);
    if (name === undefined) return refuse("INVALID_DATA", "name must have 1 to 80 characters.", "name");
    const fault = judgeLimits({ role, cities }, deps.catalogue.current().cities) ?? judgeKeyDays(days);
    if (fault) return fault;
    const createdAt = deps.clock.now();
    if ((await countLiveOperatorKeys(tx, createdAt)) >= KEYS_MAX)
      return refuse("TOO_MANY_KEYS", `There are ${KEYS_MAX} keys; revoke one that is not used any more.`);
    const key = `${OPERATOR_KEY_PREFIX}${deps.random.hex(OPERATOR_KEY_BYTES)}`;
    const made: OperatorKey = {
      id: deps.random.text(KEY_ID_LENGTH, OPERATOR_ID_ALPHABET),
      name,
      role,
      cities: cities && [...new Set(cities)],
      createdAt,
      createdBy: shownName(by),
      expiresAt: secondsAfter(createdAt, days * DAY),
      lastUsedAt: null,
      revokedAt: null,
      revokedBy: null,
    };
    await insertOperatorKey(tx, hashSecret(key), made);
    return { made, key };
  });
}

export async function endOperatorKey(
  deps: Pick<Services, "db" | "clock">,
  id: string,
  by: Operator,
): Promised<OperatorKey, "NOT_FOUND"> {
  const revoked = await revokeOperatorKey(deps.db, id, deps.clock.now(), shownName(by));
  return revoked ?? refuse("NOT_FOUND", `There is no key ${id}.`);
}

export type FindOperatorKey = (hash: string) => Promise<OperatorKey | undefined>;

// undefined: no such key, or not any more.
export async function identifyByOwnKey(
  deps: Pick<Services, "db" | "clock"> & { readonly findOperatorKey: FindOperatorKey },
  key: string,
): Promise<Operator | undefined> {
  if (!key.startsWith(OPERATOR_KEY_PREFIX)) return undefined;
  const found = await deps.findOperatorKey(hashSecret(key).toString("hex"));
  const now = deps.clock.now();
  if (!found || isKeyOver(found, now)) return undefined;
  if (isUsedAgain(found, now)) await markKeyUsed(deps.db, found.id, now);
  const { id, name, role, cities } = found;
  return { by: "key", id, name, role, cities, provedAt: null };
}

export function shownName({ by, name }: Operator): string {
  return name ?? (by === "owner_key" ? "OPERATOR_KEY" : by);
}
