// The sandbox's hand on an order: the next step of a normal life, or any event of D9, without a driver's phone. The drivers
// it plays are lent what an order asks of their wallet, so that every journal stays true.
import type { Caller } from "../../domain/accounts/account.ts";
import { orderDriver } from "../../domain/drivers/driver.ts";
import { topUp } from "../../domain/ledger/account-journals.ts";
import { walletNeededFor } from "../../domain/ledger/driver-wallet.ts";
import type { Order, OrderDriver } from "../../domain/orders/order.ts";
import { isAllowed, LIFE_EVENTS, type LifeEvent } from "../../domain/orders/order-life.ts";
import { unknownOrder } from "../../domain/orders/order-see.ts";
import type { Step } from "../../domain/orders/order-step.ts";
import { wake } from "../../domain/orders/steps/by-clock.ts";
import { nextStep } from "../../domain/orders/steps/next-step.ts";
import { type Phone, parsePhone } from "../../domain/phone.ts";
import { isRefusal, type Promised, type Refusal, refuse } from "../../domain/refusal.ts";
import type { Sql } from "../../store/db.ts";
import { findDriver, lockMadeUpDriver } from "../../store/drivers/drivers.ts";
import { postJournal } from "../../store/ledger/journals.ts";
import { type Advance, type AdvanceRefusal, decideAdvance, freeWalletOf } from "../orders/advance-order.ts";
import { type ChangeDeps, changeOrder, stepOrder } from "../orders/change-order.ts";

// All of D9 that somebody does on the way. Time is moved by the sandbox's clock, and what the sender asks for has calls of its own.
const OFF_STAGE = [
  ...(["wake", "expire", "cancel", "postpone", "retry", "return_ask"] as const),
  // A door is delivered or failed, the first time and the second.
  ...(["redeliver", "refail"] as const),
] satisfies readonly LifeEvent[];
type OffStage = (typeof OFF_STAGE)[number];
export const SANDBOX_EVENTS = LIFE_EVENTS.filter(
  (event): event is Exclude<LifeEvent, OffStage> => !OFF_STAGE.some((off) => off === event),
);
export type SandboxEvent = {
  readonly type: (typeof SANDBOX_EVENTS)[number];
  readonly pathIndex: number | undefined;
  readonly comment: string | undefined;
  // The driver's phone; the order's own, or one of the sandbox's, when absent.
  readonly mobile: string | undefined;
};

export type DriveRefusal = AdvanceRefusal | "NOT_AUTHORIZED";
// undefined: the operator, who may drive any order.
type By = Caller | undefined;

// Drivers who accept are lent money, in a transaction of their own making; no other step writes more than itself.
const LENDS = "LENDS";
// As many as may give one order up and still leave somebody to take it.
const DRIVERS = 20;

export function continueOrder(deps: ChangeDeps, by: By, orderId: string): Promised<Order, DriveRefusal> {
  return drive(deps, by, orderId, (order, tx) => {
    const next = nextStep(order);
    if (!next) return refuse("INVALID_ORDER_STATUS", `Order ${orderId} is ${order.status}: its life is over.`);
    if (next.event === "wake") {
      // Whoever continues does not wait for idle_until.
      const woken = wake(order, order.idleUntil ?? deps.clock.now());
      return woken ?? refuse("INVALID_ORDER_STATUS", `Order ${orderId} cannot wake now.`);
    }
    const type = SANDBOX_EVENTS.find((known) => known === next.event);
    if (!type) throw new Error(`the normal life of an order has no ${next.event}`);
    return play(deps, tx, order, { type, pathIndex: next.pathIndex, comment: undefined, mobile: undefined });
  });
}

export function playEvent(
  deps: ChangeDeps,
  by: By,
  orderId: string,
  event: SandboxEvent,
): Promised<Order, DriveRefusal> {
  return drive(deps, by, orderId, (order, tx) => play(deps, tx, order, event));
}

type Driven = Step | Refusal<DriveRefusal | typeof LENDS>;

async function drive(
  deps: ChangeDeps,
  by: By,
  orderId: string,
  decide: (order: Order, tx: Sql | undefined) => Driven | Promise<Driven>,
): Promised<Order, DriveRefusal> {
  const judge = (order: Order | undefined, tx?: Sql): Driven | Promise<Driven> => {
    if (!order || (by && order.partnerId !== by.partnerId)) return unknownOrder(orderId);
    if (by && order.ownerPhone !== by.phone) {
      return refuse("NOT_AUTHORIZED", `Only the account that created order ${orderId} may drive it.`);
    }
    return decide(order, tx);
  };
  const driven = await stepOrder(deps, orderId, "sandbox", (order) => judge(order));
  const isLending = isRefusal(driven) && driven.refused === LENDS;
  return (isLending ? await changeOrder(deps, orderId, "sandbox", judge) : driven) as Order | Refusal<DriveRefusal>;
}

async function play(deps: ChangeDeps, tx: Sql | undefined, order: Order, event: SandboxEvent): Promise<Driven> {
  if (event.type === "accept" && !tx) return refuse(LENDS, "The driver's wallet has to be locked.");
  const db = tx ?? deps.db;
  const advance = await advanceOf(db, order, event);
  if (isRefusal(advance)) return advance;
  if (advance.type === "accept" && isAllowed(order.status, "accept")) await lend(deps, db, order, advance.driver);
  return decideAdvance(db, order, order.id, advance, deps.clock.now());
}

async function advanceOf(tx: Sql, order: Order, event: SandboxEvent): Promised<Advance, "INVALID_DATA"> {
  const named = event.mobile === undefined ? undefined : parsePhone(event.mobile);
  if (event.mobile !== undefined && named === undefined) {
    return refuse("INVALID_DATA", "mobile must be the phone number of a driver.");
  }
  const by = named ?? order.driver?.phone ?? "";
  const { type, comment = null } = event;
  const last = order.points[event.pathIndex ?? 0] ?? order.points[0];
  const place = last ? { lat: last.lat, lng: last.lng } : null;
  switch (type) {
    case "accept":
      return { type, place, driver: await driverOf(tx, named ?? freePhone(order)) };
    case "confirm":
      return { type };
    case "deliver":
    case "fail":
      if (event.pathIndex === undefined) return refuse("INVALID_DATA", `path_index is needed for ${type}.`);
      return { type, place, by, pathIndex: event.pathIndex, comment };
    case "driver_cancel":
      return { type, place, by, comment };
    default:
      return { type, place, by };
  }
}

function freePhone(order: Order): Phone {
  const phones = Array.from({ length: DRIVERS }, (_, at) => String(84_911_000_001 + at));
  return phones.find((phone) => !order.droppedBy.includes(phone)) ?? phones[0]!;
}

// A real driver of the sandbox, or one made up for the occasion.
async function driverOf(tx: Sql, phone: Phone): Promise<OrderDriver> {
  const known = await findDriver(tx, phone);
  if (known) return orderDriver(known);
  const number = phone.slice(-4);
  return { phone, name: `Sandbox driver ${number}`, plateNumber: `59S1-${number}` };
}

async function lend(deps: ChangeDeps, tx: Sql, order: Order, driver: OrderDriver): Promise<void> {
  await lockMadeUpDriver(tx, driver.phone);
  const lacking = walletNeededFor(order) - (await freeWalletOf(tx, driver.phone));
  if (lacking <= 0) return;
  const lent = topUp(
    { of: "driver", phone: driver.phone },
    { amount: lacking, reference: `sandbox ${order.id} ${order.seq}` },
  );
  if (!isRefusal(lent)) await postJournal(tx, lent, deps.clock.now());
}
