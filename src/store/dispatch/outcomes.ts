// What became of the questions that drivers were asked lately.
import type { OfferOutcome } from "../../domain/dispatch/city-figure.ts";
import type { Sql } from "../db.ts";
import { OF_OPEN_MONTHS } from "../months.ts";

export type CityOutcome = { readonly cityId: string; readonly answer: OfferOutcome; readonly count: number };

export async function countOutcomes(db: Sql, since: Date) {
  return db<CityOutcome>`
    select city_id, answer, count(*)::int as count
    from offers
    join drivers on drivers.phone = offers.driver_phone
    where answered_at > ${since}
      and kind = 'assign'
      and ${OF_OPEN_MONTHS}
    group by city_id, answer
    limit 5000`;
}
