// The queue of steps for a component: `press` keeps a step on the phone and sends it as soon as that can be.

import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { DriverOrder } from "../../clients/typescript/src/api.ts";
import { Refused } from "../parts/call.ts";
import { askAsDriver } from "./ask.ts";
import { openQueueStore } from "./queue/queue-store.ts";
import type { QueuedStep, Step } from "./queue/queued-step.ts";
import { sendQueue } from "./queue/send-queue.ts";
import { serverSeconds } from "./server-clock.ts";
import type { Session } from "./session.ts";

export type StepQueue = {
  readonly steps: readonly QueuedStep[];
  // The last try did not get through.
  readonly isStuck: boolean;
  readonly press: (step: Step) => Promise<void>;
  // Tries again at once: the line is back.
  readonly send: () => void;
  readonly refused: Refused | undefined;
  readonly dismiss: () => void;
};

const store = openQueueStore();
const TRY_AGAIN_MS = 5_000;
// Held while sending: two windows of this page never send at once.
const LOCK = "giao-drive-queue";

export function useQueue(session: Session, onTaken: (order: DriverOrder) => void, onRefused: () => void): StepQueue {
  const [steps, setSteps] = useState<readonly QueuedStep[]>([]);
  const [isStuck, setStuck] = useState(false);
  const [refused, setRefused] = useState<Refused>();
  const latest = useRef({ onTaken, onRefused });
  latest.current = { onTaken, onRefused };

  const refresh = useCallback(async () => setSteps(await store.list(session.mobile)), [session.mobile]);

  const pump = useMemo(() => {
    const call = askAsDriver(session.token);
    const deps = {
      store,
      mobile: session.mobile,
      call,
      upload: async (orderId: string, photo: Blob) => {
        const headers = { "content-type": photo.type || "image/jpeg" };
        const photoOf = { params: { order_id: orderId }, body: photo };
        return (await call("uploadPhoto", photoOf, { headers })).url;
      },
      onTaken: (order: DriverOrder) => {
        latest.current.onTaken(order);
        void refresh();
      },
      onRefused: (_: QueuedStep, refusal: Refused) => {
        setRefused(refusal);
        latest.current.onRefused();
      },
    };
    return async () => {
      setStuck(!(await navigator.locks.request(LOCK, () => sendQueue(deps))));
      await refresh();
    };
  }, [session, refresh]);

  const send = useCallback(() => void pump(), [pump]);
  useEffect(() => {
    send();
    const timer = setInterval(send, TRY_AGAIN_MS);
    window.addEventListener("online", send);
    return () => {
      clearInterval(timer);
      window.removeEventListener("online", send);
    };
  }, [send]);

  const press = useCallback(
    async (step: Step) => {
      setRefused(undefined);
      const at = serverSeconds(Date.now());
      try {
        await store.add({ ...step, mobile: session.mobile, key: crypto.randomUUID(), at });
      } catch {
        setRefused(new Refused(0, "NOT_KEPT", "The phone could not keep the step."));
        return;
      }
      await refresh();
      send();
    },
    [session.mobile, refresh, send],
  );
  return { steps, isStuck, press, send, refused, dismiss: () => setRefused(undefined) };
}
