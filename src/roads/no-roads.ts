// Stands in where a program was given no road network: whoever asks for a way hears that there is none to be had.
import { refuse } from "../domain/refusal.ts";
import type { Roads } from "../domain/roads.ts";

const away = refuse("ROADS_AWAY", "This server has no road network.");

export const noRoads: Roads = {
  version: () => ({ engine: "giao", map: "none", demo: false }),
  route: async () => away,
  matrix: async () => away,
};
