// For commands that need no map: whoever asks for a way or an address all the same hears that there is none to be had.
import { refuse } from "../domain/refusal.ts";
import { createPlaces } from "../places/places.ts";
import type { HouseWorld } from "./house.ts";

const away = refuse("ROADS_AWAY", "This program has no road network.");

export function noWorld(): HouseWorld {
  return {
    roads: {
      version: () => ({ engine: "giao", map: "none", demo: false }),
      route: async () => away,
      matrix: async () => away,
    },
    places: createPlaces(),
  };
}
