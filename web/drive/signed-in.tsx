// A signed-in driver's page: online or not, and two views, work and money.

// Of what the small pages' own styles lack, each after those it is made of.
import "@mantine/core/styles/ScrollArea.css";
import "@mantine/core/styles/Overlay.css";
import "@mantine/core/styles/ModalBase.css";
import "@mantine/core/styles/InlineInput.css";
import "@mantine/core/styles/Checkbox.css";
import "@mantine/core/styles/CheckboxIndicator.css";
import "@mantine/core/styles/FloatingIndicator.css";
import "@mantine/core/styles/Modal.css";
import "@mantine/core/styles/Progress.css";
import "@mantine/core/styles/Radio.css";
import "@mantine/core/styles/RadioIndicator.css";
import "@mantine/core/styles/SegmentedControl.css";
import { Alert, Button, Group, SegmentedControl, Stack, Title } from "@mantine/core";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { Refused } from "../parts/call.ts";
import { useWords } from "../parts/language.tsx";
import { PlainButton, Quiet } from "../parts/looks/kinds.tsx";
import { driveWords } from "../words/drive/drive.ts";
import { type AskAsDriver, askAsDriver } from "./ask.ts";
import { readyChime } from "./chime.ts";
import { DocumentsNote } from "./documents-note.tsx";
import { useHeldTaps } from "./held-taps.ts";
import { MoneyView } from "./money/money-view.tsx";
import styles from "./page.module.css";
import { nextBatch, type Position } from "./positions/position-batch.ts";
import { nextTask } from "./projected-order.ts";
import { PushNote } from "./push/push-note.tsx";
import { usePush } from "./push/use-push.ts";
import { isFinal } from "./queue/send-queue.ts";
import { RefusalNote } from "./refusal-note.tsx";
import { serverSeconds } from "./server-clock.ts";
import type { Session } from "./session.ts";
import { useWakeLock } from "./use-wake-lock.ts";
import { forgetOrders, useWork, type Work } from "./use-work.ts";
import { WorkView } from "./work-view.tsx";

export type SignedInProps = { readonly session: Session; readonly onEnd: () => void };

export function SignedIn({ session, onEnd }: SignedInProps) {
  const end = useCallback(() => {
    forgetOrders();
    onEnd();
  }, [onEnd]);
  const words = useWords(driveWords);
  const call = useMemo(() => askAsDriver(session.token), [session]);
  const push = usePush(call);
  const work = useWork(session, push.state === "on");
  const [view, setView] = useState<"work" | "money">("work");
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const isOnline = work.me?.online ?? false;
  const position = usePositions(call, isOnline || work.orders.length > 0);
  useWakeLock(isOnline);
  const { isSignedOut } = work;
  useEffect(() => {
    if (isSignedOut) end();
  }, [isSignedOut, end]);

  // Busy until the page knows what has come of it: a button that changes under a second tap would undo the first.
  const act = async (action: () => Promise<unknown>): Promise<void> => {
    setBusy(true);
    setError(undefined);
    try {
      await action();
    } catch (caught) {
      setError(caught);
    } finally {
      setBusy(false);
    }
  };
  const goOnline = () =>
    act(async () => {
      readyChime();
      const { lat, lng } = await askPosition();
      await call("setAvailability", { body: { online: true, lat, lng } });
      await work.reload();
    });
  const goOffline = () =>
    act(async () => {
      await call("setAvailability", { body: { online: false } });
      await work.reload();
    });
  const signOut = () =>
    act(async () => {
      await call("setAvailability", { body: { online: false } });
      await call("closeDriverSession", {});
      // The server has forgotten this browser with the session; the browser's own memory of it is only tidied.
      await push.turnOff().catch(() => undefined);
      end();
    });
  const waiting = work.queue.steps.length;
  const isStuck = waiting > 0 && work.queue.isStuck;
  const notes = [work.line === "away", work.error, isStuck, work.queue.refused, error].map(Boolean);
  useHeldTaps(JSON.stringify([isOnline, notes, standing(work)]));

  return (
    <Stack>
      <Group justify="space-between">
        <div>
          <Title order={1} size="h4">
            {work.me?.name ?? session.mobile}
          </Title>
          <Quiet aria-live="polite">
            {isOnline ? words.online : words.offline}
            {work.me ? ` · ${work.me.plate_number}` : ""}
          </Quiet>
        </div>
        {isOnline ? (
          <PlainButton loading={isBusy} onClick={goOffline}>
            {words.goOffline}
          </PlainButton>
        ) : (
          <Button loading={isBusy} onClick={goOnline}>
            {words.goOnline}
          </Button>
        )}
      </Group>
      {work.line === "away" && (
        <div className={styles.notice} role="status">
          {words.noConnection}
        </div>
      )}
      {work.error !== undefined && <RefusalNote error={work.error} />}
      {isStuck && (
        <div className={styles.notice} role="status">
          {words.queued(waiting)}
        </div>
      )}
      {work.queue.refused && (
        <RefusalNote error={work.queue.refused} title={words.refusedTitle} onDismiss={work.queue.dismiss} />
      )}
      {isGeolocationError(error) ? (
        <Alert color="red" variant="light" role="alert" title={words.noPlace} />
      ) : (
        error !== undefined && <RefusalNote error={error} />
      )}
      <DocumentsNote call={call} />
      <SegmentedControl
        fullWidth
        aria-label={words.pageTitle}
        value={view}
        onChange={setView}
        data={[
          { value: "work", label: words.work },
          { value: "money", label: words.money },
        ]}
      />
      {view === "work" ? (
        <>
          <WorkView work={work} call={call} position={position} isOnline={isOnline} isPushed={push.state === "on"} />
          {isOnline && <PushNote push={push} />}
        </>
      ) : (
        <>
          <MoneyView call={call} zone={work.me?.time_zone} />
          <Button variant="subtle" color="gray" disabled={waiting > 0} onClick={signOut}>
            {words.signOut}
          </Button>
          {waiting > 0 && <Quiet ta="center">{words.signOutWaiting}</Quiet>}
        </>
      )}
    </Stack>
  );
}

