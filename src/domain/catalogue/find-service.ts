// Which service and special request an id means for one partner. A disabled one, or another partner's, does not exist.
import { requestIdOf, serviceIdOf } from "./ids.ts";
import type { Catalogue, Service, SpecialRequest } from "./service.ts";

// The two ways to name services and requests (4.2): by their own ids, or by group ids that the pickup's city completes.
export type IdForm = "service" | "group";

export function findService(catalogue: Catalogue, partnerId: string, serviceId: string): Service | undefined {
  const service = catalogue.services.get(serviceId);
  if (!service?.enabled) return undefined;
  if (service.partnerId !== undefined && service.partnerId !== partnerId) return undefined;
  if (service.cityId !== undefined && !catalogue.cities.get(service.cityId)?.enabled) return undefined;
  return service;
}

// The concrete id a group id stands for in a city. A partner-hosted id is the same in both forms.
export function concreteServiceId(catalogue: Catalogue, cityId: string, groupId: string): string {
  return catalogue.services.get(groupId)?.cityId === undefined && catalogue.services.has(groupId)
    ? groupId
    : serviceIdOf(cityId, groupId);
}

// A group can be known elsewhere and not here; the two get different answers.
export function isKnownGroup(catalogue: Catalogue, partnerId: string, groupId: string): boolean {
  for (const service of catalogue.services.values()) {
    if (service.groupId === groupId && findService(catalogue, partnerId, service.id)) return true;
  }
  return false;
}

export function findRequest(service: Service, form: IdForm | "either", requestId: string): SpecialRequest | undefined {
  const isHosted = service.cityId === undefined;
  return service.requests.find((request) => {
    if (!request.enabled) return false;
    const isById = request.id === requestId;
    // ROUND-TRIP is taken for TRIP in the group form too: 2.7 uses both names for it (D2, lenient).
    const isByGroup =
      request.groupId === requestId || requestIdOf(service.id, request.groupId) === `${service.id}-${requestId}`;
    if (isHosted || form === "either") return isById || isByGroup;
    return form === "service" ? isById : isByGroup;
  });
}
