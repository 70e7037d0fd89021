// Check 3 of D4: what a call must bring and does not. Blank counts as missing, except the address of a point that has
// coordinates, which is kept as it is and never judged (D2).
import type { OrderCall } from "./check-refusals.ts";
import type { InputPoint, InputRequest, OrderInput } from "./read-input.ts";

// Names the first missing field, or undefined.
export function missingInfo(input: OrderInput, call: OrderCall): string | undefined {
  if (input.orderTime === undefined) return "order_time is required; give 0 for an immediate order.";
  if (input.path === undefined) return "path is required.";
  if (input.paymentMethod === undefined) return "payment_method is required.";
  return (
    missingService(input, call) ?? (call === "create" ? missingOfPath(input.path) : undefined) ?? missingOfLists(input)
  );
}

function missingService(input: OrderInput, call: OrderCall): string | undefined {
  const ids = [input.serviceId, input.groupServiceId].filter((id) => id !== undefined);
  const asked = call === "create" ? [] : [...input.services, ...input.groupServices];
  if (ids.length === 0 && asked.length === 0) {
    return call === "create"
      ? "service_id or group_service_id is required."
      : "services or group_services is required.";
  }
  if (asked.some((service) => !service.id)) return "_id of every service asked for is required.";
  const lists: readonly (readonly InputRequest[])[] = [input.requests, ...asked.map((service) => service.requests)];
  return lists.flat().some((request) => !request.id) ? "_id of every special request is required." : undefined;
}

function missingOfPath(path: readonly InputPoint[]): string | undefined {
  for (const [index, point] of path.entries()) {
    const missing = missingOfPoint(point);
    if (missing !== undefined) return `path[${index}].${missing}`;
  }
  return undefined;
}

export function missingOfPoint(point: InputPoint): string | undefined {
  const isPlaced = point.lat !== undefined && point.lng !== undefined;
  if (point.address === undefined || (!isPlaced && !point.address.trim())) return "address is required.";
  if (!point.name?.trim()) return "name is required.";
  return point.mobile?.trim() ? undefined : "mobile is required.";
}

export function missingOfLists(input: Pick<OrderInput, "items" | "packages">): string | undefined {
  for (const [index, item] of input.items.entries()) {
    const { id, name, price, num } = item;
    if (id === undefined || name === undefined || price === undefined || num === undefined) {
      return `items[${index}] needs _id, name, price and num.`;
    }
  }
  const weightless = input.packages.findIndex((each) => each.weight === undefined);
  return weightless === -1 ? undefined : `package_detail[${weightless}].weight is required.`;
}
