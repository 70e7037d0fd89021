// What an order's life asks of the database, call by call: round trips counted on the wire, bytes of the log, and whether the steps of one
// account wait for each other. Server, worker and receiver are in this process: counts do not mind, times are beside their own floor.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { readSettings } from "../src/cli/settings.ts";
import { isRefusal } from "../src/domain/refusal.ts";
import { DEMO } from "../src/operations/seed.ts";
import { startStopwatch } from "../src/ports/clock.ts";
import { type Database, openDatabase } from "../src/store/db.ts";
import { type House, openHouse } from "../src/wiring/house.ts";
import { openLog } from "../src/wiring/log.ts";
import { noWorld } from "../src/wiring/no-world.ts";
import { openServer } from "../src/wiring/server.ts";
import { noWorker, startWorker } from "../src/wiring/worker.ts";
import { crowRoads } from "../test/harness/crow-roads.ts";
import { offerTo, ok, orderBody } from "../test/harness/fleet.ts";
import { type Answer, callAt } from "../test/harness/giao.ts";
import { type CountedLine, openCountedLine } from "../test/harness/round-trips.ts";
import { signInDrivers } from "./bench-drivers.ts";
import { openQuietWorker, writeAgain, writeNothingElse } from "./database-clock.ts";
import {
  lastLocks,
  logPosition,
  noteLocks,
  sayEach,
  sayWritten,
  stopNotingLocks,
  type Written,
  writtenSince,
} from "./database-written.ts";
import { serverSeconds } from "./side-by-side.ts";

const LIVES = 12;
const AT_ONCE = 48;
// A life each for the drivers there are, where the log is read record by record.
const LOGGED_LIVES = AT_ONCE;
// So many that what a new connection has to plan, some ten milliseconds of a statement each, is little of it.
const TIMED_LIVES = 10 * AT_ONCE;
const ACCOUNTS = 6;
const ROUNDS = 15;
const WARM_ROUNDS = 2;
const MONEY = 1_000_000_000;
const TOP_UP = { amount: MONEY, wallet: "main", reference: "bench" };

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const median = (given: readonly number[]): number => [...given].sort((a, b) => a - b)[Math.floor(given.length / 2)]!;

