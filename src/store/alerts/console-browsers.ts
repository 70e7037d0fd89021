// Browsers that are signed in to the console and take notifications: one a session, and it goes with the session.
import type { PushSubscription } from "../../domain/drivers/offer-push.ts";
import type { OperatorRole } from "../../domain/operators/roles.ts";
import { first, hasOneRow, type Sql, sql } from "../db.ts";

export async function isBrowserTold(db: Sql, sessionHash: Buffer): Promise<boolean> {
  const rows = await db`select from console_browsers where session_hash = ${sessionHash}`;
  return rows.length > 0;
}

// A browser has one, whoever is signed in there. False when the session has ended meanwhile.
export async function saveBrowser(
  tx: Sql,
  sessionHash: Buffer,
  { endpoint, p256dh, auth, language }: PushSubscription,
  now: Date,
): Promise<boolean> {
  // Two who bring the same browser at once take turns.
  await tx`select pg_advisory_xact_lock(hashtextextended(${endpoint}, 0))`;
  await tx`
    delete from console_browsers
    where endpoint = ${endpoint}
      and session_hash <> ${sessionHash}`;
  return hasOneRow(tx`
    insert into console_browsers (session_hash, endpoint, p256dh, auth, language, created_at)
    select id_hash, ${endpoint}, ${p256dh}, ${auth}, ${language}, ${now}
    from web_sessions
    where id_hash = ${sessionHash}
      and kind = 'console'
    for key share
    on conflict (session_hash) do update
    set endpoint = excluded.endpoint, p256dh = excluded.p256dh, auth = excluded.auth, language = excluded.language
    returning session_hash`);
}

export async function removeBrowser(db: Sql, sessionHash: Buffer): Promise<void> {
  await db`delete from console_browsers where session_hash = ${sessionHash}`;
}

// One that takes no more, unless it has brought another address meanwhile.
export async function removeGoneBrowser(
  db: Sql,
  { sessionHash, endpoint }: Pick<ToldBrowser, "sessionHash" | "endpoint">,
): Promise<void> {
  await db`delete from console_browsers where session_hash = ${sessionHash} and endpoint = ${endpoint}`;
}

// As the session has them: whoever came with OPERATOR_KEY is an owner.
export type ToldBrowser = PushSubscription & {
  readonly sessionHash: Buffer;
  readonly name: string;
  readonly role: OperatorRole;
  readonly cities: readonly string[] | null;
  readonly seenAt: Date;
  readonly expiresAt: Date;
};

const columns = sql`session_hash, endpoint, p256dh, auth, language, coalesce(operators.name, operator_name, '') as name,
  coalesce(operators.role, 'owner') as role, operators.cities, seen_at, expires_at`;
const from = sql`console_browsers
    join web_sessions on id_hash = session_hash
    left join operators on operators.id = operator_id`;

const BROWSERS_MAX = 500;

export async function listBrowsers(db: Sql): Promise<readonly ToldBrowser[]> {
  return db<ToldBrowser>`
    select ${columns}
    from ${from}
    where operators.disabled_at is null
    order by console_browsers.created_at, session_hash
    limit ${BROWSERS_MAX}`;
}

export async function findBrowser(db: Sql, sessionHash: Buffer): Promise<ToldBrowser | undefined> {
  return first(db<ToldBrowser>`
    select ${columns}
    from ${from}
    where session_hash = ${sessionHash}
      and operators.disabled_at is null`);
}
