// What is done to the database before a server needs it.
import { type Out, refused, type Verb } from "../../cli/words.ts";
import { isRefusal } from "../../domain/refusal.ts";
import { judgeFit } from "../../domain/schema-fit.ts";
import { seedCatalogue, seedSandbox } from "../../operations/seed.ts";
import { openDatabase } from "../../store/db.ts";
import { migrate, readStanding, schemaNumber } from "../../store/migrate.ts";
import { readMigrations } from "../../store/migration-files.ts";
import { openDatabaseUrl } from "../database-url.ts";
import { openLog } from "../log.ts";
import { inHouse, settings } from "./verb.ts";

const MIGRATE_HELP = `giao migrate

Brings the database (DATABASE_URL, or the embedded one under DATA_DIR) to this program's schema and says what it did.
The server does the same when it starts; this verb is for doing it before.`;

const SEED_HELP = `giao seed

Adds what a new installation starts with: cities and services, and in MODE=sandbox the demo partner with its public keys.
What is there already is left as it is.`;

export const MIGRATE: Verb = { help: MIGRATE_HELP, run: (_words, out) => runMigrate(out) };
export const SEED: Verb = { help: SEED_HELP, run: (_words, out) => runSeed(out) };

async function runMigrate(out: Out): Promise<number> {
  const chosen = settings();
  const database = await openDatabaseUrl(chosen, openLog(chosen.logLevel), true);
  if (isRefusal(database)) return refused(out, database.why);
  const db = openDatabase(chosen.databaseDirectUrl ?? database.url);
  try {
    const before = await schemaNumber(db);
    const migrated = await migrate(db, readMigrations(), {
      say: (_level, line) => out.say(line),
      waitSecondsMax: chosen.migrationWaitSeconds,
    });
    if (isRefusal(migrated)) return refused(out, migrated.why);
    const standing = await readStanding(db);
    if (standing.schema > migrated.schema) out.say(judgeFit(migrated.schema, standing).note);
    else if (before === migrated.schema) out.say(`The schema is ${migrated.schema} already.`);
    else out.say(`The schema is now ${migrated.schema}.`);
    return 0;
  } finally {
    await db.close();
    await database.close();
  }
}

async function runSeed(out: Out): Promise<number> {
  return inHouse(out, async (house) => {
    if (house.settings.mode === "sandbox") await seedSandbox(house);
    else await seedCatalogue(house, false);
    await house.catalogue.refresh();
    const { cities, services } = house.catalogue.current();
    out.say(`There are ${cities.size} cities and ${services.size} services.`);
    return 0;
  });
}
