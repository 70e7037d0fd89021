// A map: `<MapView label markers lines />`. Its code (about 260 KB compressed) loads after the page has drawn itself; without
// WebGL the markers become a plain list. What may be on it is in map-content.ts.
import { Box, Skeleton } from "@mantine/core";
import { type ComponentType, lazy, Suspense, useEffect, useState } from "react";
import { partsWords } from "../words/parts.ts";
import { useWords } from "./language.tsx";
import { keepTrying } from "./loading/keep-trying.ts";
import { useAfterPaint } from "./loading/use-after-paint.ts";
import { MapList } from "./map/map-list.tsx";
import { canDrawMaps } from "./map/web-gl.ts";
import type { MapContent } from "./map-content.ts";

const MapCanvas = lazy<ComponentType<MapContent & { readonly onFail: () => void }>>(() =>
  keepTrying(() => import("./map/map-canvas.tsx")).then(
    ({ MapCanvas: drawn }) => ({ default: drawn }),
    () => ({ default: NoMap }),
  ),
);

// Its code did not come: the page goes on with the list.
function NoMap({ onFail }: MapContent & { readonly onFail: () => void }) {
  useEffect(onFail, [onFail]);
  return null;
}

export type MapViewProps = MapContent & {
  // What a screen reader calls the map.
  readonly label: string;
  readonly height?: number | string;
};

export function MapView({ height = 320, ...content }: MapViewProps) {
  const words = useWords(partsWords);
  const [canDraw, setCanDraw] = useState(canDrawMaps);
  const isPainted = useAfterPaint();
  if (!canDraw) return content.isPicture ? null : <MapList {...content} />;
  const waiting = <Skeleton h="100%" role="status" aria-label={words.mapLoading} />;
  return (
    <Box h={height} pos="relative" style={{ overflow: "hidden", borderRadius: "var(--mantine-radius-md)" }}>
      <Suspense fallback={waiting}>
        {isPainted ? <MapCanvas {...content} onFail={() => setCanDraw(false)} /> : waiting}
      </Suspense>
    </Box>
  );
}
