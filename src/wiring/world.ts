// The world the program works in: the map under MAP_DIR, or generated demo streets when there is none, or the OSRM server
// and geocoder the operator named. A map built while the program runs is taken up by itself, roads and places together; one
// that cannot be read leaves the old one in use.
import { unwatchFile, watchFile } from "node:fs";
import { join } from "node:path";
import type { FastifyBaseLogger } from "fastify";
import type { Settings } from "../cli/settings.ts";
import type { Places } from "../domain/places.ts";
import { isRefusal, type Promised, type Refusal } from "../domain/refusal.ts";
import type { Profile, Roads } from "../domain/roads.ts";
import { findMap, MAP_MANIFEST, type MapManifest, type MapOnDisk } from "../extract/map-folder.ts";
import { type Geocoder, openGeocoder } from "../outbound/geocoder.ts";
import { loadPlacesIndex } from "../places/map-index/index-file.ts";
import { createPlaces } from "../places/places.ts";
import { steadyClock } from "../ports/clock.ts";
import { DEMO_LABEL } from "../roads/demo/demo-extract.ts";
import { type LocalRoads, openLocalRoads } from "../roads/local.ts";
import { openRemoteRoads, type RemoteRoads } from "../roads/remote/osrm-roads.ts";
import { loadRoads } from "../roads/snapshot/roads-folder.ts";
import type { ServedEngine } from "../roads/threads/road-threads.ts";
import { type BaseMaps, openBaseMaps } from "../tiles/base-maps.ts";
import { buildAside, type MapJob } from "./build-aside.ts";
import { openDemoBaseMap } from "./demo-base-map.ts";

export type World = {
  readonly roads: Roads;
  readonly places: Places;
  // What the route call asks; absent when an OSRM server answers.
  readonly engine: (profile: Profile, departAt?: Date) => ServedEngine | undefined;
  readonly remote: RemoteRoads | undefined;
  // The map in use, absent until one is.
  readonly map: () => MapManifest | undefined;
  readonly baseMaps: Pick<BaseMaps, "current" | "find"> & {
    // One is being drawn, by this process or another.
    readonly isComing: () => boolean;
  };
  // For when the doors are open: draws the demo's base map, unless it was kept or a real map is in use.
  readonly drawWhatIsMissing: () => void;
  readonly close: () => Promise<void>;
};

type Deps = {
  readonly settings: Pick<Settings, "mapDir" | "dataDir" | "roadsUrl" | "geocoderUrl">;
  readonly log: Pick<FastifyBaseLogger, "info" | "warn">;
  readonly lookAgainMs?: number;
  // Given while it opens: it rejects, and leaves nothing half built.
  readonly signal?: AbortSignal;
};

const LOOK_AGAIN_MS = 5_000;

