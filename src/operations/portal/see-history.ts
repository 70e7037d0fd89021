// A partner's order history: an account sees its own orders, a parent also its children's (D12), those of the last months unless a
// time is asked for. Listed by pages or given out whole, a page at a time.
import type { Caller } from "../../domain/accounts/account.ts";
import { serviceIdOf } from "../../domain/catalogue/ids.ts";
import type { Catalogue } from "../../domain/catalogue/service.ts";
import type { Order } from "../../domain/orders/order.ts";
import type { Status } from "../../domain/orders/order-life.ts";
import { parsePhone } from "../../domain/phone.ts";
import { isRefusal, type Refusal, refuse } from "../../domain/refusal.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Database, Sql } from "../../store/db.ts";
import { type AccountOrderFilter, countAccountOrders, listAccountOrders } from "../../store/orders/account-orders.ts";
import type { NumberedOrder } from "../../store/orders/order-lists.ts";
import { visiblePhones } from "../accounts/child-accounts.ts";

export type HistoryDeps = {
  readonly db: Database;
  readonly reads: Sql;
  readonly clock: Clock;
  readonly catalogue: { readonly current: () => Catalogue };
};

export type HistoryQuestion = {
  // One account of those the caller may see; all of them when absent.
  readonly account?: string;
  readonly statuses?: readonly Status[];
  // A service's id, or a group's for that service in every city.
  readonly service?: string;
  readonly from?: Date;
  readonly to?: Date;
  // An order id, a tracking number or a driver's phone.
  readonly search?: string;
  readonly beforeNumber?: number;
};

export const HISTORY_DAYS = 186;
export const EXPORT_MAX = 50_000;
// As many as are read and written in a few milliseconds.
const EXPORT_PAGE = 50;

export async function listHistory(
  deps: HistoryDeps,
  caller: Caller,
  question: HistoryQuestion,
  limit: number,
): Promise<readonly NumberedOrder[] | Refusal<"NOT_FOUND">> {
  const filter = await filterOf(deps, caller, question);
  return isRefusal(filter) ? filter : listAccountOrders(deps.reads, filter, limit);
}

// Everything that matches, or a refusal before the first row: a file that silently ends early would be taken for whole.
export async function exportHistory(
  deps: HistoryDeps,
  caller: Caller,
  question: HistoryQuestion,
): Promise<{ readonly orders: AsyncIterable<Order> } | Refusal<"NOT_FOUND" | "BAD_REQUEST">> {
  const filter = await filterOf(deps, caller, question);
  if (isRefusal(filter)) return filter;
  if ((await countAccountOrders(deps.reads, filter, EXPORT_MAX + 1)) > EXPORT_MAX) {
    return refuse("BAD_REQUEST", `More than ${EXPORT_MAX} orders match; ask for a shorter time.`);
  }
  return { orders: inPages(deps, filter) };
}

async function* inPages({ reads }: HistoryDeps, filter: AccountOrderFilter): AsyncGenerator<Order> {
  let beforeNumber = filter.beforeNumber;
  for (let given = 0; given < EXPORT_MAX; given += EXPORT_PAGE) {
    const from = beforeNumber === undefined ? filter : { ...filter, beforeNumber };
    const page = await listAccountOrders(reads, from, EXPORT_PAGE);
    for (const { order } of page) yield order;
    if (page.length < EXPORT_PAGE) return;
    beforeNumber = page.at(-1)?.number;
  }
}

async function filterOf(
  deps: HistoryDeps,
  caller: Caller,
  { account, service, search, from, statuses, to, beforeNumber }: HistoryQuestion,
): Promise<AccountOrderFilter | Refusal<"NOT_FOUND">> {
  const visible = await visiblePhones(deps, caller);
  const asked = account === undefined ? undefined : parsePhone(account);
  if (account !== undefined && (asked === undefined || !visible.includes(asked))) {
    return refuse("NOT_FOUND", "account is neither this account nor a child of it.");
  }
  // Whoever names one order wants it, however old.
  const since = from ?? (search === undefined ? monthsAgo(deps.clock.now()) : undefined);
  return {
    creatorPhones: asked === undefined ? visible : [asked],
    ...(statuses === undefined ? {} : { statuses }),
    ...(service === undefined ? {} : { serviceIds: serviceIds(deps.catalogue.current(), service) }),
    ...(since === undefined ? {} : { from: since }),
    ...(to === undefined ? {} : { to }),
    ...(search === undefined
      ? {}
      : { search: { orderId: search.toUpperCase(), trackingNumber: search, driverPhone: parsePhone(search) } }),
    ...(beforeNumber === undefined ? {} : { beforeNumber }),
  };
}

function monthsAgo(now: Date): Date {
  return new Date(now.getTime() - HISTORY_DAYS * 86_400_000);
}

function serviceIds(catalogue: Catalogue, service: string): readonly string[] {
  return [service, ...[...catalogue.cities.keys()].map((cityId) => serviceIdOf(cityId, service))];
}
