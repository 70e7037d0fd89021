// Saves a step of an order in one round trip (the function save_step): everything that belongs to it is written, or nothing. Steps that come
// together share a transaction (save_steps), and each is written or refused as if it were alone.

import { accountEventBody } from "../../contract/event-body.ts";
import type { Amount } from "../../domain/amount.ts";
import { type AccountEvent, codPaidOut } from "../../domain/callbacks/account-event.ts";
import type { DrivenLeg } from "../../domain/eta/driven-leg.ts";
import type { Journal } from "../../domain/ledger/journal.ts";
import { isFinished, type Order } from "../../domain/orders/order.ts";
import type { Step } from "../../domain/orders/order-step.ts";
import type { Phone } from "../../domain/phone.ts";
import type { NewEvent } from "../callbacks/events.ts";
import { tracedAlone, tracedTogether } from "../callbacks/traces.ts";
import { codeOf, type Database, type Sql } from "../db.ts";
import { grouped, inOneText, NotSaved, type Verdict } from "../grouped.ts";
import { type Answer, type KeyedCall, KeyTaken, keyTaken } from "./idempotency.ts";
import { contentOf, stateOf } from "./order-document.ts";
import { packAnswer } from "./packed-answer.ts";
import { perDatabase } from "./per-database.ts";

// What is saved in the same breath and is no part of the order's life.
export type Along = {
  // The driver who was heard of by it.
  readonly heard?: Phone | undefined;
  readonly leg?: DrivenLeg | undefined;
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
  const row = rowOf(saved);
  try {
    const [answer] = await db<{ told: readonly Phone[] | null }>`
      with saved as materialized (select save_step(
        ${row.id}, ${row.seq}, ${row.statusBefore}, ${row.status}, ${row.dueAt}, ${row.driver}, ${row.heldMain}, ${row.heldBonus},
        ${row.state}, ${row.content},
        ${row.event}, ${row.actor}, ${row.subStatus}, ${row.happenedAt}, ${row.body}, ${row.at},
        ${row.settles}, ${row.taker}, ${row.offerId}, ${row.wallet}, ${row.inHand}, ${row.heard}, ${row.leg}, ${row.promo},
        ${row.journalKinds}, ${row.journalReferences}, ${row.postingJournals}, ${row.postingLines}, ${row.postingKinds},
        ${row.postingOwners}, ${row.postingAmounts},
        ${row.keyHolder}, ${row.key}, ${row.fingerprint}, ${row.answerStatus}, ${row.answer}, ${row.keyExpiry}
      ) as told)
      select told, save_along(${row.id}, ${row.at}, ${row.along})${tracedAlone(row)} from saved`;
    return answer?.told ?? [];
  } catch (error) {
    throw reasonOf(error);
  }
}

type Sharing = { readonly step: StepToSave; readonly share: readonly string[] };
type Notified = readonly Phone[];

// `share`: what it locks that many others need as well.
export function saveStepWithOthers(db: Database, step: StepToSave, share: readonly string[]): Promise<Notified> {
  return saverOf(db)({ step, share });
}

const saverOf = perDatabase((db): ((one: Sharing) => Promise<Notified>) =>
  grouped({
    // What moves no money waits for nobody who does, nor for others of its account.
    queueOf: ({ step, share }) => share[0] ?? `${step.before.ownerPhone} without money`,
    isFree: ({ share }) => share.length === 0,
    alone: ({ step, share }) => saveStep(db.with({ share }), step),
    together: (group) =>
      saveSteps(
        db,
        group.map(({ step }) => step),
      ),
    max: db.groupMax,
  }),
);

