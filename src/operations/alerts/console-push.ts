// Browsers that are signed in to the console and want notifications.
import { judgeSubscription, type PushSubscription } from "../../domain/drivers/offer-push.ts";
import { type Promised, refuse } from "../../domain/refusal.ts";
import { removeBrowser, saveBrowser } from "../../store/alerts/console-browsers.ts";
import { inTransaction } from "../../store/db.ts";
import type { SubscribeDeps } from "../drivers/push-offers.ts";
import type { Services } from "../services.ts";

export async function tellBrowser(
  { db, clock, allowPrivateCallbacks }: SubscribeDeps,
  sessionHash: Buffer,
  subscription: PushSubscription,
): Promised<{ readonly subscribed: true }, "INVALID_DATA" | "NOT_AUTHORIZED"> {
  const unfit = judgeSubscription(subscription, allowPrivateCallbacks);
  if (unfit) return unfit;
  const isKept = await inTransaction(db, (tx) => saveBrowser(tx, sessionHash, subscription, clock.now()));
  return isKept ? { subscribed: true } : refuse("NOT_AUTHORIZED", "The browser's session has ended.");
}

export async function tellBrowserNoMore({ db }: Pick<Services, "db">, sessionHash: Buffer): Promise<void> {
  await removeBrowser(db, sessionHash);
}
