// Check 2 of D4: reads the JSON body of create or estimate into typed fields. A wrong JSON type anywhere is the one answer
// (D3: 500 INTERNAL_SERVER_ERROR, planned and described). null is absent, unknown keys are ignored (D2). What is missing
// or not allowed is found later, by shape-check.
import type { IdForm } from "../../catalogue/find-service.ts";
import { type Refusal, refuse } from "../../refusal.ts";

export type InputRequest = {
  readonly id: string | undefined;
  readonly num: number | undefined;
  readonly tierCode: string | undefined;
  // The list it stood in: `requests` or `group_requests`.
  readonly form: IdForm;
};
export type InputPoint = {
  readonly address: string | undefined;
  readonly shortAddress: string | undefined;
  readonly lat: number | undefined;
  readonly lng: number | undefined;
  readonly name: string | undefined;
  readonly mobile: string | undefined;
  readonly trackingNumber: string | undefined;
  readonly remarks: string | undefined;
  readonly cod: number | undefined;
  readonly itemValue: number | undefined;
};
type InputItem = {
  readonly id: string | undefined;
  readonly name: string | undefined;
  readonly price: number | undefined;
  readonly num: number | undefined;
};
type InputPackage = {
  readonly weight: number | undefined;
  readonly length: number | undefined;
  readonly width: number | undefined;
  readonly height: number | undefined;
  readonly description: string | undefined;
};
export type InputService = { readonly id: string | undefined; readonly requests: readonly InputRequest[] };

export type OrderInput = {
  readonly orderTime: number | undefined;
  readonly idleUntil: number | undefined;
  readonly readyAt: number | undefined;
  readonly path: readonly InputPoint[] | undefined;
  readonly serviceId: string | undefined;
  readonly groupServiceId: string | undefined;
  readonly requests: readonly InputRequest[];
  readonly services: readonly InputService[];
  readonly groupServices: readonly InputService[];
  readonly paymentMethod: string | undefined;
  readonly promoCode: string | undefined;
  readonly remarks: string | undefined;
  readonly items: readonly InputItem[];
  readonly packages: readonly InputPackage[];
  readonly routeOptimized: boolean | undefined;
  readonly quoteId: string | undefined;
};

export function readOrderInput(body: unknown): OrderInput | Refusal<"INTERNAL_SERVER_ERROR"> {
  const reader = new Reader();
  const top = reader.record(body ?? {}, "The body");
  const input: OrderInput = {
    orderTime: reader.number(top, "order_time"),
    idleUntil: isBlank(top.idle_until) ? undefined : reader.number(top, "idle_until"),
    readyAt: isBlank(top.ready_at) ? undefined : reader.number(top, "ready_at"),
    path: reader.list(top, "path", (point, at) => readPoint(reader, point, at)),
    serviceId: isBlank(top.service_id) ? undefined : reader.text(top, "service_id"),
    groupServiceId: isBlank(top.group_service_id) ? undefined : reader.text(top, "group_service_id"),
    requests: readRequests(reader, top),
    services: readServices(reader, top, "services"),
    groupServices: readServices(reader, top, "group_services"),
    paymentMethod: reader.text(top, "payment_method"),
    promoCode: reader.text(top, "promo_code"),
    remarks: reader.text(top, "remarks"),
    items: reader.list(top, "items", (item, at) => readItem(reader, item, at)) ?? [],
    packages: reader.list(top, "package_detail", (each, at) => readPackage(reader, each, at)) ?? [],
    routeOptimized: reader.boolean(top, "route_optimized"),
    quoteId: reader.text(top, "quote_id"),
  };
  return reader.fault === undefined ? input : refuse("INTERNAL_SERVER_ERROR", reader.fault);
}

function readPoint(reader: Reader, point: JsonRecord, at: string): InputPoint {
  return {
    address: reader.text(point, "address", at),
    shortAddress: reader.text(point, "short_address", at),
    lat: reader.number(point, "lat", at),
    lng: reader.number(point, "lng", at),
    name: reader.text(point, "name", at),
    mobile: reader.text(point, "mobile", at),
    trackingNumber: reader.text(point, "tracking_number", at),
    remarks: reader.text(point, "remarks", at),
    cod: reader.number(point, "cod", at),
    itemValue: reader.number(point, "item_value", at),
  };
}

// Both lists are read wherever they stand (D2): clients put one where the other belongs.
function readRequests(reader: Reader, owner: JsonRecord, at = ""): readonly InputRequest[] {
  const listed = (key: string, form: IdForm): readonly InputRequest[] => {
    const read = (request: JsonRecord, each: string): InputRequest => ({
      id: reader.text(request, "_id", each),
      num: reader.number(request, "num", each),
      tierCode: reader.text(request, "tier_code", each),
      form,
    });
    return reader.list(owner, key, read, at) ?? [];
  };
  return [...listed("requests", "service"), ...listed("group_requests", "group")];
}

