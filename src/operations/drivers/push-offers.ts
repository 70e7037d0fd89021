// Offers by web push, for drivers whose page is closed: the key pair of the installation, browsers that want to be told, and the telling.
// Any number of workers may send at once. One that dies while sending leaves its claim to run out, and the offer is told again if it still
// stands; told twice it is shown once.
import { secondsAfter } from "../../domain/accounts/token-life.ts";
import { judgeSubscription, offerPush, type PushSubscription } from "../../domain/drivers/offer-push.ts";
import type { Phone } from "../../domain/phone.ts";
import { type Promised, refuse } from "../../domain/refusal.ts";
import type { PushClient } from "../../outbound/push-client.ts";
import { type Loop, openLoop } from "../../ports/flow/loop.ts";
import { makePushKey, type PushKey, pushKeyOf } from "../../ports/push-key.ts";
import { hashSecret } from "../../ports/secrets.ts";
import { inTransaction } from "../../store/db.ts";
import { findPushKey, insertPushKey } from "../../store/drivers/push-keys.ts";
import {
  claimDuePushes,
  type DuePush,
  notePushed,
  removeGoneSubscriptions,
  removeSubscription,
  saveOpenStreams,
  saveSubscription,
} from "../../store/drivers/push-subscriptions.ts";
import { listOrdersById } from "../../store/orders/orders.ts";
import { openSealer } from "../../store/secrets/sealer.ts";
import type { Services } from "../services.ts";

// The operator's own, or the one that was made at the first start.
export async function openPushKey(
  { db, vault, clock }: Pick<Services, "db" | "vault" | "clock">,
  given: string | undefined,
): Promise<PushKey> {
  if (given !== undefined) return pushKeyOf(given);
  const kept = await findPushKey(db, vault);
  if (kept) return kept;
  await inTransaction(db, async (tx) => insertPushKey(tx, makePushKey(), await openSealer(tx, vault), clock.now()));
  const made = await findPushKey(db, vault);
  if (!made) throw new Error("the key for web push was not kept");
  return made;
}

export type SubscribeDeps = Pick<Services, "db" | "clock" | "allowPrivateCallbacks">;

export async function subscribeToOffers(
  { db, clock, allowPrivateCallbacks }: SubscribeDeps,
  token: string,
  subscription: PushSubscription,
): Promised<{ readonly subscribed: true }, "INVALID_DATA" | "NOT_AUTHORIZED"> {
  const unfit = judgeSubscription(subscription, allowPrivateCallbacks);
  if (unfit) return unfit;
  const isKept = await inTransaction(db, (tx) => saveSubscription(tx, hashSecret(token), subscription, clock.now()));
  return isKept ? { subscribed: true } : refuse("NOT_AUTHORIZED", "The session has ended.");
}

export async function unsubscribeFromOffers({ db }: Pick<Services, "db">, token: string): Promise<void> {
  await removeSubscription(db, hashSecret(token));
}

export type PushDeps = Pick<Services, "db" | "clock"> & {
  readonly pushClient: PushClient;
  // A push service says no. Told without the address, which whoever has it may write to.
  readonly onRefused: (service: string, why: string) => void;
};

// As many as are spoken to at once; a claim ends after the post does.
const BATCH = 50;
const CLAIM_SECONDS = 6;

export async function pushDueOffers(deps: PushDeps, goesOn: () => boolean = () => true): Promise<void> {
  const { db, clock } = deps;
  for (let isMore = true; isMore && goesOn(); ) {
    const now = clock.now();
    const due = await claimDuePushes(db, now, secondsAfter(now, CLAIM_SECONDS), BATCH);
    isMore = due.length > 0;
    if (!isMore) return;
    const orders = new Map(
      (await listOrdersById(db, [...new Set(due.map(({ orderId }) => orderId))])).map((order) => [order.id, order]),
    );
    const told: DuePush[] = [];
    const gone: DuePush[] = [];
    const send = async (push: DuePush): Promise<void> => {
      const order = orders.get(push.orderId);
      if (!order) throw new Error(`order ${push.orderId} is offered, and there is no such order`);
      const offer = { id: push.offerId, pickupMeters: push.pickupMeters };
      const seconds = (push.expiresAt.getTime() - now.getTime()) / 1000;
      const text = JSON.stringify(offerPush(offer, order, push.language));
      const { verdict, why } = await deps.pushClient.send(push, { text, seconds });
      if (verdict === "refused") deps.onRefused(new URL(push.endpoint).host, why);
      if (verdict === "gone") gone.push(push);
      else if (verdict !== "later") told.push(push);
    };
    const done = await Promise.allSettled(due.map(send));
    if (told.length > 0) await notePushed(db, told, clock.now());
    if (gone.length > 0) await removeGoneSubscriptions(db, gone);
    for (const one of done) if (one.status === "rejected") throw one.reason;
  }
}

// Tells the other processes who has an open stream here: now, when that changes, and every few seconds, should the rows be lost.
const NOTE_EVERY_MS = 5_000;
const NOTE_REST_MS = 100;

export function openStreamNotes(
  { db }: Pick<Services, "db">,
  process: string,
  phones: () => readonly Phone[],
  failed: (error: unknown) => void,
): Loop {
  let wasEmpty = true;
  const work = async (): Promise<void> => {
    const open = phones();
    if (open.length === 0 && wasEmpty) return;
    await saveOpenStreams(db, process, open);
    wasEmpty = open.length === 0;
  };
  return openLoop({ work, failed, everyMs: NOTE_EVERY_MS, restMs: NOTE_REST_MS });
}
