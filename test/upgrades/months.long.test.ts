// A release's database from before data was kept by the month: what was there stays where it is and goes on, and months begin with the year.
import assert from "node:assert/strict";
import { test } from "node:test";
import { raw } from "sql-template-tag";
import { firstIdOf, monthOf, nameOf } from "../../src/domain/months.ts";
import { AGED_TABLES, listKeptMonths } from "../../src/store/months.ts";
import { useDatabase } from "../harness/database.ts";
import { assertOk } from "../harness/expect.ts";
import { ok, orderBody } from "../harness/fleet.ts";
import { callAt } from "../harness/giao.ts";
import { addressOf, startProgram } from "../harness/program.ts";
import { newDataDir } from "../harness/streets.ts";
import { RELEASES } from "./releases.ts";
import { restore } from "./restore.ts";

const DAY = 86_400;
const TABLES = Object.keys(AGED_TABLES);

for (const release of RELEASES) {
  test(`a database of ${release.version} is kept by the month from next January on`, async () => {
    const database = await useDatabase({ from: "nothing" });
    const { db } = database;
    await restore(database.url, release, "http://127.0.0.1:9");
    const counted = await countRows();
    const program = startProgram(["serve"], {
      DATABASE_URL: database.url,
      DATA_DIR: await newDataDir("upgrade-months"),
      ROBOTS: "off",
      PORT: "0",
      EVENT_DAYS: "1000",
      CALLBACK_LOG_DAYS: "1000",
    });
    database.closeFirst(async () => {
      program.process.kill("SIGTERM");
      assert.equal(await program.exit(), 0, program.output());
    });
    const url = await addressOf(program);
    const partner = { api_key: "0123456789abcdef0123456789abcdef01234567", mobile: "84900000001" };
    const create = async (): Promise<string> => {
      const { token } = ok(await callAt(url, "POST", "/v3/accounts/token", { body: partner }));
      const made = ok(await callAt(url, "POST", "/v3/orders", { token, body: orderBody({ payment_method: "CASH" }) }));
      assertOk(await callAt(url, "GET", `/v3/orders/${made.order_id}`, { token }));
      return made.order_id;
    };
    const placeOf = async (orderId: string) => {
      const [row] = await db<{ place: string }>`
        select tableoid::regclass::text as place from callback_events where order_id = ${orderId} limit 1`;
      return row?.place;
    };

    for (const [table, rows] of Object.entries(await countRows()))
      assert.ok(rows >= (counted[table] ?? 0), `${table} lost rows`);
    assert.equal(await placeOf(await create()), "months_before.callback_events");
    assert.ok((await listKeptMonths(db)).every(({ month }) => month === null || month.month <= 3));

    const clock = await callAt(url, "POST", "/sandbox/v1/clock/advance", { operator: true, body: { seconds: 1 } });
    const madeAt = new Date(ok(clock).now * 1000);
    const newYear = Date.UTC(madeAt.getUTCFullYear() + 1, 0, 15);
    const seconds = (newYear - madeAt.getTime()) / 1000;
    for (let left = seconds; left > 0; left -= 30 * DAY) {
      const body = { seconds: Math.min(left, 30 * DAY) };
      assertOk(await callAt(url, "POST", "/sandbox/v1/clock/advance", { operator: true, body }));
    }
    const january = monthOf(new Date(newYear));
    const months = await listKeptMonths(db);
    for (const table of TABLES)
      assert.ok(
        months.some((kept) => kept.table === table && kept.month && nameOf(kept.month) === nameOf(january)),
        table,
      );
    const orderId = await create();
    assert.ok(orderId.startsWith(firstIdOf(january).slice(0, 2)));
    assert.equal(await placeOf(orderId), `m${nameOf(january).slice(2).replace("-", "")}.callback_events`);

    async function countRows(): Promise<Record<string, number>> {
      const counts: Record<string, number> = {};
      for (const table of TABLES) {
        const [row] = await db<{ count: number }>`select count(*) as count from ${raw(table)}`;
        counts[table] = row?.count ?? 0;
      }
      return counts;
    }
  });
}
