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
  const across = span(xs);
  const down = span(lats.map((lat) => -lat));
  const box = [across.from, down.from, across.size, down.size];
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

// From the middle, so that a single place stands there.
function span(values: readonly number[]) {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const size = Math.max(most - least, SIZE_MIN) * (1 + 2 * MARGIN);
  return { from: (least + most - size) / 2, size };
}
