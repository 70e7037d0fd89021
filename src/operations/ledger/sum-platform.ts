// Adds up what the platform's own accounts come to, portion after portion: on a ledger that is there already it begins at the first journal.
import { sumNextJournals } from "../../store/ledger/platform-sums.ts";
import type { Services } from "../services.ts";

export async function sumPlatform({ db }: Pick<Services, "db">, goesOn: () => boolean = () => true): Promise<void> {
  while (goesOn() && (await sumNextJournals(db)));
}
