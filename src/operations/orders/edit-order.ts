// Changes one point of an order (4.5, D11). A new address is located and routed before the transaction; if the order
// changed meanwhile, the route may be another one, so everything is decided again.
import type { Caller } from "../../domain/accounts/account.ts";
import type { Amount } from "../../domain/amount.ts";
import { deliversTo } from "../../domain/catalogue/zones.ts";
import { walletNeededFor } from "../../domain/ledger/driver-wallet.ts";
import { type EditInput, planEdit } from "../../domain/orders/edit/edit-plan.ts";
import type { EditPlan, EditRefusal } from "../../domain/orders/edit/edit-rules.ts";
import { type EditFacts, type Rerouted, settleEdit } from "../../domain/orders/edit/edit-settle.ts";
import type { Order } from "../../domain/orders/order.ts";
import type { UserWallet } from "../../domain/pricing/payment.ts";
import { isRefusal, type Promised, type Refusal, refuse } from "../../domain/refusal.ts";
import { findAccount } from "../../store/accounts/accounts.ts";
import type { Sql } from "../../store/db.ts";
import { readBalances } from "../../store/ledger/journals.ts";
import { findOrder } from "../../store/orders/orders.ts";
import type { Keep } from "../answer-once.ts";
import type { Services } from "../services.ts";
import { freeWalletOf } from "./advance-order.ts";
import { type ChangeDeps, changeOrder } from "./change-order.ts";
import { drawRoute, driveOf, localTimeOf, planPath } from "./plan-path.ts";

export type EditDeps = ChangeDeps & Pick<Services, "roads" | "places" | "catalogue">;
export type EditAnswer = Order | Refusal<EditRefusal | "SERVICE_UNAVAILABLE">;

const RETRIES_MAX = 5;
const CHANGES = refuse(
  "SERVICE_UNAVAILABLE",
  "The order changes all the time while its new address is routed; try again.",
);

export async function editOrder(
  deps: EditDeps,
  caller: Caller,
  orderId: string,
  input: EditInput,
  keep?: Keep<EditAnswer>,
): Promise<EditAnswer> {
  for (let tries = 1; tries <= RETRIES_MAX; tries++) {
    const plan = planEdit(await findOrder(deps.db, orderId), orderId, caller, input);
    if (isRefusal(plan)) return plan;
    const rerouted = await reroute(deps, plan);
    if (isRefusal(rerouted) && rerouted.refused === "ROADS_AWAY") {
      return refuse("SERVICE_UNAVAILABLE", "The road engine does not answer; try again later.");
    }
    // Decided on an order that has changed since: start over.
    let hasMoved = false;
    const decide = async (order: Order | undefined, tx: Sql) => {
      const fresh = planEdit(order, orderId, caller, input);
      if (isRefusal(fresh)) return fresh;
      hasMoved = rerouted !== undefined && fresh.order.seq !== plan.order.seq;
      if (hasMoved) return CHANGES;
      return settleEdit(fresh, await factsOf(tx, fresh.order, rerouted));
    };
    const answer = await changeOrder(deps, orderId, "user", decide, keep);
    if (!hasMoved) return answer;
  }
  return CHANGES;
}

async function reroute(
  deps: EditDeps,
  { order, pathIndex, address }: EditPlan,
): Promised<Rerouted | undefined, string> {
  if (!address) return undefined;
  const located = address.point
    ? { point: address.point, by: "given" as const, confidence: 1, matched: null }
    : await deps.places.locate(address.address);
  if (isRefusal(located)) return located;
  const catalogue = deps.catalogue.current();
  const service = catalogue.services.get(order.serviceId);
  if (!service) throw new Error(`service ${order.serviceId} of order ${order.id} is gone`);
  const { point, by, confidence, matched } = located;
  const points = order.points.map((each, at) => (at === pathIndex ? point : each));
  const drive = driveOf(service, localTimeOf(catalogue, order));
  const plan = await planPath(deps.roads, drive, points, false, order.pricing);
  if (isRefusal(plan)) return plan;
  const route = await drawRoute(deps.roads, drive, points, plan);
  if (isRefusal(route)) return route;
  const { passages } = plan;
  const isInArea = deliversTo(catalogue, service, point);
  return { point, place: { by, confidence, matched }, route, passages, isInArea };
}

async function factsOf(tx: Sql, order: Order, rerouted: EditFacts["rerouted"]): Promise<EditFacts> {
  const account = await findAccount(tx, order.ownerPhone);
  if (!account) throw new Error(`the account of order ${order.id} is gone`);
  return {
    rerouted,
    wallet: await userWalletOf(tx, order, account.creditLimit),
    codLimit: account.codLimit,
    driverWallet: await driverWalletOf(tx, order),
  };
}

export async function userWalletOf(tx: Sql, { ownerPhone }: Order, creditLimit: Amount): Promise<UserWallet> {
  const { main, bonus } = await readBalances(tx, ownerPhone);
  return { main, bonus, creditLimit };
}

// What the driver who has accepted can carry of this order; undefined while there is none.
export async function driverWalletOf(tx: Sql, order: Order): Promise<Amount | undefined> {
  return order.driver ? (await freeWalletOf(tx, order.driver.phone)) + walletNeededFor(order) : undefined;
}
