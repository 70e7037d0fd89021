// The one way an order changes: its row and its account's are locked, the domain decides a step, and the step is saved with
// its event, its money and its promo code in the same transaction.

import { codPaidOut } from "../../domain/callbacks/account-event.ts";
import { eventBody } from "../../domain/callbacks/event-body.ts";
import { eventIdOf } from "../../domain/callbacks/event-id.ts";
import { journalsOf } from "../../domain/ledger/order-journals.ts";
import type { Order } from "../../domain/orders/order.ts";
import type { Step } from "../../domain/orders/order-step.ts";
import { dueAtOf } from "../../domain/orders/steps/by-clock.ts";
import type { Phone } from "../../domain/phone.ts";
import { isRefusal, type Refusal } from "../../domain/refusal.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Announcer } from "../../store/announcer.ts";
import { appendEvent, type NewEvent } from "../../store/callbacks/events.ts";
import type { Database, Sql, WaitOptions } from "../../store/db.ts";
import { lockDrivers } from "../../store/drivers/drivers.ts";
import { settleOffers } from "../../store/drivers/offers.ts";
import { postJournal } from "../../store/ledger/journals.ts";
import { tellAfterwards } from "../../store/notices.ts";
import { freeTrackingNumbers, inOrder, saveContent, saveStep } from "../../store/orders/orders.ts";
import { giveBackPromoUse } from "../../store/orders/promos.ts";
import { queueMessages } from "../../store/recipient-messages.ts";
import { type Keep, keepResult } from "../answer-once.ts";

export type ChangeDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly announcer: Announcer;
  // The order as partners read it; made in http/wire.
  readonly encodeOrder: (order: Order) => Readonly<Record<string, unknown>>;
};
// Who made it happen, as the order's history tells it.
export type Actor = "user" | "driver" | "operator" | "system" | "sandbox";

export async function changeOrder<Code extends string>(
  deps: ChangeDeps,
  orderId: string,
  actor: Actor,
  decide: (order: Order | undefined, tx: Sql) => Step | Refusal<Code> | Promise<Step | Refusal<Code>>,
  keep?: Keep<Order | Refusal<Code>>,
  waits: Pick<WaitOptions, "isPatient"> = {},
): Promise<Order | Refusal<Code>> {
  const change = async (before: Order | undefined, tx: Sql): Promise<Order | Refusal<Code>> => {
    const step = await decide(before, tx);
    if (isRefusal(step)) return step;
    if (!before) throw new Error(`a step was decided for order ${orderId}, which does not exist`);
    await takeStep(tx, deps, before, step, actor);
    await keepResult(tx, deps, keep, step.order);
    return step.order;
  };
  const changed = await inOrder(deps.db, orderId, change, waits);
  if (!isRefusal(changed)) deps.announcer.orderChanged(orderId);
  return changed;
}

async function takeStep(tx: Sql, deps: ChangeDeps, before: Order, step: Step, actor: Actor): Promise<void> {
  const after = step.order;
  const at = deps.clock.now();
  const happenedAt = step.happenedAt ?? at;
  await saveStep(tx, { before, after, event: step.event, actor, at: happenedAt, dueAt: dueAtOf(after) });
  if (step.event === "edit") await saveContent(tx, after);
  if (after.status === "CANCELLED") await freeTrackingNumbers(tx, after.id);
  for (const effect of step.effects) {
    if (effect.effect === "return_promo") await giveBackPromoUse(tx, effect.code);
    if (effect.effect === "tell_recipients") await queueMessages(tx, after.id, after.points.length - 1, at);
    if (effect.effect === "withdraw_offers") await settleOffers(tx, after.id, driverWhoAccepted(step), at);
    // An order that has left a driver's hands is not told to him as his any more: that it is gone he hears by this.
    if (effect.effect === "free_driver" && !after.driver) tellAfterwards(tx, "giao_drivers", effect.driver);
  }
  const journals = journalsOf(step);
  // Last in the order of locks: account, order, driver.
  if (journals.length > 0 && after.driver) await lockDrivers(tx, [after.driver.phone]);
  for (const journal of journals) await postJournal(tx, journal, at);
  await appendEvent(tx, orderEvent(deps, step), codPaidOut(step, at));
}

function driverWhoAccepted({ event, order }: Step): Phone | undefined {
  return event === "accept" ? order.driver?.phone : undefined;
}

// What partners are told of a step (D16): the order as it stands after it.
export function orderEvent(deps: Pick<ChangeDeps, "encodeOrder" | "clock">, { order, event }: Step): NewEvent {
  const { id: orderId, seq, partnerId } = order;
  const mark = { eventId: eventIdOf({ orderId, seq }), eventType: event, eventSeq: seq };
  const body = eventBody(deps.encodeOrder(order), mark);
  return { orderId, seq, partnerId, type: event, body, happenedAt: deps.clock.now() };
}
