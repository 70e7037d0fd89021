// What stands where a map will be: its lines and places without the streets, drawn at once and for next to nothing.
import type { MapContent } from "../map-content.ts";
import styles from "./map-sketch.module.css";

// Of what is shown, on each side: room for pins and for whatever the map puts on its edges.
const MARGIN = 0.25;
// Degrees; a single place would have no size.
const SIZE_MIN = 0.004;

export function MapSketch({ label, markers, lines = [], fitKey }: MapContent) {
  const shown = [...lines.flatMap(({ points }) => points), ...markers];
  // A map that does not go where its things are would show them elsewhere.
  if (shown.length === 0 || fitKey === "") return <div className={styles.sketch} role="img" aria-label={label} />;
  const lats = shown.map(({ lat }) => lat);
  const middle = (Math.min(...lats) + Math.max(...lats)) / 2;
  const narrow = Math.cos((middle * Math.PI) / 180);
  const at = ({ lat, lng }: { readonly lat: number; readonly lng: number }) => [lng * narrow, -lat] as const;
  const xs = shown.map((place) => at(place)[0]);
  const [left, top] = [Math.min(...xs), -Math.max(...lats)];
  const [width, height] = [Math.max(...xs) - left, -Math.min(...lats) - top].map((size) => Math.max(size, SIZE_MIN));
  const box = [left - width! * MARGIN, top - height! * MARGIN, width! * (1 + 2 * MARGIN), height! * (1 + 2 * MARGIN)];
  return (
    <svg className={styles.sketch} viewBox={box.join(" ")} role="img" aria-label={label}>
      {lines.map(({ id, kind, points }) => (
        <polyline key={id} data-line={kind} points={points.map(at).join(" ")} />
      ))}
      {markers.map(({ id, kind, tone, ...place }) => {
        // A line of no length with round ends is a dot of the same size at any scale.
        const dot = `M${at(place).join(" ")}h0`;
        return (
          <g key={id} data-dot={kind} data-tone={tone}>
            <path className={styles.rim} d={dot} />
            <path d={dot} />
          </g>
        );
      })}
    </svg>
  );
}
