// The footing that verbs stand on which look into the database.
import { availableParallelism } from "node:os";
import type { Logger } from "pino";
import { readSettings, type Settings } from "../../cli/settings.ts";
import { type Out, refused, type Verb } from "../../cli/words.ts";
import { isRefusal, type Promised } from "../../domain/refusal.ts";
import { openDatabaseUrl } from "../database-url.ts";
import { type House, openHouse } from "../house.ts";
import { openLog } from "../log.ts";
import { noWorld } from "../no-world.ts";

export function settings(): Settings {
  return readSettings(process.env, process.cwd(), availableParallelism());
}

// Runs a command on the same footing as the server, beside it if it is running.
export async function inHouse(out: Out, work: (house: House) => Promise<number>): Promise<number> {
  const answer = await askHouse(openLog(settings().logLevel), work);
  return isRefusal(answer) ? refused(out, answer.why) : answer;
}

export function ofHouse(
  help: string,
  command: (words: readonly string[], out: Out, house: House) => Promise<number>,
): Verb {
  return { help, run: (words, out) => inHouse(out, (house) => command(words, out, house)) };
}

export async function askHouse<T>(log: Logger, work: (house: House) => Promise<T>): Promised<T, string> {
  const chosen = settings();
  const database = await openDatabaseUrl(chosen, log, true);
  if (isRefusal(database)) return database;
  try {
    // A command sees what is true now, wherever a server reads.
    const house = await openHouse({ ...chosen, databaseReadUrls: [] }, log, database.url, noWorld());
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
