// Browsers that are signed in. The id in a cookie is kept hashed; the row is read on every call, so that signing out, a new
// key and a deactivated account count at once on every replica.
import type { SessionTimes, WebSessionKind } from "../../domain/accounts/web-session.ts";
import type { MemberRole } from "../../domain/members/member-roles.ts";
import type { OperatorRole } from "../../domain/operators/roles.ts";
import type { Phone } from "../../domain/phone.ts";
import { batched } from "../batched.ts";
import { hasOneRow, type Sql, sql } from "../db.ts";
import type { SignIn } from "./sign-ins.ts";

type PortalSession = SessionTimes &
  Omit<SignIn, "generation"> & {
    readonly kind: "portal";
    readonly accountName: string;
    readonly partnerName: string;
    // Of a member; null: whoever signed in with the API key, who may all.
    readonly memberId: string | null;
    readonly memberRole: MemberRole | null;
    readonly memberName: string | null;
    readonly isMemberDisabled: boolean;
  };
// Of a person with an account, or of whoever typed OPERATOR_KEY and a name.
type ConsoleSession = SessionTimes & {
  readonly kind: "console";
  readonly idHash: string;
  readonly operatorName: string;
  readonly provedAt: Date | null;
} & (
    | { readonly operatorId: null }
    | {
        readonly operatorId: string;
        readonly role: OperatorRole;
        readonly cities: readonly string[] | null;
        readonly email: string;
        readonly isDisabled: boolean;
        readonly isOfProvider: boolean;
      }
  );
export type SessionOf = { readonly portal: PortalSession; readonly console: ConsoleSession };
export type WebSession = SessionOf[WebSessionKind];

export type NewWebSession = SessionTimes & {
  readonly idHash: Buffer;
  readonly phone: Phone | null;
  readonly operatorName: string | null;
  // Of a person of the operator's.
  readonly operatorId?: string;
  readonly address?: string;
  readonly browser?: string;
  readonly provedAt?: Date;
  // Of a partner's member.
  readonly memberId?: string;
  // The API key that somebody came in by.
  readonly keyHash?: Buffer;
};

// The oldest sessions of the account, or of the console, beyond `limit` end.
export async function insertWebSession(tx: Sql, session: NewWebSession, limit: number): Promise<void> {
  await tx`
    insert into web_sessions (
      id_hash, kind, phone, operator_name, operator_id, address, browser, proved_at, member_id, key_hash, created_at, seen_at, expires_at
    )
    values (
      ${session.idHash}, ${session.kind}, ${session.phone}, ${session.operatorName}, ${session.operatorId ?? null},
      ${session.address ?? null}, ${session.browser ?? null}, ${session.provedAt ?? null}, ${session.memberId ?? null},
      ${session.keyHash ?? null}, ${session.seenAt}, ${session.seenAt}, ${session.expiresAt}
    )`;
  await tx`
    delete from web_sessions
    where id_hash in (
      select id_hash
      from web_sessions
      where kind = ${session.kind}
        and phone is not distinct from ${session.phone}
        and operator_id is not distinct from ${session.operatorId ?? null}
        and member_id is not distinct from ${session.memberId ?? null}
      order by created_at desc, id_hash
      offset ${limit}
    )`;
}

// Keys are hashes in hex.
export function openWebSessions(db: Sql): (idHash: string) => Promise<WebSession | undefined> {
  return batched(async (hashes) => {
    const rows = await db<WebSession & { readonly idHash: string }>`
      select encode(id_hash, 'hex') as id_hash, kind, coalesce(operators.name, operator_name) as operator_name, seen_at,
        expires_at, operator_id, proved_at, operators.role, operators.cities, operators.email,
        operators.disabled_at is not null as is_disabled,
        operators.provider_id is not null as is_of_provider, web_sessions.phone,
        accounts.partner_id, accounts.status, accounts.parent_phone, accounts.name as account_name,
        partners.name as partner_name, partners.rate_limit_per_minute, member_id, members.role as member_role,
        members.name as member_name, members.disabled_at is not null as is_member_disabled
      from web_sessions
      left join accounts on accounts.phone = web_sessions.phone
      left join partners on partners.id = accounts.partner_id
      left join operators on operators.id = web_sessions.operator_id
      left join members on members.id = web_sessions.member_id
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

export type OwnSession = {
  readonly idHash: string;
  readonly address: string | null;
  readonly browser: string | null;
  readonly createdAt: Date;
  readonly seenAt: Date;
};

// Of a person of the operator's, the newest first; they are few.
export async function listSessionsOfOperator(db: Sql, operatorId: string) {
  return db<OwnSession>`
    select encode(id_hash, 'hex') as id_hash, address, browser, created_at, seen_at
    from web_sessions
    where operator_id = ${operatorId}
    order by created_at desc`;
}

// `named`: how its hash begins, in hex.
export async function removeSessionOfOperator(db: Sql, operatorId: string, named: string): Promise<boolean> {
  return hasOneRow(db`
    delete from web_sessions
    where operator_id = ${operatorId}
      and starts_with(encode(id_hash, 'hex'), ${named})
    returning 1 as gone`);
}

// But the one that is at work.
export async function removeSessionsOfOperator(tx: Sql, operatorId: string, keptIdHash = ""): Promise<void> {
  await tx`
    delete from web_sessions
    where operator_id = ${operatorId}
      and encode(id_hash, 'hex') <> ${keptIdHash}`;
}

export async function markProved(db: Sql, idHash: string, now: Date): Promise<void> {
  await db`update web_sessions set proved_at = ${now} where id_hash = ${Buffer.from(idHash, "hex")}`;
}

// Of those who came with a key; members have passwords of their own.
export async function removeKeySessionsOfPartner(tx: Sql, partnerId: string): Promise<void> {
  await tx`
    delete from web_sessions
    where phone in (select phone from accounts where partner_id = ${partnerId})
      and member_id is null`;
}

// Whoever came in by a key, by its id; those of before that was kept may have had it.
const cameBy = (partnerId: string, keyId: string) => sql`
  phone in (select phone from accounts where partner_id = ${partnerId})
    and member_id is null
    and (key_hash is null or left(encode(key_hash, 'hex'), 16) = ${keyId})`;

export async function removeSessionsOfKey(tx: Sql, partnerId: string, keyId: string): Promise<void> {
  await tx`delete from web_sessions where ${cameBy(partnerId, keyId)}`;
}

export async function limitSessionsOfKey(tx: Sql, partnerId: string, keyId: string, endsAt: Date): Promise<void> {
  await tx`update web_sessions set expires_at = least(expires_at, ${endsAt}) where ${cameBy(partnerId, keyId)}`;
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
