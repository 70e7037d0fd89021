// A map: `<MapView label markers lines />`. Its code (about 260 KB compressed) loads after the page has drawn itself; without
// WebGL the markers become a plain list. What may be on it is in map-content.ts.
import { Box, Skeleton } from "@mantine/core";
import { type ComponentType, lazy, Suspense, useEffect, useState } from "react";
import { partsWords } from "../words/parts.ts";
import { useWords } from "./language.tsx";
import { keepTrying } from "./loading/keep-trying.ts";
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

const IDLE_MS_MAX = 2_000;

export type MapViewProps = MapContent & {
  // What a screen reader calls the map.
  readonly label: string;
  readonly height?: number | string;
};

export function MapView({ height = 320, ...content }: MapViewProps) {
  const words = useWords(partsWords);
  const [canDraw, setCanDraw] = useState(canDrawMaps);
  const isPainted = useAfterPaint();
  if (!canDraw) return <MapList {...content} />;
  const waiting = <Skeleton h="100%" role="status" aria-label={words.mapLoading} />;
  return (
    <Box h={height} pos="relative" style={{ overflow: "hidden", borderRadius: "var(--mantine-radius-md)" }}>
      <Suspense fallback={waiting}>
        {isPainted ? <MapCanvas {...content} onFail={() => setCanDraw(false)} /> : waiting}
      </Suspense>
    </Box>
  );
}

// True once what is around the map is on screen and the browser has nothing else to do: on a slow phone its code must not compete with the
// status. A page that is never idle gets its map all the same.
function useAfterPaint(): boolean {
  const [isPainted, setPainted] = useState(false);
  useEffect(() => {
    let idle = 0;
    let timer: ReturnType<typeof setTimeout>;
    const frame = requestAnimationFrame(() => {
      // Safari has no such call.
      if ("requestIdleCallback" in window) idle = requestIdleCallback(() => setPainted(true), { timeout: IDLE_MS_MAX });
      else timer = setTimeout(() => setPainted(true), 0);
    });
    return () => {
      cancelAnimationFrame(frame);
      if (idle !== 0) cancelIdleCallback(idle);
      clearTimeout(timer);
    };
  }, []);
  return isPainted;
}
