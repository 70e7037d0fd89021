// Answers what the rest of the house asks about addresses. Without a map it knows the units of the country and where the wards of
// the seeded cities are; with one, streets and house numbers too.
import type { Geocode, Places } from "../domain/places.ts";
import { isRefusal } from "../domain/refusal.ts";
import { parseAddress } from "./address/parse-address.ts";
import { loadGazetteer } from "./gazetteer/load-gazetteer.ts";
import { Atlas } from "./locate/atlas.ts";
import { locateAddress } from "./locate/locate.ts";
import { findNearest } from "./locate/nearest-address.ts";
import type { MapIndex } from "./map-index/map-index.ts";
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
