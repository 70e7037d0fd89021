// Sends recipients the link of their delivery (special request SMS). Any number of workers may do it at once. One that dies after the
// gateway took a message leaves it claimed: it is sent again under the same id, which the gateway drops.
import { secondsAfter } from "../domain/accounts/token-life.ts";
import { refund } from "../domain/ledger/account-journals.ts";
import type { Order } from "../domain/orders/order.ts";
import { parsePhone } from "../domain/phone.ts";
import { messageFee, messageText, retryAt, whyGivenUp } from "../domain/recipient-message.ts";
import { isRefusal } from "../domain/refusal.ts";
import { postJournal, sumRefunds } from "../store/ledger/journals.ts";
import { inOrder, listOrdersById } from "../store/orders/orders.ts";
import { type ClaimedMessage, claimDueMessages, noteFailed, noteSent, putOff } from "../store/recipient-messages.ts";
import type { Services } from "./services.ts";

export type MessageDeps = Pick<Services, "db" | "clock" | "sms"> & {
  // Who writes, as the text says it.
  readonly sender: string;
  readonly linkOf: (order: Order, pathIndex: number) => string;
};

// As many as the gateway is spoken to at once; two tries of five seconds each end well before the claim does.
const BATCH = 16;
const CLAIM_SECONDS = 60;

export async function sendDueMessages(deps: MessageDeps, goesOn: () => boolean = () => true): Promise<void> {
  let claimed: readonly ClaimedMessage[];
  do {
    const now = deps.clock.now();
    claimed = await claimDueMessages(deps.db, now, secondsAfter(now, CLAIM_SECONDS), BATCH);
    const orders = new Map(
      (
        await listOrdersById(
          deps.db,
          claimed.map(({ orderId }) => orderId),
        )
      ).map((one) => [one.id, one]),
    );
    const done = await Promise.allSettled(claimed.map((message) => handle(deps, message, orders.get(message.orderId))));
    // One that fails is due again when its claim ends; it keeps nobody else's back.
    for (const one of done) if (one.status === "rejected") throw one.reason;
  } while (claimed.length === BATCH && goesOn());
}

async function handle(deps: MessageDeps, message: ClaimedMessage, order: Order | undefined): Promise<void> {
  const point = order?.points[message.pathIndex];
  if (!order || !point)
    throw new Error(`order ${message.orderId} has a message for point ${message.pathIndex}, and no such point`);
  const why = whyGivenUp(message, order, deps.clock.now());
  if (why !== undefined) return giveUp(deps, message, why);
  const link = deps.linkOf(order, message.pathIndex);
  const sent = await deps.sms.send({
    id: `${message.orderId}/${message.pathIndex}`,
    to: parsePhone(point.mobile) ?? point.mobile,
    text: messageText(message.language, deps.sender, order, link),
  });
  const now = deps.clock.now();
  if (isRefusal(sent)) await putOff(deps.db, message, retryAt(message, now), sent.why);
  else await noteSent(deps.db, message, now);
}

// Its share of the fee goes to the account that ordered, whoever paid: recipients who paid in cash are not known to the ledger.
async function giveUp({ db, clock }: MessageDeps, message: ClaimedMessage, why: string): Promise<void> {
  await inOrder(db, message.orderId, async (order, tx) => {
    if (!order || !(await noteFailed(tx, message, clock.now(), why))) return;
    const left = order.price.total - (await sumRefunds(tx, order.id));
    const amount = Math.min(messageFee(order, message.pathIndex), left);
    if (amount <= 0) return;
    const journal = refund(order.ownerPhone, order.id, { amount, reference: `sms/${order.id}/${message.pathIndex}` });
    if (isRefusal(journal)) throw new Error(journal.why);
    await postJournal(tx, journal, clock.now());
  });
}
