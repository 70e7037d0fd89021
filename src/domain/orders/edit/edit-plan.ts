// What an edit asks for, judged against the order (4.5, D11). If the address changes, the caller locates and routes it, and
// settleEdit prices the order again; one call is all or nothing.
import type { Caller } from "../../accounts/account.ts";
import { type Amount, amountFault } from "../../amount.ts";
import { isLatLng } from "../../geo.ts";
import { isStopPhone } from "../../phone.ts";
import { isRefusal, type Refusal, refuse } from "../../refusal.ts";
import type { Order } from "../order.ts";
import { EDITABLE_STATUSES } from "../order-life.ts";
import { ownOrder } from "../order-see.ts";
import { textFault } from "../text-limits.ts";
import { type EditPlan, type EditRefusal, isThere, judgeRules, type NewAddress } from "./edit-rules.ts";

// As decoded from JSON, types unchecked: a wrong type is answered after the order's state is (D11). null is absent.
export type EditInput = {
  readonly pathIndex: unknown;
  readonly name: unknown;
  readonly mobile: unknown;
  readonly remarks: unknown;
  readonly cod: unknown;
  readonly addressInfo: unknown;
  // Fields of the order itself stand beside those of the point.
  readonly hasOrderFields?: boolean;
};

export function planEdit(
  found: Order | undefined,
  orderId: string,
  by: Caller,
  input: EditInput,
): EditPlan | Refusal<EditRefusal> {
  const order = ownOrder(found, orderId, by, "update");
  if ("refused" in order) return order;
  if (!EDITABLE_STATUSES.includes(order.status)) {
    return refuse(
      "ORDER_STATUS_NOT_ALLOWED",
      `Order ${orderId} is ${order.status}; it can be changed in ${EDITABLE_STATUSES.join(", ")}.`,
    );
  }
  const changes = [input.name, input.mobile, input.remarks, input.cod, input.addressInfo];
  if ((input.pathIndex ?? undefined) === undefined) return refuse("MISSING_REQUIRED_INFO", "path_index is required.");
  if (changes.every((given) => (given ?? undefined) === undefined)) {
    return refuse("MISSING_REQUIRED_INFO", "Nothing to change: give name, mobile, remarks, cod or address_info.");
  }
  const plan = readPlan(order, input);
  return isRefusal(plan) ? plan : (judgeRules(plan) ?? changesOf(plan));
}

// What is already so is no change: it does not use up the one edit of a point, and nothing is routed or priced for it.
function changesOf(plan: EditPlan): EditPlan {
  const point = plan.order.points[plan.pathIndex]!;
  const { address } = plan;
  return {
    ...plan,
    cod: plan.cod === point.cod ? undefined : plan.cod,
    address: address && isThere(address, point) ? undefined : address,
  };
}

// INVALID_DATA: index out of range, wrong type, a value that is not allowed, COD on the pickup.
function readPlan(order: Order, input: EditInput): EditPlan | Refusal<"INVALID_DATA"> {
  const { pathIndex } = input;
  if (input.hasOrderFields) {
    return refuse(
      "INVALID_DATA",
      "path_index names one point: the order's time, items and requests take a call of their own.",
    );
  }
  const last = order.points.length - 1;
  if (typeof pathIndex !== "number" || !Number.isInteger(pathIndex) || pathIndex < 0 || pathIndex > last) {
    return refuse("INVALID_DATA", `path_index must be a whole number from 0 to ${last}.`);
  }
  for (const field of ["name", "mobile", "remarks"] as const) {
    const fault = textFault(field, input[field] ?? undefined);
    if (fault) return refuse("INVALID_DATA", fault);
  }
  const name = (input.name ?? undefined) as string | undefined;
  const mobile = (input.mobile ?? undefined) as string | undefined;
  const remarks = (input.remarks ?? undefined) as string | undefined;
  if (name !== undefined && !name.trim()) return refuse("INVALID_DATA", "name must not be blank.");
  if (mobile !== undefined && !isStopPhone(mobile)) {
    return refuse("INVALID_DATA", "mobile must be a phone number of 8 to 15 digits.");
  }
  const cod = (input.cod ?? undefined) as Amount | undefined;
  const codFault = amountFault("cod", cod);
  if (codFault) return refuse("INVALID_DATA", codFault);
  if (cod !== undefined && pathIndex === 0)
    return refuse("INVALID_DATA", "cod is for delivery points, not for the pickup.");
  const address = readAddress(input.addressInfo ?? undefined);
  if (isRefusal(address)) return address;
  return { order, pathIndex, name, mobile, remarks, cod, address };
}

function readAddress(given: unknown): NewAddress | undefined | Refusal<"INVALID_DATA"> {
  if (given === undefined) return undefined;
  if (typeof given !== "object" || given === null || Array.isArray(given)) {
    return refuse("INVALID_DATA", "address_info must be an object with address, and lat and lng if they are known.");
  }
  const { address, lat, lng } = given as { readonly address?: unknown; readonly lat?: unknown; readonly lng?: unknown };
  const fault = textFault("address", address ?? undefined);
  if (fault) return refuse("INVALID_DATA", `address_info.${fault}`);
  if (typeof address !== "string" || !address.trim())
    return refuse("INVALID_DATA", "address_info.address is required.");
  if ((lat ?? undefined) === undefined || (lng ?? undefined) === undefined) return { address, point: undefined };
  if (typeof lat !== "number" || typeof lng !== "number" || !isLatLng({ lat, lng })) {
    return refuse("INVALID_DATA", "address_info.lat and lng must be numbers in degrees.");
  }
  return { address, point: { lat, lng } };
}
