// The catalogue's rows. Definitions are the domain's own values as documents.
import type { Catalogue, City, Service } from "../../domain/catalogue/service.ts";
import type { Sql } from "../db.ts";
import { notifyWithCommit } from "../notices.ts";
import { raiseCatalogueVersion, readCatalogueVersion } from "../program-state.ts";

export async function readCatalogue(db: Sql): Promise<Catalogue> {
  // The version first: if something is saved between these reads, the next notice finds a newer version and reads again.
  const version = await readCatalogueVersion(db);
  const cities = await db<{ definition: City }>`select definition from cities order by position`;
  const services = await db<{ definition: Service; version: number }>`
    select definition, services.version
    from services
    join service_versions on service_id = id and service_versions.version = services.version
    order by position`;
  return {
    version,
    cities: new Map(cities.map(({ definition }) => [definition.id, definition])),
    services: new Map(services.map((row) => [row.definition.id, { ...row.definition, tariffVersion: row.version }])),
  };
}

// Saves take turns: what is read after this stays true until the transaction ends.
export async function lockCatalogue(tx: Sql): Promise<void> {
  await tx`select amount from program_state where name = 'catalogue_version' for update`;
}

// Any version of a service, for an order that keeps the one it was priced with.
export async function findServiceVersion(db: Sql, serviceId: string, version: number): Promise<Service | undefined> {
  const [row] = await db<{ definition: Service }>`
    select definition
    from service_versions
    where service_id = ${serviceId}
      and version = ${version}`;
  return row && { ...row.definition, tariffVersion: version };
}

export type SavedVersion = { readonly version: number; readonly savedAt: Date; readonly definition: Service };

// Newest first.
export async function listServiceVersions(db: Sql, serviceId: string, limit: number) {
  return db<SavedVersion>`
    select version, saved_at, definition
    from service_versions
    where service_id = ${serviceId}
    order by version desc
    limit ${limit}`;
}

export async function insertCity(tx: Sql, city: City, at: Date): Promise<void> {
  await tx`
    insert into cities (id, definition, updated_at)
    values (${city.id}, ${JSON.stringify(city)}, ${at})
    on conflict (id) do update
    set definition = excluded.definition, updated_at = excluded.updated_at`;
  await changed(tx);
}

// Returns the new version.
export async function insertService(tx: Sql, service: Service, at: Date): Promise<number> {
  const [row] = await tx<{ version: number }>`
    insert into services (id, version, updated_at)
    values (${service.id}, 1, ${at})
    on conflict (id) do update
    set version = services.version + 1, updated_at = excluded.updated_at
    returning version`;
  const version = row?.version ?? 1;
  await tx`
    insert into service_versions (service_id, version, definition, saved_at)
    values (${service.id}, ${version}, ${JSON.stringify(service)}, ${at})`;
  await changed(tx);
  return version;
}

async function changed(tx: Sql): Promise<void> {
  await raiseCatalogueVersion(tx);
  await notifyWithCommit(tx, "giao_catalogue");
}
