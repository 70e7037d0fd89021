// The one way an order changes: the domain decides a step from rows as they are, and one statement saves it with its event, its money
// and its promo code, or refuses because those rows have moved; then it is decided again. Nobody waits while somebody thinks.

import { eventBody } from "../../contract/event-body.ts";
import type { OrderRecord } from "../../contract/order.ts";
import { eventIdOf } from "../../domain/callbacks/event-id.ts";
import { journalsOf } from "../../domain/ledger/order-journals.ts";
import type { Order } from "../../domain/orders/order.ts";
import type { Step } from "../../domain/orders/order-step.ts";
import { dueAtOf } from "../../domain/orders/steps/by-clock.ts";
import type { Phone } from "../../domain/phone.ts";
import { isRefusal, type Promised, type Refusal } from "../../domain/refusal.ts";
import { currentTraceparent } from "../../ports/tracing.ts";
import type { Announcer } from "../../store/announcer.ts";
import type { NewEvent } from "../../store/callbacks/events.ts";
import { bodyToKeep } from "../../store/callbacks/packed-body.ts";
import { type Database, inTransaction, RowIsHeld, type Sql, type WaitOptions } from "../../store/db.ts";
import { removeEta } from "../../store/dispatch/etas.ts";
import { findOrder, inOrder, saveTrackingNumbers } from "../../store/orders/orders.ts";
import {
  type Along,
  changesContent,
  StepMoved,
  type StepToSave,
  saveStep,
  saveStepWithOthers,
} from "../../store/orders/save-step.ts";
import { type Keep, keptUntil } from "../answer-once.ts";
import type { Live } from "../live/open-live.ts";
import type { Services } from "../services.ts";
import { keepWordsOfChanged } from "./find-orders.ts";

export type ChangeDeps = Pick<Services, "db" | "clock" | "announcer"> & {
  // The order as partners read it; made in http/wire.
  readonly encodeOrder: (order: Order) => OrderRecord;
  // Where drivers are beyond what the database has of it.
  readonly live?: Pick<Live, "beyond">;
};
// Who made it happen, as the order's history tells it.
export type Actor = "user" | "driver" | "operator" | "system" | "sandbox";

type Patience = Pick<WaitOptions, "isPatient">;
type Decision<Code extends string> = Step | Refusal<Code>;
// A step, and the order as it was when it was decided. `ahead`: a step of the program's own that leads to it; both are saved, or neither.
export type Decided = {
  readonly before: Order | undefined;
  readonly ahead?: Step;
  readonly step: Step;
  readonly along?: Along;
};
type Saved = { readonly step: Step; readonly ahead?: Step; readonly asked: readonly Phone[] };

// Each try that finds its rows moved lost to another change that was saved, so this many are lost only in a crowd.
const TRIES_MAX = 50;

// What is decided by the order alone.
export function stepOrder<Code extends string>(
  deps: ChangeDeps,
  orderId: string,
  actor: Actor,
  decide: (order: Order | undefined) => Decision<Code> | Promise<Decision<Code>>,
  keep?: Keep<Order | Refusal<Code>>,
  waits: Patience = {},
): Promised<Order, Code> {
  const look = async (): Promised<Decided, Code> => {
    const before = await findOrder(deps.db, orderId);
    const step = await decide(before);
    return isRefusal(step) ? step : { before, step };
  };
  return decideAndSave(deps, actor, look, keep, waits);
}

// `look` reads what it needs and decides, locking nothing; it is called again when that has moved before the step was saved. What it read
// beside the order must be compared by save_step: the sender's balances, and what `along` counted on.
export function decideAndSave<Code extends string>(
  deps: ChangeDeps,
  actor: Actor,
  look: () => Promised<Decided, Code>,
  keep?: Keep<Order | Refusal<Code>>,
  waits: Patience = {},
): Promised<Order, Code> {
  return untilSaved(deps, async () => {
    const decided = await look();
    if (isRefusal(decided)) return decided;
    const share = shareOf(decided.step);
    const patient = deps.db.with({ ...waits, share });
    if (decided.ahead) return saveBoth(deps, actor, { ...decided, ahead: decided.ahead }, keep, patient);
    return save(deps, actor, decided, keep, (step) =>
      waits.isPatient === false ? saveStep(patient, step) : saveStepWithOthers(deps.db, step, share),
    );
  });
}

async function saveBoth<Code extends string>(
  deps: ChangeDeps,
  actor: Actor,
  { before, ahead, step, along = {} }: Decided & { readonly ahead: Step },
  keep: Keep<Order | Refusal<Code>> | undefined,
  db: ReturnType<Database["with"]>,
): Promise<Saved> {
  return inTransaction(db, async (tx) => {
    await save(deps, "system", { before, step: ahead }, undefined, (one) => saveStep(tx, one));
    const saved = await save(deps, actor, { before: ahead.order, step, along }, keep, (one) => saveStep(tx, one));
    return { ...saved, ahead };
  });
}

