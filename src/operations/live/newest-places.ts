// Where drivers are now: the database has their places to the minute where there is a live plane, and that has what came since, unless it
// came by a process that cannot reach it.
import type { LatLng } from "../../domain/geo.ts";
import type { DriverKey, KeptDriver, LivePlace } from "../../ports/live/live-plane.ts";
import { mapInSlices } from "../../ports/slices.ts";
import type { Live } from "./open-live.ts";

// `put` places a row anew; rows of drivers about whom nothing more is known stay as they are.
export async function newestPlaces<Row>(
  live: Pick<Live, "beyond">,
  rows: readonly Row[],
  driverOf: (row: Row) => KeptDriver | undefined,
  put: (row: Row, place: LivePlace) => Row,
): Promise<readonly Row[]> {
  const drivers = await mapInSlices(rows, driverOf);
  const known = await live.beyond(drivers.filter((driver) => driver !== undefined));
  if (known.size === 0) return rows;
  return mapInSlices(rows, (row, at) => {
    const place = known.get(drivers[at]?.phone ?? "");
    return place ? put(row, place) : row;
  });
}

// Where no live plane is given, it is what is known.
export async function newestPlace(
  { live }: { readonly live?: Pick<Live, "beyond"> },
  { phone, cityId }: DriverKey,
  known: (LatLng & Pick<KeptDriver, "locatedAt">) | null,
): Promise<LatLng | null> {
  const newer = await live?.beyond([{ phone, cityId, locatedAt: known?.locatedAt ?? null }]);
  const place = newer?.get(phone) ?? known;
  return place && { lat: place.lat, lng: place.lng };
}
