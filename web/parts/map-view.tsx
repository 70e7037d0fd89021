// A map: `<MapView label markers lines />`. Its code (about 260 KB compressed) loads after the page has drawn itself, and a sketch stands there until it is
// drawn; without WebGL the markers become a plain list. What may be on it is in map-content.ts.
import { Box } from "@mantine/core";
import { type ComponentType, lazy, Suspense, useEffect, useState } from "react";
import { keepTrying } from "./loading/keep-trying.ts";
import { useAfterPaint } from "./loading/use-after-paint.ts";
import { MapList } from "./map/map-list.tsx";
import { MapSketch } from "./map/map-sketch.tsx";
import { canDrawMaps } from "./map/web-gl.ts";
import type { MapContent } from "./map-content.ts";

type Outcomes = { readonly onFail: () => void; readonly onDrawn: () => void };

const MapCanvas = lazy<ComponentType<MapContent & Outcomes>>(() =>
  keepTrying(() => import("./map/map-canvas.tsx")).then(
    ({ MapCanvas: drawn }) => ({ default: drawn }),
    () => ({ default: NoMap }),
  ),
);

// Its code did not come: the page goes on with the list.
function NoMap({ onFail }: Outcomes) {
  useEffect(onFail, [onFail]);
  return null;
}

export type MapViewProps = MapContent & {
  // What a screen reader calls the map.
  readonly label: string;
  readonly height?: number | string;
  // Not yet: the sketch will do.
  readonly isDue?: boolean;
};

export function MapView({ height = 320, isDue = true, ...content }: MapViewProps) {
  const [canDraw, setCanDraw] = useState(canDrawMaps);
  const [isDrawn, setDrawn] = useState(false);
  const isPainted = useAfterPaint();
  if (!canDraw) return content.isPicture ? null : <MapList {...content} />;
  return (
    <Box h={height} pos="relative" style={{ overflow: "hidden", borderRadius: "var(--mantine-radius-md)" }}>
      {!isDrawn && <MapSketch {...content} />}
      <Suspense>
        {isPainted && isDue && (
          <MapCanvas {...content} onFail={() => setCanDraw(false)} onDrawn={() => setDrawn(true)} />
        )}
      </Suspense>
    </Box>
  );
}
