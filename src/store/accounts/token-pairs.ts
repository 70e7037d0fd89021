// Generations and refresh tokens. One statement raises the generation and replaces the refresh token, so that of two
// calls at once the later one is the one that counts, whole.
import type { Phone } from "../../domain/phone.ts";
import type { Sql } from "../db.ts";

export type NewPair = { readonly refreshHash: Buffer; readonly refreshExpiresAt: Date };
export type Raised = { readonly phone: Phone; readonly partnerId: string; readonly generation: number };

export async function raiseGeneration(db: Sql, phone: Phone, pair: NewPair): Promise<Raised | undefined> {
  const [row] = await db<Raised>`
    update accounts
    set token_generation = token_generation + 1, refresh_hash = ${pair.refreshHash}, refresh_expires_at = ${pair.refreshExpiresAt}
    where phone = ${phone}
      and status = 'ACTIVATED'
    returning phone, partner_id, token_generation as generation`;
  return row;
}

// A refresh token works once: the row it is found by is the row that forgets it.
export async function exchangeRefresh(
  db: Sql,
  usedHash: Buffer,
  pair: NewPair,
  now: Date,
): Promise<Raised | undefined> {
  const [row] = await db<Raised>`
    update accounts
    set token_generation = token_generation + 1, refresh_hash = ${pair.refreshHash}, refresh_expires_at = ${pair.refreshExpiresAt}
    where refresh_hash = ${usedHash}
      and refresh_expires_at > ${now}
      and status = 'ACTIVATED'
    returning phone, partner_id, token_generation as generation`;
  return row;
}
