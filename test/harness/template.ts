// What every test database starts with: the schema and the sandbox's seed.
import { isRefusal } from "../../src/domain/refusal.ts";
import { makeMonthsAhead } from "../../src/operations/data/keep-months.ts";
import { openSecretsVault } from "../../src/operations/secrets/seal-secrets.ts";
import { seedSandbox } from "../../src/operations/seed.ts";
import { realClock } from "../../src/ports/clock.ts";
import { secureRandom } from "../../src/ports/random.ts";
import { PUBLIC_SECRETS_KEY } from "../../src/ports/vault.ts";
import { openDatabase } from "../../src/store/db.ts";
import { migrate } from "../../src/store/migrate.ts";

// Leaves no connection behind: a database that somebody is connected to cannot be cloned.
export async function prepareTemplate(url: string): Promise<void> {
  const db = openDatabase(url);
  try {
    const migrated = await migrate(db);
    if (isRefusal(migrated)) throw new Error(migrated.why);
    const vault = await openSecretsVault(db, [PUBLIC_SECRETS_KEY]);
    if (isRefusal(vault)) throw new Error(vault.why);
    await makeMonthsAhead({ db, clock: realClock });
    await seedSandbox({ db, clock: realClock, random: secureRandom, vault });
  } finally {
    await db.close();
  }
}
