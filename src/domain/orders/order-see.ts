// Who may see what of an order (D12). Another partner's order does not exist for a caller: a 401 would tell that it does.
import type { Caller } from "../accounts/account.ts";
import type { Phone } from "../phone.ts";
import { type Refusal, refuse } from "../refusal.ts";

type Seen = { readonly id: string; readonly partnerId: string; readonly ownerPhone: Phone };

export function unknownOrder(orderId: string): Refusal<"ORDER_NOT_FOUND"> {
  return refuse("ORDER_NOT_FOUND", `Order ${orderId} does not exist.`);
}

// Order detail: the creator, or the creator's parent.
export function seeDetail<Found extends Seen>(
  order: Found | undefined,
  orderId: string,
  ownerParentPhone: Phone | null,
  caller: Caller,
): Found | Refusal<"ORDER_NOT_FOUND" | "DENY_ACCESS_ORDER_DETAIL"> {
  const seen = seeAsPartner(order, orderId, caller);
  if ("refused" in seen) return seen;
  if (seen.ownerPhone === caller.phone || ownerParentPhone === caller.phone) return seen;
  return refuse(
    "DENY_ACCESS_ORDER_DETAIL",
    `Order ${orderId} was created by another account that is not this account's child.`,
  );
}

// Tracking link, orders by tracking number, callback logs: any account of the order's partner.
export function seeAsPartner<Found extends Seen>(
  order: Found | undefined,
  orderId: string,
  caller: Caller,
): Found | Refusal<"ORDER_NOT_FOUND"> {
  return order && order.partnerId === caller.partnerId ? order : unknownOrder(orderId);
}

// Cancel, confirm, update: the creator alone.
export function ownOrder<Found extends Seen>(
  order: Found | undefined,
  orderId: string,
  caller: Caller,
  verb: "cancel" | "confirm" | "update",
): Found | Refusal<"ORDER_NOT_FOUND" | "NOT_AUTHORIZED"> {
  const seen = seeAsPartner(order, orderId, caller);
  if ("refused" in seen || seen.ownerPhone === caller.phone) return seen;
  return refuse("NOT_AUTHORIZED", `Only the account that created order ${orderId} may ${verb} it.`);
}
