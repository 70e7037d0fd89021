// Generations and refresh tokens. One statement raises the generation and replaces the refresh token, so that of two
// calls at once the later one is the one that counts, whole.
import type { AccountStatus } from "../../domain/accounts/account.ts";
import type { Phone } from "../../domain/phone.ts";
import { first, type Sql } from "../db.ts";

export type NewPair = {
  readonly refreshHash: Buffer;
  readonly familyHash: Buffer;
  readonly refreshExpiresAt: Date;
  readonly madeAt: Date;
};
export type Raised = { readonly phone: Phone; readonly partnerId: string; readonly generation: number };

export type PresentPair = Raised & {
  readonly status: AccountStatus;
  readonly refreshHash: Buffer | null;
  readonly refreshedAt: Date | null;
};

export async function lockPair(tx: Sql, phone: Phone) {
  return first(tx<PresentPair>`
    select phone, partner_id, token_generation as generation, status, refresh_hash, refreshed_at
    from accounts
    where phone = ${phone}
    for update`);
}

export async function raiseGeneration(db: Sql, phone: Phone, pair: NewPair) {
  return first(db<Raised>`
    update accounts
    set token_generation = token_generation + 1, refresh_hash = ${pair.refreshHash}, refresh_family = ${pair.familyHash},
      refresh_expires_at = ${pair.refreshExpiresAt}, refreshed_at = ${pair.madeAt}
    where phone = ${phone}
      and status = 'ACTIVATED'
    returning phone, partner_id, token_generation as generation`);
}

// A refresh token works once: the row it is found by is the row that forgets it.
export async function exchangeRefresh(db: Sql, usedHash: Buffer, pair: NewPair) {
  return first(db<Raised>`
    update accounts
    set token_generation = token_generation + 1, refresh_hash = ${pair.refreshHash}, refresh_family = ${pair.familyHash},
      refresh_expires_at = ${pair.refreshExpiresAt}, refreshed_at = ${pair.madeAt}
    where refresh_hash = ${usedHash}
      and refresh_expires_at > ${pair.madeAt}
      and status = 'ACTIVATED'
    returning phone, partner_id, token_generation as generation`);
}

// Those who exchange one token, on whichever replica, take turns until their transactions end. False: somebody was under way.
export async function takeTurn(tx: Sql, usedHash: Buffer): Promise<boolean> {
  const key = usedHash.readBigInt64BE().toString();
  const [row] = await tx<{ isFree: boolean }>`select pg_try_advisory_xact_lock(${key}::bigint) as is_free`;
  if (!row?.isFree) await tx`select pg_advisory_xact_lock(${key}::bigint)`;
  return row?.isFree ?? false;
}

export type RefreshFamily = Raised & {
  readonly refreshHash: Buffer;
  readonly refreshedAt: Date;
  readonly status: AccountStatus;
};

export async function lockFamily(tx: Sql, familyHash: Buffer) {
  return first(tx<RefreshFamily>`
    select phone, partner_id, token_generation as generation, refresh_hash, refreshed_at, status
    from accounts
    where refresh_family = ${familyHash}
      and refresh_hash is not null
    for update`);
}

// Whichever of its tokens is the newest by now: none of them works any more, and neither does the access token.
export async function endFamily(db: Sql, familyHash: Buffer): Promise<void> {
  await db`
    update accounts
    set token_generation = token_generation + 1, refresh_hash = null, refresh_family = null, refresh_expires_at = null
    where refresh_family = ${familyHash}`;
}