// By what the cards of the work stand where they do, and what their buttons mean.
function standing({ offers, orders, stops, plan, takenBack }: Work): readonly unknown[] {
  const tasks = orders.map((order) => [order.order_id, nextTask(order)?.task, nextTask(order)?.stop.index]);
  const ahead = stops.map(({ order_id, path_index }) => [order_id, path_index]);
  return [offers.open.map(({ id }) => id), tasks, ahead, plan?.changed_at, takenBack.unread];
}

function isGeolocationError(error: unknown): boolean {
  return typeof GeolocationPositionError !== "undefined" && error instanceof GeolocationPositionError;
}

// Where the driver is: the phone's positions while they work, sent in batches. What was recorded without a connection is sent
// when there is one again.
const SEND_MS = 5_000;
// As many as the server takes at once; of a longer tunnel the beginning is forgotten.
const BATCH_MAX = 500;
const WATCH: PositionOptions = { enableHighAccuracy: true, maximumAge: 2_000, timeout: 20_000 };

function usePositions(call: AskAsDriver, isWorking: boolean): Position | undefined {
  const [position, setPosition] = useState<Position>();
  const unsent = useRef<readonly Position[]>([]);
  useEffect(() => {
    if (!isWorking) return undefined;
    let last: Position | undefined;
    let sentMs = performance.now();
    const watch = navigator.geolocation.watchPosition(
      (fix) => {
        last = positionOf(fix);
        setPosition(last);
        unsent.current = [...unsent.current, last].slice(-BATCH_MAX);
      },
      // Without a fix the last place stands; the phone says itself when it may not be asked.
      () => undefined,
      WATCH,
    );
    const timer = setInterval(async () => {
      const batch = nextBatch(unsent.current, last, performance.now() - sentMs, serverSeconds(Date.now()));
      if (batch.length === 0) return;
      unsent.current = [];
      sentMs = performance.now();
      try {
        await call("reportPositions", { body: { positions: [...batch] } });
      } catch (error) {
        if (error instanceof Refused && isFinal(error)) return;
        unsent.current = [...batch, ...unsent.current].slice(-BATCH_MAX);
      }
    }, SEND_MS);
    return () => {
      navigator.geolocation.clearWatch(watch);
      clearInterval(timer);
    };
  }, [call, isWorking]);
  return position;
}

function askPosition(): Promise<Position> {
  return new Promise((resolve, reject) => {
    navigator.geolocation.getCurrentPosition((fix) => resolve(positionOf(fix)), reject, WATCH);
  });
}

function positionOf({ coords, timestamp }: GeolocationPosition): Position {
  return {
    lat: coords.latitude,
    lng: coords.longitude,
    at: serverSeconds(timestamp),
    ...(coords.speed === null || coords.speed < 0 ? {} : { speed: coords.speed }),
    ...(coords.heading === null || Number.isNaN(coords.heading) ? {} : { heading: coords.heading }),
  };
}
