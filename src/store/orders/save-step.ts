// Saves a step of an order in one round trip (the function save_step): everything that belongs to it is written, or nothing.
import type { Amount } from "../../domain/amount.ts";
import { codPaidOut } from "../../domain/callbacks/account-event.ts";
import type { DrivenLeg } from "../../domain/eta/driven-leg.ts";
import type { PickupWait } from "../../domain/eta/preparation.ts";
import type { Journal } from "../../domain/ledger/journal.ts";
import type { Order } from "../../domain/orders/order.ts";
import type { Step } from "../../domain/orders/order-step.ts";
import type { Phone } from "../../domain/phone.ts";
import { accountEventCall } from "../callbacks/account-events.ts";
import type { NewEvent } from "../callbacks/events.ts";
import { codeOf, type Sql, sql } from "../db.ts";
import { type Answer, type KeyedCall, keyTaken } from "./idempotency.ts";
import { contentOf, stateOf } from "./order-document.ts";

// What is saved in the same breath and is no part of the order's life.
export type Along = {
  // The driver who was heard of by it.
  readonly heard?: Phone;
  readonly leg?: DrivenLeg | undefined;
  // How long the goods took at the counter. Robots need no time there and teach nothing.
  readonly wait?: PickupWait | undefined;
  // What the acceptance of an offer counted on.
  readonly counted?: { readonly offerId: string; readonly wallet: Amount; readonly inHand: string };
};

export type StepToSave = {
  readonly before: Order;
  readonly step: Step;
  readonly along: Along;
  readonly actor: string;
  readonly at: Date;
  readonly dueAt: Date | null;
  readonly journals: readonly Journal[];
  readonly event: NewEvent;
  readonly keyed: { readonly call: KeyedCall; readonly answer: Answer; readonly expiresAt: Date } | undefined;
};

// The rows that it was decided by have moved since: to be read and decided again.
export class StepMoved extends Error {
  constructor(cause: unknown) {
    super("what a step was decided by has changed", { cause });
  }
}
const MOVED = new Set(["GI001", "GI005", "GI006"]);

// What was asked and priced changes with these too.
export function changesContent({ event }: Step): boolean {
  return event === "edit" || event === "postpone";
}

// Answers with the drivers whose offers it changed.
export async function saveStep(db: Sql, saved: StepToSave): Promise<readonly Phone[]> {
  const { before, step, along, journals, event, keyed } = saved;
  const { order: after } = step;
  const [pickup] = after.points;
  const isFinished = after.status === "COMPLETED" || after.status === "CANCELLED";
  const settles = step.effects.some(({ effect }) => effect === "withdraw_offers");
  const taker = step.event === "accept" ? after.driver?.phone : undefined;
  const messages = step.effects.some(({ effect }) => effect === "tell_recipients") ? after.points.length - 1 : 0;
  const promo = step.effects.find((one) => one.effect === "return_promo")?.code;
  const postings = journals.flatMap((journal, at) =>
    journal.postings.map(({ account, amount }, line) => ({ nth: at + 1, line, ...account, amount })),
  );
  const leg = along.leg && JSON.stringify({ ...along.leg, ...along.leg.place });
  try {
    const [row] = await db<{ told: readonly Phone[] | null }>`
      with saved as materialized (
        select save_step(
          ${after.id}, ${after.seq}, ${before.status}, ${after.status}, ${saved.dueAt}, ${after.driver?.phone ?? null},
          ${isFinished ? 0 : after.payment.fromMain}, ${isFinished ? 0 : after.payment.fromBonus}, ${stateOf(after)},
          ${changesContent(step) ? contentOf(after) : null},
          ${step.event}, ${saved.actor}, ${after.subStatus}, ${step.happenedAt ?? saved.at}, ${event.body}, ${saved.at},
          ${settles}, ${taker ?? null}, ${along.counted?.offerId ?? null}, ${along.counted?.wallet ?? null},
          ${along.counted?.inHand ?? null}, ${along.heard ?? null}, ${leg ?? null}, ${promo ?? null},
          ${journals.map(({ kind }) => kind)}, ${journals.map(({ reference }) => reference)},
          ${postings.map(({ nth }) => nth)}, ${postings.map(({ line }) => line)}, ${postings.map(({ kind }) => kind)},
          ${postings.map(({ owner }) => owner)}, ${postings.map(({ amount }) => amount)},
          ${keyed?.call.phone ?? null}, ${keyed?.call.key ?? null}, ${keyed?.call.fingerprint ?? null},
          ${keyed?.answer.status ?? null}, ${keyed?.answer.body ?? null}, ${keyed?.expiresAt ?? null}
        ) as told
      ), queued as (
        insert into recipient_messages (order_id, path_index, queued_at, due_at)
        select ${after.id}, path_index, ${saved.at}, ${saved.at}
        from saved, generate_series(1, ${messages}::int) as path_index
        on conflict (order_id, path_index) do nothing
      ), waited as (
        insert into pickup_waits (city_id, lat, lng, picked_up_at, arrived_after_seconds, waited_seconds)
        select ${after.cityId}, ${pickup?.lat ?? 0}, ${pickup?.lng ?? 0}, ${saved.at}, ${along.wait?.arrivedAfterSeconds ?? 0},
          ${along.wait?.waitedSeconds ?? 0}
        from saved, drivers
        where phone = ${along.wait ? (after.driver?.phone ?? null) : null}
          and not is_robot
      )
      select told${tellPaidOut(journals, event)} from saved`;
    return row?.told ?? [];
  } catch (error) {
    if (MOVED.has(codeOf(error))) throw new StepMoved(error);
    throw keyTaken(error) ?? error;
  }
}

// COD that comes with the step is told in the same breath, where the partner asks for it.
function tellPaidOut(journals: readonly Journal[], { partnerId, happenedAt }: NewEvent) {
  const paid = codPaidOut(journals, partnerId, happenedAt);
  if (!paid) return sql``;
  return sql`,
        case when exists (select from callback_endpoints where partner_id = ${partnerId} and tells_cod_paid_out)
          then ${accountEventCall(paid, happenedAt)}
        end`;
}
