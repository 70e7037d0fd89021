// An order in the words of versions 1 and 2, said in those of version 3. A translation and nothing else: whether it may be ordered so is
// decided where it is for everybody.
import { refuse } from "../../domain/refusal.ts";
import { RefusedRequest } from "../base/refused-request.ts";
import type { Parameters } from "./parameters.ts";

type Words = Record<string, unknown>;

// `services`: version 2 names several, each with its requests.
export function orderWords(given: Parameters): Words {
  const services = listOf(given.services, "services");
  return {
    order_time: numberOf(given.order_time),
    idle_until: numberOf(given.idle_until) || undefined,
    path: listOf(given.path, "path")?.map(pointWords),
    service_id: textOf(given.service_id),
    requests: requestsOf(given.requests),
    ...(services ? { services: services.map(({ _id, requests }) => ({ _id, requests: requestsOf(requests) })) } : {}),
    // Left out by some who pay the driver.
    payment_method: textOf(given.payment_method) ?? "CASH",
    promo_code: given.promo_code === "False" ? undefined : textOf(given.promo_code),
    remarks: unquoted(textOf(given.remarks)),
    items: listOf(given.items, "items")?.map(({ _id, name, price, num }) => ({
      _id: textOf(_id),
      name: textOf(name),
      price: numberOf(price),
      num: numberOf(num),
    })),
    package_detail: listOf(given.package_detail, "package_detail"),
    route_optimized: isYes(given.need_optimize_route ?? given.route_optimized),
  };
}

function pointWords(point: Words): Words {
  return {
    address: textOf(point.address) ?? "",
    short_address: textOf(point.short_address),
    lat: numberOf(point.lat),
    lng: numberOf(point.lng),
    name: textOf(point.name),
    mobile: textOf(point.mobile)?.replaceAll(" ", ""),
    tracking_number: textOf(point.tracking_number),
    remarks: textOf(point.remarks),
    cod: numberOf(point.cod),
    item_value: numberOf(point.item_value),
  };
}

// A price that came along is the client's own and not to be trusted.
function requestsOf(given: unknown): readonly Words[] | undefined {
  return listOf(given, "requests")?.map(({ _id, num, tier_code }) => ({
    _id: textOf(_id),
    num: numberOf(num),
    tier_code: textOf(tier_code),
  }));
}

// A list may come as JSON text.
function listOf(given: unknown, field: string): readonly Words[] | undefined {
  if (given === undefined || given === null || given === "") return undefined;
  const list = typeof given === "string" ? parsed(given, field) : given;
  if (!Array.isArray(list)) throw wrong(field);
  return list.map((element) => {
    const value = typeof element === "string" ? parsed(element, field) : element;
    if (typeof value !== "object" || value === null || Array.isArray(value)) throw wrong(field);
    return value as Words;
  });
}

function parsed(text: string, field: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw wrong(field);
  }
}

function wrong(field: string): RefusedRequest {
  return new RefusedRequest(refuse("BAD_REQUEST", `${field} must be a list of objects, as JSON or as JSON text.`));
}

// Blank is absent, and a number may be meant as text.
export function textOf(given: unknown): string | undefined {
  if (typeof given === "number") return String(given);
  return typeof given === "string" && given.trim() !== "" ? given : undefined;
}

// What is neither a number nor the text of one is handed on as it is, for the checks to name.
export function numberOf(given: unknown): number | undefined {
  if (given === undefined || given === null || given === "") return undefined;
  if (typeof given === "string" && given.trim() !== "" && Number.isFinite(Number(given))) return Number(given);
  return given as number;
}

function isYes(given: unknown): boolean | undefined {
  return given === undefined ? undefined : given === true || ["true", "1", "True"].includes(String(given));
}

function unquoted(text: string | undefined): string | undefined {
  return text?.replace(/^"(.*)"$/s, "$1");
}
