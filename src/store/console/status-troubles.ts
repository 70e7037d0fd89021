// Since when parts of the platform are not up, for all processes that tell it.
import type { PartStatus } from "../../domain/health/platform-status.ts";
import { joined, type Sql, sql } from "../db.ts";

export type PartTrouble = Pick<PartStatus, "part"> & { readonly since: Date };

// Says that these are seen now, and answers since when each of them is: whoever saw it first has said so. What nobody had seen for `overSeconds` begins anew;
// by the database's time, so that moving the sandbox's clock ends none.
export async function keepTroubles(
  db: Sql,
  troubles: readonly PartTrouble[],
  overSeconds: number,
): Promise<readonly PartTrouble[]> {
  if (troubles.length === 0) return [];
  const rows = joined(troubles.map(({ part, since }) => sql`(${part}::text, ${since}::timestamptz, now())`));
  return db<PartTrouble>`
    insert into status_troubles as trouble (part, since, seen_at)
    values ${rows}
    on conflict (part) do update
    set since = case
        when trouble.seen_at >= now() - make_interval(secs => ${overSeconds}) then trouble.since
        else excluded.since
      end,
      seen_at = excluded.seen_at
    returning part, since`;
}
