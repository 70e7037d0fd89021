// An offer with its countdown: what it pays, how far it is, where it leads.
import { Card, Group, Progress, Stack, Text } from "@mantine/core";
import { useEffect, useState } from "react";
import { distance, money } from "../parts/formats.ts";
import { useSpoken } from "../parts/language.tsx";
import { Heading, Quiet, Strong } from "../parts/looks/kinds.tsx";
import { driveWords } from "../words/drive/drive.ts";
import { AnswerButtons } from "./answer-buttons.tsx";
import { holdTaps } from "./held-taps.ts";
import styles from "./page.module.css";
import { payerOf } from "./projected-order.ts";
import { RefusalNote } from "./refusal-note.tsx";
import { StopList } from "./stop-list.tsx";
import type { Answer, Offers, OpenOffer } from "./use-offers.ts";
import { useSecondsLeft } from "./use-seconds-left.ts";

type Props = {
  readonly offer: OpenOffer;
  readonly offers: Pick<Offers, "answer" | "close" | "dismiss">;
};

export function OfferCard({ offer, offers }: Props) {
  const { words, language } = useSpoken(driveWords);
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const left = useSecondsLeft(offer.endsMs);
  const answer = async (how: Answer): Promise<void> => {
    setBusy(true);
    try {
      await offers.answer(offer.id, how);
    } catch (caught) {
      holdTaps();
      setError(caught);
      setBusy(false);
    }
  };
  const isOver = left <= 0;
  const { close } = offers;
  useEffect(() => {
    if (isOver && error === undefined) close(offer.id);
  }, [isOver, error, offer.id, close]);
  return (
    <Card withBorder className={styles.offer} component="section" aria-label={words.offersTitle}>
      <Stack gap="sm">
        <Group justify="space-between" align="baseline">
          <Heading>{words.offersTitle}</Heading>
          <Strong role="timer">{words.secondsLeft(left)}</Strong>
        </Group>
        <Progress
          value={Math.min(100, (left / Math.max(1, offer.expires_in)) * 100)}
          aria-label={words.secondsLeft(left)}
          color="orange"
        />
        <div className={styles.big}>{words.earn(money(offer.earnings, language))}</div>
        <Text size="sm">
          {words.toPickup(distance(offer.pickup_distance, language))} ·{" "}
          {words.trip(distance(offer.distance * 1000, language))}
        </Text>
        {offer.cod > 0 && <div className={styles.money}>{words.codToCollect(money(offer.cod, language))}</div>}
        {offer.cash > 0 && (
          <div className={styles.money}>{words.cashFrom[payerOf(offer)](money(offer.cash, language))}</div>
        )}
        <StopList stops={offer.path} />
        {offer.remarks && (
          <Quiet>
            {words.note}: {offer.remarks}
          </Quiet>
        )}
        {error !== undefined && <RefusalNote error={error} onDismiss={() => offers.dismiss(offer.id)} />}
        {error === undefined && <AnswerButtons isBusy={isBusy} onAnswer={(how) => void answer(how)} />}
      </Stack>
    </Card>
  );
}
