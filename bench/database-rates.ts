// Creates and steps per second through the whole program, a process of its own, by the number of clients, each beside its floor in the same run: a
// bare loop that saves the rows of an order in one statement, over a pool of the same size. And what others notice of an account that is busy.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { DEMO } from "../src/operations/seed.ts";
import { type Database, openDatabase, script } from "../src/store/db.ts";
import type { LoadSeen } from "./http-load.ts";
import { insertAtOnce, perSecond, readSample, type Sample } from "./order-floor.ts";
import { type Contender, drive, driveAside, processorSeconds, serverSeconds, startProcess } from "./side-by-side.ts";

const CLIENTS = [1, 8, 32, 128];
const SECONDS = 3;
const ROUNDS = 3;
const BUSY_ROUNDS = 9;
const QUIET_MS = 5_000;
const QUIET_SHARE = 0.1;
const QUIET_LOOKS_MAX = 60;
const ACCOUNTS = 32;
const OPERATOR = { "x-operator-key": "sandbox-operator-key", "content-type": "application/json" };
const AT = new Date("2026-01-01T00:00:00Z");

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const median = (given: readonly number[]): number => [...given].sort((a, b) => a - b)[Math.floor(given.length / 2)]!;

type World = {
  readonly giao: Contender;
  readonly db: Database;
  // The bare loop's: what it saves is not there for the program's worker.
  readonly floor: Database;
  readonly dataDir: string;
  readonly phones: readonly string[];
  readonly tokens: readonly string[];
};

// Answers with an order like those it made.
export async function measureRates(databaseUrl: string, clusterDir: string): Promise<Sample> {
  return inWorld(databaseUrl, clusterDir, async (world, sample) => {
    for (const clients of CLIENTS) await measureCreates(world, sample, clients);
    for (const clients of CLIENTS) await measureCancels(world, clients);
    await measureBusyAccount(world);
    await measureLists(world);
  });
}

// What others notice of an account that is busy, alone.
export async function measureBusy(databaseUrl: string, clusterDir: string): Promise<void> {
  await inWorld(databaseUrl, clusterDir, measureBusyAccount);
}

