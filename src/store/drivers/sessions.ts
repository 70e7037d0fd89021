// Drivers' sessions: hashed tokens with an end.
import type { DriverCaller, DriverStatus } from "../../domain/drivers/driver.ts";
import type { Phone } from "../../domain/phone.ts";
import { startStopwatch } from "../../ports/clock.ts";
import { NewestMap } from "../../ports/flow/newest-map.ts";
import { EVERYTHING } from "../../ports/live/live-notices.ts";
import { batched } from "../batched.ts";
import { first, hasOneRow, type Sql } from "../db.ts";
import { type Notices, notifyAfterwards } from "../notices.ts";

export type SignInDriver = { readonly phone: Phone; readonly pinHash: Buffer; readonly status: DriverStatus };

export async function findSignInDriver(db: Sql, phone: Phone) {
  return first(db<SignInDriver>`select phone, pin_hash, status from drivers where phone = ${phone}`);
}

// False when the driver has another pin by now, or is no longer active; otherwise neither changes until the transaction ends.
export async function lockPin(tx: Sql, phone: Phone, pinHash: Buffer): Promise<boolean> {
  return hasOneRow(tx`
    select phone
    from drivers
    where phone = ${phone}
      and pin_hash = ${pinHash}
      and status = 'ACTIVATED'
    for share`);
}

export type NewSession = {
  readonly tokenHash: Buffer;
  readonly phone: Phone;
  readonly createdAt: Date;
  readonly expiresAt: Date;
};

// The driver's oldest sessions beyond `limit` end.
export async function insertSession(tx: Sql, session: NewSession, limit: number): Promise<void> {
  await tx`
    insert into driver_sessions (token_hash, driver_phone, created_at, expires_at)
    values (${session.tokenHash}, ${session.phone}, ${session.createdAt}, ${session.expiresAt})`;
  const ended = await tx`
    delete from driver_sessions
    where token_hash in (
      select token_hash
      from driver_sessions
      where driver_phone = ${session.phone}
      order by created_at desc, token_hash
      offset ${limit}
    )
    returning driver_phone`;
  if (ended.length > 0) notifyAfterwards(tx, "giao_drivers", session.phone);
}

export async function removeSession(db: Sql, tokenHash: Buffer): Promise<void> {
  await db`
    with ended as (
      delete from driver_sessions
      where token_hash = ${tokenHash}
      returning driver_phone
    )
    select pg_notify('giao_drivers', driver_phone)
    from ended`;
}

export async function removeSessionsOf(tx: Sql, phone: Phone): Promise<void> {
  await tx`delete from driver_sessions where driver_phone = ${phone}`;
}

export type DriverSession = DriverCaller & { readonly status: DriverStatus; readonly expiresAt: Date };
type SessionRow = DriverSession & { readonly tokenHash: Buffer };

// Read on every call of a driver: small, by key, many at a time. Keys are hex.
export function openDriverSessions(db: Sql): (tokenHash: string) => Promise<DriverSession | undefined> {
  return batched(async (hashes) => {
    const rows = await db<SessionRow>`
      select token_hash, phone, name, plate_number, city_id, vehicle, rating_sum, rating_count, status, expires_at
      from driver_sessions
      join drivers on phone = driver_phone
      where token_hash = any(${hashes.map((hash) => Buffer.from(hash, "hex"))}::bytea[])`;
    return new Map(rows.map(({ tokenHash, ...session }) => [tokenHash.toString("hex"), session]));
  });
}

// Drivers' sessions in memory, for the one call that comes a thousand times a second. A session that ends is forgotten as soon as
// the notice of it arrives, and whatever becomes of notices, after a minute: so long a phone that was signed out may still
// say where it is, and nothing else.
type Find = (tokenHash: string) => Promise<DriverSession | undefined>;

const KEPT_MS = 60_000;
const KEPT_MAX = 50_000;

export function keepSessions(find: Find, notices: Notices): Find {
  const watch = startStopwatch();
  const kept = new NewestMap<string, { readonly session: DriverSession; readonly untilMs: number }>(KEPT_MAX);
  let changes = 0;
  notices.on("giao_drivers", (phone) => {
    changes++;
    if (phone === EVERYTHING) kept.clear();
    else for (const [hash, { session }] of kept) if (session.phone === phone) kept.delete(hash);
  });
  return async (tokenHash) => {
    const known = kept.get(tokenHash);
    if (known && watch.elapsedMs() < known.untilMs) return known.session;
    kept.delete(tokenHash);
    const before = changes;
    const session = await find(tokenHash);
    // What was read while somebody's session changed may be the one from before.
    if (!session || before !== changes) return session;
    kept.set(tokenHash, { session, untilMs: watch.elapsedMs() + KEPT_MS });
    return session;
  };
}
