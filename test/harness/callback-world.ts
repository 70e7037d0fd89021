// What tests of callbacks stand on: a database with partners, a receiver on a socket, a clock that stands still, and workers.

import { eventBody } from "../../src/contract/event-body.ts";
import { eventIdOf } from "../../src/domain/callbacks/event-id.ts";
import { openCallbackClient } from "../../src/outbound/callback-client.ts";
import { newCallbackSecret } from "../../src/outbound/webhook-signature.ts";
import { type Clock, realClock } from "../../src/ports/clock.ts";
import { secureRandom } from "../../src/ports/random.ts";
import { openVault, PUBLIC_SECRETS_KEY } from "../../src/ports/vault.ts";
import { insertPartner } from "../../src/store/accounts/partners.ts";
import { saveEndpoint } from "../../src/store/callbacks/endpoints.ts";
import type { NewEvent } from "../../src/store/callbacks/events.ts";
import { packBody } from "../../src/store/callbacks/packed-body.ts";
import { type Database, inTransaction, type Sql } from "../../src/store/db.ts";
import { openLog } from "../../src/wiring/log.ts";
import { type CallbackWorker, startCallbackWorker } from "../../src/worker/callbacks.ts";
import { openRounds } from "../../src/worker/rounds.ts";

// The sandbox's, as in the template that test databases are made from.
export const vault = openVault([PUBLIC_SECRETS_KEY]);

export type StandingClock = { readonly now: () => Date; readonly advance: (seconds: number) => void };

export function standingClock(at = new Date("2026-03-02T05:00:00Z")): StandingClock {
  let now = at.getTime();
  return {
    now: () => new Date(now),
    advance: (seconds) => {
      now += seconds * 1000;
    },
  };
}

export async function addPartner(db: Database, id: string, url: string | undefined, now: Date): Promise<void> {
  await insertPartner(db, {
    id,
    name: id,
    blockDuplicateTrackingNumbers: false,
    rateLimitPerMinute: null,
    corsOrigins: [],
    language: "vi",
    contact: "",
    createdAt: now,
  });
  if (url === undefined) return;
  await saveEndpoint(db, vault, id, { url, auth: { type: "none" }, secret: newCallbackSecret(secureRandom) }, now);
}

export function bodyOf(orderId: string, seq: number): string {
  const mark = { eventId: eventIdOf({ orderId, seq }), eventType: "status", eventSeq: seq };
  return eventBody({ _id: orderId, status: "ACCEPTED", remarks: `việc thứ ${seq}` }, mark);
}

export type OrderEvent = { readonly partnerId: string; readonly orderId: string; readonly seq: number };

// As the SQL functions that write orders do it; every other one as programs wrote it that packed nothing.
export async function appendEvent(tx: Sql, event: Omit<NewEvent, "kept">): Promise<void> {
  const kept = event.seq % 2 === 0 ? event.body : packBody(event.body);
  await tx`
    select append_callback_event(
      ${event.orderId}, ${event.seq}, ${event.partnerId}, ${event.type}, ${kept}, ${event.happenedAt}
    )`;
}

// One transaction an event, as orders write them.
export async function append(db: Database, event: OrderEvent, happenedAt: Date): Promise<void> {
  const body = bodyOf(event.orderId, event.seq);
  await inTransaction(db, (tx) => appendEvent(tx, { ...event, type: "status", body, happenedAt }));
}

export type TestWorker = CallbackWorker & {
  readonly troubles: readonly unknown[];
  readonly stopped: readonly string[];
};

type WorkerOptions = {
  readonly timeoutMs?: number;
  readonly leaseSeconds?: number;
  readonly fraction?: () => number;
};

export function startWorker(db: Database, clock: Clock, options: WorkerOptions = {}): TestWorker {
  const timeoutMs = options.timeoutMs ?? 2_000;
  const client = openCallbackClient({ allowPrivate: true, timeoutMs, clock: realClock });
  const troubles: unknown[] = [];
  const stopped: string[] = [];
  const worker = startCallbackWorker({
    db,
    client,
    clock: { ...clock, trueTime: realClock, isCertain: () => true },
    vault,
    random: { uuid: secureRandom.uuid, fraction: options.fraction ?? (() => 0) },
    rounds: { ...openRounds(openLog("error")), failed: (_loop, error) => void troubles.push(error) },
    onStopped: (partnerId) => stopped.push(partnerId),
    tryTimeoutMs: timeoutMs,
    leaseSeconds: options.leaseSeconds ?? 30,
    retention: { eventDays: 30, tryDays: 30 },
    // More than there are tries: here events come in sequence, whatever receivers answer. Gaps have tests of their own.
    gapTries: 99,
  });
  let ending: Promise<void> | undefined;
  const end = async () => {
    await worker.stop();
    await client.close();
  };
  // May be called again: tests that look at what is left also stop it when they fail before that.
  const stop = () => {
    ending ??= end();
    return ending;
  };
  return { ...worker, stop, troubles, stopped };
}
