// Which orders are looked at: kept in the page's address, so that a view can be sent to somebody and the way back works.
import { HOME_ZONE, secondsIn } from "../../../src/domain/local-time.ts";
import type { Input } from "../../parts/ask.ts";
import { isoDay } from "../../parts/formats.ts";

export type OrderFilter = {
  readonly q: string;
  readonly status: readonly string[];
  readonly outcome: readonly string[];
  readonly service: string;
  readonly account: string;
  // Days as 2026-11-15.
  readonly from: string;
  readonly to: string;
};

export const NO_FILTER: OrderFilter = { q: "", status: [], outcome: [], service: "", account: "", from: "", to: "" };
const DAY = /^\d{4}-\d{2}-\d{2}$/;

export function readFilter(query: URLSearchParams): OrderFilter {
  const day = (name: string): string => (DAY.test(query.get(name) ?? "") ? (query.get(name) ?? "") : "");
  const several = (name: string): string[] => (query.get(name) ?? "").split(",").filter((one) => one !== "");
  return {
    q: query.get("q") ?? "",
    status: several("status"),
    outcome: several("outcome"),
    service: query.get("service") ?? "",
    account: query.get("account") ?? "",
    from: day("from"),
    to: day("to"),
  };
}

export function writeFilter(filter: OrderFilter): string {
  const query = pairs({ ...filter, status: filter.status.join(","), outcome: filter.outcome.join(",") });
  return query === "" ? "/portal/orders" : `/portal/orders?${query}`;
}

// As the server takes it: days are Vietnam's, whole.
export function serverQuery(filter: OrderFilter): Input<"exportHistory">["query"] {
  const { from, to, status, outcome, ...rest } = filter;
  return {
    ...rest,
    q: rest.q.trim(),
    status: status.join(","),
    outcome: outcome.join(","),
    from_time: from && secondsIn(HOME_ZONE, `${from}T00:00:00`),
    to_time: to && secondsIn(HOME_ZONE, `${to}T23:59:59.999`),
  };
}

export function isFiltered(filter: OrderFilter): boolean {
  return writeFilter(filter) !== writeFilter(NO_FILTER);
}

export function today(): string {
  return isoDay(new Date());
}

function pairs(fields: Readonly<Record<string, string>>): string {
  const set = Object.entries(fields).filter(([, text]) => text.trim() !== "");
  return new URLSearchParams(set).toString();
}
