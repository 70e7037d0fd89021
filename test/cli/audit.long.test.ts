// Logs of days, and what a stranger finds in them: nothing on days as they were, and each kind of tampering on days that were changed.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { readCourierDays } from "../../bench/courier-day-files.ts";
import { dispatchCommand } from "../../src/cli/audit.ts";
import { simulateCommand } from "../../src/cli/simulate.ts";
import { CITY_SEEDS } from "../../src/domain/catalogue/seed/city-outlines.ts";
import { SERVICE_SEEDS } from "../../src/domain/catalogue/seed/services.ts";
import { POLICY } from "../../src/domain/dispatch/policy.ts";
import type { LatLng } from "../../src/domain/geo.ts";
import { crowTravel, type Travel } from "../../src/domain/matching/travel.ts";
import { asLive } from "../../src/domain/simulation/as-live.ts";
import { auditDay } from "../../src/domain/simulation/audit-day.ts";
import { cityDay } from "../../src/domain/simulation/city-day.ts";
import type { Day } from "../../src/domain/simulation/day.ts";
import { dayLines, figuresLine, happeningLine, rulesLine } from "../../src/domain/simulation/day-log.ts";
import { figuresOf } from "../../src/domain/simulation/figures.ts";
import { generateDay } from "../../src/domain/simulation/generated-day.ts";
import { OURS, POLICIES } from "../../src/domain/simulation/policies.ts";
import { type Policy, SILENT, simulate } from "../../src/domain/simulation/simulator.ts";
import { asPlanned, buildWorld, DAY_SETTINGS, placesOf } from "../../src/domain/simulation/world.ts";
import { crowRoads } from "../harness/crow-roads.ts";

const dir = mkdtempSync(join(tmpdir(), "giao-audit-"));
after(() => rmSync(dir, { recursive: true }));

async function run(
  command: (out: { say: (line: string) => void; complain: (line: string) => void }) => Promise<number>,
) {
  const said: string[] = [];
  const complaints: string[] = [];
  const code = await command({ say: (line) => said.push(line), complain: (line) => complaints.push(line) });
  return { code, said: said.join("\n"), complaints };
}
let logs = 0;
async function logOf(...words: readonly string[]): Promise<string> {
  const file = join(dir, `day-${++logs}.log`);
  const openRoads = async () => ({ roads: crowRoads, close: async () => undefined });
  const deps = { screen: { write: () => true }, openRoads, recallDay: async () => [] };
  const { code, complaints } = await run((out) => simulateCommand([...words, "--audit", file, "--json"], out, deps));
  assert.equal(code, 0, complaints.join());
  return file;
}
const audit = (file: string) => run((out) => dispatchCommand(["audit", file], out));

const CITY = ["--city", "DAD", "--orders", "160", "--drivers", "36", "--seed", "3", "--crow-speed", "400"];

describe("a day as it was", () => {
  for (const { name } of POLICIES) {
    test(`under "${name}" nothing is wrong`, async () => {
      const { code, said, complaints } = await audit(await logOf(...CITY, "--policy", name));
      assert.deepEqual([code, complaints], [0, []]);
      assert.match(said, /^\d+ lines, 160 orders, 36 drivers, \d+ delivered: nothing is wrong$/);
    });
  }

  test("as live nothing is wrong, with drivers who take nothing and on roads too", async () => {
    for (const more of [["--never-accept", "20"], []]) {
      const words = more.length > 0 ? [...CITY, ...more] : CITY.slice(0, -2);
      const { complaints } = await audit(await logOf(...words, "--as-live", "--round-seconds", "5"));
      assert.deepEqual(complaints, []);
    }
  });
});

test("a day on which accepted orders are taken back has nothing wrong, and one on which that goes too far is told", async () => {
  const words = ["--city", "DAD", "--orders", "600", "--drivers", "30", "--seed", "4", "--crow-speed", "400"];
  const file = await logOf(...words, "--as-live", "--take-back", "--round-seconds", "10");
  assert.deepEqual((await audit(file)).complaints, []);
  const lines = readFileSync(file, "utf8").trimEnd().split("\n");
  const [taken] = lines.filter((line) => line.includes('"kind":"taken_back"'));
  assert.ok(taken, "something was taken back");
  for (const [changed, fault] of [
    [[...lines, taken], /does not have it|taken back twice/],
    [lines.map((line) => line.replace('{"per_driver_max":2}', "null")), /not done here/],
    [lines.map((line) => line.replace('{"per_driver_max":2}', '{"per_driver_max":0}')), /in a day, more than 0/],
    [lines.filter((line) => line !== taken), /is taken by/],
  ] as const) {
    const other = join(dir, "taken-back.log");
    writeFileSync(other, changed.join("\n"));
    assert.match((await audit(other)).complaints.join("\n"), fault);
  }
});

