// What is owed to partners' endpoints, in all and by partner. Where the queue cannot be read, or another process tells of it, these measures are missing
// and all others are there: that is when they are needed.
import { Gauge, type Registry } from "prom-client";
import type { Clock } from "../../ports/clock.ts";
import type { Backlog, QueueFigures } from "../../store/callbacks/queue.ts";
import { measure, type Samples } from "../base/measures.ts";

type CallbackQueue = QueueFigures & { readonly backlogs: readonly Backlog[] };

export function measureCallbacks(
  registry: Registry,
  callbacks: () => Promise<CallbackQueue | undefined>,
  clock: Clock,
): void {
  const gauge = (name: string, help: string, labels: string[], read: (queue: CallbackQueue) => Samples): void =>
    measure(registry, Gauge, `giao_callback_${name}`, {
      help,
      labels,
      aggregator: "max",
      read: async () => {
        const queue = await callbacks();
        return queue && read(queue);
      },
    });
  const ageOf = (at: Date): number => Math.max(0, (clock.now().getTime() - at.getTime()) / 1000);
  gauge("events", "Callbacks that wait, and that were given up.", ["state"], ({ waiting, givenUp }) => [
    [{ state: "waiting" }, waiting],
    [{ state: "given_up" }, givenUp],
  ]);
  const oldest = "Age of the oldest callback that is not delivered yet.";
  gauge("oldest_seconds", oldest, [], ({ oldestQueuedAt }) => [[{}, oldestQueuedAt ? ageOf(oldestQueuedAt) : 0]]);
  const waits = "Callbacks of a partner that wait; of the 200 partners that wait longest.";
  gauge("partner_waiting", waits, ["partner"], ({ backlogs }) =>
    backlogs.map(({ partnerId, waiting }) => [{ partner: partnerId }, waiting]),
  );
  gauge("partner_oldest_seconds", "Age of the oldest of them.", ["partner"], ({ backlogs }) =>
    backlogs.map(({ partnerId, oldestQueuedAt }) => [{ partner: partnerId }, ageOf(oldestQueuedAt)]),
  );
  const held = "1 where they wait because of the endpoint: it said that it is gone (stopped), or its circuit is open.";
  gauge("partner_held", held, ["partner", "why"], ({ backlogs }) =>
    backlogs.flatMap(({ partnerId, held: why }) => (why === null ? [] : [[{ partner: partnerId, why }, 1] as const])),
  );
}
