// What a recipient sees of a delivery: where it is, when it comes, what there is to do.
import "../parts/small-styles.ts";
import { Text } from "@mantine/core";
import { Frame } from "../parts/frame.tsx";
import { PinIcon } from "../parts/icons.tsx";
import { usePageTitle, useWords } from "../parts/language.tsx";
import { ErrorNote, Loading, Notice } from "../parts/notice.tsx";
import { openPage } from "../parts/open-page.tsx";
import { trackingWords } from "../words/tracking.ts";
import { DriverCard } from "./driver-card.tsx";
import { headlineOf } from "./headline.ts";
import { MoneyCard } from "./money-card.tsx";
import styles from "./page.module.css";
import { ProofCard } from "./proof-card.tsx";
import { RatingCard } from "./rating-card.tsx";
import { StatusCard } from "./status-card.tsx";
import { StepsCard } from "./steps-card.tsx";
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
        <Text size="xs" c="dimmed">
          {words.privacy}
        </Text>
      </div>
    </div>
  );
}

openPage(<TrackingPage token={window.location.pathname.split("/").filter(Boolean).at(-1) ?? ""} />);
