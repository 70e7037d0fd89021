// Calls a partner's endpoint while somebody looks on: one test event, or the whole receiver check. Nothing is queued or logged.
import { eventBody } from "../../domain/callbacks/event-body.ts";
import type { Exchange } from "../../domain/callbacks/exchange.ts";
import type { ReceiverReport } from "../../domain/callbacks/receiver-report.ts";
import type { CallbackClient, CallbackEndpoint } from "../../outbound/callback-client.ts";
import { checkReceiver } from "../../outbound/receiver-check.ts";
import { type Clock, realClock } from "../../ports/clock.ts";
import type { Random } from "../../ports/random.ts";
import { findEndpoint, secretsAt } from "../../store/callbacks/endpoints.ts";
import type { Sql } from "../../store/db.ts";
import { type CallbackNotSet, callbackNotSet } from "./set-callback.ts";

export type TestCallbackDeps = {
  readonly db: Sql;
  readonly client: CallbackClient;
  readonly clock: Clock;
  readonly random: Pick<Random, "hex">;
};

// An order as the partner would get it; the call marks it as a test.
type SampleOrder = Readonly<Record<string, unknown>>;

export const TEST_EVENT_TYPE = "callback.test";

export async function testCallback(
  deps: TestCallbackDeps,
  partnerId: string,
  order: SampleOrder,
): Promise<Exchange | CallbackNotSet> {
  const endpoint = await findCallbackEndpoint(deps, partnerId);
  if (!endpoint) return callbackNotSet(partnerId);
  const eventId = `evt_test_${deps.random.hex(8)}`;
  const body = eventBody(order, { eventId, eventType: TEST_EVENT_TYPE, eventSeq: 1 });
  return deps.client.send(endpoint, { eventId, body: Buffer.from(body) });
}

export async function checkCallbackReceiver(
  deps: TestCallbackDeps,
  partnerId: string,
  order: SampleOrder,
): Promise<ReceiverReport | CallbackNotSet> {
  const endpoint = await findCallbackEndpoint(deps, partnerId);
  if (!endpoint) return callbackNotSet(partnerId);
  return checkReceiver({ client: deps.client, random: deps.random, clock: realClock }, endpoint, order);
}

async function findCallbackEndpoint(deps: TestCallbackDeps, partnerId: string): Promise<CallbackEndpoint | undefined> {
  const found = await findEndpoint(deps.db, partnerId);
  if (!found) return undefined;
  // Connections of its own: a test must not wait behind deliveries that stall.
  return { id: `test ${partnerId}`, url: found.url, auth: found.auth, secrets: secretsAt(found, deps.clock.now()) };
}
