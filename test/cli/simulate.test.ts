import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { simulateCommand } from "../../src/cli/simulate.ts";
import { BadWords } from "../../src/cli/words.ts";
import { refuse } from "../../src/domain/refusal.ts";
import type { Roads } from "../../src/domain/roads.ts";
import { type RecordedEvent, recordLine } from "../../src/domain/simulation/record.ts";
import { crowRoads } from "../harness/crow-roads.ts";

const dir = mkdtempSync(join(tmpdir(), "giao-simulate-"));
after(() => rmSync(dir, { recursive: true }));

async function giaoSimulate(words: readonly string[], roads: Roads = crowRoads, kept: readonly RecordedEvent[] = []) {
  const said: string[] = [];
  const complaints: string[] = [];
  const out = { say: (line: string) => said.push(line), complain: (line: string) => complaints.push(line) };
  const screen = { write: () => true };
  const openRoads = async () => ({ roads, close: async () => undefined });
  const asked: object[] = [];
  const recallDay = async (span: object) => {
    asked.push(span);
    return kept;
  };
  const code = await simulateCommand(words, out, { screen, openRoads, recallDay });
  return { code, said: said.join("\n"), complaints: complaints.join("\n"), asked };
}

function writeDay(name: string, orders: readonly string[], drivers: readonly string[]): string {
  const folder = mkdtempSync(join(dir, `${name}-`));
  writeFileSync(
    join(folder, "orders.csv"),
    ["id,placed_at,ready_at,pickup_lat,pickup_lng,drop_lat,drop_lng", ...orders].join("\n"),
  );
  writeFileSync(join(folder, "drivers.csv"), ["id,on_at,off_at,lat,lng", ...drivers].join("\n"));
  return folder;
}

const lunch = writeDay(
  "lunch",
  [
    "a,0,600,10.7700,106.7000,10.7790,106.7000",
    "b,60,660,10.7700,106.7000,10.7800,106.7000",
    "c,9000,9000,10.77,106.70,10.78,106.70",
  ],
  ["d1,0,7200,10.7650,106.7000"],
);

test("a day from files comes back as JSON: figures, and a line for each delivered order", async () => {
  const { code, said } = await giaoSimulate([
    "--day",
    lunch,
    "--crow-speed",
    "300",
    "--service-seconds",
    "60",
    "--json",
  ]);
  assert.equal(code, 0);
  const told = JSON.parse(said);
  assert.equal(told.policy, "ours");
  assert.deepEqual([told.orders, told.delivered, told.undelivered, told.undelivered_ids], [3, 2, 1, ["c"]]);
  assert.deepEqual(
    told.deliveries.map(({ id, driver, picked_up_at }: Record<string, unknown>) => [id, driver, picked_up_at]),
    [
      ["a", "d1", 660],
      ["b", "d1", 720],
    ],
  );
  const [a, b] = told.deliveries.map((delivery: { delivered_at: number }) => delivery.delivered_at);
  assert.ok(Math.abs(told.order_to_door_minutes.mean - (a + b - 60) / 120) < 1e-4);
  assert.ok(Math.abs(told.order_to_door_minutes.p95 - Math.max(a, b - 60) / 60) < 1e-4);
  assert.ok(Math.abs(told.ready_to_pickup_minutes.mean - 1) < 1e-9);
  assert.ok(told.meters_per_order > 500 && told.meters_per_order < 1_000);
  assert.ok(told.ms_per_round.mean >= 0 && told.rounds > 0);
  assert.equal(said.split("\n").filter((line) => line.startsWith('{"id":')).length, 2);
});

test("a day from files is told as a table of all policies, roads by default", async () => {
  const { code, said } = await giaoSimulate(["--day", lunch]);
  assert.equal(code, 0);
  for (const name of ["nearest-first", "broadcast", "batch, idle only", "look-ahead", "ours", "floor"])
    assert.match(said, new RegExp(`^${name} `, "m"));
  assert.match(said, /on generated demo streets/);
});

test("one policy can be asked for by name", async () => {
  const { said } = await giaoSimulate(["--day", lunch, "--crow-speed", "300", "--policy", "nearest-first", "--json"]);
  assert.equal(JSON.parse(said).policy, "nearest-first");
});

