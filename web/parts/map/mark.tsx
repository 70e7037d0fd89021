// A map's mark beside text: in a legend, or in the list that tells of the same things.
import type { MarkShape } from "../map-content.ts";
import styles from "./mark.module.css";

export function Mark({ shape, sign = "" }: { readonly shape: MarkShape; readonly sign?: string }) {
  return (
    <span className={styles.mark} data-shape={shape} aria-hidden>
      {sign}
    </span>
  );
}
