// Completes an edit with what had to be asked outside: the new place and route, the sender's wallet, the driver's wallet.
// The order is priced again with its own tariff (D11), never with today's.
import { AMOUNT_MAX, type Amount } from "../../amount.ts";
import type { LatLng } from "../../geo.ts";
import { walletNeededFor } from "../../ledger/driver-wallet.ts";
import { adjustPayment, type UserWallet } from "../../pricing/payment.ts";
import { kilometersOf, price } from "../../pricing/price.ts";
import type { Passages } from "../../pricing/road-fees.ts";
import { isRefusal, type Refusal, refuse } from "../../refusal.ts";
import { codTotal, type Order, type OrderPoint, type OrderRoute, type PointPlace } from "../order.ts";
import { type Effect, edited, type Step } from "../order-step.ts";
import type { EditPlan, EditRefusal } from "./edit-rules.ts";

export type Rerouted = {
  readonly point: LatLng;
  readonly place: PointPlace;
  readonly route: OrderRoute;
  // Where the order's tariff charges for some.
  readonly passages?: Passages | undefined;
  // Whether the service delivers to the new point.
  readonly isInArea: boolean;
};

export type EditFacts = {
  // Present exactly when the plan changes the address. A refusal says why it could not be located or reached.
  readonly rerouted: Rerouted | Refusal<string> | undefined;
  readonly wallet: UserWallet;
  readonly codLimit: Amount | null;
  // Of the driver who has accepted; undefined while there is none.
  readonly driverWallet: Amount | undefined;
};

export function settleEdit(plan: EditPlan, facts: EditFacts): Step | Refusal<EditRefusal> {
  const { order, pathIndex } = plan;
  const { rerouted } = facts;
  if (isRefusal(rerouted)) return refuse("INVALID_DATA", `address_info cannot be located: ${rerouted.why}`);
  const points = order.points.map((point, at) => (at === pathIndex ? editedPoint(point, plan, rerouted) : point));
  const limit = Math.min(order.rules.codMax, facts.codLimit ?? AMOUNT_MAX);
  if (plan.cod !== undefined && codTotal(points) > limit) {
    return refuse("INVALID_DATA", `cod makes ${codTotal(points)} VND for the order, above the limit of ${limit}.`);
  }
  const repriced = rerouted ? reprice(order, rerouted, facts.wallet) : order;
  if (isRefusal(repriced)) return repriced;
  const { route, pricing, price: newPrice, payment } = repriced;
  const changes = { points, route, pricing, price: newPrice, payment };
  const tooDear = checkDriverWallet(order, changes, facts.driverWallet);
  return tooDear ?? edited(order, changes, adjustedHold(order, payment));
}

export function checkDriverWallet(order: Order, changes: Partial<Order>, driverWallet: Amount | undefined) {
  const needed = walletNeededFor({ ...order, ...changes });
  if (driverWallet === undefined || needed <= walletNeededFor(order) || driverWallet >= needed) return undefined;
  const why = `The driver's wallet cannot carry ${needed} VND, which the changed order needs.`;
  return refuse("SUPPLIER_NOT_ENOUGH_MONEY_FOR_CHANGE_ADDRESS", why);
}

export function adjustedHold({ payment: before }: Order, { onlinePay }: Order["payment"]): Effect[] {
  return onlinePay === before.onlinePay ? [] : [{ effect: "adjust_hold", before }];
}

function editedPoint(point: OrderPoint, plan: EditPlan, rerouted: Rerouted | undefined): OrderPoint {
  const moved = plan.address &&
    rerouted && { ...rerouted.point, place: rerouted.place, address: plan.address.address, shortAddress: null };
  return {
    ...point,
    ...moved,
    name: plan.name ?? point.name,
    mobile: plan.mobile ?? point.mobile,
    remarks: plan.remarks ?? point.remarks,
    cod: plan.cod ?? point.cod,
    isCodEdited: point.isCodEdited || plan.cod !== undefined,
    isAddressEdited: point.isAddressEdited || plan.address !== undefined,
  };
}

// D11 lists no code for an address that the service or the sender's account cannot carry; "not allowed" says it best.
function reprice(
  order: Order,
  { route, passages, isInArea }: Rerouted,
  wallet: UserWallet,
): Pick<Order, "route" | "pricing" | "price" | "payment"> | Refusal<"CHANGE_ADDRESS_NOT_ALLOWED"> {
  if (!isInArea) {
    return refuse("CHANGE_ADDRESS_NOT_ALLOWED", `Service ${order.serviceId} does not deliver to the new address.`);
  }
  if (route.distanceMeters > order.rules.distanceMetersMax) {
    const limit = `${order.rules.distanceMetersMax} m`;
    return refuse("CHANGE_ADDRESS_NOT_ALLOWED", `The new address makes the route longer than the service's ${limit}.`);
  }
  const pricing = { ...order.pricing, x: kilometersOf(route.distanceMeters), ...passages };
  const newPrice = price(pricing);
  const payment = adjustPayment(order.paymentMethod, order.payment, newPrice.total, wallet);
  if (isRefusal(payment)) return refuse("CHANGE_ADDRESS_NOT_ALLOWED", payment.why);
  return { route, pricing, price: newPrice, payment };
}