type World = {
  readonly house: House;
  readonly workers: House;
  // Past the counted lines.
  readonly db: Database;
  readonly call: (
    method: string,
    path: string,
    token?: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<Answer["body"]>;
  readonly tokens: readonly string[];
  readonly drivers: readonly string[];
  readonly api: CountedLine;
  readonly work: CountedLine;
  readonly startWorker: () => void;
  readonly stopWorker: () => Promise<void>;
  readonly close: () => Promise<void>;
};

// `dataDir`: the server's own, whose processes' time is counted.
export async function measureCalls(databaseUrl: string, dataDir: string): Promise<void> {
  await inWorld(databaseUrl, async (world) => {
    await measureEachCall(world);
    await measureLives(world, dataDir);
    await measureOneAccount(world);
  });
}

// Whether the steps of one account wait for each other.
export async function measureAccounts(databaseUrl: string): Promise<void> {
  await inWorld(databaseUrl, measureOneAccount);
}

// What does not depend on the machine.
export async function countCalls(databaseUrl: string, dataDir: string): Promise<void> {
  await inWorld(databaseUrl, async (world) => {
    await measureEachCall(world, true);
    await measureLives(world, dataDir, true);
  });
}

async function inWorld(databaseUrl: string, work: (world: World) => Promise<void>): Promise<void> {
  const world = await openWorld(databaseUrl);
  try {
    await work(world);
  } finally {
    await world.close();
  }
}

async function measureLives(world: World, dataDir: string, isDetailed = false): Promise<void> {
  const withKeys = { ...world, call: keyed(world.call) };
  await warm(world, LOGGED_LIVES, 1);
  await writeNothingElse(world.db);
  for (const atOnce of [1, 8, 32]) await countLog(world, atOnce, "", isDetailed);
  await countLog(withKeys, 32, " with keys", isDetailed);
  await writeAgain(world.db);
  await warm(world, TIMED_LIVES, 32);
  world.startWorker();
  for (const atOnce of [1, 8, 32]) await measureWholeLives(world, atOnce, dataDir);
  await measureWholeLives(withKeys, 32, dataDir, " with keys");
  await world.stopWorker();
}

async function warm(world: World, lives: number, atOnce: number): Promise<void> {
  world.startWorker();
  await liveWith(world, lives, atOnce, (live) => live());
  await world.stopWorker();
}

async function openWorld(databaseUrl: string): Promise<World> {
  const [api, work] = [await openCountedLine(databaseUrl), await openCountedLine(databaseUrl)];
  const house = await open(api.url, "api");
  const workers = await open(work.url, "worker");
  const server = await openServer(house, "http://giao.bench", noWorker);
  const url = await server.app.listen({ port: 0, host: "127.0.0.1" });
  let worker = noWorker;
  const call: World["call"] = async (method, path, token, body, headers = {}) => {
    const who = token ? { token } : { operator: true };
    return ok(await callAt(url, method, path, { ...who, headers, ...(body ? { body } : {}) }));
  };
  const tokens: string[] = [];
  for (let at = 0; at < ACCOUNTS; at++) {
    const mobile = `8499900000${at}`;
    const account = { api_key: DEMO.apiKey, mobile, name: "Bench", address: "1 Bench" };
    tokens.push((await call("POST", "/v3/accounts", undefined, account)).token);
    await call("POST", `/operator/v1/accounts/${mobile}/top-ups`, undefined, TOP_UP);
  }
  const db = openDatabase(databaseUrl);
  const drivers = Array.from({ length: AT_ONCE }, (_, at) => String(84_930_000_000 + at));
  await signInDrivers(db, drivers, true);
  return {
    house,
    workers,
    db,
    call,
    tokens,
    drivers,
    api,
    work,
    startWorker: () => {
      worker = startWorker(workers, "http://giao.bench", { dispatches: false });
    },
    stopWorker: () => worker.stop(),
    close: async () => {
      await server.drain();
      await worker.stop();
      for (const one of [house, workers, db]) await one.close();
      for (const line of [api, work]) await line.close();
    },
  };
}

async function open(url: string, role: string): Promise<House> {
  const env = { LOG_LEVEL: "error", ROBOTS: "off", ROLE: role, DATABASE_URL: url };
  const settings = readSettings(env, "/nowhere", 1);
  const house = await openHouse(settings, openLog(settings.logLevel), url, { ...noWorld(), roads: crowRoads });
  if (isRefusal(house)) throw new Error(house.why);
  return house;
}

// As clients call that repeat what they have heard nothing of.
function keyed(call: World["call"]): World["call"] {
  return (method, path, token, body) => call(method, path, token, body, { "idempotency-key": crypto.randomUUID() });
}

type Step = readonly [name: string, run: (orderId: string) => Promise<unknown>];

function stepsOf({ call, house, db }: World, driver: string): readonly Step[] {
  let offerId = "";
  const drive = (path: string, body: object = {}) => call("POST", `/driver/v1${path}`, driver, body);
  return [
    [
      "",
      async (orderId) => {
        offerId = (await offerTo({ house: { ...house, db } }, orderId, [driver]))[0]!;
      },
    ],
    ["accept", () => drive(`/offers/${offerId}/accept`)],
    ["arrive", (orderId) => drive(`/orders/${orderId}/arrive`)],
    ["pickup", (orderId) => drive(`/orders/${orderId}/pickup`)],
    ["deliver", (orderId) => drive(`/orders/${orderId}/points/1/deliver`)],
  ];
}

async function measureEachCall(world: World, isDetailed = false): Promise<void> {
  const { call, db, api } = world;
  const trips = new Map<string, number[]>();
  const bytes = new Map<string, number[]>();
  const written = new Map<string, Written[]>();
  const token = world.tokens[0]!;
  const measure = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const from = await logPosition(db);
    const before = await walBytes(db);
    const [answer, asked] = await api.count(work);
    trips.set(name, [...(trips.get(name) ?? []), asked]);
    bytes.set(name, [...(bytes.get(name) ?? []), (await walBytes(db)) - before]);
    written.set(name, [...(written.get(name) ?? []), ...(await writtenSince(db, from))]);
    return answer;
  };
  const live = async (each: typeof measure): Promise<void> => {
    const create = () => call("POST", "/v3/orders", token, orderBody());
    const { order_id: orderId } = await each("create", create);
    for (const [name, run] of stepsOf(world, world.drivers[0]!)) await each(name, () => run(orderId));
    const { order_id: cancelled } = await create();
    await each("cancel", () => call("DELETE", `/v3/orders/${cancelled}`, token));
  };
  for (let life = 0; life < LIVES; life++) await live(measure);
  const locks = new Map<string, number>();
  await noteLocks(db);
  await live(async (name, work) => {
    const answer = await work();
    locks.set(name, await lastLocks(db));
    return answer;
  });
  await stopNotingLocks(db);
  for (const [name, asked] of trips) {
    say(
      `${(name || "an offer").padEnd(10)} ${String(Math.min(...asked)).padStart(2)} round trips   ${Math.round(median(bytes.get(name)!))} bytes of the log` +
        `   ${locks.get(name)} relations locked`,
    );
    if (isDetailed) sayEach(written.get(name)!, LIVES);
  }
}

