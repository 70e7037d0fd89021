// Which replica dispatches a city, and how that goes. A lease only saves work: offers are safe whoever writes them, because orders and
// drivers are locked and looked at again.
import type { CityFigure } from "../../domain/dispatch/city-figure.ts";
import { hasOneRow, type Sql } from "../db.ts";
import { WAITING_CITIES } from "../orders/standing.ts";

// When a replica dies, its cities wait this long for another one.
const LEASE_SECONDS = 5;
// A worker's own row says that it is there.
const WORKER = "worker ";
// What was led longer ago says nothing about now.
const TOLD_MINUTES = 60;

export type LeaseNote = { readonly holder: string; readonly figures: CityFigure };

// True when `owner` has the city now, newly or still.
export async function takeLease(db: Sql, cityId: string, owner: string, note?: LeaseNote): Promise<boolean> {
  return hasOneRow(db`
    insert into dispatch_leases as lease (city_id, owner, held_until, holder, figures, told_at)
    values (
      ${cityId}, ${owner}, clock_timestamp() + make_interval(secs => ${LEASE_SECONDS}), ${note?.holder ?? null},
      ${note ? JSON.stringify(note.figures) : null}::json, clock_timestamp()
    )
    on conflict (city_id) do update
    set owner = excluded.owner, held_until = excluded.held_until, holder = excluded.holder,
      figures = excluded.figures, told_at = excluded.told_at
    where lease.owner = excluded.owner
      or lease.held_until < clock_timestamp()
    returning city_id`);
}

export type Standing = {
  readonly workers: readonly string[];
  // By city.
  readonly leaderOf: ReadonlyMap<string, string>;
};

// Says that this worker is there, and finds who else is and what they lead.
export async function standUp(db: Sql, owner: string): Promise<Standing> {
  const rows = await db<{ cityId: string; owner: string }>`
    with self as (
      insert into dispatch_leases (city_id, owner, held_until)
      values (${WORKER + owner}, ${owner}, clock_timestamp() + make_interval(secs => ${LEASE_SECONDS}))
      on conflict (city_id) do update
      set held_until = excluded.held_until
      returning city_id, owner
    )
    select city_id, owner from self
    union
    select city_id, owner
    from dispatch_leases
    where held_until > clock_timestamp()`;
  const isWorker = ({ cityId }: { readonly cityId: string }): boolean => cityId.startsWith(WORKER);
  return {
    workers: rows.filter(isWorker).map((row) => row.owner),
    leaderOf: new Map(rows.filter((row) => !isWorker(row)).map((row) => [row.cityId, row.owner])),
  };
}

export async function giveUpLease(db: Sql, cityId: string, owner: string): Promise<void> {
  await db`
    update dispatch_leases
    set held_until = clock_timestamp()
    where city_id = ${cityId}
      and owner = ${owner}`;
}

// So that a replica that stops in order leaves nobody waiting.
export async function giveUpLeases(db: Sql, owner: string): Promise<void> {
  await db`delete from dispatch_leases where owner = ${owner}`;
}

export async function removeGoneWorkers(db: Sql): Promise<void> {
  await db`
    delete from dispatch_leases
    where city_id like ${`${WORKER}%`}
      and held_until < clock_timestamp() - interval '1 hour'`;
}

export type WaitingCity = { readonly cityId: string; readonly isLed: boolean };

// The cities in which orders wait, and whether anybody leads them.
export async function listWaitingLed(db: Sql): Promise<readonly WaitingCity[]> {
  return db<WaitingCity>`
    select city_id, exists (
        select 1
        from dispatch_leases as lease
        where lease.city_id = waiting.city_id
          and held_until > clock_timestamp()
      ) as is_led
    from (${WAITING_CITIES}) as waiting
    limit 500`;
}

export type CityStanding = LeaseNote & {
  readonly cityId: string;
  readonly isLed: boolean;
  readonly ageSeconds: number;
};

// Of each city that was led lately.
export async function listCityStandings(db: Sql) {
  return db<CityStanding>`
    select city_id, holder, figures, held_until > clock_timestamp() as is_led,
      extract(epoch from clock_timestamp() - told_at)::float8 as age_seconds
    from dispatch_leases
    where figures is not null
      and told_at > clock_timestamp() - make_interval(mins => ${TOLD_MINUTES})
    order by city_id
    limit 500`;
}