export async function openWorld({ settings, log, lookAgainMs = LOOK_AGAIN_MS, signal }: Deps): Promise<World> {
  const geocoder = settings.geocoderUrl
    ? openGeocoder({ url: new URL(settings.geocoderUrl), clock: steadyClock })
    : undefined;
  const remote = settings.roadsUrl ? openRemoteRoads({ url: settings.roadsUrl, clock: steadyClock }) : undefined;
  const local = openLocalRoads();
  const baseMaps = openBaseMaps();
  const demoBaseMap = openDemoBaseMap({ dir: join(settings.dataDir, "demo-base-map"), log });
  let places = createPlaces({ geocode: geocoder?.geocode });
  let map: MapManifest | undefined;

  async function take(found: MapOnDisk): Promise<Refusal<string> | undefined> {
    const taken = await load(found, local, geocoder, log);
    if (isRefusal(taken)) return taken;
    places = taken;
    map = found.manifest;
    await takeBaseMap(found);
    log.info({ map: map.version, demo: map.demo, label: map.label }, "map loaded");
    return undefined;
  }

  // Pages can do without: a map that has none is in use all the same.
  async function takeBaseMap(found: MapOnDisk): Promise<void> {
    if (found.manifest.demo) return takeDemoBaseMap(await demoBaseMap.find());
    const refusal = await baseMaps.take(found);
    if (refusal) log.warn(`${refusal.why} Pages show no map until it is built again with: giao map build`);
  }

  // One after another: the thread that drew it and the watch on its folder tell of the same one at the same moment.
  let demoTaken: Promise<void> = Promise.resolve();
  function takeDemoBaseMap(found: MapOnDisk | undefined): Promise<void> {
    const take = (): Promise<void> => takeDemoBaseMapOnce(found);
    demoTaken = demoTaken.then(take, take);
    return demoTaken;
  }

  async function takeDemoBaseMapOnce(found: MapOnDisk | undefined): Promise<void> {
    if (!found || !map?.demo || baseMaps.find(found.manifest.version)) return;
    const refusal = await baseMaps.take(found);
    if (refusal) log.warn(`${refusal.why} It is drawn again.`);
    else log.info({ map: found.manifest.version }, "base map of the demo loaded");
  }

  // Undefined: taken. A refusal says why the map there was left alone.
  async function takeOwn(): Promise<Refusal<string> | undefined> {
    const found = await findMap(settings.mapDir);
    return isRefusal(found) ? found : take(found);
  }

  // Files written by another version of this program, or spoilt: the extracts they came from make them again.
  async function takeRebuilt(refused: Refusal<string>): Promise<Refusal<string> | undefined> {
    const found = await findMap(settings.mapDir);
    if (isRefusal(found)) return found;
    log.warn(`${refused.why} It is built again from ${found.manifest.label}, which takes up to a minute.`);
    return takeBuilt({ build: "again", dir: settings.mapDir, manifest: found.manifest });
  }

  async function takeBuilt(job: MapJob): Promise<Refusal<string> | undefined> {
    const refusal = await buildAside(job, { signal, holdsProgram: true });
    if (refusal) return refusal;
    const built = await findMap(job.dir);
    return isRefusal(built) ? built : take(built);
  }

  // Kept for the next start, and made again when it is of another version of the program.
  async function takeDemo(dir: string): Promise<Refusal<string> | undefined> {
    const kept = await findMap(dir);
    if (!isRefusal(kept) && kept.manifest.label === DEMO_LABEL && !(await take(kept))) return undefined;
    // Its base map can wait until the doors are open.
    return takeBuilt({ build: "demo streets", dir });
  }

  const refused = await takeOwn();
  const isOfAnother = refused?.refused.startsWith("SNAPSHOT_") || refused?.refused === "INDEX_OTHER_VERSION";
  const own = refused && isOfAnother ? await takeRebuilt(refused) : refused;
  if (own) {
    if (own.refused !== "MAP_MISSING") log.warn(`${own.why} Demo streets are used until it is built again.`);
    const demo = await takeDemo(join(settings.dataDir, "demo-map"));
    if (demo) throw new Error(demo.why);
  }

  const manifest = join(settings.mapDir, MAP_MANIFEST);
  const follow = (): void => {
    takeOwn().then(
      (refusal) => {
        // No map is the normal state of a sandbox.
        if (refusal && refusal.refused !== "MAP_MISSING") log.warn(`${refusal.why} The map before stays in use.`);
      },
      (error: unknown) => log.warn({ err: error }, "a new map could not be loaded; the one before stays in use"),
    );
  };
  // Polling, because a folder that is not there yet cannot be watched. The timer alone keeps no process alive.
  watchFile(manifest, { persistent: false, interval: lookAgainMs }, follow);
  // Another process on this machine may be the one that draws it.
  const unwatchDemo = demoBaseMap.watch(lookAgainMs, (found) => takeDemoBaseMap(found));

  return {
    roads: remote ?? local,
    places: {
      judge: (address) => places.judge(address),
      locate: (address) => places.locate(address),
      areaOf: (point) => places.areaOf(point),
      suggest: (question) => places.suggest(question),
      reverse: (point) => places.reverse(point),
    },
    engine: local.engine,
    remote,
    map: () => map,
    baseMaps: {
      current: baseMaps.current,
      find: baseMaps.find,
      isComing: () => map?.demo === true && !demoBaseMap.hasFailed(),
    },
    drawWhatIsMissing: () => {
      if (map?.demo && !baseMaps.current()) demoBaseMap.draw(takeDemoBaseMap);
    },
    close: async () => {
      unwatchFile(manifest, follow);
      unwatchDemo();
      await demoBaseMap.close();
      await baseMaps.close();
      local.close();
      await remote?.close();
      await geocoder?.close();
    },
  };
}

// Roads and places of one version change together: a price and the address it is for never come from two maps.
async function load(
  found: MapOnDisk,
  local: LocalRoads,
  geocoder: Geocoder | undefined,
  log: Deps["log"],
): Promised<Places, string> {
  const roads = await loadRoads(found);
  if (isRefusal(roads)) return roads;
  // Streets that were generated are nobody's address.
  const index = found.manifest.demo ? undefined : loadPlacesIndex(found.folder);
  if (isRefusal(index) && index.refused === "INDEX_OTHER_VERSION") {
    for (const engine of Object.values(roads.engines)) engine.close();
    return index;
  }
  local.swap(roads);
  if (!index) return createPlaces({ geocode: geocoder?.geocode });
  if (isRefusal(index)) log.warn({ code: index.refused }, `${index.why} Addresses are found by ward only.`);
  return createPlaces({ ...(isRefusal(index) ? {} : { map: index }), geocode: geocoder?.geocode });
}
