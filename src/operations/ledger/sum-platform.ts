// Adds up what the platform's own accounts come to, some seconds of portions at a time: on a ledger that is there already it begins at the first journal.
import { sumNextJournals } from "../../store/ledger/platform-sums.ts";
import type { Services } from "../services.ts";

const PORTIONS_MAX = 100;

export async function sumPlatform({ db }: Pick<Services, "db">, goesOn: () => boolean = () => true): Promise<void> {
  for (let portion = 0, isMore = true; isMore && portion < PORTIONS_MAX && goesOn(); portion++) {
    isMore = await sumNextJournals(db);
  }
}
