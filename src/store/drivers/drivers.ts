// Rows of drivers: made by the operator, found by phone, locked before money or offers of theirs move.
import type { DayBreak } from "../../domain/drivers/breaks.ts";
import type { Driver, DriverStatus } from "../../domain/drivers/driver.ts";
import type { Phone } from "../../domain/phone.ts";
import { first, hasOneRow, NOTHING, type Sql, sql } from "../db.ts";

const COLUMNS = sql`
  phone, name, plate_number, vehicle, city_id, status, is_robot, equipment, cash_max, breaks, rating_sum, rating_count, created_at`;

type Work = "equipment" | "cashMax" | "breaks";
export type NewDriver = Omit<Driver, "status" | "ratingSum" | "ratingCount" | Work> &
  Partial<Pick<Driver, Work>> & { readonly pinHash: Buffer };

// False when the phone is taken: of two drivers with one phone, one is made.
export async function insertDriver(tx: Sql, driver: NewDriver): Promise<boolean> {
  return hasOneRow(tx`
    with made as (
      insert into drivers (
        phone, name, plate_number, vehicle, city_id, pin_hash, is_robot, equipment, cash_max, breaks, created_at
      )
      values (
        ${driver.phone}, ${driver.name}, ${driver.plateNumber}, ${driver.vehicle}, ${driver.cityId}, ${driver.pinHash},
        ${driver.isRobot}, ${driver.equipment ?? []}, ${driver.cashMax ?? 0}, ${JSON.stringify(driver.breaks ?? [])},
        ${driver.createdAt}
      )
      on conflict (phone) do nothing
      returning phone
    )
    insert into driver_places (driver_phone)
    select phone
    from made
    returning driver_phone`);
}

export async function findDriver(db: Sql, phone: Phone) {
  return first(db<Driver>`select ${COLUMNS} from drivers where phone = ${phone}`);
}

// In the order of phones, so that two who lock several never wait for each other.
export async function lockDrivers(tx: Sql, phones: readonly Phone[]): Promise<void> {
  await tx`
    select phone
    from drivers
    where phone = any(${phones})
    order by phone
    for no key update`;
}

// For a phone that the sandbox made up: nobody has a row for it to be locked.
export async function lockMadeUpDriver(tx: Sql, phone: Phone): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${phone}, 0))`;
}

// Those of them that nobody else has locked. The others are left to another time, so that one driver holds up no other.
export async function lockFreeDrivers(tx: Sql, phones: readonly Phone[]): Promise<readonly Phone[]> {
  const rows = await tx<{ phone: Phone }>`
    select phone
    from drivers
    where phone = any(${phones})
    order by phone
    for no key update skip locked`;
  return rows.map((row) => row.phone);
}

export type DriverChange = {
  readonly name: string | null;
  readonly plateNumber: string | null;
  readonly vehicle: string | null;
  readonly cityId: string | null;
  readonly status: DriverStatus | null;
  readonly reason: string | null;
  readonly equipment: readonly string[] | null;
  readonly cashMax: number | null;
  readonly breaks: readonly DayBreak[] | null;
  readonly pinHash: Buffer | null;
};

export async function updateDriver(tx: Sql, phone: Phone, change: DriverChange) {
  return first(tx<Driver>`
    update drivers
    set name = coalesce(${change.name}, name),
      plate_number = coalesce(${change.plateNumber}, plate_number),
      vehicle = coalesce(${change.vehicle}, vehicle),
      city_id = coalesce(${change.cityId}, city_id),
      status = coalesce(${change.status}, status),
      suspended_reason = case
        when ${change.status}::text is null then suspended_reason
        when ${change.status}::text = 'DEACTIVATED' then coalesce(${change.reason}, suspended_reason)
      end,
      equipment = coalesce(${change.equipment}, equipment),
      cash_max = coalesce(${change.cashMax}, cash_max),
      breaks = coalesce(${change.breaks && JSON.stringify(change.breaks)}::jsonb, breaks),
      pin_hash = coalesce(${change.pinHash}, pin_hash)
    where phone = ${phone}
    returning ${COLUMNS}`);
}

export type DriverWithPlace = Driver & {
  readonly online: boolean;
  readonly lat: number | null;
  readonly lng: number | null;
  readonly heardAt: Date | null;
  readonly locatedAt: Date | null;
  readonly suspendedReason: string | null;
};

export type DriverFilter = {
  readonly cityId?: string | undefined;
  readonly cityIds?: readonly string[] | undefined;
  readonly status?: DriverStatus | undefined;
  readonly online?: boolean | undefined;
  // Part of a phone, a plate or a name.
  readonly search?: string | undefined;
  readonly afterPhone?: Phone | undefined;
};

export async function listDrivers(db: Sql, filter: DriverFilter, limit: number): Promise<readonly DriverWithPlace[]> {
  const search = filter.search === undefined ? undefined : `%${filter.search.replace(/[\\%_]/g, "\\$&")}%`;
  return db<DriverWithPlace>`
    select ${COLUMNS}, online, lat, lng, heard_at, located_at, suspended_reason
    from drivers
    join driver_places on driver_phone = phone
    where phone > ${filter.afterPhone ?? ""}
      ${filter.cityId === undefined ? NOTHING : sql`and city_id = ${filter.cityId}`}
      ${filter.cityIds === undefined ? NOTHING : sql`and city_id = any(${filter.cityIds})`}
      ${filter.status === undefined ? NOTHING : sql`and status = ${filter.status}`}
      ${filter.online === undefined ? NOTHING : sql`and online = ${filter.online}`}
      ${search === undefined ? NOTHING : sql`and (phone like ${search} or plate_number ilike ${search} or name ilike ${search})`}
    order by phone
    limit ${limit}`;
}

export async function findDriverWithPlace(db: Sql, phone: Phone) {
  return first(db<DriverWithPlace>`
    select ${COLUMNS}, online, lat, lng, heard_at, located_at, suspended_reason
    from drivers
    join driver_places on driver_phone = phone
    where phone = ${phone}`);
}

export async function listDriversByPhone(db: Sql, phones: readonly Phone[]) {
  return db<Driver>`select ${COLUMNS} from drivers where phone = any(${phones})`;
}

export async function listDriverNames(db: Sql, phones: readonly Phone[]): Promise<ReadonlyMap<Phone, string>> {
  const rows = await db<{ phone: Phone; name: string }>`select phone, name from drivers where phone = any(${phones})`;
  return new Map(rows.map(({ phone, name }) => [phone, name]));
}
