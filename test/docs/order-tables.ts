// The tables of docs/orders.md, made from the values the program runs on.
import { CONTENT_RULES, EDIT_RULES } from "../../src/domain/orders/edit/edit-rules.ts";
import { LIFE } from "../../src/domain/orders/order-life.ts";
import { statusOf } from "../../src/http/base/statuses.ts";

export function lifeTable(): string {
  const rows = LIFE.map(({ from, event, to, when, sets }) => [
    from.join(", "),
    event,
    to,
    when,
    sets.map(code).join(", "),
  ]);
  return table(["from", "event", "to", "when", "sets"], rows);
}

export function editTable(): string {
  const services = { public: "public", hosted: "partner-hosted" } as const;
  const rows = Object.entries(EDIT_RULES).map(([field, rule]) => [
    code(field),
    rule.limit === "once" ? "once per point" : "unlimited",
    rule.services.map((service) => services[service]).join(", "),
    rule.points.join(", "),
    rule.payments.join(", "),
  ]);
  return table(["field", "limit", "services", "points", "payment methods"], rows);
}

export function contentTable(): string {
  const rows = Object.entries(CONTENT_RULES).map(([field, rule]) => [
    code(field),
    rule.statuses.join(", "),
    rule.payments.join(", "),
    rule.withPromo ? "yes" : "no",
  ]);
  return table(["what", "states", "payment methods", "with a promo code"], rows);
}

// In the order of D4; test/v3/orders/refusals.test.ts breaks each of them and each neighbouring pair.
export const CHECKS = [
  ["NOT_AUTHORIZED", "the token", true],
  ["INTERNAL_SERVER_ERROR", "a field has the wrong JSON type (D3)", true],
  ["MISSING_REQUIRED_INFO", "a required field is missing", true],
  ["MISSING_PATH_INFO", "fewer than two points", true],
  ["BAD_REQUEST", "a value that is not allowed", true],
  ["INTERNAL_SERVER_ERROR", "the province of an address cannot be determined (D3)", true],
  ["SERVICE_NOT_FOUND", "the service", true],
  ["REQUEST_NOT_FOUND", "a special request", true],
  ["SERVICE_NOT_VALID_AT_PICKUP", "the service is another city's", true],
  ["INVALID_PICKUP_AREA", "the pickup's place", true],
  ["INVALID_DELIVERY_AREA", "a delivery's place", true],
  ["INVALID_MIN_STOP_POINT", "fewer deliveries than the service takes", true],
  ["INVALID_MAX_STOP_POINT", "more deliveries than the service takes", true],
  ["INVALID_FUTURE_ORDER_TIME", "more than 30 days ahead", true],
  ["INVALID_SERVICE_HOUR", "out of the service's hours; an estimate only warns", false],
  ["INVALID_MAX_COD", "more COD than the service or the account may collect", true],
  ["INVALID_MAX_DISTANCE", "a longer way than the service drives", true],
  ["DUPLICATE_TRACKING_NUMBER", "a tracking number in use, if the partner minds", false],
  ["BAD_REQUEST", "the promo code", true],
  ["NOT_ENOUGH_CREDIT", "the purse", false],
] as const;

export function checkTable(): string {
  const rows = CHECKS.map(([refused, about, isOfEstimate], at) => [
    String(at + 1),
    String(statusOf(refused)),
    code(refused),
    about,
    isOfEstimate ? "create, estimate" : "create",
  ]);
  return table(["", "status", "code", "what is wrong", "calls"], rows);
}

export function code(text: string): string {
  return `\`${text}\``;
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
