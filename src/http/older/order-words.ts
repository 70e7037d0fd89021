// An order in the words of versions 1 and 2, said in those of version 3. A translation and nothing else: whether it may be ordered so is
// decided where it is for everybody.
import type { TObject } from "typebox";
import { ItemBody, PointBody, RequestBody } from "../../contract/order-body.ts";
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
    items: listOf(given.items, "items")?.map(wordsBy(ItemBody)),
    package_detail: listOf(given.package_detail, "package_detail"),
    route_optimized: isYes(given.need_optimize_route ?? given.route_optimized),
  };
}

function pointWords(point: Words): Words {
  const words = wordsBy(PointBody)(point);
  return { ...words, address: words.address ?? "", mobile: (words.mobile as string | undefined)?.replaceAll(" ", "") };
}

// A price that came along is the client's own and not to be trusted.
function requestsOf(given: unknown): readonly Words[] | undefined {
  return listOf(given, "requests")?.map(wordsBy(RequestBody));
}

// All that version 3 reads of a record, and nothing else.
function wordsBy(schema: TObject): (given: Words) => Words {
  const fields = Object.entries(schema.properties) as [string, { readonly type?: string }][];
  return (given) =>
    Object.fromEntries(
      fields.map(([field, { type }]) => [field, type === "number" ? numberOf(given[field]) : textOf(given[field])]),
    );
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
