// Drivers for benchmarks, straight into the tables: signing thousands of pins in would take minutes on purpose.
import { hashSecret } from "../src/ports/secrets.ts";
import type { Database } from "../src/store/db.ts";

// A driver's phone is their token.
export async function signInDrivers(db: Database, phones: readonly string[], online: boolean): Promise<void> {
  await db`
    insert into drivers (phone, name, plate_number, vehicle, city_id, pin_hash, created_at)
    select phone, 'Bench', 'B', 'BIKE', 'SGN', decode(repeat('00', 48), 'hex'), now()
    from unnest(${phones}::text[]) as driver (phone)`;
  await db`
    insert into driver_places (driver_phone, online, lat, lng)
    select phone, ${online}, 10.77, 106.7
    from unnest(${phones}::text[]) as driver (phone)`;
  await db`
    insert into driver_sessions (token_hash, driver_phone, created_at, expires_at)
    select hash, phone, now(), now() + interval '1 day'
    from unnest(${phones}::text[], ${phones.map(hashSecret)}::bytea[]) as session (phone, hash)`;
  await db`analyze drivers, driver_places, driver_sessions`;
}
