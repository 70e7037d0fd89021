// Which replica dispatches a city. A lease only saves work: offers are safe whoever writes them, because orders and drivers
// are locked and looked at again.
import type { Sql } from "../db.ts";

// When a replica dies, its cities wait this long for another one.
const LEASE_SECONDS = 5;

// True when `owner` has the city now, newly or still.
export async function takeLease(db: Sql, cityId: string, owner: string): Promise<boolean> {
  const rows = await db`
    insert into dispatch_leases as lease (city_id, owner, held_until)
    values (${cityId}, ${owner}, clock_timestamp() + make_interval(secs => ${LEASE_SECONDS}))
    on conflict (city_id) do update
    set owner = excluded.owner, held_until = excluded.held_until
    where lease.owner = excluded.owner
      or lease.held_until < clock_timestamp()
    returning city_id`;
  return rows.length === 1;
}

// So that a replica that stops in order leaves nobody waiting.
export async function giveUpLeases(db: Sql, owner: string): Promise<void> {
  await db`delete from dispatch_leases where owner = ${owner}`;
}
