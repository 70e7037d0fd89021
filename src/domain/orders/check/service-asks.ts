// Which services a call asks for, in whichever of the two forms (4.2, 4.3), and what is wrong with how it asks. Both forms may be
// given when they say the same: then they are one (D4, check 5).
import type { IdForm } from "../../catalogue/find-service.ts";
import { readServiceId, requestGroupIdOf } from "../../catalogue/ids.ts";
import type { AskedRequest } from "../../pricing/chosen-request.ts";
import type { OrderCall } from "./check-refusals.ts";
import type { InputRequest, InputService, OrderInput } from "./read-input.ts";

export type ServiceAsk = {
  readonly form: IdForm;
  readonly id: string;
  readonly requests: readonly AskedRequest[];
};

const SERVICES_MAX = 50;
const REQUESTS_MAX = 50;

export function askFault(input: OrderInput, call: OrderCall): string | undefined {
  const { services, groups } = namedIn(input, call);
  if (services.length > 0 && groups.length > 0) {
    if (!agree(services, groups)) return "Both forms are given, and they name different services or special requests.";
  } else if (isSingle(input, call)) {
    const form: IdForm = services.length > 0 ? "service" : "group";
    const stray = input.requests.some((request) => request.form !== form);
    if (stray && form === "service") return "group_requests go with group_service_id, not with service_id.";
    if (stray) return "requests go with service_id, not with group_service_id.";
  }
  const asks = asksOf(input, call);
  if (asks.length > SERVICES_MAX) return `At most ${SERVICES_MAX} services can be asked for in one call.`;
  return asks.some(({ requests }) => requests.length > REQUESTS_MAX)
    ? `At most ${REQUESTS_MAX} special requests can be asked for a service.`
    : undefined;
}

// Of a call without a fault. Where both forms agree, the one that names the city is taken.
export function asksOf(input: OrderInput, call: OrderCall): readonly ServiceAsk[] {
  const { services, groups } = namedIn(input, call);
  return services.length > 0
    ? services.map((service) => ask("service", service))
    : groups.map((group) => ask("group", group));
}

type Named = { readonly services: readonly InputService[]; readonly groups: readonly InputService[] };

function namedIn(input: OrderInput, call: OrderCall): Named {
  if (!isSingle(input, call)) return { services: input.services, groups: input.groupServices };
  const single = (id: string | undefined): readonly InputService[] =>
    id === undefined ? [] : [{ id, requests: input.requests }];
  return { services: single(input.serviceId), groups: single(input.groupServiceId) };
}

// An estimate may also ask for one service in the words of create: nothing is lost by understanding it (D2).
function isSingle(input: OrderInput, call: OrderCall): boolean {
  return call === "create" || input.services.length + input.groupServices.length === 0;
}

// A request is taken once, from the list of the form that is used; what stands in the other one alone is read there, by either
// of its names (D2).
function ask(form: IdForm, { id = "", requests }: InputService): ServiceAsk {
  const own = requests.filter((request) => request.form === form);
  const used = own.length > 0 ? own : requests;
  return {
    form,
    id,
    requests: used.map((request) => ({
      id: request.id ?? "",
      num: request.num,
      tierCode: request.tierCode,
      form: request.form === form ? form : "either",
    })),
  };
}

function agree(services: readonly InputService[], groups: readonly InputService[]): boolean {
  if (services.length !== groups.length) return false;
  const left = [...groups];
  return services.every((service) => {
    const at = left.findIndex((group) => isSame(service, group));
    return at >= 0 && left.splice(at, 1).length === 1;
  });
}

function isSame(service: InputService, group: InputService): boolean {
  const serviceId = service.id ?? "";
  const parts = readServiceId(serviceId);
  const groupId = parts && !parts.hosted ? parts.groupId : serviceId;
  if (groupId !== group.id) return false;
  const inServiceForm = wordsOf(service.requests, "service", serviceId);
  const inGroupForm = wordsOf(group.requests, "group", serviceId);
  // An empty list names nothing, so it contradicts nothing.
  return inServiceForm === "" || inGroupForm === "" || inServiceForm === inGroupForm;
}

function wordsOf(requests: readonly InputRequest[], form: IdForm, serviceId: string): string {
  return requests
    .filter((request) => request.form === form)
    .map(({ id = "", num = 1, tierCode = "" }) => {
      const group = requestGroupIdOf(serviceId, id) ?? (id === "ROUND-TRIP" ? "TRIP" : id);
      return `${group} ${num} ${tierCode}`;
    })
    .sort()
    .join(", ");
}
