// The tables of docs/orders.md, made from the values the program runs on.
import { CONTENT_RULES, EDIT_RULES } from "../../src/domain/orders/edit/edit-rules.ts";
import { LIFE } from "../../src/domain/orders/order-life.ts";
import { statusOf } from "../../src/http/base/statuses.ts";
import { CREATE_CHECKS, ESTIMATE_CHECKS } from "../../src/http/v3/orders.ts";

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

export function checkTable(): string {
  const rows = CREATE_CHECKS.map((check, at) => {
    const [refused, about] = check;
    const isOfEstimate = ESTIMATE_CHECKS.some((one) => one === check);
    return [
      String(at + 1),
      String(statusOf(refused)),
      code(refused),
      about,
      isOfEstimate ? "create, estimate" : "create",
    ];
  });
  return table(["", "status", "code", "what is wrong", "calls"], rows);
}

export function code(text: string): string {
  return `\`${text}\``;
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