test("wallets and COD are checked: a driver who takes more than they can carry, and money that is not what it should be", async () => {
  const file = await logOf(...CITY, "--cod", "40", "--as-live", "--round-seconds", "10");
  assert.deepEqual((await audit(file)).complaints, []);
  const lines = readFileSync(file, "utf8").trimEnd().split("\n");
  const read = lines.map((line) => JSON.parse(line));
  const taken = read.find(
    ({ kind, order }) => kind === "accepted" && read.find((one) => one.order === order).cods[0] > 0,
  );
  const paid = read.findIndex(({ kind }) => kind === "money");
  for (const [changed, fault] of [
    [
      read.map((line) => (line.kind === "wallet" && line.driver === taken.driver ? { ...line, balance: 0 } : line)),
      /to spare/,
    ],
    [
      read.map((line) => (line.kind === "order" && line.order === taken.order ? { ...line, cods: [9e9] } : line)),
      /to spare/,
    ],
    [read.map((line, at) => (at === paid ? { ...line, amount: line.amount + 1 } : line)), /moves .* and .* is right/],
    [read.filter((_, at) => at !== paid), /moves 0 of the wallet/],
  ] as const) {
    const other = join(dir, "money.log");
    writeFileSync(other, changed.map((line) => JSON.stringify(line)).join("\n"));
    assert.match((await audit(other)).complaints.join("\n"), fault);
  }
});

describe("a day that was changed", async () => {
  const lines = readFileSync(await logOf(...CITY, "--as-live", "--round-seconds", "10"), "utf8")
    .trimEnd()
    .split("\n");
  const read = lines.map((line) => JSON.parse(line));
  const first = (kind: string, more: (line: Record<string, unknown>) => boolean = () => true) =>
    read.findIndex((line) => line.kind === kind && more(line));
  const changed = (at: number, change: (line: Record<string, unknown>) => object) =>
    lines.map((line, number) => (number === at ? JSON.stringify(change(read[number])) : line)).join("\n");
  const cases: readonly (readonly [string, () => string, RegExp])[] = [
    [
      "an offer from before the order",
      () => changed(first("offered"), (line) => ({ ...line, at: -9e6 })),
      /before it was placed/,
    ],
    [
      "an acceptance nobody asked for",
      () => changed(first("accepted"), (line) => ({ ...line, driver: "d36" })),
      /were not asked|not theirs/,
    ],
    [
      "goods fetched before they are ready",
      () => changed(first("order"), (line) => ({ ...line, ready_at: 9e6 })),
      /before it is ready/,
    ],
    [
      "a drive too fast",
      () =>
        changed(
          first("moved", (line) => Number(line.meters) > 500),
          (line) => ({ ...line, until: Number(line.at) + 1 }),
        ),
      /faster than they can be/,
    ],
    [
      "a drive from elsewhere",
      () => changed(first("moved"), (line) => ({ ...line, from: [16.1, 108.1] })),
      /from where they are not/,
    ],
    [
      "a shift that was over",
      () =>
        changed(
          first("driver_off", (line) => line.driver === read[first("picked_up")].driver),
          (line) => ({ ...line, at: 60 }),
        ),
      /after their shift|have gone/,
    ],
    [
      "somebody who was never out",
      () =>
        lines
          .filter((_, at) => at !== first("driver_on", (line) => line.driver === read[first("picked_up")].driver))
          .join("\n"),
      /never out/,
    ],
    [
      "a delivery that is missing",
      () => lines.filter((_, at) => at !== first("delivered")).join("\n"),
      /delivered is told/,
    ],
    ["a pickup that is missing", () => lines.filter((_, at) => at !== first("picked_up")).join("\n"), /not on board/],
    [
      "more on board than is allowed",
      () => changed(0, (line) => ({ ...line, bundle_max: 0 })),
      /on board, more than 0/,
    ],
    [
      "a figure off in its last digit",
      () =>
        changed(lines.length - 1, (line) => ({
          ...line,
          meters_per_order: Number(line.meters_per_order) * (1 + 2 ** -51),
        })),
      /meters_per_order is told as/,
    ],
    ["a line that is none", () => [...lines, "{}"].join("\n"), /not a line of a log/],
  ];
  for (const [name, log, fault] of cases) {
    test(`${name} is found`, async () => {
      const file = join(dir, "changed.log");
      writeFileSync(file, log());
      const { code, complaints } = await audit(file);
      assert.equal(code, 1);
      assert.match(complaints.join("\n"), fault);
    });
  }

  test("a file that is not there is told", async () => {
    const { code, complaints } = await audit(join(dir, "nowhere"));
    assert.deepEqual([code, complaints.length], [1, 1]);
  });
});

