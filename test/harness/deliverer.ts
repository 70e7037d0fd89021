// One worker with a queue in memory, a receiver that answers as it is told, and a clock that stands still: new for each test of a file
// that imports this.
import { afterEach, beforeEach } from "node:test";
import type { Exchange } from "../../src/domain/callbacks/exchange.ts";
import { type Deliverer, type DeliveryDeps, openDeliverer } from "../../src/operations/callbacks/deliver-callbacks.ts";
import type { CallbackEndpoint } from "../../src/outbound/callback-client.ts";
import { openVault, PUBLIC_SECRETS_KEY } from "../../src/ports/vault.ts";
import { type StandingClock, standingClock } from "./callback-world.ts";
import { type MemoryOutbox, memoryOutbox } from "./memory-outbox.ts";

type Sent = { readonly endpoint: CallbackEndpoint; readonly eventId: string; readonly body: string };

export const answered = (code: number, more: Partial<Exchange> = {}): Exchange => ({
  outcome: "answered",
  code,
  text: "",
  retryAfter: undefined,
  elapsedMs: 1,
  error: "",
  ...more,
});

export let clock: StandingClock;
export let outbox: MemoryOutbox;
export let deliverer: Deliverer;
export let sent: Sent[];
export let troubles: unknown[];
export let stopped: string[];
let answer: (one: Sent) => Exchange | Promise<Exchange>;
const opened: Deliverer[] = [];

export function open(changes: Partial<DeliveryDeps> = {}): Deliverer {
  const now = () => clock.now();
  deliverer = openDeliverer({
    outbox,
    client: {
      send: async (endpoint, { eventId, body }) => {
        const one = { endpoint, eventId, body: Buffer.from(body).toString() };
        sent.push(one);
        return answer(one);
      },
    },
    clock: { now, trueTime: { now }, isCertain: () => true },
    random: { uuid: () => "w1", fraction: () => 0 },
    vault: openVault([PUBLIC_SECRETS_KEY]),
    onTrouble: (error) => void troubles.push(error),
    onStopped: (partnerId) => void stopped.push(partnerId),
    ...changes,
  });
  opened.push(deliverer);
  return deliverer;
}

beforeEach(() => {
  clock = standingClock();
  outbox = memoryOutbox(clock.now());
  sent = [];
  troubles = [];
  stopped = [];
  answer = () => answered(200);
  outbox.addEndpoint("p1");
  open();
});
afterEach(async () => {
  answer = () => answered(200);
  for (const each of opened.splice(0)) await each.stop();
});

export function answerWith(how: (one: Sent) => Exchange | Promise<Exchange>): void {
  answer = how;
}
export async function look(): Promise<void> {
  await deliverer.look();
  await deliverer.settled();
}
export const ids = () => sent.map(({ eventId }) => eventId);
export const orders = () => sent.map(({ eventId }) => eventId.split("_")[1]);
// Answers when it is told to.
export function held() {
  const waits: PromiseWithResolvers<Exchange>[] = [];
  answer = () => {
    const wait = Promise.withResolvers<Exchange>();
    waits.push(wait);
    return wait.promise;
  };
  return waits;
}
export async function turns(count = 30): Promise<void> {
  for (let turn = 0; turn < count; turn++) await new Promise(setImmediate);
}
