// Steps in time, as an ordered list: what is done with its time, what is happening now, what is still to come.
import type { ReactNode } from "react";
import { dayAndTime, type Moment, toDate } from "./formats.ts";
import { useLanguage } from "./language.tsx";
import styles from "./timeline.module.css";

export type TimelineStep = {
  readonly key: string;
  readonly title: ReactNode;
  readonly state: "done" | "now" | "next" | "failed";
  readonly at?: Moment | null;
  readonly note?: ReactNode;
};

type Props = {
  readonly steps: readonly TimelineStep[];
  readonly label: string;
  // The server's time, where the sandbox may have moved it; decides what "today" is.
  readonly now?: Moment;
  // Of the city where it happens.
  readonly zone?: string | undefined;
};

export function Timeline({ steps, label, now, zone }: Props) {
  const { language } = useLanguage();
  return (
    <ol className={styles.steps} aria-label={label}>
      {steps.map((step) => (
        <li
          key={step.key}
          className={styles.step}
          data-state={step.state}
          aria-current={step.state === "now" ? "step" : undefined}
        >
          <div className={styles.head}>
            <span className={styles.title}>{step.title}</span>
            {step.at ? (
              <time dateTime={toDate(step.at).toISOString()}>{dayAndTime(step.at, language, zone, now)}</time>
            ) : null}
          </div>
          {step.note ? <div className={styles.note}>{step.note}</div> : null}
        </li>
      ))}
    </ol>
  );
}