async function walBytes(db: Database): Promise<number> {
  const [row] = await db<{ bytes: number }>`select (pg_current_wal_insert_lsn() - '0/0')::bigint as bytes`;
  return row?.bytes ?? 0;
}

// As many steps at once, of orders of one account and of six: one beside the other, in turns which of them is first, because what else the machine does
// comes and goes. The middle of each is compared, and in how many statements they were saved, which no neighbour changes.
async function measureOneAccount(world: World): Promise<void> {
  const times = new Map<string, { readonly one: number[]; readonly six: number[] }>();
  const statements = new Map<string, { readonly one: number[]; readonly six: number[] }>();
  const note = (seen: typeof times, name: string, accounts: number, figure: number): void => {
    const figures = seen.get(name) ?? { one: [], six: [] };
    seen.set(name, figures);
    figures[accounts === 1 ? "one" : "six"].push(figure);
  };
  for (let round = -WARM_ROUNDS; round < ROUNDS; round++) {
    for (const accounts of round % 2 === 0 ? [1, ACCOUNTS] : [ACCOUNTS, 1]) {
      const orders = await Promise.all(
        world.drivers.map((_, at) => world.call("POST", "/v3/orders", world.tokens[at % accounts]!, orderBody())),
      );
      const steps = world.drivers.map((driver) => stepsOf(world, driver));
      for (const [nth, [name]] of steps[0]!.entries()) {
        const before = savedIn(world.house);
        const watch = startStopwatch();
        await Promise.all(steps.map((own, at) => own[nth]![1](orders[at]!.order_id)));
        if (round < 0) continue;
        note(times, name, accounts, watch.elapsedMs());
        note(statements, name, accounts, savedIn(world.house) - before);
      }
    }
  }
  for (const [name, { one, six }] of times) {
    if (name === "") continue;
    const [ofOne, ofSix] = [median(one), median(six)];
    const ratios = one.map((ms, round) => ms / six[round]!).sort((a, b) => a - b);
    const [least, most] = [1 / 4, 3 / 4].map((share) => ratios[Math.floor(ROUNDS * share)]!.toFixed(2));
    say(
      `${AT_ONCE} × ${name} at once: ${ofOne.toFixed(0)} ms of one account, ${ofSix.toFixed(0)} ms of six   ratio ${(ofOne / ofSix).toFixed(2)}` +
        ` (of ${ROUNDS} rounds the middle half ${least} to ${most}), saved in ${median(statements.get(name)!.one)} and` +
        ` ${median(statements.get(name)!.six)} statements`,
    );
  }
}

