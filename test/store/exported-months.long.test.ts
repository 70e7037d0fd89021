// What is to be kept until it was exported leaves no sooner, and lies in the files as it was.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { gunzipSync } from "node:zlib";
import { raw } from "sql-template-tag";
import { dataCommand } from "../../src/cli/data.ts";
import { monthOf, nameOf } from "../../src/domain/months.ts";
import { dropOldMonths } from "../../src/operations/data/keep-months.ts";
import { letJournalsGo, letOrdersGo } from "../../src/operations/data/let-go.ts";
import { listKeptMonths } from "../../src/store/months.ts";
import { assertOk } from "../harness/expect.ts";
import { countAll } from "../harness/figure-story.ts";
import type { Json } from "../harness/giao.ts";
import { keepAllWords, sumAllJournals } from "../harness/old-orders.ts";
import { orderBody, point, startOrderTests } from "../harness/orders.ts";

const giao = await startOrderTests();
const { house } = giao;
const { db } = house;
const folder = mkdtempSync(join(tmpdir(), "giao-exported-"));
after(() => rmSync(folder, { recursive: true }));
const DAY = 86_400;
const retention = { ...house.settings.retention, orderMonths: 2, ledgerMonths: 2 };
const deps = { ...house, settings: { ...house.settings, retention, keepUntilExported: true } };
const month = nameOf(monthOf(house.clock.now()));
const said: string[] = [];
const out = { say: (line: string) => said.push(line), complain: (line: string) => said.push(`! ${line}`) };
const data = (...words: readonly string[]) => {
  said.length = 0;
  return dataCommand(words, out, { ...house, screen: { write: () => undefined } });
};
const idsOf = async (table = "orders", column = "id") =>
  (await db<{ id: string }>`select distinct ${raw(column)} as id from ${raw(table)} order by 1`).map(({ id }) => id);
const hasHistory = async () =>
  (await listKeptMonths(db)).some(
    (kept) => kept.table === "order_history" && kept.month && nameOf(kept.month) === month,
  );

async function letGo(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) {
    await letOrdersGo(deps);
    await letJournalsGo(deps);
  }
  await dropOldMonths(deps);
}

// Every cell is quoted, or empty where there is nothing.
function readRows(file: string): readonly (readonly (string | null)[])[] {
  const text = gunzipSync(readFileSync(join(folder, file))).toString("utf8");
  const cells = [...text.matchAll(/(?:"((?:[^"]|"")*)")?([,\n])/g)];
  const rows: (string | null)[][] = [[]];
  for (const [, cell, end] of cells) {
    rows.at(-1)!.push(cell?.replaceAll('""', '"') ?? null);
    if (end === "\n") rows.push([]);
  }
  return rows.slice(0, -1);
}

let delivered: readonly string[] = [];

before(async () => {
  const deliver = async (remarks: string): Promise<string> => {
    const { _id } = await giao.created(
      orderBody({ remarks, path: [point(), point({ tracking_number: `N-${remarks}` })] }),
    );
    for (const type of ["accept", "arrive", "pickup"]) assertOk(await giao.play(_id, type));
    assertOk(await giao.play(_id, "deliver", { path_index: 1 }));
    return _id;
  };
  delivered = [await deliver('Gọi "trước",\nạ'), await deliver("two"), await deliver("three")];
});

test("a month that is not over can be copied out, and does not count", async () => {
  assert.equal(await data("export", month, "--to", join(folder, "early")), 0);
  assert.match(said.join("\n"), /is not over: the server does not count it/);
  assert.deepEqual(await db`select table_name from exported_months`, []);
  assert.equal(await data("export", "2031-01", "--to", folder), 1);
});

test("nothing leaves that was not exported, by the month neither", async () => {
  await giao.advance(130 * DAY);
  await countAll(house);
  await keepAllWords(db);
  await sumAllJournals(db);
  const kept = await idsOf();
  await letGo();
  assert.deepEqual(await idsOf(), kept);
  assert.ok(await hasHistory());
});

test("a month lies in a file a table, row by row as it was, with sums that can be checked", async () => {
  // Left over by one that was killed.
  writeFileSync(join(folder, `orders-${month}.csv.gz.part`), "half");
  assert.equal(await data("export", month, "--to", folder), 0);
  const tables = [
    "orders",
    "tracking_numbers",
    "ratings",
    "recipient_messages",
    "journals",
    "postings",
    "order_history",
  ];
  for (const table of tables) {
    const [columns = [], ...rows] = readRows(`${table}-${month}.csv.gz`);
    const there = await db<{ row: Json }>`
      select to_jsonb(kept) as row from (select ${raw(columns.map((name) => `"${name}"::text`).join(", "))} from ${raw(table)}) as kept`;
    const inMonth = table === "journals" ? there.filter(({ row }) => row.posted_at.startsWith(month)) : there;
    const expected = inMonth.map(({ row }) => columns.map((name) => row[name!])).sort();
    if (table === "postings") assert.ok(rows.length > 5);
    else assert.deepEqual([...rows].sort(), expected, table);
  }
  assert.equal(existsSync(join(folder, `orders-${month}.csv.gz.part`)), false);
  const sums = readFileSync(join(folder, "sha256sums.txt"), "utf8").trim().split("\n");
  assert.equal(sums.length, readdirSync(folder).filter((name) => name.endsWith(".gz")).length);
  for (const line of sums) {
    const [sum, file = ""] = line.split("  ");
    assert.equal(
      createHash("sha256")
        .update(readFileSync(join(folder, file)))
        .digest("hex"),
      sum,
      file,
    );
  }
  await assert.rejects(data("export", month, "--to", folder), /EEXIST/);
});

test("what was exported leaves, and what changed since stays", async () => {
  // The seed's journals are of the month before where the harness has moved the clock over its end.
  const [seed] = await db<{ at: Date }>`select min(posted_at) as at from journals`;
  const before = nameOf(monthOf(seed!.at));
  if (before !== month) assert.equal(await data("export", before, "--to", join(folder, "before")), 0);
  // Rated after it was exported.
  const [changed = "", ...others] = delivered;
  await db`
    insert into ratings (order_id, rated_by, driver_phone, rating, comment, rated_at)
    select id, 'user', driver_phone, 5, '', ${new Date(house.clock.now().getTime() + 1000)}
    from orders
    where id = ${changed}`;
  await letGo();
  const kept = await idsOf();
  assert.ok(kept.includes(changed));
  assert.deepEqual(
    kept.filter((id) => others.includes(id)),
    [],
  );
  assert.equal(await hasHistory(), false);
  const posted = await idsOf("journals", "order_id");
  assert.ok(posted.includes(changed));
  assert.deepEqual(
    posted.filter((id) => others.includes(id)),
    [],
  );
  assert.equal((await giao.verify()).ok, true);
});
