// The delivery on a map: the pickup, the reader's own door, the driver, and the way where it leads past no one else's door.

import { useMemo } from "react";
import type { Tracking } from "../../clients/typescript/src/api.ts";
import { useWords } from "../parts/language.tsx";
import { useSettled } from "../parts/loading/use-settled.ts";
import { pointsOfPolyline } from "../parts/map/polyline.ts";
import { wayLines } from "../parts/map/way-lines.ts";
import type { MapLine, MapMarker } from "../parts/map-content.ts";
import { MapView } from "../parts/map-view.tsx";
import { stopSign } from "../parts/stop-rows.tsx";
import { trackingWords } from "../words/tracking.ts";
import { ownStopOf } from "./own-stop.ts";
import styles from "./page.module.css";
import { stopName } from "./stops-card.tsx";

const TONES = { COMPLETED: "done", FAILED: "failed", "": "plain" } as const;

// Whoever only glances at the status is spared the map, which takes a slow phone seconds; the sketch tells them where it is.
const SETTLED_MS = 5_000;

export function TrackingMap({ state }: { readonly state: Tracking }) {
  const words = useWords(trackingWords);
  const polyline = state.route?.polyline;
  const way = useMemo(() => (polyline ? pointsOfPolyline(polyline) : []), [polyline]);
  // With the goods in hand the driver is somewhere along it; where that is, is not told of one who is shown only roughly.
  const position = state.status === "IN PROCESS" ? state.driver?.position : undefined;
  const lines = useMemo(
    (): readonly MapLine[] => wayLines(way, position && !position.coarse ? position : undefined),
    [way, position],
  );
  const isSettled = useSettled(SETTLED_MS);
  const markers = useMemo(() => markersOf(state, words), [state, words]);
  return (
    <div className={styles.map}>
      <MapView
        label={words.map}
        markers={markers}
        lines={lines}
        // Look again when the driver appears, and when the parcel is in hand; not at every move.
        fitKey={`${state.status} ${state.driver?.position !== undefined}`}
        height="100%"
        isDue={isSettled}
      />
    </div>
  );
}

function markersOf(state: Tracking, words: (typeof trackingWords)["en"]): readonly MapMarker[] {
  const isSenders = ownStopOf(state) === undefined;
  const stops = state.stops.flatMap((stop): MapMarker[] => {
    if (stop.lat === undefined || stop.lng === undefined) return [];
    return [
      {
        id: `stop ${stop.index}`,
        lat: stop.lat,
        lng: stop.lng,
        kind: stop.kind,
        label: `${stopName(stop, words, isSenders)}, ${stop.area}`,
        sign: stopSign(stop.index),
        tone: TONES[stop.status],
      },
    ];
  });
  const position = state.driver?.position;
  if (!position) return stops;
  const { lat, lng, heading, coarse } = position;
  const name = state.driver?.first_name || words.driver;
  return [
    ...stops,
    {
      id: "driver",
      kind: "driver",
      vehicle: state.driver?.vehicle ?? "",
      lat,
      lng,
      ...(heading === undefined ? {} : { heading }),
      label: coarse ? `${name}: ${words.coarse}` : name,
      tone: coarse ? "faded" : "plain",
    },
  ];
}
