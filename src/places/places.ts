// Answers what the rest of the house asks about addresses. Without a map it knows the units of the country and where the wards of
// the seeded cities are; with one, streets and house numbers too.
import Flatbush from "flatbush";
import { type LatLng, METERS_PER_DEGREE, metersBetween } from "../domain/geo.ts";
import type { Geocode, NearestAddress, Places } from "../domain/places.ts";
import { isRefusal } from "../domain/refusal.ts";
import { parseAddress } from "./address/parse-address.ts";
import { loadGazetteer } from "./gazetteer/load-gazetteer.ts";
import { Atlas } from "./locate/atlas.ts";
import { locateAddress } from "./locate/locate.ts";
import type { MapIndex } from "./map-index/map-index.ts";
import { DEGREE, type IndexTables } from "./map-index/tables.ts";
import { Suggester } from "./suggest/suggest.ts";

export type PlacesParts = {
  readonly map?: MapIndex | undefined;
  readonly geocode?: Geocode | undefined;
};

export function createPlaces({ map, geocode }: PlacesParts = {}): Places {
  const gazetteer = loadGazetteer();
  const atlas = new Atlas(gazetteer, map);
  const suggester = new Suggester({ gazetteer, atlas, map });
  const locating = { gazetteer, atlas, map, geocode };
  return {
    judge: (address) => {
      const parsed = parseAddress(address, gazetteer);
      // A province nobody knows is no fault of the format (D3).
      return isRefusal(parsed) && parsed.refused === "ADDRESS_MALFORMED" ? parsed : undefined;
    },
    locate: (address) => locateAddress(locating, address),
    areaOf: (point) => atlas.areaOf(point),
    suggest: (question) => suggester.suggest(question),
    reverse: (point) => ({ ...atlas.unitsAt(point), nearest: map && findNearest(map.tables, point) }),
  };
}

// The house or the street nearest to a point of the map. A number is told only of a house one stands before; anywhere else the name
// of the street, or of the alley with its number, is what a driver is helped by.
type Found = NonNullable<NearestAddress["nearest"]>;

const HOUSE_METERS_MAX = 40;
const STREET_METERS_MAX = 300;
// Points of streets are 40 m apart: so many are around a crossing.
const LOOKED_AT = 60;

function findNearest(tables: IndexTables, point: LatLng): Found | undefined {
  const { doors, alleyPoints, pointTree } = tables;
  if (pointTree.length === 0) return undefined;
  const tree = Flatbush.from(pointTree.buffer, pointTree.byteOffset);
  const [doorCount, alleyCount] = [doors.length / 2, alleyPoints.length / 2];
  let house: Found | undefined;
  let street: Found | undefined;
  for (const at of tree.neighbors(point.lng, point.lat, LOOKED_AT, STREET_METERS_MAX / METERS_PER_DEGREE)) {
    const onStreet = at - doorCount - alleyCount;
    const found =
      at < doorCount
        ? houseAt(tables, at, point)
        : onStreet < 0
          ? alleyAt(tables, at - doorCount, point)
          : streetAt(tables, onStreet, point);
    if (found.kind === "house") house = nearer(house, found);
    else street = nearer(street, found);
  }
  return house && house.meters <= HOUSE_METERS_MAX ? house : street;
}

function nearer(one: Found | undefined, other: Found): Found {
  return one && one.meters <= other.meters ? one : other;
}

function houseAt(tables: IndexTables, door: number, asked: LatLng): Found {
  const street = nameAt(tables, ownerOf(tables.streetDoorStart, door));
  const houseNumber = tables.names[tables.doorParts[door]!]!;
  return { kind: "house", houseNumber, street, ...placed(tables.doors, door, asked) };
}

function alleyAt(tables: IndexTables, at: number, asked: LatLng): Found {
  const alley = ownerOf(tables.alleyPointStart, at);
  const street = nameAt(tables, ownerOf(tables.streetAlleyStart, alley));
  const number = tables.names[tables.alleyParts[alley]!]!;
  return {
    kind: "street",
    houseNumber: undefined,
    street: `Hẻm ${number} ${street}`,
    ...placed(tables.alleyPoints, at, asked),
  };
}

function streetAt(tables: IndexTables, at: number, asked: LatLng): Found {
  const street = nameAt(tables, ownerOf(tables.streetPointStart, at));
  return { kind: "street", houseNumber: undefined, street, ...placed(tables.streetPoints, at, asked) };
}

function nameAt({ names, streetName }: IndexTables, street: number): string {
  return names[streetName[street]!]!;
}

function placed(points: Int32Array, at: number, asked: LatLng): Pick<Found, "point" | "meters"> {
  const point = { lat: points[2 * at]! / DEGREE, lng: points[2 * at + 1]! / DEGREE };
  return { point, meters: metersBetween(point, asked) };
}

// Which range of a "…Start" an entry lies in.
function ownerOf(starts: Uint32Array, entry: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low + 1 < high) {
    const middle = (low + high) >> 1;
    if (starts[middle]! <= entry) low = middle;
    else high = middle;
  }
  return low;
}
