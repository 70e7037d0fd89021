// Partners and their keys. Keys are stored hashed; an expired key is one that was rotated away.
import type { PartnerTerms } from "../../domain/partner-keys.ts";
import type { Vault } from "../../ports/vault.ts";
import { batched } from "../batched.ts";
import { first, hasOneRow, type Sql, sql } from "../db.ts";
import type { Seal } from "../secrets/sealer.ts";

export type Partner = PartnerTerms & { readonly id: string; readonly createdAt: Date };

const COLUMNS = sql`
  id, name, block_duplicate_tracking_numbers, rate_limit_per_minute, cors_origins, language, contact, created_at`;

export type KeyKind = "api" | "route";

export type KeyHolder = Partner & { readonly keyUsedAt: Date | null };

export async function findPartnerByKey(db: Sql, kind: KeyKind, hash: Buffer, now: Date) {
  return first(db<KeyHolder>`
    select partners.id, partners.name, block_duplicate_tracking_numbers, rate_limit_per_minute, cors_origins, language,
      partners.created_at, last_used_at as key_used_at
    from partner_keys
    join partners on partners.id = partner_keys.partner_id
    where hash = ${hash}
      and kind = ${kind}
      and (expires_at is null or expires_at > ${now})`);
}

// What a partner's credential is checked against, read on every call: small, by key, many at a time.
export type ApiKey = {
  readonly partnerId: string;
  readonly rateLimitPerMinute: number | null;
  readonly endsAt: Date | null;
  readonly lastUsedAt: Date | null;
};

// Keys are hashes in hex.
export function openApiKeys(db: Sql): (hash: string) => Promise<ApiKey | undefined> {
  return batched(async (hashes) => {
    const rows = await db<ApiKey & { readonly hash: string }>`
      select encode(hash, 'hex') as hash, partner_id, rate_limit_per_minute, expires_at as ends_at, last_used_at
      from partner_keys
      join partners on partners.id = partner_id
      where kind = 'api'
        and hash = any(${hashes.map((hash) => Buffer.from(hash, "hex"))})`;
    return new Map(rows.map((row) => [row.hash, row]));
  });
}

// The partners that have named an origin, by the origin; read with every call from a page of another server.
export function openOrigins(db: Sql): (origin: string) => Promise<readonly string[] | undefined> {
  return batched(async (origins) => {
    const rows = await db<{ origin: string; partnerIds: readonly string[] }>`
      select origin, array_agg(id) as partner_ids
      from partners
      cross join unnest(cors_origins) as origin
      where cors_origins && ${origins}::text[]
      group by origin`;
    return new Map(rows.map(({ origin, partnerIds }) => [origin, partnerIds]));
  });
}

export async function findPartner(db: Sql, id: string) {
  return first(db<Partner>`
    select ${COLUMNS}
    from partners
    where id = ${id}`);
}

// What recipients are told of whoever sent their parcel.
export async function findContact(db: Sql, id: string): Promise<string> {
  const [row] = await db<Pick<Partner, "contact">>`select contact from partners where id = ${id}`;
  return row?.contact ?? "";
}

export async function findCallbackSecret(db: Sql, vault: Vault, partnerId: string): Promise<string | undefined> {
  const [row] = await db<{
    callbackSecret: string | null;
  }>`select callback_secret from partners where id = ${partnerId}`;
  const kept = row?.callbackSecret ?? undefined;
  return kept === undefined ? undefined : vault.open({ partnerId, field: "partners.callback_secret" }, kept);
}

export async function listPartners(db: Sql, afterId: string, limit: number) {
  return db<Partner>`
    select ${COLUMNS}
    from partners
    where id > ${afterId}
    order by id
    limit ${limit}`;
}