test("a day is run as the dispatcher would run it, beside the others or alone", async () => {
  const alone = await giaoSimulate(["--day", lunch, "--crow-speed", "300", "--as-live", "--json"]);
  const told = JSON.parse(alone.said);
  assert.deepEqual([told.policy, told.delivered, told.undelivered_ids], ["as live", 2, ["c"]]);
  const beside = await giaoSimulate(["--day", lunch, "--crow-speed", "300", "--as-live", "--round-seconds", "10"]);
  for (const name of ["nearest-first", "ours", "as live"]) assert.match(beside.said, new RegExp(`^${name} `, "m"));
  await assert.rejects(giaoSimulate(["--day", lunch, "--as-live", "--policy", "ours"]), BadWords);
});

test("a fifth of the drivers who take nothing cost two minutes at most, and the dispatcher is no slower than the simulator's own", async () => {
  const run = async (...more: string[]) => {
    const words = [
      "--city",
      "DAD",
      "--orders",
      "300",
      "--drivers",
      "70",
      "--seed",
      "5",
      "--crow-speed",
      "400",
      "--json",
    ];
    const told = JSON.parse((await giaoSimulate([...words, ...more])).said);
    return { minutes: told.order_to_door_minutes.mean as number, lost: told.undelivered as number };
  };
  const live = ["--as-live", "--round-seconds", "10"];
  const [ours, all, fewer] = [await run(), await run(...live), await run(...live, "--never-accept", "20")];
  assert.ok(all.minutes - ours.minutes <= 1, `as live ${all.minutes}, ours ${ours.minutes}`);
  assert.ok(fewer.minutes - all.minutes <= 2, `${fewer.minutes} instead of ${all.minutes}`);
  assert.ok(all.lost <= 3 && fewer.lost <= 6, `${all.lost} and ${fewer.lost} of 300 are lost`);
});

test("a bad row stops the command with its line, and nothing is simulated", async () => {
  const day = writeDay(
    "bad",
    ["a,0,600,10.77,106.70,10.78,106.70", "b,zero,600,10.77,106.70,10.78,106.70"],
    ["d1,0,7200,10.77,106.70"],
  );
  const { code, said, complaints } = await giaoSimulate(["--day", day, "--crow-speed", "300", "--json"]);
  assert.equal(code, 1);
  assert.equal(said, "");
  assert.equal(complaints, "orders.csv line 3: placed_at is not a number: zero");
});

test("a folder that is not there, or holds half a day, is told", async () => {
  const { code, complaints } = await giaoSimulate(["--day", join(dir, "nowhere"), "--crow-speed", "300"]);
  assert.equal(code, 1);
  assert.match(complaints, /must hold orders\.csv and drivers\.csv/);
});

test("places the loaded map does not know are told, with the way out", async () => {
  const lost: Roads = {
    ...crowRoads,
    matrix: async () => refuse("NO_SEGMENT", "Point 0 has no road within 2 km."),
  };
  const { code, complaints } = await giaoSimulate(["--day", lunch], lost);
  assert.equal(code, 1);
  assert.match(complaints, /no road within 2 km\. Add --crow-speed/);
});

test("a city's day is made up, the same for the same seed, and compares three policies", async () => {
  const words = ["--city", "han", "--orders", "60", "--drivers", "20", "--seed", "7"];
  const [first, again] = [await giaoSimulate(words), await giaoSimulate(words)];
  const withoutTimes = (said: string) => said.replaceAll(/ +[\d.]+$/gm, "");
  assert.equal(first.code, 0);
  assert.match(first.said, /^Ha Noi: 60 orders, 20 drivers, seed 7/);
  for (const name of ["nearest-first", "broadcast", "ours"]) assert.match(first.said, new RegExp(`^${name} `, "m"));
  assert.match(first.said, /the map was [\d.]+ % off on average/);
  assert.equal(withoutTimes(first.said), withoutTimes(again.said));
});

