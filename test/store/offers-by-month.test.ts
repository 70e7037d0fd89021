// Offers of an installation that keeps other tables by the month already: what is there stays where it is, and months begin where it ends.
import assert from "node:assert/strict";
import { test } from "node:test";
import pg from "pg";
import { firstIdOf, monthAfter, monthOf, nameOf } from "../../src/domain/months.ts";
import { migrate } from "../../src/store/migrate.ts";
import { readMigrations } from "../../src/store/migration-files.ts";
import { makeMonth } from "../../src/store/months.ts";
import { useDatabase } from "../harness/database.ts";
import { directOf } from "../harness/server.ts";

const OFFERS_BY_MONTH = 95;

test("offers of this month stay where they are, later ones lie in months of their own, and all are answered alike", async () => {
  const { db, url } = await useDatabase({ from: "nothing" });
  await migrate(
    db,
    readMigrations().filter(({ number }) => number < OFFERS_BY_MONTH),
  );
  const today = monthOf(new Date());
  const [here, later] = [today, monthAfter(today, 2)];
  const client = new pg.Client({ connectionString: directOf(url) });
  await client.connect();
  try {
    // Neither the driver nor the order is needed by what is tried here.
    await client.query("set session_replication_role = replica");
    const orderIn = (id: string) =>
      client.query(
        `insert into orders (id, partner_id, creator_phone, service_id, city_id, status, seq, tracking_token, created_at, content, state)
        values ($1, 'demo', '84900000001', 'S', 'C', 'ASSIGNING', 1, lpad($1, 22, '0'), now(), '{}', '{}')`,
        [id],
      );
    const offer = (orderId: string) =>
      client.query(
        `insert into offers (id, order_id, driver_phone, kind, seq, offered_at, expires_at, pickup_seconds, pickup_meters)
        values (gen_random_uuid(), $1, '84911000001', 'assign', 1, now(), now(), 1, 1)`,
        [orderId],
      );
    const placeOf = async (orderId: string) => {
      const { rows } = await client.query(
        "select tableoid::regclass::text as place from offers where order_id = $1 and answer is null",
        [orderId],
      );
      return rows.map(({ place }) => place);
    };
    const first = `${firstIdOf(here)}0000001`;
    await orderIn(first);
    await offer(first);
    await migrate(db);
    assert.deepEqual(await placeOf(first), ["months_before.offers"]);

    // What comes while some replicas are still to be started anew.
    const second = `${firstIdOf(monthAfter(here))}0000002`;
    await offer(second);
    assert.deepEqual(await placeOf(second), ["months_before.offers"]);
    await makeMonth(db, "offers", monthAfter(here));
    await makeMonth(db, "offers", later);
    const third = `${firstIdOf(later)}0000003`;
    await offer(third);
    assert.deepEqual(await placeOf(third), [`m${nameOf(later).slice(2).replace("-", "")}.offers`]);

    for (const orderId of [first, third]) {
      await assert.rejects(offer(orderId), { code: "23505", constraint: /^offers_open_(assign|pair)$/ });
    }
    await client.query("set session_replication_role = origin");
    await client.query("alter table driver_answers drop constraint driver_answers_driver_phone_fkey");
    await client.query("update offers set answer = 'accepted', answered_at = now()");
    const { rows } = await client.query("select asked from driver_answers where hour = -1");
    assert.deepEqual(rows, [{ asked: 3 }], "each answer is counted");
  } finally {
    await client.end();
  }
});
