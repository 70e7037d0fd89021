// What drivers' streams are told through the database leaves after the commit: inside the transaction it would make every commit
// of the house wait for one lock. What is lost on the way is found by looking.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import pg from "pg";
import { crowRoads } from "../harness/crow-roads.ts";
import { type EventSource, openEvents } from "../harness/event-source.ts";
import { addDriver, addOrder, offerTo, ok } from "../harness/fleet.ts";
import { startGiao } from "../harness/giao.ts";

type Said = { readonly text: string; readonly isInTransaction: boolean };

const said: Said[] = [];
const query = pg.Client.prototype.query;
pg.Client.prototype.query = function (this: pg.Client, ...given: Parameters<typeof query>) {
  const first = given[0] as unknown as string | { readonly text: string };
  const text = typeof first === "string" ? first : first.text;
  said.push({ text, isInTransaction: this.getTransactionStatus() === "T" });
  return query.apply(this, given);
} as typeof query;
after(() => {
  pg.Client.prototype.query = query;
});

const giao = await startGiao({}, { roads: crowRoads });
const token = await giao.signIn();
const driver = await addDriver(giao, { phone: "84911000077", wallet: 100_000 });
ok(await driver.online());
const listen = () => openEvents(`${giao.url}/driver/v1/offers`, { authorization: `Bearer ${driver.token}` });

async function hear(stream: EventSource, words: string): Promise<void> {
  for (let event = await stream.next(); !JSON.stringify(event).includes(words); event = await stream.next()) {
    assert.ok(event, `the stream ended without ${words}`);
  }
}

test("offers, an accept and a take-away are heard, and no transaction that locks rows has told of them itself", async () => {
  const stream = await listen();
  said.length = 0;
  const orderId = await addOrder(giao, token);
  const [offerId] = await offerTo(giao, orderId, [driver.phone]);
  await hear(stream, offerId!);
  ok(await driver.call("POST", `/offers/${offerId}/accept`));
  await hear(stream, "offer_closed");
  // They give it up: it leaves their hands, and their pages are told to look again.
  ok(await driver.call("POST", `/orders/${orderId}/cancel`, { comment: "flat tyre" }));
  await hear(stream, "reload");
  const second = await addOrder(giao, token);
  const [refused] = await offerTo(giao, second, [driver.phone]);
  await hear(stream, refused!);
  ok(await driver.call("POST", `/offers/${refused}/decline`));
  await hear(stream, "offer_closed");
  await stream.close();
  const told = said.filter(({ text }) => /pg_notify\(/.test(text));
  assert.ok(told.length > 0);
  assert.deepEqual(
    told.filter(({ isInTransaction }) => isInTransaction).map(({ text }) => text),
    [],
  );
});

test("an offer whose notice was lost with its process is heard a few seconds later", async () => {
  const stream = await listen();
  // A stream looks once when it begins. After that it is told, as here, and then has no reason to look again.
  const [known] = await offerTo(giao, await addOrder(giao, token), [driver.phone]);
  await hear(stream, known!);
  const orderId = await addOrder(giao, token);
  const id = giao.house.random.uuid();
  const { db, clock } = giao.house;
  await db`
    with raised as (
      update drivers
      set offer_seq = offer_seq + 1
      where phone = ${driver.phone}
      returning offer_seq
    )
    insert into offers (id, order_id, driver_phone, kind, seq, offered_at, expires_at, pickup_seconds, pickup_meters)
    select ${id}::uuid, ${orderId}, ${driver.phone}, 'assign', offer_seq, ${clock.now()}::timestamptz,
      ${clock.now()}::timestamptz + interval '1 hour', 60, 500
    from raised`;
  await hear(stream, id);
  await stream.close();
});
