// For commands that need no map: whoever asks for a way or an address all the same hears that there is none to be had.
import type { Places } from "../domain/places.ts";
import { refuse } from "../domain/refusal.ts";
import { createPlaces } from "../places/places.ts";
import type { HouseWorld } from "./house.ts";

const away = refuse("ROADS_AWAY", "This program has no road network.");

export function noWorld(): HouseWorld {
  // Reading the country's units takes 0.15 s, and most commands are about no address.
  let read: Places | undefined;
  const places = () => {
    read ??= createPlaces();
    return read;
  };
  return {
    roads: {
      version: () => ({ engine: "giao", map: "none", demo: false }),
      route: async () => away,
      matrix: async () => away,
    },
    places: {
      judge: (address) => places().judge(address),
      locate: (address) => places().locate(address),
      areaOf: (point) => places().areaOf(point),
      suggest: (question) => places().suggest(question),
      reverse: (point) => places().reverse(point),
    },
  };
}
