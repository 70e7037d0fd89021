// Streets come from the map in use: a city beyond it has none, and is told so, with what to do, before its first order is refused.
import { Alert, Code, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { call } from "../../parts/call.ts";
import { useWords } from "../../parts/language.tsx";
import type { LatLng } from "../../parts/map/polyline.ts";
import { consoleCatalogueWords } from "../../words/console/catalogue.ts";

type BaseMap = { readonly label: string; readonly bounds: readonly number[] };

const STALE_MS = 60_000;

export function OutsideMap({ of }: { readonly of: readonly LatLng[] }) {
  const words = useWords(consoleCatalogueWords);
  // A server without one says 404: then nobody knows what its roads are made from.
  const { data: map } = useQuery({
    queryKey: ["base-map"],
    queryFn: ({ signal }) => call<BaseMap>("/tiles/map.json", { signal }),
    retry: false,
    staleTime: STALE_MS,
  });
  if (!map || of.every((place) => isWithin(place, map.bounds))) return null;
  return (
    <Alert color="yellow" variant="light" role="status" title={words.outsideMap(map.label)}>
      <Text size="sm">{words.outsideMapText}</Text>
      <Code block mt="xs">
        giao map build area.osm.pbf
      </Code>
    </Alert>
  );
}

function isWithin({ lat, lng }: LatLng, [west = 0, south = 0, east = 0, north = 0]: readonly number[]): boolean {
  return lng >= west && lng <= east && lat >= south && lat <= north;
}
