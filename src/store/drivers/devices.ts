// Phones and browsers on which drivers have signed in, and the codes that let a new one in.
import type { Phone } from "../../domain/phone.ts";
import { hasOneRow, type Sql } from "../db.ts";

export async function isDeviceOf(db: Sql, tokenHash: Buffer, phone: Phone, usedAfter: Date): Promise<boolean> {
  return hasOneRow(db`
    select driver_phone
    from driver_devices
    where token_hash = ${tokenHash}
      and driver_phone = ${phone}
      and used_at > ${usedAfter}`);
}

// The driver's devices beyond `limit` that were not used for longest are forgotten.
export async function saveDevice(tx: Sql, tokenHash: Buffer, phone: Phone, now: Date, limit: number): Promise<void> {
  await tx`
    insert into driver_devices (token_hash, driver_phone, used_at)
    values (${tokenHash}, ${phone}, ${now})
    on conflict (token_hash) do update
    set used_at = excluded.used_at`;
  await tx`
    delete from driver_devices
    where token_hash in (
      select token_hash
      from driver_devices
      where driver_phone = ${phone}
      order by used_at desc, token_hash
      offset ${limit}
    )`;
}

export async function removeDevicesOf(tx: Sql, phone: Phone): Promise<void> {
  await tx`delete from driver_devices where driver_phone = ${phone}`;
  await tx`delete from driver_codes where driver_phone = ${phone}`;
}

export type SignInCode = {
  readonly phone: Phone;
  readonly codeHash: Buffer;
  readonly triesLeft: number;
  readonly expiresAt: Date;
};

export async function saveCode(db: Sql, code: SignInCode): Promise<void> {
  await db`
    insert into driver_codes (driver_phone, code_hash, tries_left, expires_at)
    values (${code.phone}, ${code.codeHash}, ${code.triesLeft}, ${code.expiresAt})
    on conflict (driver_phone) do update
    set code_hash = excluded.code_hash, tries_left = excluded.tries_left, expires_at = excluded.expires_at`;
}

// Spends one try and says what it must match. Committed by itself: a wrong guess counts although nobody signs in.
export async function spendCodeTry(db: Sql, phone: Phone, now: Date): Promise<Buffer | undefined> {
  const [row] = await db<{ codeHash: Buffer }>`
    update driver_codes
    set tries_left = tries_left - 1
    where driver_phone = ${phone}
      and tries_left > 0
      and expires_at > ${now}
    returning code_hash`;
  return row?.codeHash;
}

// False when it is gone already: of two sign-ins with one code, one finds it.
export async function removeCode(tx: Sql, phone: Phone, codeHash: Buffer): Promise<boolean> {
  return hasOneRow(tx`
    delete from driver_codes
    where driver_phone = ${phone}
      and code_hash = ${codeHash}
    returning driver_phone`);
}
