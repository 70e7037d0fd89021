// Orders of a city, no more than so many of each hour: where hundreds are made in one, all hours of the day are read, and where one is made in three,
// weeks are. What others make says nothing about either.
import { type Sql, sql } from "../db.ts";

// One an hour, in the same order.
export type OrderHours = {
  // Numbers that orders were made under: the first, and the first of the next hour.
  readonly first: readonly number[];
  readonly next: readonly number[];
  readonly atMost: readonly number[];
};

// The numbers at which the hours before a moment begin, the newest first; before all of them stands the one at which the last of them ends.
export async function listHourNumbers(db: Sql, until: Date, hours: number): Promise<readonly number[]> {
  const rows = await db<{ number: number }>`
    select order_number_at(${until}::timestamptz - make_interval(hours => back)) as number
    from generate_series(0, ${hours}::int) as back
    order by back`;
  return rows.map(({ number }) => number);
}

// Of those that are over and of which times are kept, the newest of each hour.
export function settledIn(cityId: string, { first, next, atMost }: OrderHours) {
  return sql`
    unnest(${first}::bigint[], ${next}::bigint[], ${atMost}::int[]) as hour (first, next, at_most)
    cross join lateral (
      select number
      from orders
      join order_times using (number)
      where orders.city_id = ${cityId}
        and number >= hour.first
        and number < hour.next
        and settled
      order by number desc
      limit hour.at_most
    ) as newest`;
}
