// A whole route with its countdown: what it pays, how far and how long it is, and its stops. It is answered as a whole.
import { Box, Card, Group, Progress, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { clockTime, distance, money } from "../../parts/formats.ts";
import { useSpoken } from "../../parts/language.tsx";
import { Fine, Heading, Strong } from "../../parts/looks/kinds.tsx";
import { driveWords } from "../../words/drive/drive.ts";
import { driveRouteWords } from "../../words/drive/drive-route.ts";
import { AnswerButtons } from "../answer-buttons.tsx";
import type { AskAsDriver } from "../ask.ts";
import { holdTaps } from "../held-taps.ts";
import styles from "../page.module.css";
import { RefusalNote } from "../refusal-note.tsx";
import type { Answer, Offers, OpenOffer } from "../use-offers.ts";
import { useSecondsLeft } from "../use-seconds-left.ts";

type Props = {
  readonly routeId: string;
  readonly asked: readonly OpenOffer[];
  readonly offers: Pick<Offers, "answerRoute" | "close" | "dismiss">;
  readonly call: AskAsDriver;
  readonly zone: string | undefined;
};

const HOUR_SECONDS = 3_600;

export function RouteOffer({ routeId, asked, offers, call, zone }: Props) {
  const { words, language } = useSpoken(driveWords);
  const { words: says } = useSpoken(driveRouteWords);
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const { data } = useQuery({
    queryKey: ["drive", "routes", routeId],
    queryFn: async () => (await call("listRoutes", {})).routes.find(({ id }) => id === routeId) ?? null,
  });
  const left = useSecondsLeft(Math.max(...asked.map(({ endsMs }) => endsMs)));
  const expiresIn = Math.max(1, ...asked.map(({ expires_in }) => expires_in));
  const answer = async (how: Answer): Promise<void> => {
    setBusy(true);
    try {
      await offers.answerRoute(routeId, how);
    } catch (caught) {
      holdTaps();
      setError(caught);
      setBusy(false);
    }
  };
  const isOver = left <= 0;
  const { close, dismiss } = offers;
  useEffect(() => {
    if (isOver && error === undefined) for (const { id } of asked) close(id);
  }, [isOver, error, asked, close]);
  const earnings = data?.earnings ?? asked.reduce((sum, each) => sum + each.earnings, 0);
  const hours = Math.floor((data?.duration ?? 0) / HOUR_SECONDS);
  const minutes = Math.round(((data?.duration ?? 0) % HOUR_SECONDS) / 60);
  return (
    <Card withBorder className={styles.offer} component="section" aria-label={says.offer}>
      <Stack gap="sm">
        <Group justify="space-between" align="baseline">
          <Heading>{says.offer}</Heading>
          <Strong role="timer">{words.secondsLeft(left)}</Strong>
        </Group>
        <Progress value={Math.min(100, (left / expiresIn) * 100)} aria-label={words.secondsLeft(left)} color="orange" />
        <div className={styles.big}>{words.earn(money(earnings, language))}</div>
        {data && (
          <>
            <Text fw={600}>
              {says.facts(data.order_ids.length, data.stops.length)} ·{" "}
              {says.way(distance(data.distance * 1000, language), says.hours(hours, minutes))}
            </Text>
            <Text size="sm">
              {says.between(clockTime(data.start_time, language, zone), clockTime(data.end_time, language, zone))}
            </Text>
            <Box component="ol" m={0} pl="lg" aria-label={says.stops}>
              {data.stops.map((stop) => (
                <li key={`${stop.order_id} ${stop.path_index}`}>
                  <Fine>
                    {[
                      clockTime(stop.arrival, language, zone),
                      stop.kind === "pickup" ? words.pickup : words.delivery(stop.path_index),
                      ...(stop.kind === "delivery" && stop.cod > 0 ? [says.cod(money(stop.cod, language))] : []),
                      ...(stop.in_hand ? [says.inHand] : []),
                    ].join(" · ")}
                  </Fine>
                  <Text size="sm">{stop.address}</Text>
                </li>
              ))}
            </Box>
          </>
        )}
        {error !== undefined && (
          <RefusalNote
            error={error}
            onDismiss={() => {
              for (const { id } of asked) dismiss(id);
            }}
          />
        )}
        {error === undefined && <AnswerButtons isBusy={isBusy} onAnswer={(how) => void answer(how)} />}
      </Stack>
    </Card>
  );
}
