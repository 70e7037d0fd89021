// Opens places with what the operator has given: the index of a built map in MAP_DIR and a geocoder at GEOCODER_URL. A map built
// while the program runs is taken up by itself; one that cannot be read leaves the old one in use.
import { unwatchFile, watchFile } from "node:fs";
import { join } from "node:path";
import type { FastifyBaseLogger } from "fastify";
import type { Settings } from "../cli/settings.ts";
import type { Places } from "../domain/places.ts";
import { isRefusal } from "../domain/refusal.ts";
import { type Geocoder, openGeocoder } from "../outbound/geocoder.ts";
import { loadPlacesIndex, PLACES_FILE } from "../places/map-index/index-file.ts";
import { createPlaces } from "../places/places.ts";
import type { Clock } from "../ports/clock.ts";

const LOOK_AGAIN_MS = 5_000;

type Deps = {
  readonly settings: Pick<Settings, "mapDir" | "geocoderUrl">;
  readonly log: Pick<FastifyBaseLogger, "info" | "warn">;
  readonly clock: Clock;
  readonly lookAgainMs?: number;
};

export function openPlaces(deps: Deps, closers: (() => Promise<void>)[]): Places {
  const { settings, log, clock, lookAgainMs = LOOK_AGAIN_MS } = deps;
  const geocoder = settings.geocoderUrl ? openGeocoder({ url: new URL(settings.geocoderUrl), clock }) : undefined;
  let current = load(settings.mapDir, log, geocoder) ?? createPlaces({ geocode: geocoder?.geocode });
  const file = join(settings.mapDir, PLACES_FILE);
  const follow = (): void => {
    current = load(settings.mapDir, log, geocoder) ?? current;
  };
  // Polling, because a directory that is not there yet cannot be watched. The timer alone keeps no process alive.
  watchFile(file, { persistent: false, interval: lookAgainMs }, follow);
  closers.push(async () => {
    unwatchFile(file, follow);
    await geocoder?.close();
  });
  return {
    judge: (address) => current.judge(address),
    locate: (address) => current.locate(address),
    areaOf: (point) => current.areaOf(point),
  };
}

function load(mapDir: string, log: Deps["log"], geocoder: Geocoder | undefined): Places | undefined {
  const map = loadPlacesIndex(mapDir);
  if (!isRefusal(map)) {
    log.info({ hash: map.hash, ...map.counts }, "places index loaded");
    return createPlaces({ map, geocode: geocoder?.geocode });
  }
  // No index is the normal state of a sandbox without a map.
  if (map.refused !== "INDEX_MISSING")
    log.warn({ code: map.refused }, `${map.why} Build it again with: giao map build`);
  return undefined;
}
