// Gives each distinct place of a round a number, and answers times and distances between numbers from a road matrix.
import type { LatLng } from "../geo.ts";
import { crowTravel, type Travel } from "../matching/travel.ts";
import type { RoadMatrix } from "../roads.ts";

export type NumberedPlaces = {
  readonly places: readonly LatLng[];
  readonly numberOf: (place: LatLng) => number;
};

export function numberPlaces(): NumberedPlaces {
  const byLat = new Map<number, Map<number, number>>();
  const places: LatLng[] = [];
  return {
    places,
    numberOf: ({ lat, lng }) => {
      const byLng = byLat.get(lat) ?? new Map<number, number>();
      const known = byLng.get(lng);
      if (known !== undefined) return known;
      byLat.set(lat, byLng.set(lng, places.length));
      return places.push({ lat, lng }) - 1;
    },
  };
}

// Where no road leads the crow's way is taken, very slowly: comparable, and chosen only when there is nothing else.
export const CROW_METERS_PER_SECOND = 6;
export const CROW_DETOUR = 1.4;
export const NO_ROAD_SECONDS = 6 * 3600;

export function matrixTravel(matrix: RoadMatrix): Travel {
  const { targets, durationsSeconds, distancesMeters } = matrix;
  return {
    seconds: (from, to) => Math.min(durationsSeconds[from * targets + to]!, NO_ROAD_SECONDS),
    meters: (from, to) => distancesMeters[from * targets + to]!,
  };
}

// When the roads do not answer, dispatch goes on by the crow.
export function guessedTravel(places: readonly LatLng[]): Travel {
  return crowTravel(places, CROW_METERS_PER_SECOND, CROW_DETOUR);
}
