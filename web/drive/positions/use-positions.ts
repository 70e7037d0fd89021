// Where the driver is: the phone's positions while they work, sent in batches. What was recorded without a connection is sent
// when there is one again.

import { useEffect, useRef, useState } from "react";
import { Refused } from "../../parts/call.ts";
import type { AskAsDriver } from "../ask.ts";
import { isFinal } from "../queue/send-queue.ts";
import { serverSeconds } from "../server-clock.ts";
import { nextBatch, type Position } from "./position-batch.ts";

const SEND_MS = 5_000;
// As many as the server takes at once; of a longer tunnel the beginning is forgotten.
const BATCH_MAX = 500;
const WATCH: PositionOptions = { enableHighAccuracy: true, maximumAge: 2_000, timeout: 20_000 };

export function usePositions(call: AskAsDriver, isWorking: boolean): Position | undefined {
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

export function askPosition(): Promise<Position> {
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
