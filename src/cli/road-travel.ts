// Road times between all places of a day, asked once before it is simulated.
import type { LatLng } from "../domain/geo.ts";
import { type Travel, tableTravel } from "../domain/matching/travel.ts";
import { isRefusal, type Refusal, refuse } from "../domain/refusal.ts";
import type { Roads, RoadsRefusal } from "../domain/roads.ts";

// 200 MB of table. More places are simulated as the crow flies.
export const ROAD_PLACES_MAX = 5_000;
const ROWS_PER_QUESTION = 250;

export async function askRoadTravel(
  roads: Roads,
  points: readonly LatLng[],
  onProgress: (share: number) => void,
): Promise<Travel | Refusal<RoadsRefusal | "TOO_MANY_PLACES">> {
  const size = points.length;
  if (size > ROAD_PLACES_MAX) {
    return refuse("TOO_MANY_PLACES", `${size} places are more than ${ROAD_PLACES_MAX}, the most asked of the roads.`);
  }
  const seconds = new Float32Array(size * size);
  const meters = new Float32Array(size * size);
  for (let row = 0; row < size; row += ROWS_PER_QUESTION) {
    const answer = await roads.matrix("bike", points.slice(row, row + ROWS_PER_QUESTION), points);
    if (isRefusal(answer)) return answer;
    seconds.set(answer.durationsSeconds, row * size);
    meters.set(answer.distancesMeters, row * size);
    onProgress(Math.min(1, (row + ROWS_PER_QUESTION) / size));
  }
  return tableTravel(size, seconds, meters);
}