// Steps of several orders in one transaction: all of them, or none. `decide` reads and decides in it and saves each before the next is decided;
// the orders are locked by it before.
export async function saveTogether<Code extends string>(
  deps: ChangeDeps,
  actor: Actor,
  decide: (tx: Sql, saveOne: (decided: Decided) => Promise<void>) => Promise<Refusal<Code> | undefined>,
): Promise<readonly Order[] | Refusal<Code>> {
  for (let tries = 1; ; tries++) {
    const saved: Saved[] = [];
    try {
      const refusal = await inTransaction(deps.db, async (tx) => {
        const refused = await decide(tx, async (decided) => {
          saved.push(await save<Code>(deps, actor, decided, undefined, (step) => saveStep(tx, step)));
        });
        // Nothing of it stays.
        if (refused) throw new Undone(refused);
      }).catch((error) => {
        if (error instanceof Undone) return error.refusal as Refusal<Code>;
        throw error;
      });
      if (refusal) return refusal;
      for (const one of saved) announce(deps.announcer, one);
      return saved.map(({ step }) => step.order);
    } catch (error) {
      if (!(error instanceof StepMoved)) throw error;
      if (tries === TRIES_MAX) throw new RowIsHeld(error);
    }
  }
}

class Undone extends Error {
  readonly refusal: Refusal<string>;
  constructor(refusal: Refusal<string>) {
    super(refusal.why);
    this.refusal = refusal;
  }
}

// What also writes rows of its own, or is decided by rows that must not move meanwhile: in a transaction that has locked the order. The
// sender's balances may move all the same, as above.
export function changeOrder<Code extends string>(
  deps: ChangeDeps,
  orderId: string,
  actor: Actor,
  decide: (order: Order | undefined, tx: Sql) => Decision<Code> | Promise<Decision<Code>>,
  keep?: Keep<Order | Refusal<Code>>,
  waits: Patience = {},
): Promised<Order, Code> {
  const change = async (before: Order | undefined, tx: Sql): Promised<Saved, Code> => {
    const step = await decide(before, tx);
    if (isRefusal(step)) return step;
    const saved = await save(deps, actor, { before, step }, keep, (one) => saveStep(tx, one));
    if (before && changesContent(step)) await saveContentRows(tx, before, step.order);
    return saved;
  };
  return untilSaved(deps, () => inOrder(deps.db, orderId, change, waits));
}

// An edit may bring or take away points with their tracking numbers, and what was expected of another route is worth nothing.
async function saveContentRows(tx: Sql, before: Order, after: Order): Promise<void> {
  await saveTrackingNumbers(tx, before, after);
  await keepWordsOfChanged(tx, before, after);
  if (after.route !== before.route) await removeEta(tx, after.id);
}

async function untilSaved<Code extends string>(
  deps: ChangeDeps,
  attempt: () => Promised<Saved, Code>,
): Promised<Order, Code> {
  for (let tries = 1; ; tries++) {
    try {
      const saved = await attempt();
      if (isRefusal(saved)) return saved;
      announce(deps.announcer, saved);
      return saved.step.order;
    } catch (error) {
      if (!(error instanceof StepMoved)) throw error;
      if (tries === TRIES_MAX) throw new RowIsHeld(error);
    }
  }
}

async function save<Code extends string>(
  deps: ChangeDeps,
  actor: Actor,
  { before, step, along = {} }: Decided,
  keep: Keep<Order | Refusal<Code>> | undefined,
  write: (step: StepToSave) => Promise<readonly Phone[]>,
): Promise<Saved> {
  const at = deps.clock.now();
  if (!before) throw new Error(`a step was decided for order ${step.order.id}, which does not exist`);
  const asked = await write({
    before,
    step,
    along,
    actor,
    at,
    dueAt: dueAtOf(step.order),
    journals: journalsOf(step),
    event: orderEvent(deps, step),
    keyed: keep && { call: keep.call, answer: keep.render(step.order), expiresAt: keptUntil(at) },
  });
  return { step, asked };
}

// The account whose row is locked, and the promo code's: none of them gets more than its share of the connections.
function shareOf(step: Step): readonly string[] {
  const account = journalsOf(step).length > 0 ? [step.order.ownerPhone] : [];
  const promos = step.effects.flatMap((one) => (one.effect === "return_promo" ? [`promo ${one.code}`] : []));
  return [...account, ...promos];
}

function announce(announcer: Announcer, { step, ahead, asked }: Saved): void {
  announcer.orderChanged(step.order.id, step.order.driver?.phone);
  announcer.offersChanged(asked);
  for (const effect of [...(ahead?.effects ?? []), ...step.effects]) {
    // An order that has left a driver's hands is not told to them as theirs any more: that it is gone they hear by this.
    if (effect.effect === "free_driver" && step.order.driver?.phone !== effect.driver) {
      announcer.driverChanged(effect.driver);
      if (ahead) announcer.offersChanged([effect.driver]);
    }
    if (effect.effect === "tell_recipients") announcer.messagesQueued(step.order.id);
  }
}

// What partners are told of a step (D16): the order as it stands after it.
export function orderEvent(deps: Pick<ChangeDeps, "db" | "encodeOrder" | "clock">, { order, event }: Step): NewEvent {
  const { id: orderId, seq, partnerId } = order;
  const mark = { eventId: eventIdOf({ orderId, seq }), eventType: event, eventSeq: seq };
  const body = eventBody(deps.encodeOrder(order), mark);
  const traceparent = currentTraceparent();
  const kept = bodyToKeep(deps.db, body);
  return { orderId, seq, partnerId, type: event, body, kept, happenedAt: deps.clock.now(), traceparent };
}
