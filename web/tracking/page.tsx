// What a recipient sees of a delivery: where it is, when it comes, what there is to do.
import { Fine, Quiet } from "../parts/looks/kinds.tsx";
import "../parts/small-styles.ts";
import { Group, Text } from "@mantine/core";
import type { Tracking } from "../../clients/typescript/src/api.ts";
import { clockTime, money } from "../parts/formats.ts";
import { Frame } from "../parts/frame.tsx";
import { BikeIcon, PinIcon, TruckIcon, VanIcon } from "../parts/icons.tsx";
import { usePageTitle, useSpoken, useWords } from "../parts/language.tsx";
import { ErrorNote } from "../parts/loading/error-note.tsx";
import { Loading, Notice } from "../parts/notice.tsx";
import { openPage } from "../parts/open-page.tsx";
import { Timeline, type TimelineStep } from "../parts/timeline.tsx";
import { trackingWords } from "../words/tracking.ts";
import { Card } from "./card.tsx";
import { headlineOf } from "./headline.ts";
import styles from "./page.module.css";
import { ProofCard } from "./proof-card.tsx";
import { RatingCard } from "./rating-card.tsx";
import { StatusCard } from "./status-card.tsx";
import { StopsCard } from "./stops-card.tsx";
import { TrackingMap } from "./tracking-map.tsx";
import { TroubleCard } from "./trouble-card.tsx";
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
  // Whoever got nothing is not asked for stars first.
  const rating = state.mode === "ended" && <RatingCard state={state} token={token} />;
  return (
    <div className={styles.columns}>
      <div className={styles.first}>
        <StatusCard state={state} line={line} />
        <MoneyCard state={state} />
        <TroubleCard state={state} />
        {state.mode === "ended" && <ProofCard state={state} />}
        {!state.trouble && rating}
      </div>
      <TrackingMap state={state} />
      <div className={styles.rest}>
        <DriverCard state={state} />
        <StepsCard state={state} />
        <StopsCard state={state} />
        {state.trouble && rating}
        <Fine>{words.privacy}</Fine>
      </div>
    </div>
  );
}

// Cash to have at hand when the driver rings.
function MoneyCard({ state }: { readonly state: Tracking }) {
  const { words, language } = useSpoken(trackingWords);
  const { cod_amount: cod = 0, fee_amount: fee = 0 } = state;
  if (cod + fee === 0) return null;
  return (
    <section className={styles.card}>
      <Text fw={600}>{words.haveReady(money(cod + fee, language))}</Text>
      {cod > 0 && fee > 0 && (
        <Quiet>
          {words.codPart(money(cod, language))}, {words.feePart(money(fee, language))}
        </Quiet>
      )}
    </section>
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
      <Timeline steps={steps} label={words.steps} now={state.server_time} zone={state.time_zone} />
    </Card>
  );
}

function stateOf(key: string, isCurrent: boolean): TimelineStep["state"] {
  if (BAD.has(key)) return "failed";
  return isCurrent ? "now" : "done";
}

const VEHICLES = { BIKE: BikeIcon, VAN: VanIcon, TRUCK: TruckIcon, "": BikeIcon } as const;

// Who comes: a first name and a plate to look out for.
function DriverCard({ state }: { readonly state: Tracking }) {
  const { words, language } = useSpoken(trackingWords);
  const { driver } = state;
  if (!driver) return null;
  const { position } = driver;
  const Vehicle = VEHICLES[driver.vehicle];
  return (
    <Card title={words.driver}>
      <Group wrap="nowrap" gap="sm">
        <span className={styles.avatar}>
          <Vehicle size={24} />
        </span>
        <div>
          <Text fw={650} tt="capitalize">
            {driver.first_name || words.driver}
          </Text>
          <Group gap="xs">
            <span className={styles.plate}>{driver.plate_number}</span>
            <Quiet>{words.vehicles[driver.vehicle]}</Quiet>
          </Group>
        </div>
      </Group>
      {position && (
        <Quiet mt="xs">
          {position.coarse ? words.coarse : words.seenAt(clockTime(position.at, language, state.time_zone))}
        </Quiet>
      )}
    </Card>
  );
}

openPage(<TrackingPage token={window.location.pathname.split("/").filter(Boolean).at(-1) ?? ""} />);
