// What a form asks about places: what a text may mean, and what is at a pin. Each page asks as itself.
import { CALLS, type SuggestedPlace } from "../../../clients/typescript/src/api.ts";
import type { LatLng } from "../../../src/domain/geo.ts";
import { askerOf } from "../ask.ts";

export type AskPlaces = {
  readonly suggest: (q: string, near: LatLng | undefined, signal: AbortSignal) => Promise<readonly SuggestedPlace[]>;
  // Undefined where nothing is known of it: the pin alone says where it is.
  readonly addressAt: (place: LatLng) => Promise<FoundAddress | undefined>;
};
type FoundAddress = { readonly address: string; readonly isExact: boolean };

export function placesOf(headers: Readonly<Record<string, string>>): AskPlaces {
  const { suggestPlaces, reversePlace } = CALLS;
  const ask = askerOf({ suggestPlaces, reversePlace }, headers);
  return {
    suggest: async (q, near, signal) => {
      const query = { q, lat: near?.lat.toString(), lng: near?.lng.toString() };
      return (await ask("suggestPlaces", { query }, { signal })).places;
    },
    addressAt: async ({ lat, lng }) => {
      try {
        const { address, kind } = await ask("reversePlace", { query: { lat: String(lat), lng: String(lng) } });
        return { address, isExact: kind !== "area" };
      } catch {
        return undefined;
      }
    },
  };
}