// The log of a day on which drives take what `travel` says, at `metersPerSecond` where that is all there is to it.
function exactLog(day: Day, travel: Travel, policyOf: (places: readonly LatLng[]) => Policy, metersPerSecond?: number) {
  const places = placesOf(day);
  const settings = { ...DAY_SETTINGS, serviceSeconds: metersPerSecond === undefined ? 0 : DAY_SETTINGS.serviceSeconds };
  const policy = policyOf(places.places);
  const log = [
    rulesLine({ ...settings, policy: policy.name, rosterSeconds: policy.rosterSeconds, metersPerSecond }),
    ...dayLines(day),
  ];
  const world = buildWorld(day, places, travel, settings, asPlanned(travel));
  const simulation = simulate(world, policy, {
    ...SILENT,
    happened: (event) => void log.push(happeningLine(event, places.places)),
  });
  log.push(figuresLine(figuresOf(simulation)));
  return log.join("\n");
}
const live = (places: readonly LatLng[]) =>
  asLive(SERVICE_SEEDS.find(({ id }) => id === "SGN-BIKE")!, places, { ...POLICY, roundSeconds: 10 });

test("made-up days without traffic have nothing wrong, to the second and to the end of each shift", () => {
  for (const seed of [1, 2, 3]) {
    const day = generateDay(cityDay(CITY_SEEDS.find(({ id }) => id === "HAN")!, 120, 30), seed);
    const travel = crowTravel(placesOf(day).places, 6);
    for (const policyOf of [() => OURS, live])
      assert.deepEqual(auditDay(exactLog(day, travel, policyOf, 6)).faults, []);
  }
});

// The days of docs/dispatch.md, where they are at hand.
const folder = process.env.COURIER_DAYS;
test("public days as live have nothing wrong", {
  skip: folder ? false : "COURIER_DAYS names no folder of public days",
}, () => {
  for (const { name, day, travel } of readCourierDays(folder!)) {
    assert.deepEqual(auditDay(exactLog(day, travel, live)).faults, [], name);
  }
});

test("a planned day has nothing wrong, and windows, loads and sequences of its routes that are wrong are told", async () => {
  const file = await logOf("--planned", "2H", "--as-live", "--seed", "3");
  assert.deepEqual((await audit(file)).complaints, []);
  const read = readFileSync(file, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  const route = read.findIndex(({ kind, stops }) => kind === "route" && stops.length >= 6);
  assert.ok(route >= 0, "somebody is asked about a route of three");
  const withStops = (change: (stops: Record<string, unknown>[]) => unknown[]) =>
    read.map((line, at) => (at === route ? { ...line, stops: change(line.stops) } : line));
  const last = read[route].stops.at(-1);
  for (const [changed, fault] of [
    [
      withStops((stops) => stops.map((stop) => ({ ...stop, latest: Number(stop.arrives) - 60 }))),
      /later than its route/,
    ],
    [read.map((line) => (line.kind === "window" ? { ...line, by: line.at } : line)), /after what was promised/],
    [withStops((stops) => stops.filter((stop) => stop.kind !== "pickup")), /before it is fetched/],
    [withStops((stops) => [...stops, { ...last, order: "P0" }]), /never placed/],
    [withStops((stops) => stops.toReversed()), /back in time/],
    [read.map((line) => (line.kind === "rules" ? { ...line, bundle_max: 1 } : line)), /planned to carry/],
    [read.map((line) => (line.kind === "figures" ? { ...line, in_window: 180 - line.in_window } : line)), /in_window/],
  ] as const) {
    const other = join(dir, "planned.log");
    writeFileSync(other, changed.map((line) => JSON.stringify(line)).join("\n"));
    assert.match((await audit(other)).complaints.join("\n"), fault);
  }
});
