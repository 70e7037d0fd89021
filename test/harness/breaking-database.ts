// A database whose connection breaks at a statement of the next transactions: what they leave behind is what a process leaves that is killed there.
import type { Database, Sql } from "../../src/store/db.ts";

const CUT_OFF = /cut off/;

function breakingAt(db: Database, nth: number): Database {
  let asked = 0;
  const transact: Database["transact"] = (work) =>
    db.transact((tx) =>
      work(((...words: Parameters<Sql>) => {
        if (++asked === nth) throw new Error("cut off");
        return tx(...words);
      }) as Sql),
    );
  const breaking = Object.assign(((...words: Parameters<Sql>) => db(...words)) as Sql, db, { transact });
  return Object.assign(breaking, { with: () => breaking });
}

// Lets `work` be cut off at its first statement, its second and so on until it comes through, and again until it says that nothing is left. Answers how
// often it was cut off; `unchanged` looks whether that has left nothing.
export async function cutOffEverywhere(
  db: Database,
  work: (db: Database) => Promise<boolean>,
  unchanged: () => Promise<(what: string) => Promise<void>>,
): Promise<number> {
  let cuts = 0;
  for (let nth = 1, isMore = true; isMore; ) {
    const compare = await unchanged();
    try {
      isMore = await work(breakingAt(db, nth));
      nth = 1;
    } catch (error) {
      if (!CUT_OFF.test(String(error))) throw error;
      await compare(`cut off at statement ${nth}`);
      nth++;
      cuts++;
    }
  }
  return cuts;
}
