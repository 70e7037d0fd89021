// A partner's order history: an account sees its own orders, a parent also its children's (D12), those of the last months unless a
// time is asked for. Listed by pages or given out whole, a page at a time.
import type { Caller } from "../../domain/accounts/account.ts";
import { serviceIdOf } from "../../domain/catalogue/ids.ts";
import type { Catalogue } from "../../domain/catalogue/service.ts";
import type { Order } from "../../domain/orders/order.ts";
import { parsePhone } from "../../domain/phone.ts";
import { isRefusal, type Promised, refuse } from "../../domain/refusal.ts";
import { type AccountOrderFilter, countAccountOrders, listAccountOrders } from "../../store/orders/account-orders.ts";
import type { NumberedOrder } from "../../store/orders/orders.ts";
import { visiblePhones } from "../accounts/child-accounts.ts";
import { findByWords, NOTHING_FOUND } from "../orders/find-orders.ts";
import type { OrderPage } from "../orders/inspect-orders.ts";
import type { Services } from "../services.ts";

export type HistoryDeps = Pick<Services, "db" | "reads" | "clock" | "catalogue">;

export type HistoryQuestion = Pick<AccountOrderFilter, "statuses" | "outcomes" | "from" | "to" | "beforeNumber"> & {
  // One account of those the caller may see; all of them when absent.
  readonly account?: string | undefined;
  // A service's id, or a group's for that service in every city.
  readonly service?: string | undefined;
  // An order id, a tracking number, a phone of a driver or at a stop, or words of an address or a name.
  readonly search?: string | undefined;
};

export const HISTORY_DAYS = 186;
export const EXPORT_MAX = 50_000;
// As many as are read and written in a few milliseconds.
const EXPORT_PAGE = 50;
// Of a large partner most that is found may be others'.
const LOOKS_MAX = 10;

export async function seeHistory(
  deps: HistoryDeps,
  caller: Caller,
  question: HistoryQuestion,
  limit: number,
): Promised<OrderPage, "NOT_FOUND"> {
  const filter = await filterOf(deps, caller, question);
  if (isRefusal(filter)) return filter;
  const page = await searchAccountOrders(deps, caller, filter, question.search, limit);
  return page ?? pageOf(await listAccountOrders(deps.reads, filter, limit), limit);
}

function pageOf(orders: readonly NumberedOrder[], limit: number): OrderPage {
  return { orders, next: orders.length === limit ? orders.at(-1)!.number : undefined };
}

// The partner's orders by their words, and of those the account's. Undefined where words say nothing.
async function searchAccountOrders(
  deps: HistoryDeps,
  { partnerId }: Caller,
  filter: AccountOrderFilter,
  text: string | undefined,
  limit: number,
): Promise<OrderPage | undefined> {
  const { search } = filter;
  if (search === undefined || text === undefined) return undefined;
  let beforeNumber = filter.beforeNumber;
  const orders: NumberedOrder[] = [];
  for (let look = 0; look < LOOKS_MAX; look++) {
    const found = await findByWords({ db: deps.reads }, { text, partnerId, beforeNumber });
    if (look === 0 && found === NOTHING_FOUND) return undefined;
    const now = { ...filter, beforeNumber, search: { ...search, numbers: found.numbers } };
    const page = await listAccountOrders(deps.reads, now, limit);
    const numbers = new Set(found.numbers);
    const end = found.isCut ? found.numbers.at(-1)! : 0;
    const isFull = page.length === limit;
    for (const one of page) {
      const isReached = isFull || one.number >= end;
      if (isReached && (!numbers.has(one.number) || found.isMeant(one.order))) orders.push(one);
    }
    if (orders.length >= limit || isFull || end === 0) {
      const shown = orders.slice(0, limit);
      const isMore = orders.length > limit || isFull || end > 0;
      return { orders: shown, next: isMore ? (shown.at(-1)?.number ?? page.at(-1)!.number) : undefined };
    }
    beforeNumber = end;
  }
  return { orders, next: beforeNumber };
}

// Everything that matches, or a refusal before the first row: a file that silently ends early would be taken for whole.
export async function exportHistory(
  deps: HistoryDeps,
  caller: Caller,
  question: HistoryQuestion,
): Promised<{ readonly orders: AsyncIterable<Order> }, "NOT_FOUND" | "BAD_REQUEST"> {
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
    const page = await listAccountOrders(reads, { ...filter, beforeNumber }, EXPORT_PAGE);
    for (const { order } of page) yield order;
    if (page.length < EXPORT_PAGE) return;
    beforeNumber = page.at(-1)?.number;
  }
}

async function filterOf(
  deps: HistoryDeps,
  caller: Caller,
  { account, service, search, from, ...rest }: HistoryQuestion,
): Promised<AccountOrderFilter, "NOT_FOUND"> {
  const visible = await visiblePhones(deps, caller);
  const asked = account === undefined ? undefined : parsePhone(account);
  if (account !== undefined && (asked === undefined || !visible.includes(asked))) {
    return refuse("NOT_FOUND", "account is neither this account nor a child of it.");
  }
  return {
    ...rest,
    creatorPhones: asked === undefined ? visible : [asked],
    serviceIds: service === undefined ? undefined : serviceIds(deps.catalogue.current(), service),
    // Whoever names one order wants it, however old.
    from: from ?? (search === undefined ? monthsAgo(deps.clock.now()) : undefined),
    search:
      search === undefined
        ? undefined
        : { orderId: search.toUpperCase(), trackingNumber: search, driverPhone: parsePhone(search) },
  };
}

function monthsAgo(now: Date): Date {
  return new Date(now.getTime() - HISTORY_DAYS * 86_400_000);
}

function serviceIds(catalogue: Catalogue, service: string): readonly string[] {
  return [service, ...[...catalogue.cities.keys()].map((cityId) => serviceIdOf(cityId, service))];
}
