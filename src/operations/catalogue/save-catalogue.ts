// The operator's changes to the catalogue: judged by the domain, saved as a new version, seen by every replica.
import type { City, Service } from "../../domain/catalogue/service.ts";
import type { Clock } from "../../ports/clock.ts";
import { saveCity as insertCity, saveService as insertService } from "../../store/catalogue/catalogue.ts";
import { type Database, inTransaction } from "../../store/db.ts";
import type { CatalogueKeeper } from "./keep-catalogue.ts";

export type SaveDeps = { readonly db: Database; readonly clock: Clock; readonly catalogue: CatalogueKeeper };

export async function saveCity(deps: SaveDeps, city: City): Promise<City> {
  await inTransaction(deps.db, (tx) => insertCity(tx, city, deps.clock.now()));
  await deps.catalogue.refresh();
  return city;
}

export async function saveService(deps: SaveDeps, service: Service): Promise<Service> {
  const version = await inTransaction(deps.db, (tx) => insertService(tx, service, deps.clock.now()));
  await deps.catalogue.refresh();
  return { ...service, tariffVersion: version };
}