// False when the id is taken.
export async function insertPartner(
  tx: Sql,
  partner: Partner,
  callback?: { readonly seal: Seal; readonly secret: string },
): Promise<boolean> {
  const secret = callback?.seal({ partnerId: partner.id, field: "partners.callback_secret" }, callback.secret);
  return hasOneRow(tx`
    insert into partners (
      id, name, block_duplicate_tracking_numbers, rate_limit_per_minute, cors_origins, language, contact, callback_secret,
      created_at
    )
    values (
      ${partner.id}, ${partner.name}, ${partner.blockDuplicateTrackingNumbers}, ${partner.rateLimitPerMinute},
      ${partner.corsOrigins}, ${partner.language}, ${partner.contact}, ${secret ?? null}, ${partner.createdAt}
    )
    on conflict (id) do nothing
    returning id`);
}

export async function updatePartner(tx: Sql, partner: Partner): Promise<void> {
  await tx`
    update partners
    set name = ${partner.name},
      block_duplicate_tracking_numbers = ${partner.blockDuplicateTrackingNumbers},
      rate_limit_per_minute = ${partner.rateLimitPerMinute},
      cors_origins = ${partner.corsOrigins},
      language = ${partner.language},
      contact = ${partner.contact}
    where id = ${partner.id}`;
}

export async function lockPartner(tx: Sql, id: string) {
  return first(tx<Partner>`
    select ${COLUMNS}
    from partners
    where id = ${id}
    for update`);
}

export async function insertKey(
  tx: Sql,
  key: {
    readonly hash: Buffer;
    readonly partnerId: string;
    readonly kind: KeyKind;
    readonly createdAt: Date;
    readonly name?: string;
  },
): Promise<void> {
  await tx`
    insert into partner_keys (hash, partner_id, kind, created_at, name)
    values (${key.hash}, ${key.partnerId}, ${key.kind}, ${key.createdAt}, ${key.name ?? null})`;
}

// As the partner's people see it. `id`: how the hash begins, in hex. The key that the operator gave has no name.
export type NamedKey = {
  readonly id: string;
  readonly name: string | null;
  readonly createdAt: Date;
  readonly endsAt: Date | null;
  readonly lastUsedAt: Date | null;
};

// Those that work; they are few.
export async function listApiKeys(db: Sql, partnerId: string, now: Date) {
  return db<NamedKey>`
    select left(encode(hash, 'hex'), 16) as id, name, created_at, expires_at as ends_at, last_used_at
    from partner_keys
    where partner_id = ${partnerId}
      and kind = 'api'
      and (expires_at is null or expires_at > ${now})
    order by created_at, hash`;
}

export async function endKey(tx: Sql, partnerId: string, id: string, endsAt: Date): Promise<boolean> {
  return hasOneRow(tx`
    update partner_keys
    set expires_at = least(expires_at, ${endsAt})
    where partner_id = ${partnerId}
      and kind = 'api'
      and left(encode(hash, 'hex'), 16) = ${id}
      and (expires_at is null or expires_at > ${endsAt})
    returning 1 as ended`);
}

// Nobody ends it before the transaction is over.
export async function lockApiKey(tx: Sql, hash: Buffer) {
  return first(tx<{ endsAt: Date | null }>`
    select expires_at as ends_at
    from partner_keys
    where hash = ${hash}
      and kind = 'api'
    for share`);
}

export async function markApiKeyUsed(db: Sql, hash: Buffer, now: Date): Promise<void> {
  await db`update partner_keys set last_used_at = greatest(last_used_at, ${now}) where hash = ${hash}`;
}

// The partner's present keys of a kind end at `expiresAt`; those that already had an end keep the earlier one.
export async function expireKeys(tx: Sql, partnerId: string, kind: KeyKind, expiresAt: Date): Promise<void> {
  await tx`
    update partner_keys
    set expires_at = least(expires_at, ${expiresAt})
    where partner_id = ${partnerId}
      and kind = ${kind}`;
}

export async function removeExpiredApiKeys(tx: Sql, partnerId: string, now: Date): Promise<void> {
  await tx`delete from partner_keys where partner_id = ${partnerId} and expires_at <= ${now}`;
}