const here = { lat: 10.77, lng: 106.7 };
const there = { lat: 10.78, lng: 106.7 };
const recorded: readonly RecordedEvent[] = [
  { kind: "driver_on", at: 0, driverId: "d1", place: here },
  { kind: "order", at: 10, orderId: "a", readyAt: 10, pickup: here, doors: [there] },
  { kind: "offered", at: 20, orderId: "a", driverId: "d1" },
  { kind: "accepted", at: 30, orderId: "a", driverId: "d1" },
  { kind: "picked_up", at: 1_210, orderId: "a", driverId: "d1" },
  { kind: "delivered", at: 3_010, orderId: "a", driverId: "d1" },
];

test("a recorded day is run again beside what happened", async () => {
  const file = join(dir, "record.jsonl");
  writeFileSync(file, recorded.map(recordLine).join("\n"));
  const { code, said } = await giaoSimulate(["--replay", file, "--crow-speed", "300"]);
  assert.equal(code, 0);
  assert.match(said, /^as it was +50\.0 +50\.0 +20\.0 /m);
  assert.match(said, /^ours /m);
});

test("a date of a city is asked of the database, from midnight to midnight there", async () => {
  const { code, said, asked } = await giaoSimulate(["--replay", "2026-07-01", "--city", "SGN"], crowRoads, recorded);
  assert.equal(code, 0);
  assert.match(said, /^2026-07-01: 1 orders, 1 drivers/);
  assert.deepEqual(asked, [
    { cityId: "SGN", from: new Date("2026-06-30T17:00:00Z"), to: new Date("2026-07-01T17:00:00Z") },
  ]);
  const empty = await giaoSimulate(["--replay", "2026-07-01", "--city", "SGN"]);
  assert.equal(empty.code, 1);
  assert.match(empty.complaints, /there are no orders/);
});

const misspoken = [
  ["nothing to simulate", []],
  ["two things to simulate", ["--city", "SGN", "--day", "x"]],
  ["a date without a city", ["--replay", "2026-07-01"]],
  ["a date that never was", ["--replay", "2026-02-30", "--city", "SGN"]],
  ["a city nobody knows", ["--city", "ZZZ"]],
  ["no orders", ["--city", "SGN", "--orders", "0"]],
  ["a speed that is a word", ["--city", "SGN", "--crow-speed", "fast"]],
  ["a policy nobody knows", ["--city", "SGN", "--policy", "luck"]],
  ["an option nobody knows", ["--city", "SGN", "--weather", "rain"]],
  ["a loose word", ["SGN", "--city", "SGN"]],
] as const;
for (const [name, words] of misspoken) {
  test(`simulate does not understand ${name}`, async () => {
    await assert.rejects(giaoSimulate(words), BadWords);
  });
}

test("a made-up day tells how the windows held that people would have been told, of the dispatcher's own rounds where asked", async () => {
  const city = [
    "--city",
    "HAN",
    "--orders",
    "60",
    "--drivers",
    "20",
    "--seed",
    "3",
    "--crow-speed",
    "400",
    "--round-seconds",
    "30",
  ];
  const { said } = await giaoSimulate([...city, "--as-live"]);
  assert.match(said, /windows people would be told under "as live", learnt from this day alone/);
  assert.match(said, /told +held +chance +early +late +bias s +width s +constant s +ratio\nall +\d+ /);
  for (const row of [/^quoted, pickup/m, /^carried, delivery/m, /^3000-5000 m/m, /^1\d:00/m]) assert.match(said, row);
  const told = JSON.parse((await giaoSimulate([...city, "--as-live", "--json"])).said);
  assert.ok(told.eta.told > 100 && told.eta.held > 0.5 && told.eta.by_hour.length > 3);
});

test("on a day of surprises the days before have taught what is usual", async () => {
  const city = [
    "--city",
    "HAN",
    "--orders",
    "80",
    "--drivers",
    "24",
    "--seed",
    "3",
    "--crow-speed",
    "400",
    "--surprises",
    "--json",
  ];
  const run = async (...more: readonly string[]) => JSON.parse((await giaoSimulate([...city, ...more])).said);
  const [untaught, taught] = [await run("--past-days", "0"), await run("--past-days", "2")];
  // What happens scatters less around times that know the cooks.
  assert.ok(taught.eta.told > 300 && taught.eta.constant_seconds < 0.9 * untaught.eta.constant_seconds);
  await assert.rejects(() => giaoSimulate([...city, "--audit", join(dir, "log")]), /--audit knows no --surprises/);
});
