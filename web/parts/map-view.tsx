// A map: `<MapView label markers lines />`. Its code (about 260 KB compressed) loads after the page has drawn itself; without
// WebGL the markers become a plain list. What may be on it is in map-content.ts.
import { Box, Skeleton } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { partsWords } from "../words/parts.ts";
import { useWords } from "./language.tsx";
import type { MapContent } from "./map-content.ts";
import { MapList } from "./map-list.tsx";
import { canDrawMaps } from "./web-gl.ts";

const MapCanvas = lazy(async () => ({ default: (await import("./map-canvas.tsx")).MapCanvas }));

export type MapViewProps = MapContent & {
  // What a screen reader calls the map.
  readonly label: string;
  readonly height?: number | string;
};

export function MapView({ height = 320, ...content }: MapViewProps) {
  const words = useWords(partsWords);
  const [canDraw, setCanDraw] = useState(canDrawMaps);
  if (!canDraw) return <MapList {...content} />;
  return (
    <Box h={height} pos="relative" style={{ overflow: "hidden", borderRadius: "var(--mantine-radius-md)" }}>
      <Suspense fallback={<Skeleton h="100%" role="status" aria-label={words.mapLoading} />}>
        <MapCanvas {...content} onFail={() => setCanDraw(false)} />
      </Suspense>
    </Box>
  );
}
