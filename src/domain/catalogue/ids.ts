// How ids are built from parts and read back (2.7). Nothing here says whether the thing exists; the catalogue does.
//   SGN-TRUCK-500              city SGN, group TRUCK-500
//   SGN-TRUCK-500-ROUND-TRIP   its special request of group TRIP
//   VNM-PARTNER-DEMO           hosted for one partner: one id for both forms, no city
import type { DeliveryType, Vehicle } from "./service.ts";

export type ServiceIdParts =
  | { readonly hosted: false; readonly cityId: string; readonly groupId: string }
  | { readonly hosted: true; readonly partnerName: string };

const CITY = /^[A-Z]{3}$/;
const GROUP = /^[A-Z0-9]{1,20}(?:-[A-Z0-9]{1,20}){0,3}$/;
const HOSTED = /^VNM-PARTNER-([A-Z0-9]{1,30}(?:-[A-Z0-9]{1,30}){0,3})$/;

// VNM starts the ids of partner-hosted services, so no city may take it.
export function isCityId(text: string): boolean {
  return CITY.test(text) && text !== "VNM";
}

export function isGroupId(text: string): boolean {
  return GROUP.test(text);
}

export function serviceIdOf(cityId: string, groupId: string): string {
  return `${cityId}-${groupId}`;
}

export function hostedServiceIdOf(partnerName: string): string {
  return `VNM-PARTNER-${partnerName}`;
}

export function readServiceId(id: string): ServiceIdParts | undefined {
  const partnerName = HOSTED.exec(id)?.[1];
  if (partnerName !== undefined) return { hosted: true, partnerName };
  const cityId = id.slice(0, 3);
  const groupId = id.slice(4);
  return isCityId(cityId) && id[3] === "-" && isGroupId(groupId) ? { hosted: false, cityId, groupId } : undefined;
}

// The one request whose two names differ: TRIP in the group form, ROUND-TRIP at the end of the service form.
export function requestIdOf(serviceId: string, requestGroupId: string): string {
  return `${serviceId}-${requestGroupId === "TRIP" ? "ROUND-TRIP" : requestGroupId}`;
}

export function requestGroupIdOf(serviceId: string, requestId: string): string | undefined {
  if (!requestId.startsWith(`${serviceId}-`)) return undefined;
  const tail = requestId.slice(serviceId.length + 1);
  if (tail === "ROUND-TRIP") return "TRIP";
  // TRIP alone is no tail: it would make two request ids of one group.
  return isGroupId(tail) && tail !== "TRIP" ? tail : undefined;
}

// D20: TRUCK-* and VAN-* are truck services, the rest are delivered at once.
export function deliveryTypeOf(groupId: string): DeliveryType {
  return vehicleOf(groupId) === "BIKE" ? "INSTANT" : "TRUCK";
}

export function vehicleOf(groupId: string): Vehicle {
  if (groupId.startsWith("TRUCK-")) return "TRUCK";
  return groupId.startsWith("VAN-") ? "VAN" : "BIKE";
}
