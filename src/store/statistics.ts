// What PostgreSQL knows of its tables. It counts them once a minute at the most, and a statement that is asked all the time keeps its plan until then:
// planned while a table was nearly empty, it may read all of what came since.
import { type Database, RowIsHeld, script } from "./db.ts";

// Below that a table is read in a moment, and above it PostgreSQL's own minute comes long before the next fivefold.
const ROWS_MIN = 1_000;
const ROWS_MAX = 1_000_000;
const GROWTH = 5;
const TABLES_MAX = 10;

// Those that have grown fivefold since they were counted are counted now, which makes every session plan anew.
export async function countGrownTables(db: Database, goesOn: () => boolean = () => true): Promise<void> {
  const grown = await db<{ name: string }>`
    select format('%I.%I', counted.schemaname, counted.relname) as name
    from pg_stat_user_tables as counted
    join pg_class on pg_class.oid = relid
    where n_live_tup between ${ROWS_MIN}::int and ${ROWS_MAX}::int
      and n_live_tup >= ${GROWTH}::int * reltuples
      and pg_has_role(relowner, 'usage')
    order by n_live_tup
    limit ${TABLES_MAX}`;
  for (const { name } of grown) {
    if (!goesOn()) return;
    try {
      await db.with({ isPatient: false })`${script(`analyze ${name}`)}`;
    } catch (error) {
      // Somebody counts it already, or changes it.
      if (!(error instanceof RowIsHeld)) throw error;
    }
  }
}
