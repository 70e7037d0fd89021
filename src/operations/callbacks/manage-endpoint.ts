// Where a partner's callbacks go: saved, seen, tried out, its secret changed. Settings are judged by the domain; the address
// is judged again at every connect (docs/decisions/address-guard.md).

import { eventBody } from "../../contract/event-body.ts";
import { secondsAfter } from "../../domain/accounts/token-life.ts";
import { type CallbackSettings, parseCallbackSettings } from "../../domain/callbacks/callback-settings.ts";
import type { Exchange } from "../../domain/callbacks/exchange.ts";
import type { ReceiverReport } from "../../domain/callbacks/receiver-report.ts";
import { isRefusal, type Promised, type Refusal, refuse } from "../../domain/refusal.ts";
import type { CallbackEndpoint } from "../../outbound/callback-client.ts";
import { checkReceiver } from "../../outbound/receiver-check.ts";
import { newCallbackSecret } from "../../outbound/webhook-signature.ts";
import type { ProgramClock } from "../../ports/clock.ts";
import { findCallbackSecret } from "../../store/accounts/partners.ts";
import {
  type AccountEvents,
  type Endpoint,
  findEndpoint,
  removeEndpoint,
  rotateSecret,
  saveEndpoint,
} from "../../store/callbacks/endpoints.ts";
import { openSecrets, secretsAt } from "../../store/callbacks/kept-secrets.ts";
import { type QueueFigures, readQueueFigures } from "../../store/callbacks/queue.ts";
import type { Services } from "../services.ts";

export type EndpointDeps = Pick<Services, "db" | "random" | "vault" | "callbackClient" | "allowPrivateCallbacks"> & {
  readonly clock: ProgramClock;
};

// Both secrets sign for a day, so that a receiver can change over.
const SECRET_OVERLAP_SECONDS = 24 * 3600;
const TEST_EVENT_TYPE = "callback.test";

export type EndpointState = { readonly endpoint: (Endpoint & AccountEvents) | undefined; readonly queue: QueueFigures };

export async function seeEndpoint(deps: EndpointDeps, partnerId: string): Promise<EndpointState> {
  const [endpoint, queue] = await Promise.all([findEndpoint(deps.db, partnerId), readQueueFigures(deps.db, partnerId)]);
  return { endpoint, queue };
}

export function judgeEndpoint(
  deps: Pick<EndpointDeps, "allowPrivateCallbacks">,
  input: unknown,
): CallbackSettings | Refusal<"INVALID_DATA"> {
  return parseCallbackSettings(input, deps.allowPrivateCallbacks);
}

// The first settings sign with the secret the partner was given with its keys; later ones keep the secret in use.
export async function setEndpoint(
  deps: EndpointDeps,
  partnerId: string,
  settings: CallbackSettings,
): Promise<EndpointState> {
  const secret = (await findCallbackSecret(deps.db, deps.vault, partnerId)) ?? newCallbackSecret(deps.random);
  await saveEndpoint(deps.db, deps.vault, partnerId, { ...settings, secret }, deps.clock.now());
  return seeEndpoint(deps, partnerId);
}

export async function clearEndpoint(deps: EndpointDeps, partnerId: string): Promise<void> {
  await removeEndpoint(deps.db, partnerId);
}

export async function changeSecret(
  deps: EndpointDeps,
  partnerId: string,
): Promised<{ readonly secret: string; readonly oldUntil: Date }, "NOT_FOUND"> {
  const now = deps.clock.now();
  const secret = newCallbackSecret(deps.random);
  const oldUntil = secondsAfter(now, SECRET_OVERLAP_SECONDS);
  const isRotated = await rotateSecret(deps.db, deps.vault, partnerId, secret, now, oldUntil);
  return isRotated ? { secret, oldUntil } : noEndpoint();
}

// One signed event that says what it is, and what the endpoint answered to it.
export async function testEndpoint(
  deps: EndpointDeps,
  partnerId: string,
  order: Readonly<Record<string, unknown>>,
): Promised<Exchange, "NOT_FOUND"> {
  const endpoint = await findReachable(deps, partnerId);
  if (isRefusal(endpoint)) return endpoint;
  const eventId = `evt_test_${deps.random.hex(8)}`;
  const body = eventBody(order, { eventId, eventType: TEST_EVENT_TYPE, eventSeq: 1 });
  return deps.callbackClient.send(endpoint, { eventId, body: Buffer.from(body) });
}

export async function gradeEndpoint(
  deps: EndpointDeps,
  partnerId: string,
  order: Readonly<Record<string, unknown>>,
): Promised<ReceiverReport, "NOT_FOUND"> {
  const endpoint = await findReachable(deps, partnerId);
  if (isRefusal(endpoint)) return endpoint;
  // True time, because receivers compare timestamps with clocks that nobody moved.
  return checkReceiver(
    { client: deps.callbackClient, random: deps.random, clock: deps.clock.trueTime },
    endpoint,
    order,
  );
}

async function findReachable(deps: EndpointDeps, partnerId: string): Promised<CallbackEndpoint, "NOT_FOUND"> {
  const endpoint = await findEndpoint(deps.db, partnerId);
  if (!endpoint) return noEndpoint();
  const secrets = openSecrets(deps.vault, endpoint);
  // Connections of its own: a test must not wait behind deliveries that stall.
  return {
    id: `test ${partnerId}`,
    url: endpoint.url,
    auth: secrets.auth,
    secrets: secretsAt(secrets, deps.clock.now()),
  };
}

function noEndpoint(): Refusal<"NOT_FOUND"> {
  return refuse("NOT_FOUND", "No callback address is set; set one first.");
}