function readServices(reader: Reader, top: JsonRecord, key: string): readonly InputService[] {
  const read = (service: JsonRecord, at: string): InputService => ({
    id: reader.text(service, "_id", at),
    requests: readRequests(reader, service, at),
  });
  return reader.list(top, key, read) ?? [];
}

function readItem(reader: Reader, item: JsonRecord, at: string): InputItem {
  return {
    id: reader.text(item, "_id", at),
    name: reader.text(item, "name", at),
    price: reader.number(item, "price", at),
    num: reader.number(item, "num", at),
  };
}

function readPackage(reader: Reader, each: JsonRecord, at: string): InputPackage {
  return {
    weight: reader.number(each, "weight", at),
    length: reader.number(each, "length", at),
    width: reader.number(each, "width", at),
    height: reader.number(each, "height", at),
    description: reader.text(each, "description", at),
  };
}

// D2: forms send fields that nobody filled in.
function isBlank(given: unknown): boolean {
  return typeof given === "string" && given.trim() === "";
}

type JsonRecord = { readonly [key: string]: unknown };

// Keeps the first wrong type, by its path in the body; every wrong type has the same answer, so no list is read further than that.
class Reader {
  fault: string | undefined;

  record(given: unknown, at: string): JsonRecord {
    if (typeof given === "object" && given !== null && !Array.isArray(given)) return given as JsonRecord;
    this.#fail(at, "an object", given);
    return {};
  }

  text(owner: JsonRecord, key: string, at = ""): string | undefined {
    const given = owner[key] ?? undefined;
    if (given === undefined || typeof given === "string") return given;
    this.#fail(at + key, "a text", given);
    return undefined;
  }

  number(owner: JsonRecord, key: string, at = ""): number | undefined {
    const given = owner[key] ?? undefined;
    if (given === undefined || typeof given === "number") return given;
    this.#fail(at + key, "a number", given);
    return undefined;
  }

  boolean(owner: JsonRecord, key: string, at = ""): boolean | undefined {
    const given = owner[key] ?? undefined;
    if (given === undefined || typeof given === "boolean") return given;
    this.#fail(at + key, "true or false", given);
    return undefined;
  }

  list<Element>(
    owner: JsonRecord,
    key: string,
    read: (element: JsonRecord, at: string) => Element,
    at = "",
  ): readonly Element[] | undefined {
    const given = owner[key] ?? undefined;
    if (given === undefined) return undefined;
    if (!Array.isArray(given)) {
      this.#fail(at + key, "an array", given);
      return undefined;
    }
    const elements: Element[] = [];
    for (let index = 0; index < given.length && this.fault === undefined; index++) {
      const where = `${at}${key}[${index}]`;
      elements.push(read(this.record(given[index], where), `${where}.`));
    }
    return elements;
  }

  #fail(at: string, expected: string, given: unknown): void {
    const found = Array.isArray(given) ? "an array" : given === null ? "null" : `a ${typeof given}`;
    this.fault ??= `${at} has the wrong type: expected ${expected}, found ${found}.`;
  }
}

// What create and estimate can answer. The three codes that part 7 takes from estimate are absent from its type, so that
// "estimate can never answer NOT_ENOUGH_CREDIT" is a compile error and not a promise.

export type EstimateRefusal =
  | "INTERNAL_SERVER_ERROR"
  | "MISSING_REQUIRED_INFO"
  | "MISSING_PATH_INFO"
  | "BAD_REQUEST"
  | "SERVICE_NOT_FOUND"
  | "REQUEST_NOT_FOUND"
  | "SERVICE_NOT_VALID_AT_PICKUP"
  | "INVALID_PICKUP_AREA"
  | "INVALID_DELIVERY_AREA"
  | "INVALID_MIN_STOP_POINT"
  | "INVALID_MAX_STOP_POINT"
  | "INVALID_FUTURE_ORDER_TIME"
  | "INVALID_MAX_COD"
  | "INVALID_MAX_DISTANCE"
  | "SERVICE_UNAVAILABLE";

export type CreateRefusal =
  | EstimateRefusal
  | "INVALID_SERVICE_HOUR"
  | "QUOTE_EXPIRED"
  | "DUPLICATE_TRACKING_NUMBER"
  | "NOT_ENOUGH_CREDIT";

export type OrderCall = "create" | "estimate";
