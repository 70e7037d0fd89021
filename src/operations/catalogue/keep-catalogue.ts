// The catalogue in memory: read once, read again when any replica says it changed. Everything that prices or checks an
// order reads it from here and never waits.
import type { Catalogue } from "../../domain/catalogue/service.ts";
import { readCatalogue } from "../../store/catalogue/catalogue.ts";
import type { Database } from "../../store/db.ts";
import type { Notices } from "../../store/notices.ts";

export type CatalogueKeeper = {
  readonly current: () => Catalogue;
  // Waits until what is committed now is also what is kept here.
  readonly refresh: () => Promise<void>;
};

export async function keepCatalogue(
  db: Database,
  notices: Notices,
  onTrouble: (error: unknown) => void,
): Promise<CatalogueKeeper> {
  let kept = await readCatalogue(db);
  const refresh = async (): Promise<void> => {
    const read = await readCatalogue(db);
    // Two refreshes may end out of order; the newer catalogue stays.
    if (read.version >= kept.version) kept = read;
  };
  notices.on("giao_catalogue", () => {
    refresh().catch(onTrouble);
  });
  return { current: () => kept, refresh };
}