async function inWorld(
  databaseUrl: string,
  clusterDir: string,
  work: (world: World, sample: Sample) => Promise<void>,
): Promise<Sample> {
  const dataDir = mkdtempSync(join(tmpdir(), "giao-bench-data-"));
  const floor = openDatabase(await copyOf(databaseUrl));
  const db = openDatabase(databaseUrl);
  const giao = await startProcess("bin/giao.js", ["serve"], {
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    PORT: "0",
    ROBOTS: "off",
    LOG_LEVEL: "error",
  });
  try {
    const world = { giao, db, floor, dataDir: clusterDir, ...(await openAccounts(giao)) };
    const sample = await warmUp(world);
    await work(world, sample);
    return sample;
  } finally {
    giao.stop();
    await giao.ended;
    await db.close();
    await floor.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

// Another database with all that this one holds.
async function copyOf(databaseUrl: string): Promise<string> {
  const [copy, aside] = [new URL(databaseUrl), new URL(databaseUrl)];
  const name = copy.pathname.slice(1);
  copy.pathname = `/${name}_floor`;
  aside.pathname = "/template1";
  const db = openDatabase(aside.href, { limits: { queryMs: 600_000, statementMs: 600_000 } });
  try {
    await db.session((ask) => ask`${script(`create database "${name}_floor" template "${name}" strategy file_copy`)}`);
  } finally {
    await db.close();
  }
  return copy.href;
}

async function openAccounts(giao: Contender): Promise<Pick<World, "phones" | "tokens">> {
  const phones = Array.from({ length: ACCOUNTS }, (_, at) => `849980000${String(at).padStart(2, "0")}`);
  const tokens: string[] = [];
  for (const mobile of phones) {
    const account = { api_key: DEMO.apiKey, mobile, name: "Bench", address: "1 Bench" };
    const opened = await ask(giao, "/v3/accounts", account);
    // A second run finds it there.
    const { token } = opened.token ? opened : await ask(giao, "/v3/accounts/token", account);
    tokens.push(token);
    const reference = `bench ${crypto.randomUUID()}`;
    await ask(giao, `/operator/v1/accounts/${mobile}/top-ups`, { amount: 100_000_000_000, wallet: "main", reference });
  }
  return { phones, tokens };
}

async function ask(giao: Contender, path: string, body: object): Promise<ReturnType<typeof JSON.parse>> {
  const response = await fetch(giao.url + path, { method: "POST", headers: OPERATOR, body: JSON.stringify(body) });
  return response.json();
}

// For next week: taking orders is measured, not the search for drivers.
function orderOf(): string {
  const order_time = Math.floor(Date.now() / 1000) + 7 * 86_400;
  const place = (lat: number, lng: number) => ({
    address: "12 Lê Lợi, Quận 1",
    lat,
    lng,
    name: "An",
    mobile: "0900000001",
  });
  const path = [place(10.7743, 106.7012), { ...place(10.7871, 106.7008), tracking_number: "SHOP-1001" }];
  const paid = { payment_method: "BALANCE", service_id: "SGN-BIKE", requests: [] };
  return JSON.stringify({ order_time, idle_until: order_time, path, ...paid });
}

function creates(world: World, clients: number, seconds = SECONDS, tokens = world.tokens): LoadSeen {
  const headers = { "content-type": "application/json" };
  const seen = drive(
    world.giao.url,
    { paths: ["/v3/orders"], method: "POST", headers, body: orderOf(), tokens },
    seconds,
    clients,
  );
  if (seen.failures > 0) throw new Error(`${seen.failures} creates failed`);
  return seen;
}

async function warmUp(world: World): Promise<Sample> {
  // Until the program is compiled: after 15 seconds V8's compiler still takes a tenth of the processors, after 45 a fiftieth.
  creates(world, 32, 45);
  const [newest] = await world.db<{ id: string }>`select id from orders order by number desc limit 1`;
  const sample = await readSample(world.db, newest!.id, world.phones);
  await perSecond(1, () => insertAtOnce(world.floor, sample, AT));
  return sample;
}

async function measureCreates(world: World, sample: Sample, clients: number): Promise<void> {
  const rounds: { readonly ours: LoadSeen; readonly floor: number }[] = [];
  const spent = { made: 0, giao: 0, postgres: 0, inserted: 0, loop: 0, floor: 0 };
  for (let round = 0; round < ROUNDS; round++) {
    const before = [processorSeconds(world.giao)!, serverSeconds(world.dataDir)] as const;
    const ours = creates(world, clients);
    const between = [process.cpuUsage(), serverSeconds(world.dataDir)] as const;
    const floor = await perSecond(SECONDS, () => insertAtOnce(world.floor, sample, AT), clients);
    rounds.push({ ours, floor });
    const loop = process.cpuUsage(between[0]);
    spent.made += ours.perSecond * SECONDS;
    spent.giao += processorSeconds(world.giao)! - before[0];
    spent.postgres += between[1] - before[1];
    spent.inserted += floor * SECONDS;
    spent.loop += (loop.user + loop.system) / 1e6;
    spent.floor += serverSeconds(world.dataDir) - between[1];
  }
  const ratio = median(rounds.map(({ ours, floor }) => ours.perSecond / floor));
  const best = rounds.toSorted((a, b) => b.ours.perSecond - a.ours.perSecond)[0]!;
  say(
    `create, ${clients} clients: ${best.ours.perSecond.toFixed(0)}/s  p50 ${best.ours.p50Ms.toFixed(1)} ms  p99 ${best.ours.p99Ms.toFixed(1)} ms` +
      `   bare loop, one statement each: ${Math.max(...rounds.map(({ floor }) => floor)).toFixed(0)}/s   ratio ${ratio.toFixed(2)}`,
  );
  // Neighbours on the same cores change rates, and these less.
  const ms = (seconds: number, count: number): string => ((seconds * 1000) / count).toFixed(2);
  say(
    `  processors, ms each: PostgreSQL ${ms(spent.postgres, spent.made)}, giao ${ms(spent.giao, spent.made)};` +
      ` bare loop: PostgreSQL ${ms(spent.floor, spent.inserted)}, the loop ${ms(spent.loop, spent.inserted)}`,
  );
}

// A cancel moves money: order, history, event, journal, postings and balances, as a delivery does.
async function measureCancels(world: World, clients: number): Promise<void> {
  const rows = await world.db<{ id: string; phone: string }>`
    select id, creator_phone as phone
    from orders
    where status = 'IDLE'
      and created_at > now() - interval '1 day'
    limit 20000`;
  const seen = drive(
    world.giao.url,
    {
      paths: rows.map(({ id }) => `/v3/orders/${id}`),
      method: "DELETE",
      headers: {},
      tokens: rows.map(({ phone }) => world.tokens[world.phones.indexOf(phone)]!),
      tokensBy: "path",
      isOnce: true,
    },
    SECONDS,
    clients,
  );
  if (seen.failures > 0) throw new Error(`${seen.failures} cancels failed`);
  say(
    `cancel, ${clients} clients: ${seen.perSecond.toFixed(0)}/s  p50 ${seen.p50Ms.toFixed(1)} ms  p99 ${seen.p99Ms.toFixed(1)} ms`,
  );
}

// What was made is counted and made findable for a while afterwards, beside which nothing else is to be measured.
async function untilQuiet({ giao, dataDir }: World): Promise<void> {
  const spent = (): number => processorSeconds(giao)! + serverSeconds(dataDir);
  for (let looks = 0, before = spent(); looks < QUIET_LOOKS_MAX; looks++) {
    await sleep(QUIET_MS);
    const now = spent();
    if ((now - before) * 1000 < QUIET_MS * QUIET_SHARE) return;
    before = now;
  }
  say("  it never became quiet:");
}

// What people look for, with the page that they get.
async function measureLists(world: World): Promise<void> {
  await untilQuiet(world);
  const { giao, db } = world;
  const [made] = await db<{ count: number; middle: Date }>`
    select count(*) as count, to_timestamp(percentile_cont(0.5) within group (order by extract(epoch from created_at))) as middle
    from orders`;
  const middle = Math.floor(made!.middle.getTime() / 1000);
  const asked = {
    "a day in the past": `from_time=${middle - 86_400}&to_time=${middle}`,
    "an account's phone": `q=${DEMO.phone}`,
    "a recipient's phone": "q=0900004321",
    "words that few addresses hold": "q=duong+so+217&partner_id=demo",
    "words that all hold": "q=duong+quan&partner_id=demo",
    "words that none holds": "q=ngo+hue&partner_id=demo",
  };
  for (const [name, query] of Object.entries(asked)) {
    const seen = drive(giao.url, { paths: [`/operator/v1/orders?${query}`], method: "GET", headers: OPERATOR }, 1, 1);
    say(
      `operator's list by ${name}, of ${made!.count} orders: p50 ${seen.p50Ms.toFixed(1)} ms, ${(seen.bytes / seen.perSecond / 1000).toFixed(0)} kB`,
    );
  }
}

// Others are four clients that create and four that read. The same crowd of sixteen beside them, of one account and of sixteen: what the others
// notice of the crowd is the machine's; what they notice of its being one account is ours.
async function measureBusyAccount(world: World): Promise<void> {
  const p99s = new Map<string, { readonly reads: number[]; readonly creates: number[] }>();
  const headers = { "content-type": "application/json" };
  const crowd = world.tokens.slice(0, 16);
  const other = world.tokens.slice(16);
  const [order] = await world.db<{ id: string }>`
    select id from orders where creator_phone = ${world.phones[16]} order by number desc limit 1`;
  const post = { paths: ["/v3/orders"], method: "POST" as const, headers, body: orderOf() };
  const beside = [
    ["nobody", []],
    ["sixteen accounts", crowd],
    ["one account", crowd.slice(0, 1)],
  ] as const;
  for (let round = 0; round < BUSY_ROUNDS; round++) {
    for (const [name, tokens] of round % 2 === 0 ? beside : beside.toReversed()) {
      const [seenReads, seenCreates] = await Promise.all([
        driveAside(
          world.giao.url,
          { paths: [`/v3/orders/${order!.id}`], method: "GET", headers, tokens: other.slice(0, 1) },
          SECONDS,
          4,
        ),
        driveAside(world.giao.url, { ...post, tokens: other }, SECONDS, 4),
        ...(tokens.length > 0 ? [driveAside(world.giao.url, { ...post, tokens }, SECONDS, 16)] : []),
      ]);
      const seen = p99s.get(name) ?? { reads: [], creates: [] };
      p99s.set(name, seen);
      seen.reads.push(seenReads!.p99Ms);
      seen.creates.push(seenCreates!.p99Ms);
    }
  }
  const seenBeside = (name: string, what: "reads" | "creates") => p99s.get(name)![what];
  for (const what of ["reads", "creates"] as const) {
    const [alone, many, one] = beside.map(([name]) => seenBeside(name, what));
    const [ofNobody, ofMany, ofOne] = [alone!, many!, one!].map((p99) => median(p99).toFixed(1));
    const ratio = median(one!.map((p99, round) => p99 / many![round]!));
    say(
      `others' ${what}, p99: ${ofNobody} ms alone, ${ofMany} ms beside 16 clients of 16 accounts, ${ofOne} ms beside` +
        ` 16 clients of one account   ratio of the last two ${ratio.toFixed(2)}, the middle of ${BUSY_ROUNDS} rounds`,
    );
  }
}
