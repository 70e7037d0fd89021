// Sends a partner's endpoint what a good sender never would, and what every receiver must survive, then has it graded.

import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { eventBody } from "../contract/event-body.ts";
import type { Exchange } from "../domain/callbacks/exchange.ts";
import {
  type Check,
  gradeReceiver,
  type Observations,
  type ReceiverReport,
} from "../domain/callbacks/receiver-report.ts";
import { judge } from "../domain/callbacks/verdict.ts";
import type { Clock } from "../ports/clock.ts";
import type { Random } from "../ports/random.ts";
import { bodyFor, type CallbackClient, type CallbackEndpoint } from "./callback-client.ts";
import { newCallbackSecret, signatureHeaders } from "./webhook-signature.ts";

type Deps = {
  readonly client: CallbackClient;
  readonly random: Pick<Random, "hex">;
  // Real time: receivers compare timestamps with their own clock.
  readonly clock: Clock;
  // How long a slow body takes to arrive.
  readonly trickleMs?: number;
};

type Signed = { readonly id: string; readonly body: Buffer; readonly headers: Record<string, string> };

const TRICKLE_MS = 3_000;
const TRICKLE_PIECES = 6;
const HOUR_MS = 3_600_000;
const CHECK_EVENT_TYPE = "receiver.check";

// `order` is a record such as the endpoint would get; the events say in their type and order id that they are a check.
export async function checkReceiver(
  deps: Deps,
  endpoint: CallbackEndpoint,
  order: Readonly<Record<string, unknown>>,
): Promise<ReceiverReport> {
  const { client, random, clock } = deps;
  const orderId = `CHECK-${random.hex(4)}`;
  const now = clock.now();

  const event = (eventSeq: number, secrets = endpoint.secrets, sentAt = now): Signed => {
    const id = `evt_check_${random.hex(8)}`;
    const mark = { eventId: id, eventType: CHECK_EVENT_TYPE, eventSeq };
    const body = Buffer.from(bodyFor(endpoint.auth, Buffer.from(eventBody({ ...order, _id: orderId }, mark))));
    return { id, body, headers: signatureHeaders({ id, sentAt, body }, secrets) };
  };
  const post = ({ headers, body }: Pick<Signed, "headers" | "body">) => client.post(endpoint, headers, body);
  const postEach = async (signed: readonly Pick<Signed, "headers" | "body">[]): Promise<readonly Exchange[]> => {
    const exchanges: Exchange[] = [];
    for (const one of signed) exchanges.push(await post(one));
    return exchanges;
  };
  const postSlowly = ({ headers, body }: Signed) =>
    client.post(
      endpoint,
      { ...headers, "content-length": String(body.length) },
      Readable.from(trickle(body, deps.trickleMs ?? TRICKLE_MS)),
    );

  const checks: Readonly<Record<Exclude<Check, "delivery">, () => Promise<readonly Exchange[]>>> = {
    duplicate: () => {
      const twice = event(2);
      return postEach([twice, twice]);
    },
    reordered: () => postEach([event(5), event(4), event(3)]),
    slow_body: async () => [await postSlowly(event(6)), await post(event(7))],
    bad_signature: () => {
      const honest = event(8);
      const changed = Buffer.concat([honest.body.subarray(0, -1), Buffer.from(',"cod":1}')]);
      return postEach([
        event(8, [newCallbackSecret(random)]),
        { headers: honest.headers, body: changed },
        { headers: {}, body: event(8).body },
      ]);
    },
    stale_timestamp: () => postEach([event(9, endpoint.secrets, new Date(now.getTime() - HOUR_MS))]),
    rotated_secret: () => postEach([event(10, [newCallbackSecret(random), ...endpoint.secrets])]),
  };

  const delivery = await postEach([event(1)]);
  const observations: { -readonly [K in keyof Observations]: Observations[K] } = { delivery };
  // An endpoint that takes no plain event would fail everything else for the same reason.
  if (delivery.every((exchange) => judge(exchange) === "delivered")) {
    for (const [check, run] of Object.entries(checks)) observations[check as Check] = await run();
  }
  return gradeReceiver(observations);
}

async function* trickle(body: Buffer, overMs: number): AsyncGenerator<Buffer> {
  const size = Math.ceil(body.length / TRICKLE_PIECES);
  for (let from = 0; from < body.length; from += size) {
    if (from > 0) await sleep(overMs / (TRICKLE_PIECES - 1));
    yield body.subarray(from, from + size);
  }
}
