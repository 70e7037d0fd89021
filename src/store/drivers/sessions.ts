// Drivers' sessions: hashed tokens with an end, and the tries that lead to them.
import type { DriverCaller, DriverStatus } from "../../domain/drivers/driver.ts";
import type { Phone } from "../../domain/phone.ts";
import { batched } from "../batched.ts";
import type { Sql } from "../db.ts";
import { tell } from "../notices.ts";

// Counts a try before the pin is looked at, so that fifty guesses at once are fifty tries. Undefined when the tries are
// used up; tries before `forgottenAt` do not count.
export async function spendPinTry(
  db: Sql,
  phone: Phone,
  limit: number,
  now: Date,
  forgottenAt: Date,
): Promise<{ readonly tries: number } | undefined> {
  const [row] = await db<{ tries: number }>`
    insert into driver_pin_tries as known (phone, tries, tried_at)
    values (${phone}, 1, ${now})
    on conflict (phone) do update
    set tries = case when known.tried_at <= ${forgottenAt} then 1 else known.tries + 1 end, tried_at = ${now}
    where known.tries < ${limit}
      or known.tried_at <= ${forgottenAt}
    returning tries`;
  return row;
}

export async function findLastPinTry(db: Sql, phone: Phone): Promise<Date | undefined> {
  const [row] = await db<{ triedAt: Date }>`select tried_at from driver_pin_tries where phone = ${phone}`;
  return row?.triedAt;
}

export async function forgetPinTries(db: Sql, phone: Phone): Promise<void> {
  await db`delete from driver_pin_tries where phone = ${phone}`;
}

export type SignInDriver = { readonly phone: Phone; readonly pinHash: Buffer; readonly status: DriverStatus };

export async function findSignInDriver(db: Sql, phone: Phone): Promise<SignInDriver | undefined> {
  const [row] = await db<SignInDriver>`select phone, pin_hash, status from drivers where phone = ${phone}`;
  return row;
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
  if (ended.length > 0) await tell(tx, "giao_drivers", session.phone);
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
      select token_hash, phone, name, plate_number, city_id, vehicle, status, expires_at
      from driver_sessions
      join drivers on phone = driver_phone
      where token_hash = any(${hashes.map((hash) => Buffer.from(hash, "hex"))}::bytea[])`;
    return new Map(rows.map(({ tokenHash, ...session }) => [tokenHash.toString("hex"), session]));
  });
}

export async function removeOldSignIns(db: Sql, now: Date, forgottenAt: Date, limit: number): Promise<void> {
  await db`
    delete from driver_sessions
    where token_hash in (select token_hash from driver_sessions where expires_at <= ${now} limit ${limit})`;
  await db`
    delete from driver_pin_tries
    where phone in (select phone from driver_pin_tries where tried_at <= ${forgottenAt} limit ${limit})`;
}
