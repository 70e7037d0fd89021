// Sends queued steps: one after another in the order of pressing, each once. A step leaves the queue when the server has taken
// or refused it; when the server cannot be heard, it stays and everything behind it waits.
import type { DriverOrder } from "../../../clients/typescript/src/api.ts";
import { Refused } from "../../parts/call.ts";
import type { AskAsDriver } from "../ask.ts";
import type { QueueStore } from "./queue-store.ts";
import { bodyOf, CALL_OF, type QueuedStep } from "./queued-step.ts";

export type SendDeps = {
  readonly store: QueueStore;
  readonly mobile: string;
  readonly call: AskAsDriver;
  // A photo's bytes to its link.
  readonly upload: (orderId: string, photo: Blob) => Promise<string>;
  readonly onTaken: (order: DriverOrder) => void;
  // Refused for good, with what was pressed after it for the same order.
  readonly onRefused: (step: QueuedStep, refusal: Refused) => void;
};

// True when nothing is left; false when it has to be tried again later.
export async function sendQueue(deps: SendDeps): Promise<boolean> {
  for (;;) {
    const steps = await deps.store.list(deps.mobile);
    const [first] = steps;
    if (!first) return true;
    try {
      deps.onTaken(await send(deps, first));
      await deps.store.remove([first.number]);
    } catch (error) {
      if (!(error instanceof Refused) || !isFinal(error)) return false;
      // A stop that could not be put off is as it was, and so is what was done there.
      const void_ = first.name === "skip" ? [first] : steps.filter(({ orderId }) => orderId === first.orderId);
      await deps.store.remove(void_.map(({ number }) => number));
      deps.onRefused(first, error);
    }
  }
}

async function send(deps: SendDeps, queued: QueuedStep): Promise<DriverOrder> {
  const step = await withPhoto(deps, queued);
  const params = { order_id: step.orderId, path_index: String(step.pathIndex ?? 0) };
  return deps.call(CALL_OF[step.name], { params, body: bodyOf(step) }, { headers: { "idempotency-key": step.key } });
}

// The link is kept before the step is sent: the same key must come with the same body.
async function withPhoto(deps: SendDeps, step: QueuedStep): Promise<QueuedStep> {
  if (!step.photo || step.photoUrl !== undefined) return step;
  const uploaded = { ...step, photoUrl: await deps.upload(step.orderId, step.photo) };
  await deps.store.replace(uploaded);
  return uploaded;
}

// No connection, a server that stops, a session that has ended: the step is as good as before. Everything else is a "no".
export function isFinal({ status, code }: Refused): boolean {
  if (status === 0 || status >= 500) return false;
  return status !== 401 && status !== 408 && status !== 429 && code !== "IDEMPOTENCY_IN_PROGRESS";
}
