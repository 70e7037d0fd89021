// What the form asks about places: what a text may mean, and what is at a pin.
import type { SuggestedPlace } from "../../../clients/typescript/src/api.ts";
import type { LatLng } from "../../../src/domain/geo.ts";
import { ask } from "../ask.ts";

export async function suggestPlaces(
  q: string,
  near: LatLng | undefined,
  signal: AbortSignal,
): Promise<readonly SuggestedPlace[]> {
  return (
    await ask("suggestPlaces", { query: { q, lat: near?.lat.toString(), lng: near?.lng.toString() } }, { signal })
  ).places;
}

// Undefined where nothing is known of it: the pin alone says where it is.
export async function addressAt({
  lat,
  lng,
}: LatLng): Promise<{ readonly address: string; readonly isExact: boolean } | undefined> {
  try {
    const { address, kind } = await ask("reversePlace", { query: { lat: String(lat), lng: String(lng) } });
    return { address, isExact: kind !== "area" };
  } catch {
    return undefined;
  }
}