function savedIn({ db }: House): number {
  return ["select saved", "save_steps"].reduce((sum, name) => sum + (db.usage.statements.get(name)?.count ?? 0), 0);
}

// With a callback for every event, as long as it takes until all have arrived. Answers how many there were of each.
async function liveWith(
  world: World,
  lives: number,
  atOnce: number,
  work: (live: () => Promise<void>) => Promise<void>,
): Promise<number> {
  let heard = 0;
  const receiver = createServer((request, response) => {
    request.resume().on("end", () => {
      heard++;
      response.end("ok");
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  await world.call("PATCH", "/operator/v1/partners/demo", undefined, { callback: { url, auth: { type: "none" } } });
  await sleep(1_000);
  let next = 0;
  const run = async (): Promise<void> => {
    for (let nth = next++; nth < lives; nth = next++) {
      const at = nth % AT_ONCE;
      const { order_id: orderId } = await world.call("POST", "/v3/orders", world.tokens[at % ACCOUNTS]!, orderBody());
      for (const [, step] of stepsOf(world, world.drivers[at]!)) await step(orderId);
    }
  };
  await work(async () => {
    await Promise.all(Array.from({ length: atOnce }, run));
    for (let polls = 0; heard < 5 * lives && polls < 500; polls++) await sleep(20);
    await sleep(200);
  });
  receiver.closeAllConnections();
  receiver.close();
  return heard / lives;
}

async function measureWholeLives(world: World, atOnce: number, dataDir: string, how = ""): Promise<void> {
  const { db, api, work } = world;
  const counted = { api: 0, worker: 0, bytes: 0, commits: 0, seconds: 0 };
  const heard = await liveWith(world, TIMED_LIVES, atOnce, async (live) => {
    const before = { bytes: await walBytes(db), seconds: serverSeconds(dataDir), commits: await commits(db) };
    const [[, ofWorker], ofApi] = await api.count(() => work.count(live));
    counted.api = ofApi;
    counted.worker = ofWorker;
    counted.bytes = (await walBytes(db)) - before.bytes;
    counted.seconds = serverSeconds(dataDir) - before.seconds;
    counted.commits = (await commits(db)) - before.commits;
  });
  const each = (count: number): string => (count / TIMED_LIVES).toFixed(1);
  say(
    `an order's life with ${heard.toFixed(1)} callbacks${how}, ${atOnce} at a time: ${each(counted.api)} round trips of the API,` +
      ` ${each(counted.worker)} of the worker, ${each(counted.bytes / 1000)} kB of the log as it came,` +
      ` ${each(counted.commits)} commits, ${each(counted.seconds * 1000)} ms of PostgreSQL's processors`,
  );
}

// What the clock gathers for several lives at once is done to its end before and behind them: these lives leave all of it, and no others any.
async function countLog(world: World, atOnce: number, how: string, isDetailed: boolean): Promise<void> {
  const { db, workers } = world;
  const worker = openQuietWorker(workers, "http://giao.bench");
  await liveWith(world, LOGGED_LIVES, atOnce, async (live) => {
    await worker.gather();
    const from = await logPosition(db);
    await live();
    const lived = await writtenSince(db, from);
    const then = await logPosition(db);
    await worker.gather();
    const gathered = await writtenSince(db, then);
    say(`in the log for an order's life${how}, ${atOnce} at a time:`);
    sayWritten(lived, gathered, LOGGED_LIVES, isDetailed);
  });
  await worker.stop();
}

async function commits(db: Database): Promise<number> {
  // What a session has done is told when it is idle for a moment.
  await sleep(1_200);
  const [row] = await db<{
    count: number;
  }>`select xact_commit as count from pg_stat_database where datname = current_database()`;
  return row?.count ?? 0;
}
