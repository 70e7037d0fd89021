// Opens places with what the operator has given: the index of a built map in MAP_DIR and a geocoder at GEOCODER_URL. A map built
// while the program runs is taken up by itself; one that cannot be read leaves the old one in use.
import { unwatchFile, watchFile } from "node:fs";
import { join } from "node:path";
import type { FastifyBaseLogger } from "fastify";
import type { Settings } from "../cli/settings.ts";
import type { Places } from "../domain/places.ts";
import { isRefusal } from "../domain/refusal.ts";
import { findMap, MANIFEST } from "../extract/map-folder.ts";
import { type Geocoder, openGeocoder } from "../outbound/geocoder.ts";
import { loadPlacesIndex } from "../places/map-index/index-file.ts";
import { createPlaces } from "../places/places.ts";
import type { Clock } from "../ports/clock.ts";

const LOOK_AGAIN_MS = 5_000;

type Deps = {
  readonly settings: Pick<Settings, "mapDir" | "geocoderUrl">;
  readonly log: Pick<FastifyBaseLogger, "info" | "warn">;
  readonly clock: Clock;
  readonly lookAgainMs?: number;
};

export async function openPlaces(deps: Deps, closers: (() => Promise<void>)[]): Promise<Places> {
  const { settings, log, clock, lookAgainMs = LOOK_AGAIN_MS } = deps;
  const geocoder = settings.geocoderUrl ? openGeocoder({ url: new URL(settings.geocoderUrl), clock }) : undefined;
  let current = (await load(settings.mapDir, log, geocoder)) ?? createPlaces({ geocode: geocoder?.geocode });
  const follow = async (): Promise<void> => {
    current = (await load(settings.mapDir, log, geocoder)) ?? current;
  };
  const manifest = join(settings.mapDir, MANIFEST);
  const look = (): void => void follow().catch((err: unknown) => log.warn({ err }, "could not take up a new map"));
  // Polling, because a directory that is not there yet cannot be watched. The timer alone keeps no process alive.
  watchFile(manifest, { persistent: false, interval: lookAgainMs }, look);
  closers.push(async () => {
    unwatchFile(manifest, look);
    await geocoder?.close();
  });
  return {
    judge: (address) => current.judge(address),
    locate: (address) => current.locate(address),
    areaOf: (point) => current.areaOf(point),
  };
}

async function load(mapDir: string, log: Deps["log"], geocoder: Geocoder | undefined): Promise<Places | undefined> {
  const found = await findMap(mapDir);
  if (isRefusal(found)) {
    // No map is the normal state of a sandbox.
    if (found.refused !== "MAP_MISSING") log.warn({ code: found.refused }, found.why);
    return undefined;
  }
  // Streets that were generated are nobody's address.
  if (found.manifest.demo) return undefined;
  const map = loadPlacesIndex(found.folder);
  if (isRefusal(map)) {
    log.warn({ code: map.refused }, `${map.why} Build the map again with: giao map build`);
    return undefined;
  }
  log.info({ map: found.manifest.version, ...map.counts }, "places index loaded");
  return createPlaces({ map, geocode: geocoder?.geocode });
}
