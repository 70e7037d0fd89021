// The part of the stream that an account may see: complete, at the same places, and found without going through the rest.
import assert from "node:assert/strict";
import { test } from "node:test";
import { secureRandom } from "../../src/ports/random.ts";
import { listAccountEvents, listEvents, type StreamEvent } from "../../src/store/callbacks/events.ts";
import { inTransaction, type Sql } from "../../src/store/db.ts";
import { appendEvent } from "../harness/callback-world.ts";
import { useDatabase } from "../harness/database.ts";
import { pagesOf } from "../harness/pages-touched.ts";

const { db } = await useDatabase();
const noon = new Date("2026-03-02T05:00:00Z");
const phoneOf = (nth: number) => `84${800_000_000 + nth}`;
const FEW = Array.from({ length: 12 }, (_, nth) => phoneOf(nth));

// Accounts of a partner, and for each of them one order whose id ends in its number.
async function openPartner(partnerId: string, from: number, to: number): Promise<void> {
  await db`insert into partners (id, name, created_at) values (${partnerId}, 'x', ${noon})`;
  await db`
    insert into accounts (phone, partner_id, name, address, referral_code, created_at)
    select '84' || (800000000 + nth), ${partnerId}, 'x', 'x', 'x', ${noon}
    from generate_series(${from}::int, ${to}::int) as nth`;
  await db`
    insert into orders (
      id, partner_id, creator_phone, service_id, city_id, status, seq, tracking_token, created_at, content, state
    )
    select '26' || lpad(nth::text, 6, '0'), ${partnerId}, '84' || (800000000 + nth), 's', 'c', 'COMPLETED', 1,
      lpad(nth::text, 22, '0'), ${noon}, '{}', '{}'
    from generate_series(${from}::int, ${to}::int) as nth`;
}
await openPartner("p1", 0, 19);
await openPartner("p2", 20, 1_020);

const orderOf = (nth: number) => `26${String(nth).padStart(6, "0")}`;
const seqs = new Map<number, number>();
async function write(tx: Sql, nth: number, partnerId = "p1"): Promise<void> {
  const seq = (seqs.get(nth) ?? 0) + 1;
  seqs.set(nth, seq);
  await appendEvent(tx, { orderId: orderOf(nth), seq, partnerId, type: "status", body: "{}", happenedAt: noon });
}
const places = (events: readonly StreamEvent[]) => events.map(({ position }) => position);

async function readAll(phones: readonly string[], limit: number): Promise<readonly StreamEvent[]> {
  const seen: StreamEvent[] = [];
  for (;;) {
    const page = await listAccountEvents(db, "p1", phones, seen.at(-1)?.position ?? 0, limit);
    if (page.length === 0) return seen;
    assert.ok(page.length <= limit);
    seen.push(...page);
  }
}

test("pages of any size over any accounts give the partner's stream without the others, in its order", async () => {
  const seed = secureRandom.hex(4);
  // Some accounts write much more than others, so that the ends of pages fall everywhere.
  let draw = Number.parseInt(seed, 16);
  const next = (below: number) => {
    draw = (Math.imul(draw, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((draw / 2 ** 32) * below);
  };
  for (let events = 0; events < 400; events += 1) await write(db, Math.min(next(20), next(20)));
  const everything = await listEvents(db, "p1", 0, 1_000);
  const creatorOf = ({ orderId }: StreamEvent) => phoneOf(Number(orderId.slice(2)));
  for (const phones of [FEW, FEW.slice(0, 1), FEW.slice(10), [phoneOf(19)], ["84899999999"]]) {
    const expected = places(everything.filter((event) => phones.includes(creatorOf(event))));
    for (const limit of [1, 3, 25, 1_000]) {
      assert.deepEqual(places(await readAll(phones, limit)), expected, `seed ${seed}, limit ${limit}`);
    }
  }
});

test("an event committed late holds back what came after it, also other accounts'", async () => {
  const after = (await readAll(FEW, 1_000)).at(-1)?.position ?? 0;
  const read = async () =>
    (await listAccountEvents(db, "p1", FEW.slice(0, 2), after, 10)).map(({ orderId }) => orderId);
  await inTransaction(db, async (slow) => {
    await write(slow, 0);
    await write(db, 1);
    assert.deepEqual(await read(), []);
  });
  assert.deepEqual(await read(), [orderOf(0), orderOf(1)]);
});

test("a page of a quiet account costs the same however much its partner writes", async () => {
  const pages = (phones: readonly string[]) =>
    pagesOf(db`
      explain (analyze, buffers, format json)
      select order_id
      from read_account_callback_stream('p2', ${phones}, 0, 1000)`);
  const fill = (from: number, to: number) => db`
    select append_callback_event('26' || lpad((20 + seq % 1000)::text, 6, '0'), seq, 'p2', 'status', '{}', ${noon})
    from generate_series(${from}::int, ${to}::int) as seq`;
  const quiet = phoneOf(1_020);
  await fill(1, 1_000);
  await pages([quiet]);
  const few = await pages([quiet]);
  for (let from = 1_001; from < 40_000; from += 3_000) await fill(from, from + 2_999);
  const many = await pages([quiet]);
  assert.ok(many <= 2 * few + 10, `${many} pages with 40,000 events of others, ${few} with 1,000`);

  // A parent of a thousand: a look into the index for each, and ten events of each at most.
  const family = Array.from({ length: 1_000 }, (_, nth) => phoneOf(20 + nth));
  const whole = await pages(family);
  assert.ok(whole <= 40_000, `${whole} pages for a thousand accounts`);
});
