// A map's mark beside text: in a legend, or in the list that tells of the same things.
import type { MarkShape } from "../map-content.ts";
import styles from "./map-canvas.module.css";

export function Mark({ shape, sign = "" }: { readonly shape: MarkShape; readonly sign?: string }) {
  return (
    <span
      className={styles.marker}
      data-kind="mark"
      data-shape={shape}
      aria-hidden
      style={{ display: "inline-flex", flexShrink: 0, isolation: "isolate" }}
    >
      {sign}
    </span>
  );
}
