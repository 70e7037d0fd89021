// The stops of a delivery in the order they are driven, each with the sign it has on the map: A, then 1, 2, 3.
import type { ReactNode } from "react";
import styles from "./stop-rows.module.css";

export type StopRow = { readonly index: number; readonly isMarked: boolean; readonly content: ReactNode };

export function StopRows({ rows }: { readonly rows: readonly StopRow[] }) {
  return (
    <ol className={styles.rows}>
      {rows.map(({ index, isMarked, content }) => (
        <li key={index} className={styles.row} data-marked={isMarked}>
          <span className={styles.sign} aria-hidden="true">
            {stopSign(index)}
          </span>
          <div>{content}</div>
        </li>
      ))}
    </ol>
  );
}

export function stopSign(index: number): string {
  return index === 0 ? "A" : String(index);
}
