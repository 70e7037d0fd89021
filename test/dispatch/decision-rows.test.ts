// What is kept of decisions: all that was said, in little room.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { DispatchRecord } from "../../src/domain/dispatch/dispatch-record.ts";
import { onlyNews, openDispatchMemory, rememberRecords } from "../../src/operations/dispatch/dispatch-memory.ts";
import { insertDecisions, listDecisions } from "../../src/store/dispatch/decisions.ts";
import { startGiao } from "../harness/giao.ts";

const giao = await startGiao();
const { db } = giao.house;
const noon = new Date("2026-07-01T05:00:00Z");
const later = (seconds: number) => new Date(noon.getTime() + seconds * 1000);
const record = (change: Partial<DispatchRecord> = {}): DispatchRecord => ({
  orderId: "26ABCDEFGH",
  way: "match",
  verdict: "HELD_FOR_LATER",
  offeredTo: [],
  plannedFor: "84911000001",
  considered: Array.from({ length: 20 }, (_, at) => ({
    driverId: String(84_911_000_000 + at),
    verdict: at === 1 ? "HELD_FOR_LATER" : "OTHERS_ARE_SOONER",
    pickupInSeconds: 100 + at,
    addedCostSeconds: at % 2 === 0 ? undefined : 300 + at,
    place: { lat: 10.77 + at / 1000, lng: 106.7 },
  })),
  ruledOutCount: 3,
  waitingOrders: 12,
  drivers: 200,
  travel: "roads",
  ...change,
});

test("a decision is read as it was written, and takes about half of what it took", async () => {
  await insertDecisions(db, [record()], noon);
  assert.deepEqual(await listDecisions(db, "26ABCDEFGH", 5), [{ decidedAt: noon, record: record() }]);
  const [row] = await db<{ bytes: number }>`
    select octet_length(record::text) + octet_length(considered::text) as bytes from dispatch_decisions`;
  assert.ok(row!.bytes < JSON.stringify(record()).length * 0.55, `${row!.bytes} of ${JSON.stringify(record()).length}`);
});

test("what a program before this one wrote is read too", async () => {
  await db`
    insert into dispatch_decisions (order_id, decided_at, record)
    values ('26OLDERONE', ${noon}, ${JSON.stringify(record({ orderId: "26OLDERONE" }))}::json)`;
  const [decision] = await listDecisions(db, "26OLDERONE", 5);
  assert.equal(decision?.record.considered.length, 20);
});

test("another decision is news at once; other words about drivers who are not asked after ten seconds", async () => {
  const memory = openDispatchMemory();
  const isNews = async (one: DispatchRecord, at: Date) => (await onlyNews(memory, [one], at)).length === 1;
  assert.equal(await isNews(record(), noon), true);
  await rememberRecords(memory, [record()], noon);
  assert.equal(await isNews(record(), later(60)), false);
  const reworded = record({ considered: record().considered.slice(1) });
  assert.deepEqual([await isNews(reworded, later(9)), await isNews(reworded, later(10))], [false, true]);
  assert.equal(await isNews(record({ plannedFor: "84911000002" }), later(1)), true);
  assert.equal(await isNews(record({ verdict: "OFFERED", offeredTo: ["84911000001"] }), later(1)), true);
});
