// Moves an order on by what happens on the road (D9). Drivers, the sandbox's tools and the simulator all come through here;
// each names the driver it speaks for, and the domain says whether that driver may.
import type { Amount } from "../../domain/amount.ts";
import type { LatLng } from "../../domain/geo.ts";
import { walletNeededFor } from "../../domain/ledger/driver-wallet.ts";
import type { Order, OrderDriver, Proof } from "../../domain/orders/order.ts";
import { unknownOrder } from "../../domain/orders/order-see.ts";
import type { Step } from "../../domain/orders/order-step.ts";
import { beginReturn, deliver, fail, finishReturn, near } from "../../domain/orders/steps/to-door.ts";
import {
  type AcceptRefusal,
  accept,
  arrive,
  board,
  confirm,
  type DriverRefusal,
  giveUp,
  pay,
  pickUp,
} from "../../domain/orders/steps/to-pickup.ts";
import type { Phone } from "../../domain/phone.ts";
import type { Promised } from "../../domain/refusal.ts";
import type { Sql } from "../../store/db.ts";
import { lockDrivers } from "../../store/drivers/drivers.ts";
import { readDriverWallet } from "../../store/ledger/journals.ts";
import { listCarriedOrders } from "../../store/orders/order-lists.ts";
import { type Actor, type ChangeDeps, changeOrder, stepOrder } from "./change-order.ts";

export type Advance = { readonly place?: LatLng | null } & (
  | { readonly type: "accept"; readonly driver: OrderDriver }
  | { readonly type: "confirm" }
  | { readonly type: "board" | "arrive" | "pay" | "near" | "return_begin"; readonly by: Phone }
  | { readonly type: "pickup" | "return_done"; readonly by: Phone; readonly proof?: Proof | null }
  | {
      readonly type: "deliver" | "fail";
      readonly by: Phone;
      readonly pathIndex: number;
      readonly proof?: Proof | null;
      readonly comment?: string | null;
    }
  | { readonly type: "driver_cancel"; readonly by: Phone; readonly comment: string | null }
);

export type AdvanceRefusal = DriverRefusal | AcceptRefusal;

export function advanceOrder(
  deps: ChangeDeps,
  orderId: string,
  advance: Advance,
  actor: Actor,
): Promised<Order, AdvanceRefusal> {
  const decide = (order: Order | undefined, db: Sql) => decideAdvance(db, order, orderId, advance, deps.clock.now());
  // Only who accepts is judged by more than the order.
  if (advance.type === "accept") return changeOrder<AdvanceRefusal>(deps, orderId, actor, decide);
  return stepOrder<AdvanceRefusal>(deps, orderId, actor, (order) => decide(order, deps.db));
}

export async function decideAdvance(
  tx: Sql,
  order: Order | undefined,
  orderId: string,
  advance: Advance,
  at: Date,
): Promised<Step, AdvanceRefusal> {
  const when = { at, place: advance.place ?? null };
  switch (advance.type) {
    case "accept":
      return accept(order, advance.driver, await freeWalletOf(tx, advance.driver.phone), when);
    case "board":
      return board(order, advance.by, when);
    case "arrive":
      return arrive(order, advance.by, when);
    case "confirm":
      return order ? confirm(order, at) : unknownOrder(orderId);
    case "pay":
      return pay(order, advance.by, when);
    case "pickup":
      return pickUp(order, advance.by, when, advance.proof ?? null);
    case "near":
      return near(order, advance.by);
    case "deliver":
      return deliver(order, advance.by, advance.pathIndex, when, doneBy(advance));
    case "fail":
      return fail(order, advance.by, advance.pathIndex, when, doneBy(advance));
    case "driver_cancel":
      return giveUp(order, advance.by, advance.comment, when);
    case "return_begin":
      return beginReturn(order, advance.by);
    case "return_done":
      return finishReturn(order, advance.by, when, advance.proof ?? null);
  }
}

function doneBy({ proof = null, comment = null }: { readonly proof?: Proof | null; readonly comment?: string | null }) {
  return { proof, comment };
}

const CARRIED_MAX = 100;

// What the orders in a driver's hands, however they came there, may take from their wallet.
export async function promisedBy(tx: Sql, driverPhone: Phone): Promise<Amount> {
  return promisedFor(await listCarriedOrders(tx, driverPhone, CARRIED_MAX));
}

export function promisedFor(carried: readonly Order[]): Amount {
  return carried.reduce((promised, order) => promised + walletNeededFor(order), 0);
}

// What the wallet holds beyond that. The driver is locked first: two orders accepted at once cannot both count on the same money.
export async function freeWalletOf(tx: Sql, driverPhone: Phone): Promise<Amount> {
  await lockDrivers(tx, [driverPhone]);
  return (await readDriverWallet(tx, driverPhone)) - (await promisedBy(tx, driverPhone));
}
