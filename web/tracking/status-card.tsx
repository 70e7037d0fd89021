// The answer to the one question: where is my parcel, and when does it come.

import { Group, Text } from "@mantine/core";
import type { Tracking } from "../../clients/typescript/src/api.ts";
import { dayAndTime, promiseText, timeWindow } from "../parts/formats.ts";
import { useSpoken, useWords } from "../parts/language.tsx";
import type { LiveState } from "../parts/live/live-stream.ts";
import { Fine, PageTitle, Quiet } from "../parts/looks/kinds.tsx";
import { isSandbox, pageFact } from "../parts/page-facts.ts";
import { partsWords } from "../words/parts.ts";
import { trackingWords } from "../words/tracking.ts";
import { headlineOf, MOODS } from "./headline.ts";
import styles from "./page.module.css";

type Props = { readonly state: Tracking; readonly line: LiveState };

export function StatusCard({ state, line }: Props) {
  const { words, language } = useSpoken(trackingWords);
  const headline = headlineOf(state);
  const service = language === "vi" ? state.service_name_vi : state.service_name;
  return (
    <section className={`${styles.card} ${styles.status}`} data-mood={MOODS[headline]} aria-label={words.pageTitle}>
      <Group justify="space-between" wrap="nowrap" mb={4}>
        <Quiet>
          {words.order(state.order_id_short)}
          {service ? ` · ${service}` : ""}
        </Quiet>
        {state.mode === "live" && <Line line={line} />}
      </Group>
      <div aria-live="polite">
        <PageTitle data-testid="headline">{words.headlines[headline].title}</PageTitle>
        <Text mt={4}>{words.headlines[headline].text}</Text>
      </div>
      {state.scheduled_at !== undefined && state.mode === "live" && (
        <Text mt="sm">
          {words.agreed} <strong>{dayAndTime(state.scheduled_at, language, state.time_zone, state.server_time)}</strong>
        </Text>
      )}
      {state.deliver_by !== undefined && state.mode === "live" && (
        <Text mt="sm" data-testid="promise">
          {words.promised}{" "}
          <strong>
            {promiseText(state.deliver_from, state.deliver_by, language, state.time_zone, state.server_time)}
          </strong>
        </Text>
      )}
      {state.eta && state.mode === "live" && (
        <Arrival eta={state.eta} zone={state.time_zone} now={state.server_time} isUsual={state.driver === undefined} />
      )}
      {isSandbox() && state.mode === "live" && <Fine mt="sm">{words.robots(pageFact("robot-speed"))}</Fine>}
    </section>
  );
}

type ArrivalProps = {
  readonly eta: NonNullable<Tracking["eta"]>;
  readonly zone: string;
  readonly now: number;
  readonly isUsual: boolean;
};

function Arrival({ eta, zone, now, isUsual }: ArrivalProps) {
  const { words, language } = useSpoken(trackingWords);
  return (
    <div data-testid="arrival">
      <Quiet mt="md">{words.arrival}</Quiet>
      <div className={styles.eta}>{timeWindow(eta.low, eta.high, language, zone, now)}</div>
      <Text size="sm">{isUsual ? words.usually : words.inMinutes(eta.minutes)}</Text>
    </div>
  );
}

function Line({ line }: { readonly line: LiveState }) {
  const words = useWords(partsWords);
  return (
    <span className={styles.line} data-line={line}>
      {line === "live" ? words.live : words.reconnecting}
    </span>
  );
}
