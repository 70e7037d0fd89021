// Road times between all places of a day, asked once before it is simulated.

import { matrixTravel } from "../domain/dispatch/numbered-places.ts";
import type { LatLng } from "../domain/geo.ts";
import type { Travel } from "../domain/matching/travel.ts";
import { isRefusal, type Refusal, refuse } from "../domain/refusal.ts";
import type { Roads, RoadsRefusal } from "../domain/roads.ts";

// 256 MB of table. More places are simulated as the crow flies.
const ROAD_PLACES_MAX = 4_000;
const ROWS_PER_QUESTION = 250;

export async function askRoadTravel(
  roads: Roads,
  places: readonly LatLng[],
  onProgress: (share: number) => void,
): Promise<Travel | Refusal<RoadsRefusal | "TOO_MANY_PLACES">> {
  const size = places.length;
  if (size > ROAD_PLACES_MAX) {
    return refuse("TOO_MANY_PLACES", `${size} places are more than ${ROAD_PLACES_MAX}, the most asked of the roads.`);
  }
  const durationsSeconds = new Float64Array(size * size);
  const distancesMeters = new Float64Array(size * size);
  for (let row = 0; row < size; row += ROWS_PER_QUESTION) {
    const answer = await roads.matrix("bike", places.slice(row, row + ROWS_PER_QUESTION), places);
    if (isRefusal(answer)) return answer;
    durationsSeconds.set(answer.durationsSeconds, row * size);
    distancesMeters.set(answer.distancesMeters, row * size);
    onProgress(Math.min(1, (row + ROWS_PER_QUESTION) / size));
  }
  return matrixTravel({ sources: size, targets: size, durationsSeconds, distancesMeters });
}
