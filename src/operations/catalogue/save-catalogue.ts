// The operator's changes to the catalogue: judged by the domain against what is in force, saved as a new version, seen by
// every replica. Saves take turns, so that two operators changing one service lose neither change.
import { type CityDraft, settleCity } from "../../domain/catalogue/drafts/city-draft.ts";
import { type ServiceDraft, settleService } from "../../domain/catalogue/drafts/service-draft.ts";
import type { City, Service } from "../../domain/catalogue/service.ts";
import { isRefusal, type Promised } from "../../domain/refusal.ts";
import type { Clock } from "../../ports/clock.ts";
import { insertCity, insertService, lockCatalogue, readCatalogue } from "../../store/catalogue/catalogue.ts";
import { type Database, inTransaction } from "../../store/db.ts";
import type { CatalogueKeeper } from "./keep-catalogue.ts";

export type SaveDeps = { readonly db: Database; readonly clock: Clock; readonly catalogue: CatalogueKeeper };

export async function saveCity(deps: SaveDeps, id: string, draft: CityDraft): Promised<City, "INVALID_DATA"> {
  const saved = await inTransaction(deps.db, async (tx) => {
    await lockCatalogue(tx);
    const catalogue = await readCatalogue(tx);
    const city = settleCity(catalogue.cities.get(id), id, draft);
    if (!isRefusal(city)) await insertCity(tx, city, deps.clock.now());
    return city;
  });
  await deps.catalogue.refresh();
  return saved;
}

export async function saveService(deps: SaveDeps, id: string, draft: ServiceDraft): Promised<Service, "INVALID_DATA"> {
  const saved = await inTransaction(deps.db, async (tx) => {
    await lockCatalogue(tx);
    const service = settleService(await readCatalogue(tx), id, draft);
    if (isRefusal(service)) return service;
    const version = await insertService(tx, service, deps.clock.now());
    return { ...service, tariffVersion: version };
  });
  await deps.catalogue.refresh();
  return saved;
}
