// What time alone does in dispatch: offers run out, and drivers who are not heard of lose their order to others. Several
// replicas may run this at once; each step is judged again when it is saved.
import { question, SILENT_COMMENT, SILENT_SECONDS, whatToDo } from "../../domain/drivers/silence.ts";
import type { Order } from "../../domain/orders/order.ts";
import { giveUp } from "../../domain/orders/steps/to-pickup.ts";
import { refuse } from "../../domain/refusal.ts";
import type { SmsSender } from "../../ports/sms.ts";
import { inTransaction, RowIsHeld } from "../../store/db.ts";
import { listWaitingCities } from "../../store/dispatch/round-rows.ts";
import {
  listSilentDrivers,
  noteAsked,
  removeAnsweredCheckIns,
  type SilentDriver,
} from "../../store/dispatch/silent-drivers.ts";
import { closeOffers } from "../../store/drivers/offers.ts";
import { findPlace } from "../../store/drivers/places.ts";
import { type ChangeDeps, stepOrder } from "../orders/change-order.ts";
import { type DueRound, UNTIL_ALL_IS_DONE } from "../orders/run-due-orders.ts";
import { openPlanMemory, type PlanCityDeps, planCity } from "../rolling-plan/plan-city.ts";
import { openDispatchMemory } from "./dispatch-memory.ts";
import { runRound } from "./run-round.ts";

export type TimerDeps = ChangeDeps & { readonly sms: SmsSender };

const SILENT_MAX = 500;

export async function expireOffers(
  deps: TimerDeps,
  { isPatient }: Pick<DueRound, "isPatient"> = UNTIL_ALL_IS_DONE,
): Promise<void> {
  const now = deps.clock.now();
  await inTransaction(deps.db.with({ isPatient }), (tx) =>
    closeOffers(tx, { expiredAt: now, isPatient }, "expired", now),
  );
}

export async function watchSilentDrivers(
  deps: TimerDeps,
  { goesOn, isPatient }: DueRound = UNTIL_ALL_IS_DONE,
): Promise<void> {
  const now = deps.clock.now();
  await removeAnsweredCheckIns(deps.db);
  const heardBefore = new Date(now.getTime() - SILENT_SECONDS * 1000);
  let held: RowIsHeld | undefined;
  for (const silent of await listSilentDrivers(deps.db, heardBefore, SILENT_MAX)) {
    if (!goesOn()) return;
    const next = whatToDo(silent, now);
    try {
      if (next === "ask") await ask(deps, silent);
      if (next === "give_to_others") await giveToOthers(deps, silent, isPatient);
    } catch (error) {
      // Somebody has this order's rows; the others' drivers are as silent.
      if (!(error instanceof RowIsHeld)) throw error;
      held = error;
    }
  }
  if (held) throw held;
}

// In the stream for an app that listens, as a text message for a phone that does not.
async function ask(deps: TimerDeps, silent: SilentDriver): Promise<void> {
  const isFirst = await inTransaction(deps.db, (tx) => noteAsked(tx, silent, deps.clock.now()));
  if (isFirst) await deps.sms.send({ to: silent.phone, text: question(silent.orderId) });
}

async function giveToOthers(deps: TimerDeps, silent: SilentDriver, isPatient: boolean): Promise<void> {
  const decide = async (order: Order | undefined) => {
    const now = deps.clock.now();
    const place = await findPlace(deps.db, silent.phone);
    if (place && whatToDo({ ...silent, heardAt: place.at }, now) !== "give_to_others") {
      return refuse("HEARD_OF", `The driver of order ${silent.orderId} has been heard of.`);
    }
    return giveUp(order, silent.phone, SILENT_COMMENT, { at: now, place: null });
  };
  await stepOrder(deps, silent.orderId, "system", decide, undefined, { isPatient });
}

// Does everything in dispatch that is due now, whichever replica usually does it: the sandbox's clock waits for this (D22).
export async function runDueDispatch(deps: PlanCityDeps & TimerDeps): Promise<void> {
  await expireOffers(deps);
  await watchSilentDrivers(deps);
  const faults: unknown[] = [];
  // A fault in one city is told when all others are done.
  for (const cityId of await listWaitingCities(deps.db)) {
    await dispatchCity(deps, cityId).catch((fault) => faults.push(fault));
  }
  if (faults.length > 0) throw faults[0];
}

// Until every order has had its turn.
async function dispatchCity(deps: PlanCityDeps, cityId: string): Promise<void> {
  const memory = openDispatchMemory();
  await planCity(deps, cityId, memory, openPlanMemory());
  for (let unseen = Infinity; unseen > 0; ) ({ unseen } = await runRound(deps, cityId, memory));
}
