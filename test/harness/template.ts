// What every test database starts with.
import { isRefusal } from "../../src/domain/refusal.ts";
import { openDatabase } from "../../src/store/db.ts";
import { migrate } from "../../src/store/migrate.ts";

// Leaves no connection behind: a database that somebody is connected to cannot be cloned.
export async function prepareTemplate(url: string): Promise<void> {
  const db = openDatabase(url);
  try {
    const migrated = await migrate(db);
    if (isRefusal(migrated)) throw new Error(migrated.why);
  } finally {
    await db.close();
  }
}
