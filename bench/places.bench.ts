// Locating, judging and naming places, beside a plain floor: one look-up in a Map by the normalised text (or the rounded point),
// which is what a cache of known addresses would cost. With the map of Hồ Chí Minh City where it is present.
import { existsSync } from "node:fs";
import type { LatLng } from "../src/domain/geo.ts";
import { isRefusal } from "../src/domain/refusal.ts";
import type { Extract } from "../src/extract/extract.ts";
import { readExtract } from "../src/extract/read-extract.ts";
import { loadGazetteer } from "../src/places/gazetteer/load-gazetteer.ts";
import { buildTables } from "../src/places/map-index/build-tables.ts";
import { isNearStreet, readDoors } from "../src/places/map-index/collect-doors.ts";
import { collectStreets } from "../src/places/map-index/collect-streets.ts";
import { MapIndex } from "../src/places/map-index/map-index.ts";
import { decodeTables, encodeTables } from "../src/places/map-index/tables.ts";
import { createPlaces } from "../src/places/places.ts";
import { keyOf } from "../src/places/text/fold.ts";
import { startStopwatch } from "../src/ports/clock.ts";
import { drawTyped, shareFound } from "../test/fixtures/typed-places.ts";

const SAIGON = "../shared/data/map/hcmc-2018.osm.pbf";
const ROUNDS = 5;
const ADDRESSES = 2_000;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

function timed<T>(what: string, work: () => T): T {
  const heapBefore = process.memoryUsage().heapUsed;
  const stopwatch = startStopwatch();
  const answer = work();
  const heapMb = (process.memoryUsage().heapUsed - heapBefore) / 1e6;
  say(`${what}: ${stopwatch.elapsedMs().toFixed(0)} ms, heap ${heapMb >= 0 ? "+" : ""}${heapMb.toFixed(1)} MB`);
  return answer;
}

// The best of several rounds: a busy machine slows single ones.
async function perSecond<T>(items: readonly T[], work: (item: T) => unknown): Promise<number> {
  let best = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const stopwatch = startStopwatch();
    for (const item of items) await work(item);
    best = Math.max(best, items.length / (stopwatch.elapsedMs() / 1000));
  }
  return best;
}

function report(what: string, rate: number, floor: number): void {
  const figures = `${Math.round(rate).toLocaleString("en")}/s, floor ${Math.round(floor).toLocaleString("en")}/s`;
  say(`${what.padEnd(34)} ${figures}, ${(rate / floor).toFixed(3)} of the floor, ${(1e6 / rate).toFixed(0)} µs each`);
}

async function readMap(): Promise<{ readonly extract: Extract; readonly map: MapIndex } | undefined> {
  if (!existsSync(SAIGON)) {
    say(`SKIPPED: ${SAIGON} is not here; measuring without a map`);
    return undefined;
  }
  const extract = await readExtract([SAIGON]);
  if (isRefusal(extract)) throw new Error(extract.why);
  const tables = timed("places index built from the extract", () => buildTables(extract));
  const { bytes } = encodeTables(tables);
  const map = timed(`places index loaded (${(bytes.length / 1e6).toFixed(1)} MB)`, () => {
    const decoded = decodeTables(bytes);
    if (isRefusal(decoded)) throw new Error(decoded.why);
    return new MapIndex(decoded.tables, decoded.hash);
  });
  return { extract, map };
}

const gazetteer = timed("gazetteer loaded", loadGazetteer);
const real = await readMap();
const blind = createPlaces();

const wardAddresses = gazetteer.wards
  .filter((_, at) => at % Math.ceil(gazetteer.wards.length / ADDRESSES) === 0)
  .map((ward, at) => [`${at} Lê Lợi`, ward.name, ward.district?.name, ward.province.name].filter(Boolean).join(", "));
await measure("without a map", blind, wardAddresses, [{ lat: 10.7721, lng: 106.6983 }]);

if (real) {
  const { extract, map } = real;
  const places = timed("names and boundaries brought together", () => createPlaces({ map }));
  const addresses: string[] = [];
  const points: LatLng[] = [];
  const streets = collectStreets(extract);
  for (const { parts, streetKey, point } of readDoors(extract).filter((door) => isNearStreet(door, streets))) {
    const ward = map.areasAt(point).find((area) => map.areaLevel(area) === "ward");
    const district = ward === undefined ? -1 : map.areaParent(ward);
    const street = map.findStreet(streetKey)?.name;
    if (ward === undefined || district < 0 || !street) continue;
    const address = `${parts.join("/")} ${street}, ${map.areaName(ward)}, ${map.areaName(district)}, Hồ Chí Minh`;
    if (places.judge(address) || addresses.push(address) > ADDRESSES) continue;
    points.push(point);
  }
  await measure("with the map", places, addresses, points);
  suggestAll(extract, places);
}

// As people type, with a slip; the letters before count too: a question comes with every one of them.
function suggestAll(extract: Extract, places: ReturnType<typeof createPlaces>): void {
  say("\nsuggestions: places and doors typed to 60 % with a slip, within 3 km, among the first five");
  for (const seed of [11, 12, 13]) {
    const typed = drawTyped(extract, 500, seed);
    const shares = [true, false].map((isNear) => `${(100 * shareFound(places, typed, isNear)).toFixed(1)} %`);
    say(`seed ${seed}: ${shares[0]}, without a place ${shares[1]}`);
  }
  const times: number[] = [];
  for (const { text, near } of drawTyped(extract, 500, 14)) {
    for (let letters = 1; letters <= text.length; letters++) {
      const stopwatch = startStopwatch();
      places.suggest({ text: text.slice(0, letters), near, limit: 5, used: [] });
      times.push(stopwatch.elapsedMs());
    }
  }
  times.sort((a, b) => a - b);
  const at = (share: number): string => times[Math.floor(times.length * share)]!.toFixed(2);
  say(`${times.length} questions: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, worst ${at(0.99999)} ms`);
}

async function measure(
  title: string,
  places: ReturnType<typeof createPlaces>,
  addresses: readonly string[],
  points: readonly LatLng[],
): Promise<void> {
  say(`\n${title}: ${addresses.length} addresses, ${points.length} points`);
  const known = new Map(addresses.map((address) => [keyOf(address), { lat: 0, lng: 0 }]));
  const cell = (point: LatLng) => `${point.lat.toFixed(4)},${point.lng.toFixed(4)}`;
  const areas = new Map(points.map((point) => [cell(point), "Phường"]));
  const many = Array.from({ length: ADDRESSES }, (_, at) => points[at % points.length]!);
  const floor = await perSecond(addresses, (address) => known.get(keyOf(address)));
  report("locate", await perSecond(addresses, places.locate), floor);
  report("judge", await perSecond(addresses, places.judge), floor);
  report("reverse", await perSecond(many, places.reverse), await perSecond(many, (point) => areas.get(cell(point))));
  report("areaOf", await perSecond(many, places.areaOf), await perSecond(many, (point) => areas.get(cell(point))));
}
