// The program's verbs: what each is for, its help, and how it runs. What a verb does lives in its room.
import { availableParallelism } from "node:os";
import type { Logger } from "pino";
import { LEDGER_HELP, ledgerCommand } from "../cli/ledger.ts";
import { MAP_HELP, mapCommand } from "../cli/map.ts";
import { ORDER_HELP, orderCommand } from "../cli/order.ts";
import { PARTNER_HELP, partnerCommand } from "../cli/partner.ts";
import { readSettings, type Settings } from "../cli/settings.ts";
import { SIMULATE_HELP, simulateCommand } from "../cli/simulate.ts";
import { TOP_UP_HELP, topUpCommand } from "../cli/top-up.ts";
import type { Out } from "../cli/words.ts";
import { isRefusal, type Refusal } from "../domain/refusal.ts";
import { recallDay } from "../operations/dispatch/recall-day.ts";
import { MAP_WRITERS } from "../operations/map-writers.ts";
import { seedCatalogue, seedSandbox } from "../operations/seed.ts";
import { openDatabase } from "../store/db.ts";
import { migrate, schemaNumber } from "../store/migrate.ts";
import { openDatabaseUrl } from "./database-url.ts";
import { type House, openHouse } from "./house.ts";
import { openLog } from "./log.ts";
import { noWorld } from "./no-world.ts";
import { serve, stopOnSignals } from "./serve.ts";
import { openWorld } from "./world.ts";

export type Verb = {
  readonly summary: string;
  readonly help: string;
  readonly run: (words: readonly string[], out: Out) => Promise<number>;
};

const SERVE_HELP = `giao serve

Starts the server. Settings come from the environment; docs/settings.md lists them. With none set it is a sandbox on
127.0.0.1:3000 with a PostgreSQL of its own under ./data. SIGTERM drains it and ends it within 10 s.`;

const MIGRATE_HELP = `giao migrate

Brings the database (DATABASE_URL, or the embedded one under DATA_DIR) to this program's schema and says what it did.
The server does the same when it starts; this verb is for doing it before.`;

const SEED_HELP = `giao seed

Adds what a new installation starts with: cities and services, and in MODE=sandbox the demo partner with its public keys.
What is there already is left as it is.`;

export const VERBS: Readonly<Record<string, Verb>> = {
  serve: { summary: "start the server", help: SERVE_HELP, run: runServe },
  migrate: { summary: "bring the database to this program's schema", help: MIGRATE_HELP, run: runMigrate },
  seed: { summary: "add the starting catalogue and, in the sandbox, the demo partner", help: SEED_HELP, run: runSeed },
  partner: {
    summary: "create a partner and its keys",
    help: PARTNER_HELP,
    run: (words, out) => inHouse(out, (house) => partnerCommand(words, out, house)),
  },
  "top-up": {
    summary: "pay money into an account's wallet",
    help: TOP_UP_HELP,
    run: (words, out) => inHouse(out, (house) => topUpCommand(words, out, house)),
  },
  order: {
    summary: "tell what happened to an order",
    help: ORDER_HELP,
    run: (words, out) => inHouse(out, (house) => orderCommand(words, out, house)),
  },
  map: {
    summary: "build a map from OpenStreetMap extracts, or tell which one is there",
    help: MAP_HELP,
    run: (words, out) =>
      mapCommand(words, out, { mapDir: settings().mapDir, writers: MAP_WRITERS, screen: process.stderr }),
  },
  simulate: {
    summary: "run a day under the virtual clock, one dispatch policy beside the other",
    help: SIMULATE_HELP,
    // Silent, because standard output is the answer; which map it drove on is part of it.
    run: (words, out) =>
      simulateCommand(words, out, {
        screen: process.stderr,
        openRoads: () => openWorld({ settings: settings(), log: openLog("silent") }),
        recallDay: (span) => askHouse(openLog("silent"), (house) => recallDay(house, span)),
      }),
  },
  ledger: {
    summary: "recompute the ledger and say what is off",
    help: LEDGER_HELP,
    run: (words, out) => inHouse(out, (house) => ledgerCommand(words, out, house)),
  },
};

function settings(): Settings {
  return readSettings(process.env, process.cwd(), availableParallelism());
}

async function runServe(_words: readonly string[], out: Out): Promise<number> {
  const serving = serve(settings(), out.say);
  stopOnSignals(serving);
  const refusal = await serving.opened;
  return refusal ? refused(out, refusal.why) : 0;
}

async function runMigrate(_words: readonly string[], out: Out): Promise<number> {
  const chosen = settings();
  const database = await openDatabaseUrl(chosen, openLog(chosen.logLevel), true);
  if (isRefusal(database)) return refused(out, database.why);
  const db = openDatabase(database.url);
  try {
    const before = await schemaNumber(db);
    const migrated = await migrate(db);
    if (isRefusal(migrated)) return refused(out, migrated.why);
    for (const name of migrated.applied) out.say(`applied ${name}`);
    out.say(
      before === migrated.schema
        ? `The schema is ${migrated.schema} already.`
        : `The schema is now ${migrated.schema}.`,
    );
    return 0;
  } finally {
    await db.close();
    await database.close();
  }
}

async function runSeed(_words: readonly string[], out: Out): Promise<number> {
  return inHouse(out, async (house) => {
    if (house.settings.mode === "sandbox") await seedSandbox(house);
    else await seedCatalogue(house, false);
    await house.catalogue.refresh();
    const { cities, services } = house.catalogue.current();
    out.say(`There are ${cities.size} cities and ${services.size} services.`);
    return 0;
  });
}

// Runs a command on the same footing as the server, beside it if it is running.
async function inHouse(out: Out, work: (house: House) => Promise<number>): Promise<number> {
  const answer = await askHouse(openLog(settings().logLevel), work);
  return isRefusal(answer) ? refused(out, answer.why) : answer;
}

async function askHouse<T>(log: Logger, work: (house: House) => Promise<T>): Promise<T | Refusal<string>> {
  const chosen = settings();
  const database = await openDatabaseUrl(chosen, log, true);
  if (isRefusal(database)) return database;
  try {
    const house = await openHouse(chosen, log, database.url, noWorld());
    if (isRefusal(house)) return house;
    try {
      return await work(house);
    } finally {
      await house.close();
    }
  } finally {
    await database.close();
  }
}

function refused(out: Out, why: string): number {
  out.complain(why);
  return 1;
}
