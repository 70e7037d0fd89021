// Browsers that are signed in. The id in a cookie is kept hashed; the row is read on every call, so that signing out, a new
// key and a deactivated account count at once on every replica.
import type { SessionTimes, WebSessionKind } from "../../domain/accounts/web-session.ts";
import type { Phone } from "../../domain/phone.ts";
import { batched } from "../batched.ts";
import type { Sql } from "../db.ts";
import type { SignIn } from "./sign-ins.ts";

type PortalSession = SessionTimes &
  Omit<SignIn, "generation"> & {
    readonly kind: "portal";
    readonly accountName: string;
    readonly partnerName: string;
  };
type ConsoleSession = SessionTimes & { readonly kind: "console"; readonly operatorName: string };
export type SessionOf = { readonly portal: PortalSession; readonly console: ConsoleSession };
export type WebSession = SessionOf[WebSessionKind];

export type NewWebSession = SessionTimes & {
  readonly idHash: Buffer;
  readonly phone: Phone | null;
  readonly operatorName: string | null;
};

// The oldest sessions of the account, or of the console, beyond `limit` end.
export async function insertWebSession(tx: Sql, session: NewWebSession, limit: number): Promise<void> {
  await tx`
    insert into web_sessions (id_hash, kind, phone, operator_name, created_at, seen_at, expires_at)
    values (
      ${session.idHash}, ${session.kind}, ${session.phone}, ${session.operatorName}, ${session.seenAt}, ${session.seenAt},
      ${session.expiresAt}
    )`;
  await tx`
    delete from web_sessions
    where id_hash in (
      select id_hash
      from web_sessions
      where kind = ${session.kind}
        and phone is not distinct from ${session.phone}
      order by created_at desc, id_hash
      offset ${limit}
    )`;
}

// Keys are hashes in hex.
export function openWebSessions(db: Sql): (idHash: string) => Promise<WebSession | undefined> {
  return batched(async (hashes) => {
    const rows = await db<WebSession & { readonly idHash: string }>`
      select encode(id_hash, 'hex') as id_hash, kind, operator_name, seen_at, expires_at, web_sessions.phone,
        accounts.partner_id, accounts.status, accounts.parent_phone, accounts.name as account_name,
        partners.name as partner_name, partners.rate_limit_per_minute
      from web_sessions
      left join accounts on accounts.phone = web_sessions.phone
      left join partners on partners.id = accounts.partner_id
      where id_hash = any(${hashes.map((hash) => Buffer.from(hash, "hex"))})`;
    return new Map(rows.map((row) => [row.idHash, row]));
  });
}

export async function markSeen(db: Sql, idHash: Buffer, now: Date): Promise<void> {
  await db`update web_sessions set seen_at = greatest(seen_at, ${now}) where id_hash = ${idHash}`;
}

export async function removeWebSession(db: Sql, idHash: Buffer): Promise<void> {
  await db`delete from web_sessions where id_hash = ${idHash}`;
}

export async function removeWebSessionsOfAccount(tx: Sql, phone: Phone): Promise<void> {
  await tx`delete from web_sessions where phone = ${phone}`;
}

export async function removeWebSessionsOfPartner(tx: Sql, partnerId: string): Promise<void> {
  await tx`
    delete from web_sessions
    where phone in (select phone from accounts where partner_id = ${partnerId})`;
}

export async function removeOldWebSessions(
  db: Sql,
  now: Date,
  idleSince: Readonly<Record<WebSessionKind, Date>>,
  limit: number,
): Promise<void> {
  await db`
    delete from web_sessions
    where id_hash in (
      select id_hash
      from web_sessions
      where expires_at <= ${now}
        or seen_at <= case kind when 'portal' then ${idleSince.portal}::timestamptz else ${idleSince.console}::timestamptz end
      limit ${limit}
    )`;
}
