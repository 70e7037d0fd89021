// What a recipient sees of a delivery: where it is, when it comes, what there is to do.
import "../parts/small-styles.ts";
import { Group, Text, Title } from "@mantine/core";
import type { Tracking } from "../../clients/typescript/src/api.ts";
import { clockTime, money, timeWindow } from "../parts/formats.ts";
import { Frame } from "../parts/frame.tsx";
import { BikeIcon, PinIcon } from "../parts/icons.tsx";
import { useLanguage, usePageTitle, useWords } from "../parts/language.tsx";
import type { LiveState } from "../parts/live/live-stream.ts";
import { ErrorNote, Loading, Notice } from "../parts/notice.tsx";
import { openPage } from "../parts/open-page.tsx";
import { Timeline, type TimelineStep } from "../parts/timeline.tsx";
import { partsWords } from "../words/parts.ts";
import { trackingWords } from "../words/tracking.ts";
import { Card } from "./card.tsx";
import { headlineOf, MOODS } from "./headline.ts";
import { ownStopOf } from "./own-stop.ts";
import styles from "./page.module.css";
import { RatingCard } from "./rating-card.tsx";
import { StopsCard } from "./stops-card.tsx";
import { TrackingMap } from "./tracking-map.tsx";
import { type Followed, useTracking } from "./use-tracking.ts";

function TrackingPage({ token }: { readonly token: string }) {
  const tracking = useTracking(token);
  return (
    <Frame>
      <Delivery token={token} tracking={tracking} />
    </Frame>
  );
}

function Delivery({ token, tracking }: { readonly token: string; readonly tracking: Followed }) {
  const words = useWords(trackingWords);
  const { state, isGone, error, line, reload } = tracking;
  usePageTitle(state ? words.headlines[headlineOf(state)].title : words.pageTitle);
  if (isGone) return <Notice level={1} title={words.goneTitle} text={words.goneText} icon={<PinIcon size={40} />} />;
  if (!state) return error === undefined ? <Loading /> : <ErrorNote error={error} onRetry={reload} />;
  return (
    <div className={styles.columns}>
      <div className={styles.first}>
        <StatusCard state={state} line={line} />
        <MoneyCard state={state} />
      </div>
      {state.mode === "live" ? (
        <TrackingMap state={state} />
      ) : (
        <div className={styles.ended}>
          <ProofCard state={state} />
          <RatingCard state={state} token={token} />
        </div>
      )}
      <div className={styles.rest}>
        <DriverCard state={state} />
        <StepsCard state={state} />
        <StopsCard state={state} />
        <Text size="xs" c="dimmed">
          {words.privacy}
        </Text>
      </div>
    </div>
  );
}

// Cash to have at hand when the driver rings.
function MoneyCard({ state }: { readonly state: Tracking }) {
  const words = useWords(trackingWords);
  const { language } = useLanguage();
  const { cod_amount: cod = 0, fee_amount: fee = 0 } = state;
  if (cod + fee === 0) return null;
  return (
    <section className={styles.card}>
      <Text fw={600}>{words.haveReady(money(cod + fee, language))}</Text>
      {cod > 0 && fee > 0 && (
        <Text size="sm" c="dimmed">
          {words.codPart(money(cod, language))}, {words.feePart(money(fee, language))}
        </Text>
      )}
    </section>
  );
}

// The photos the driver took at this door.
function ProofCard({ state }: { readonly state: Tracking }) {
  const words = useWords(trackingWords);
  const photos = ownStopOf(state)?.proof_photos ?? [];
  if (photos.length === 0) return null;
  return (
    <Card title={words.proof}>
      <div className={styles.photos}>
        {photos.map((url, index) => (
          <a key={url} href={url} target="_blank" rel="noreferrer">
            <img src={url} alt={words.photo(index + 1)} loading="lazy" decoding="async" />
          </a>
        ))}
      </div>
    </Card>
  );
}

// The delivery's steps with their times.
const BAD = new Set<string>(["failed", "cancelled"]);

function StepsCard({ state }: { readonly state: Tracking }) {
  const words = useWords(trackingWords);
  const last = state.steps.findLastIndex(({ at }) => at !== null);
  const steps = state.steps.map(
    ({ key, at }, index): TimelineStep => ({
      key,
      at,
      title: words.step[key],
      state: at === null ? (index < last ? "done" : "next") : stateOf(key, index === last && state.mode === "live"),
    }),
  );
  return (
    <Card title={words.steps}>
      <Timeline steps={steps} label={words.steps} now={state.server_time} />
    </Card>
  );
}

function stateOf(key: string, isCurrent: boolean): TimelineStep["state"] {
  if (BAD.has(key)) return "failed";
  return isCurrent ? "now" : "done";
}

// Who comes: a first name and a plate to look out for.
function DriverCard({ state }: { readonly state: Tracking }) {
  const words = useWords(trackingWords);
  const { language } = useLanguage();
  const { driver } = state;
  if (!driver) return null;
  const { position } = driver;
  return (
    <Card title={words.driver}>
      <Group wrap="nowrap" gap="sm">
        <span className={styles.avatar}>
          <BikeIcon size={24} />
        </span>
        <div>
          <Text fw={650} tt="capitalize">
            {driver.first_name || words.driver}
          </Text>
          <Group gap="xs">
            <span className={styles.plate}>{driver.plate_number}</span>
            <Text size="sm" c="dimmed">
              {words.vehicles[driver.vehicle]}
            </Text>
          </Group>
        </div>
      </Group>
      {position && (
        <Text size="sm" c="dimmed" mt="xs">
          {position.coarse ? words.coarse : words.seenAt(clockTime(position.at, language))}
        </Text>
      )}
    </Card>
  );
}

// The answer to the one question: where is my parcel, and when does it come.
type Props = { readonly state: Tracking; readonly line: LiveState };

function StatusCard({ state, line }: Props) {
  const words = useWords(trackingWords);
  const { language } = useLanguage();
  const headline = headlineOf(state);
  const service = language === "vi" ? state.service_name_vi : state.service_name;
  return (
    <section className={`${styles.card} ${styles.status}`} data-mood={MOODS[headline]} aria-label={words.pageTitle}>
      <Group justify="space-between" wrap="nowrap" mb={4}>
        <Text size="sm" c="dimmed">
          {words.order(state.order_id_short)}
          {service ? ` · ${service}` : ""}
        </Text>
        {state.mode === "live" && <Line line={line} />}
      </Group>
      <div aria-live="polite">
        <Title order={1} size="h2" data-testid="headline">
          {words.headlines[headline].title}
        </Title>
        <Text mt={4}>{words.headlines[headline].text}</Text>
      </div>
      {state.eta && state.mode === "live" && <Arrival eta={state.eta} />}
    </section>
  );
}

function Arrival({ eta }: { readonly eta: NonNullable<Tracking["eta"]> }) {
  const words = useWords(trackingWords);
  const { language } = useLanguage();
  return (
    <div data-testid="arrival">
      <Text size="sm" c="dimmed" mt="md">
        {words.arrival}
      </Text>
      <div className={styles.eta}>{timeWindow(eta.low, eta.high, language)}</div>
      <Text size="sm">{words.inMinutes(eta.minutes)}</Text>
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

openPage(<TrackingPage token={window.location.pathname.split("/").filter(Boolean).at(-1) ?? ""} />);
