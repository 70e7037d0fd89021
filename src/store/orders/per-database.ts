// What there is one of for each database, opened by whoever asks first.
import type { Database } from "../db.ts";

export function perDatabase<T>(open: (db: Database) => T): (db: Database) => T {
  const opened = new WeakMap<Database, T>();
  return (db) => {
    const one = opened.get(db) ?? open(db);
    opened.set(db, one);
    return one;
  };
}
