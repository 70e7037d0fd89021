// When everything is calm again: is all that was acknowledged still so, is the money right, was every step legal, and did partners
// hear of every event, in order? Each broken promise is a line.
import { LIFE, LIFE_EVENTS } from "../../src/domain/orders/order-life.ts";
import type { Database } from "../../src/store/db.ts";
import { findKeptAnswer } from "../../src/store/orders/idempotency.ts";
import type { Json } from "../harness/giao.ts";
import type { Facts, OrderFacts } from "./facts.ts";
import type { Line } from "./line.ts";
import type { Heard } from "./world.ts";

type HistoryRow = { readonly orderId: string; readonly seq: number; readonly event: string; readonly status: string };

// `untilTold` resolves when partners have heard of all that had happened when it was asked.
export async function proveAll(
  line: Line,
  db: Database,
  facts: Facts,
  heard: Heard,
  untilTold: () => Promise<void>,
): Promise<readonly string[]> {
  return [
    ...(await proveOrders(line, db, facts)),
    ...(await proveOnce(db, facts)),
    ...(await proveHistory(db)),
    ...(await proveCallbacks(db, heard, untilTold)),
    ...(await proveMoney(line, db, facts)),
  ];
}

async function proveOrders(line: Line, db: Database, facts: Facts): Promise<readonly string[]> {
  const broken: string[] = [];
  for (const order of facts.orders.values()) {
    const { status, body } = await line.ask("GET", `/operator/v1/orders/${order.id}`, { operator: true });
    if (status !== 200) {
      broken.push(`order ${order.id} was acknowledged and is lost (${status})`);
      continue;
    }
    broken.push(...lostFacts(order, body));
    const call = { phone: order.sender, key: order.key, fingerprint: Buffer.alloc(0), sameFingerprints: [] };
    const kept = await findKeptAnswer(db, call, new Date(0));
    if (!kept || JSON.parse(kept.body).order_id !== order.id) {
      broken.push(`the answer under ${order.key} is not order ${order.id}`);
    }
  }
  return broken;
}

function lostFacts(told: OrderFacts, order: Json): readonly string[] {
  const events = new Set((order.history as Json[]).map(({ event }) => event));
  const lost: string[] = [];
  const must = (isSo: boolean, fact: string): void => {
    if (!isSo) lost.push(`order ${told.id}: ${fact} was acknowledged and is not so (${order.status})`);
  };
  if (told.cancelled) must(order.status === "CANCELLED", "its cancel");
  if (told.acceptedBy !== undefined) must(events.has("accept"), "its accept");
  if (told.pickedUp) must(events.has("pickup"), "its pickup");
  if (told.returned) must(order.sub_status === "RETURNED", "its return");
  if (told.remarks !== undefined) must(order.path[0].remarks === told.remarks, `the remark "${told.remarks}"`);
  for (const [at, status] of told.points) must(order.path[at].status === status, `point ${at} ${status}`);
  return lost;
}

// However often a create was told under its key, there is at most one order; and none that nobody asked for.
async function proveOnce(db: Database, facts: Facts): Promise<readonly string[]> {
  const rows = await db<{ trackingNumber: string; orders: number }>`
    select tracking_number, count(*)::int as orders
    from tracking_numbers
    where tracking_number not like '%/%'
    group by tracking_number`;
  return rows.flatMap(({ trackingNumber, orders }) => {
    if (!facts.keysSent.has(trackingNumber)) return [`there is an order ${trackingNumber} that nobody sent`];
    return orders > 1 ? [`${orders} orders were made under the key ${trackingNumber}`] : [];
  });
}

async function proveHistory(db: Database): Promise<readonly string[]> {
  const rows = await db<HistoryRow>`
    select order_id, seq, event, status
    from order_history
    order by order_id, seq`;
  const lifeEvents: ReadonlySet<string> = new Set(LIFE_EVENTS);
  return rows.flatMap((row, at) => {
    const before = rows[at - 1];
    if (before?.orderId !== row.orderId) return row.seq === 1 ? [] : [`order ${row.orderId} has no first step`];
    if (row.seq !== before.seq + 1) return [`order ${row.orderId} lacks a step before ${row.seq}`];
    const isLegal = lifeEvents.has(row.event)
      ? LIFE.some(
          ({ event, from, to }) =>
            event === row.event && to === row.status && (from as readonly string[]).includes(before.status),
        )
      : row.status === before.status;
    return isLegal ? [] : [`order ${row.orderId} went from ${before.status} to ${row.status} by ${row.event}`];
  });
}

// Orders that nobody took go on expiring meanwhile: what was heard before the rows were read must be in them, and what is in them must
// be heard in the end.
async function proveCallbacks(db: Database, heard: Heard, untilTold: () => Promise<void>): Promise<readonly string[]> {
  const heardBefore = new Map([...heard].map(([orderId, seqs]) => [orderId, new Set(seqs).size]));
  const orders = await db<{ orderId: string; events: number }>`
    select order_id, max(seq) as events
    from callback_events
    where partner_id like 'soak-%'
    group by order_id`;
  await untilTold();
  const there = new Set(orders.map(({ orderId }) => orderId));
  const unknown = [...heardBefore.keys()].filter((orderId) => !there.has(orderId));
  return [
    ...unknown.map((orderId) => `order ${orderId} was called back, and there is none`),
    ...orders.flatMap(({ orderId, events }) => {
      // The first time each was taken; a repeat after a lost answer is allowed.
      const firsts = [...new Set(heard.get(orderId) ?? [])];
      const inOrder = firsts.every((seq, at) => seq === at + 1);
      if (!inOrder) return [`the callbacks of ${orderId} came as ${firsts.join(" ")}`];
      const before = heardBefore.get(orderId) ?? 0;
      if (before > events) return [`${before} events of ${orderId} were called back, and there are ${events}`];
      return firsts.length >= events ? [] : [`of ${events} events of ${orderId} ${firsts.length} were called back`];
    }),
  ];
}

async function proveMoney(line: Line, db: Database, facts: Facts): Promise<readonly string[]> {
  const { body } = await line.ask("GET", "/operator/v1/ledger/verify", { operator: true });
  const posted = await db<{ reference: string; amount: number; owner: string }>`
    select journal.reference, posting.amount, posting.owner
    from journals as journal
    join postings as posting on posting.journal_id = journal.id
    where journal.reference like '%soak-%'
      and posting.owner <> ''`;
  const lost = [...facts.topUps].flatMap(([reference, { phone, amount }]) => {
    const mine = posted.filter((row) => row.reference.endsWith(reference) && row.owner === phone);
    const isSo = mine.length === 1 && Math.abs(mine[0]?.amount ?? 0) === amount;
    return isSo ? [] : [`the top-up ${reference} of ${amount} was acknowledged and posted ${mine.length} times`];
  });
  return [...(body.ok ? [] : [`the ledger is wrong: ${JSON.stringify(body.problems)}`]), ...lost];
}
