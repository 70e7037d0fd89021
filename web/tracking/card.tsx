import type { ReactNode } from "react";
import styles from "./page.module.css";

// One box of the page, with its name.
export function Card({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={styles.card} aria-label={title}>
      <h2 className={styles.cardTitle}>{title}</h2>
      {children}
    </section>
  );
}
