// What the leader of a city remembers between two rounds. All of it can be read or worked out again.
import { type DispatchRecord, digest } from "../../domain/dispatch/dispatch-record.ts";
import type { FleetDriver } from "../../domain/dispatch/driver-route.ts";
import type { NearDriver } from "../../domain/dispatch/near-drivers.ts";
import type { Order } from "../../domain/orders/order.ts";
import { NewestMap } from "../../ports/flow/newest-map.ts";
import { mapInSlices } from "../../ports/slices.ts";
import type { Sql } from "../../store/db.ts";
import type { OrderKey } from "../../store/dispatch/round-rows.ts";
import { listOrdersById } from "../../store/orders/orders.ts";

export type DispatchMemory = {
  // What was last recorded about each order, so that a round that decides the same again writes nothing.
  readonly digests: Map<string, Recorded>;
  // The number of the round in which each waiting order was looked at last.
  readonly lookedAt: Map<string, number>;
  // Orders as they were read last: one whose seq is the same has not changed.
  readonly orders: Map<string, Order>;
  // As it was read last, while rounds follow one another at once.
  fleet?: { readonly drivers: readonly FleetDriver[]; readonly readAtMs: number } | undefined;
  // Of the busy among them, with what they had in hand then, where they can turn to something new.
  readonly ahead: WeakMap<FleetDriver, { readonly work: Work; readonly driver: NearDriver }>;
  rounds: number;
};

type Work = readonly { readonly order: Order }[];

type Recorded = {
  readonly digest: string;
  readonly decision: string;
  readonly verdict: DispatchRecord["verdict"];
  readonly atMs: number;
};

const DIGESTS_MAX = 20_000;
// While the decision about an order stays the same, what was said of drivers who are not asked is written down this seldom: they were most of
// the rows.
const DETAILS_MS = 10_000;
// What waits and what is in hand in a city of ten thousand drivers: less than a round reads would be read again in every one.
const ORDERS_MAX = 30_000;
const PAGE = 25;
// The database looks one page up while another is read.
const AT_ONCE = 2;

export function openDispatchMemory(): DispatchMemory {
  return {
    digests: new NewestMap(DIGESTS_MAX),
    lookedAt: new Map(),
    orders: new NewestMap(ORDERS_MAX),
    ahead: new WeakMap(),
    rounds: 0,
  };
}

// Those that say something new.
export async function onlyNews(
  memory: DispatchMemory,
  records: readonly DispatchRecord[],
  now: Date,
): Promise<readonly DispatchRecord[]> {
  const isNews = await mapInSlices(records, (record) => {
    const known = memory.digests.get(record.orderId);
    if (known?.digest === digest(record)) return false;
    return known?.decision !== decisionOf(record) || now.getTime() - known.atMs >= DETAILS_MS;
  });
  return records.filter((_, at) => isNews[at]);
}

export async function rememberRecords(
  memory: DispatchMemory,
  records: readonly DispatchRecord[],
  now: Date,
): Promise<void> {
  await mapInSlices(records, (record) => {
    const { orderId, verdict } = record;
    const recorded = { digest: digest(record), decision: decisionOf(record), verdict, atMs: now.getTime() };
    memory.digests.set(orderId, recorded);
  });
}

function decisionOf({ way, verdict, plannedFor, offeredTo }: DispatchRecord): string {
  return [way, verdict, plannedFor ?? "", ...offeredTo].join("|");
}

export function rememberTurns(memory: DispatchMemory, taken: readonly OrderKey[], waiting: readonly OrderKey[]): void {
  memory.rounds++;
  for (const { id } of taken) memory.lookedAt.set(id, memory.rounds);
  if (memory.lookedAt.size <= waiting.length) return;
  const still = new Set(waiting.map(({ id }) => id));
  for (const id of memory.lookedAt.keys()) if (!still.has(id)) memory.lookedAt.delete(id);
}

// A driver with what they have in hand, as `look` sees them; where neither has changed since, as it saw them then.
export function lookAhead(
  { ahead }: DispatchMemory,
  driver: FleetDriver,
  work: Work,
  look: () => NearDriver,
): NearDriver {
  const known = ahead.get(driver);
  if (known?.work.length === work.length && work.every(({ order }, at) => known.work[at]!.order === order))
    return known.driver;
  const seen = look();
  ahead.set(driver, { work, driver: seen });
  return seen;
}

// In the order asked for. Only those that changed are read, by pages; one that ended meanwhile is left out.
export async function readOrders(
  db: Sql,
  memory: DispatchMemory,
  keys: readonly OrderKey[],
): Promise<ReadonlyMap<string, Order>> {
  const wanted = keys.filter(({ id, seq }) => memory.orders.get(id)?.seq !== seq).map(({ id }) => id);
  const found = new Map<string, Order>();
  const readInTurn = async (): Promise<void> => {
    for (let page = wanted.splice(0, PAGE); page.length > 0; page = wanted.splice(0, PAGE)) {
      for (const order of await listOrdersById(db, page)) found.set(order.id, order);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, readInTurn));
  const orders = new Map<string, Order>();
  await mapInSlices(keys, ({ id }) => {
    const order = found.get(id) ?? memory.orders.get(id);
    if (!order) return;
    memory.orders.set(id, order);
    orders.set(id, order);
  });
  return orders;
}
