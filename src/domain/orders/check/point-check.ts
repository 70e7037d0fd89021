// The part of check 5 of D4 that looks at one point of the path. Each answer says in words what is wrong, undefined nothing.
import { AMOUNT_MAX, isAmount } from "../../amount.ts";
import { isLatLng, type LatLng } from "../../geo.ts";
import { isStopPhone } from "../../phone.ts";
import type { Places } from "../../places.ts";
import { textFault } from "../text-limits.ts";
import type { OrderCall } from "./check-refusals.ts";
import type { InputPoint } from "./read-input.ts";

export function pointFault(
  point: InputPoint,
  index: number,
  call: OrderCall,
  judgeAddress: Places["judge"],
): string | undefined {
  const place = placeOf(point);
  if (place && !isLatLng(place)) return outOfRange(place);
  const texts =
    textFault("address", point.address) ??
    textFault("short_address", point.shortAddress) ??
    textFault("name", point.name) ??
    textFault("tracking_number", point.trackingNumber) ??
    textFault("remarks", point.remarks);
  if (texts !== undefined) return texts;
  // D2: an estimate needs no phone, so it does not judge one.
  if (call === "create" && !isStopPhone(point.mobile ?? "")) return "mobile must be a phone number of 8 to 15 digits.";
  const amounts = amountFault("cod", point.cod) ?? amountFault("item_value", point.itemValue);
  if (amounts !== undefined) return amounts;
  if (index === 0 && point.cod) return "cod is for delivery points, not for the pickup.";
  if (place) return undefined;
  const malformed = judgeAddress(point.address ?? "");
  return malformed && `address is malformed, and lat and lng are missing: ${malformed.why}`;
}

function outOfRange({ lat, lng }: LatLng): string {
  const range = `lat ${lat} must be from -90 to 90 and lng ${lng} from -180 to 180.`;
  return isLatLng({ lat: lng, lng: lat }) ? `${range} lat and lng look exchanged.` : range;
}

export function amountFault(field: string, given: number | undefined): string | undefined {
  if (given === undefined || isAmount(given)) return undefined;
  return `${field} must be a whole number from 0 to ${AMOUNT_MAX}.`;
}

// Half a coordinate is none: the address decides then.
export function placeOf(point: InputPoint): LatLng | undefined {
  return point.lat === undefined || point.lng === undefined ? undefined : { lat: point.lat, lng: point.lng };
}
