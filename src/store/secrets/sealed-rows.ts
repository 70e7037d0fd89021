// The rows that hold secrets, as those see them who seal them anew: what is not sealed with the current key yet.
import { sealedWith } from "../../ports/vault.ts";
import type { KeptSecrets } from "../callbacks/kept-secrets.ts";
import { type Sql, sql } from "../db.ts";
import type { PushKeyRow } from "../drivers/push-keys.ts";

export type PartnerRow = { readonly partnerId: string; readonly callbackSecret: string };
export type EndpointRow = Omit<KeptSecrets, "previousSecretUntil">;
export type SealedEndpointRow = Omit<EndpointRow, "auth"> & { readonly auth: string };

// A page of partners in the order of their ids, or of keys, after one of them.
export type Page = { readonly keyId: string; readonly afterId: string; readonly limit: number };

const partnersToSeal = (keyId: string) => sql`not starts_with(callback_secret, ${sealedWith(keyId)})`;
const endpointsToSeal = (keyId: string) => sql`(
  not starts_with(secret, ${sealedWith(keyId)})
  or not starts_with(previous_secret, ${sealedWith(keyId)})
  or (auth ->> 'type' <> 'none' and not starts_with(coalesce(auth ->> 'sealed', ''), ${sealedWith(keyId)}))
)`;

export type TotpRow = { readonly id: string; readonly totpSecret: string };
const totpsToSeal = (keyId: string) => sql`not starts_with(totp_secret, ${sealedWith(keyId)})`;
export type WebhookRow = { readonly id: string; readonly webhookUrl: string };
const webhooksToSeal = (keyId: string) => sql`not starts_with(webhook_url, ${sealedWith(keyId)})`;
const pushKeysToSeal = (keyId: string) => sql`not starts_with(private_key, ${sealedWith(keyId)})`;

export async function countToSeal(db: Sql, keyId: string): Promise<number> {
  const [row] = await db<{ count: number }>`
    select (select count(*) from partners where ${partnersToSeal(keyId)})
      + (select count(*) from callback_endpoints where ${endpointsToSeal(keyId)})
      + (select count(*) from operators where ${totpsToSeal(keyId)})
      + (select count(*) from alert_rules where ${webhooksToSeal(keyId)})
      + (select count(*) from push_keys where ${pushKeysToSeal(keyId)}) as count`;
  return row?.count ?? 0;
}

export async function isKeyInUse(db: Sql, keyId: string): Promise<boolean> {
  const start = sealedWith(keyId);
  const [row] = await db<{ used: boolean }>`
    select exists (select from partners where starts_with(callback_secret, ${start}))
      or exists (select from push_keys where starts_with(private_key, ${start}))
      or exists (select from operators where starts_with(totp_secret, ${start}))
      or exists (select from alert_rules where starts_with(webhook_url, ${start}))
      or exists (
        select
        from callback_endpoints
        where starts_with(secret, ${start})
          or starts_with(previous_secret, ${start})
          or starts_with(auth ->> 'sealed', ${start})
      ) as used`;
  return row?.used ?? true;
}

// Rows that somebody else changes right now are left for the next time.
export async function lockPartnersToSeal(tx: Sql, page: Page) {
  return tx<PartnerRow>`
    select id as partner_id, callback_secret
    from partners
    where id > ${page.afterId}
      and ${partnersToSeal(page.keyId)}
    order by id
    limit ${page.limit}
    for no key update skip locked`;
}

export async function savePartnerSecrets(tx: Sql, rows: readonly PartnerRow[]): Promise<void> {
  await tx`
    update partners
    set callback_secret = sealed.callback_secret
    from unnest(
      ${rows.map(({ partnerId }) => partnerId)}::text[], ${rows.map(({ callbackSecret }) => callbackSecret)}::text[]
    ) as sealed (partner_id, callback_secret)
    where partners.id = sealed.partner_id`;
}

// An endpoint that an older program delivers to is left to it for as long as it does.
export async function lockEndpointsToSeal(tx: Sql, page: Page) {
  return tx<EndpointRow>`
    select partner_id, secret, previous_secret, auth
    from callback_endpoints
    where partner_id > ${page.afterId}
      and ${endpointsToSeal(page.keyId)}
      and (lease_owner is null or lease_owner like 'opens %' or lease_until < clock_timestamp())
    order by partner_id
    limit ${page.limit}
    for no key update skip locked`;
}

// A lease that has run out goes with it: its holder could not open what it comes back to.
export async function saveEndpointSecrets(tx: Sql, rows: readonly SealedEndpointRow[]): Promise<void> {
  await tx`
    update callback_endpoints
    set secret = sealed.secret, previous_secret = sealed.previous_secret, auth = sealed.auth::json,
      lease_owner = case when lease_owner like 'opens %' then lease_owner end,
      lease_until = case when lease_owner like 'opens %' then lease_until end
    from unnest(
      ${rows.map(({ partnerId }) => partnerId)}::text[], ${rows.map(({ secret }) => secret)}::text[],
      ${rows.map(({ previousSecret }) => previousSecret)}::text[], ${rows.map(({ auth }) => auth)}::text[]
    ) as sealed (partner_id, secret, previous_secret, auth)
    where callback_endpoints.partner_id = sealed.partner_id`;
}

export async function lockPushKeysToSeal(tx: Sql, page: Page) {
  return tx<PushKeyRow>`
    select public_key, private_key
    from push_keys
    where public_key > ${page.afterId}
      and ${pushKeysToSeal(page.keyId)}
    order by public_key
    limit ${page.limit}
    for no key update skip locked`;
}

export async function savePushKeys(tx: Sql, rows: readonly PushKeyRow[]): Promise<void> {
  for (const { publicKey, privateKey } of rows)
    await tx`update push_keys set private_key = ${privateKey} where public_key = ${publicKey}`;
}

export async function lockTotpsToSeal(tx: Sql, page: Page) {
  return tx<TotpRow>`
    select id, totp_secret
    from operators
    where id > ${page.afterId}
      and ${totpsToSeal(page.keyId)}
    order by id
    limit ${page.limit}
    for no key update skip locked`;
}

export async function saveTotps(tx: Sql, rows: readonly TotpRow[]): Promise<void> {
  for (const { id, totpSecret } of rows) await tx`update operators set totp_secret = ${totpSecret} where id = ${id}`;
}

export async function lockWebhooksToSeal(tx: Sql, page: Page) {
  return tx<WebhookRow>`
    select id, webhook_url
    from alert_rules
    where id > ${page.afterId}
      and ${webhooksToSeal(page.keyId)}
    order by id
    limit ${page.limit}
    for no key update skip locked`;
}

export async function saveWebhooks(tx: Sql, rows: readonly WebhookRow[]): Promise<void> {
  for (const { id, webhookUrl } of rows) await tx`update alert_rules set webhook_url = ${webhookUrl} where id = ${id}`;
}