// Each with its own verdict, in the order given.
async function saveSteps(db: Sql, steps: readonly StepToSave[]): Promise<readonly Verdict<Notified>[]> {
  return inOneText(steps.map(textOf), async (text) => {
    const rows = await db<{ code: string | null; violated: string | null; told: Notified | null }>`
      select code, violated, told${tracedTogether(steps, () => text)}
      from save_steps(${text}::json)
      order by nth`;
    return rows.map(({ code, violated, told }) => {
      if (code === null) return { saved: told ?? [] };
      const error = reasonOf(new NotSaved(code, violated));
      return { error, isLast: error instanceof StepMoved || error instanceof KeyTaken };
    });
  });
}

function reasonOf(error: unknown): unknown {
  return MOVED.has(codeOf(error)) ? new StepMoved(error) : (keyTaken(error) ?? error);
}

// The parameters of save_step, by name.
function rowOf({ before, step, along, journals, event, keyed, ...saved }: StepToSave) {
  const { order: after } = step;
  const postings = journals.flatMap((journal, at) =>
    journal.postings.map(({ account, amount }, line) => ({ nth: at + 1, line, ...account, amount })),
  );
  return {
    id: after.id,
    seq: after.seq,
    statusBefore: before.status,
    status: after.status,
    dueAt: saved.dueAt,
    driver: after.driver?.phone ?? null,
    heldMain: isFinished(after) ? 0 : after.payment.fromMain,
    heldBonus: isFinished(after) ? 0 : after.payment.fromBonus,
    state: stateOf(after),
    content: changesContent(step) ? contentOf(after) : null,
    event: step.event,
    actor: saved.actor,
    subStatus: after.subStatus,
    happenedAt: step.happenedAt ?? saved.at,
    body: event.kept,
    at: saved.at,
    settles: step.effects.some(({ effect }) => effect === "withdraw_offers"),
    taker: step.event === "accept" ? (after.driver?.phone ?? null) : null,
    offerId: along.counted?.offerId ?? null,
    wallet: along.counted?.wallet ?? null,
    inHand: along.counted?.inHand ?? null,
    heard: along.heard ?? null,
    leg: along.leg ? JSON.stringify({ ...along.leg, ...along.leg.place }) : null,
    promo: step.effects.find((one) => one.effect === "return_promo")?.code ?? null,
    journalKinds: journals.map(({ kind }) => kind),
    journalReferences: journals.map(({ reference }) => reference),
    postingJournals: postings.map(({ nth }) => nth),
    postingLines: postings.map(({ line }) => line),
    postingKinds: postings.map(({ kind }) => kind),
    postingOwners: postings.map(({ owner }) => owner),
    postingAmounts: postings.map(({ amount }) => amount),
    keyHolder: keyed?.call.phone ?? null,
    key: keyed?.call.key ?? null,
    fingerprint: keyed?.call.fingerprint ?? null,
    answerStatus: keyed?.answer.status ?? null,
    answer: keyed ? packAnswer(keyed.answer.body, event) : null,
    keyExpiry: keyed?.expiresAt ?? null,
    along: alongOf(step, codPaidOut(step, saved.at)),
    traceparent: event.traceparent,
  };
}

// As the type step_to_save has it. What is JSON already goes in as it is, and comes out as the same bytes.
function textOf(step: StepToSave): string {
  const { state, content, leg, along, fingerprint, ...plain } = rowOf(step);
  const ready = { state, content, leg, along };
  const texts = Object.entries(ready).map(([name, json]) => `,"${name}":${json}`);
  const bytes = fingerprint && `\\x${fingerprint.toString("hex")}`;
  return `${JSON.stringify({ ...plain, fingerprint: bytes }).slice(0, -1)}${texts.join("")}}`;
}

// What save_along() writes: messages to recipients, and COD that was paid out where the partner asks to be told.
function alongOf({ order, effects }: Step, paid: AccountEvent | undefined): string | null {
  const messages = effects.some(({ effect }) => effect === "tell_recipients") ? order.points.length - 1 : 0;
  if (messages === 0 && !paid) return null;
  return JSON.stringify({
    messages,
    paid: paid && { type: paid.type, phone: paid.phone, partnerId: paid.partnerId, body: accountEventBody(paid) },
  });
}
