// `npm run soak`: three replicas under mixed load while everything around them breaks, for SOAK_SECONDS (1200), drawn from SEED. With
// SOAK_FAULTS ("kill, a fail-over") only those faults happen.
// Ends with what was promised and is not so: 0 lines, or the exit code is 1.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Chance, seededChance } from "../../src/domain/chance.ts";
import { openDatabase } from "../../src/store/db.ts";
import { findPostgres, POSTGRES_MISSING } from "../harness/postgres-pair.ts";
import { newFacts } from "./facts.ts";
import { drawnFaults, FAULTS, FULL_DISK } from "./faults.ts";
import { HungUp, type Line, openLine } from "./line.ts";
import { drive, type Person, type Sender, send, topUp } from "./people.ts";
import { proveAll } from "./proof.ts";
import { openWorld, type World } from "./world.ts";

// Two clusters and a copy of one, twice over: what they hold grows with the length.
const DISK_MB = { atFirst: 600, aSecond: 3 };
const DRIVERS = 10;
const SENDERS_PER_PARTNER = 4;
const CALM_MS = 5_000;
const SETTLE_ROUNDS_MAX = 60;
const SETTLE_MS_MAX = 300_000;

export async function runSoak(): Promise<number> {
  const seconds = Number(process.env.SOAK_SECONDS || 1_200);
  const seed = Number(process.env.SEED || Math.floor(Date.now() / 1000));
  if (findPostgres() === undefined) {
    say(`SOAK NOT RUN: ${POSTGRES_MISSING}`);
    return 1;
  }
  say(`soak of ${seconds} s, SEED=${seed}`);
  const disk = openDisk(DISK_MB.atFirst + DISK_MB.aSecond * seconds);
  try {
    return await soak(disk.folder, disk.canFill, seconds, seed);
  } finally {
    disk.close();
  }
}

async function soak(folder: string, canFill: boolean, seconds: number, seed: number): Promise<number> {
  const world = await openWorld(folder, seededChance(seed + 1));
  try {
    const urls = () => world.replicas.flatMap((replica) => replica.url() ?? []);
    const line = openLine(urls, seededChance(seed + 2));
    const facts = newFacts();
    const { senders, drivers } = await invite(line, world);
    const endsAt = performance.now() + seconds * 1000;
    const goesOn = (): boolean => performance.now() < endsAt;
    const person = (at: number): Person => ({ line, facts, chance: seededChance(seed + 10 + at) });
    const people = [
      ...senders.map((sender, at) => send(person(at), sender, goesOn)),
      ...drivers.map((phone, at) => drive(person(100 + at), phone, goesOn)),
      topUp(person(200), senders, goesOn),
    ].map((work) => work.catch(unlessHungUp));
    const kinds = wantedKinds().filter((kind) => canFill || kind !== FULL_DISK);
    const happened = await breakThings(world, kinds, seededChance(seed + 3), goesOn);
    await Promise.all(people);
    say(`the load has ended: ${facts.orders.size} orders acknowledged; waiting until everything is told`);
    const db = openDatabase(world.pair.url());
    try {
      const untilTold = () => Promise.race([settle(line, db), tooLong()]);
      await untilTold();
      const proved = await proveAll(line, db, facts, world.heard, untilTold);
      const broken = [...line.figures.broken, ...facts.broken, ...proved];
      report(line, happened, broken);
      say(`${facts.orders.size} orders and ${facts.topUps.size} top-ups acknowledged, ${told(world)} callbacks taken`);
      say(`${broken.length} broken promises (SEED=${seed})`);
      return broken.length === 0 ? 0 : 1;
    } finally {
      line.hangUp();
      await db.close();
    }
  } finally {
    await world.stop();
  }
}

function wantedKinds(): readonly string[] {
  const wanted = (process.env.SOAK_FAULTS || Object.keys(FAULTS).join()).split(",").map((kind) => kind.trim());
  const unknown = wanted.find((kind) => !FAULTS[kind]);
  if (unknown) throw new Error(`there is no fault "${unknown}", only ${Object.keys(FAULTS).join(", ")}`);
  return wanted;
}

async function breakThings(
  world: World,
  kinds: readonly string[],
  chance: Chance,
  goesOn: () => boolean,
): Promise<ReadonlyMap<string, number>> {
  const happened = new Map<string, number>();
  for (const kind of drawnFaults(kinds, chance)) {
    await sleep(chance() * CALM_MS);
    if (!goesOn()) break;
    say(`  ${kind}`);
    await FAULTS[kind]!(world, chance);
    happened.set(kind, (happened.get(kind) ?? 0) + 1);
  }
  return happened;
}

async function invite(
  line: Line,
  world: World,
): Promise<{ readonly senders: readonly Sender[]; readonly drivers: readonly string[] }> {
  const operator = async (method: string, path: string, body: object) => {
    const reply = await line.ask(method, `/operator/v1${path}`, { operator: true, body });
    if (reply.status !== 200) throw new Error(`${path}: ${reply.status} ${JSON.stringify(reply.body)}`);
    return reply.body;
  };
  const senders: Sender[] = [];
  for (const mood of ["calm", "rude"]) {
    const callback = { url: world.receiver.url(`/${mood}`) };
    const partner = await operator("POST", "/partners", { id: `soak-${mood}`, name: mood, callback });
    for (let at = 0; at < SENDERS_PER_PARTNER; at++) {
      const phone = `8490${mood === "calm" ? 1 : 2}00000${at}`;
      const body = { api_key: partner.api_key, mobile: phone, name: "Sender", address: "1 Soak Street" };
      await line.ask("POST", "/v3/accounts", { body });
      await operator("POST", `/accounts/${phone}/top-ups`, { amount: 900_000_000, wallet: "main", reference: "first" });
      senders.push({ phone, apiKey: partner.api_key });
    }
  }
  const drivers = Array.from({ length: DRIVERS }, (_, at) => `8491200000${at}`);
  for (const mobile of drivers) {
    const driver = { mobile, name: "Driver", plate_number: "59A1-1", vehicle: "BIKE", city_id: "SGN", pin: "1234" };
    await operator("POST", "/drivers", driver);
    await operator("POST", `/drivers/${mobile}/top-ups`, { amount: 900_000_000, reference: "first" });
  }
  return { senders, drivers };
}

// Retries wait for hours of the schedule; the sandbox's clock brings them forward.
async function settle(line: Line, db: ReturnType<typeof openDatabase>): Promise<void> {
  for (let round = 0; round < SETTLE_ROUNDS_MAX; round++) {
    const [{ waiting } = { waiting: 0 }] = await db<{ waiting: number }>`
      select count(*)::int as waiting from callback_queue where partner_id like 'soak-%'`;
    if (waiting === 0) return;
    await line.ask("POST", "/sandbox/v1/clock/advance", { operator: true, body: { seconds: 60 } });
    await sleep(500);
  }
}

async function tooLong(): Promise<never> {
  await sleep(SETTLE_MS_MAX, undefined, { ref: false });
  throw new Error(`what waits was not told within ${SETTLE_MS_MAX / 1000} s after the load ended`);
}

function report(line: Line, happened: ReadonlyMap<string, number>, broken: readonly string[]): void {
  const { figures } = line;
  const ms = figures.answeredMs.sort((a, b) => a - b);
  const at = (share: number) => Math.round(ms[Math.floor((ms.length - 1) * share)] ?? 0);
  say(`faults: ${[...happened].map(([kind, times]) => `${kind} ${times}`).join(", ")}`);
  say(`tries: ${figures.tries} (${[...figures.byStatus].map(([status, times]) => `${status}: ${times}`).join(", ")})`);
  say(`answered after p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, at most ${at(1)} ms`);
  say(`longest time without any success: ${(figures.longestOutageMs / 1000).toFixed(1)} s`);
  for (const promise of broken) say(`BROKEN: ${promise}`);
}

function told(world: World): number {
  return [...world.heard.values()].reduce((sum, seqs) => sum + seqs.length, 0);
}

function unlessHungUp(error: unknown): void {
  if (!(error instanceof HungUp)) throw error;
}

// A disk of its own, which can be filled without harm to others; only root may make one.
function openDisk(megabytes: number): {
  readonly folder: string;
  readonly canFill: boolean;
  readonly close: () => void;
} {
  const folder = mkdtempSync(join(tmpdir(), "giao-soak-"));
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m,mode=755`, "giao-soak", folder]);
  const canFill = mounted.status === 0;
  if (!canFill) say(`WITHOUT A FULL DISK: no disk of its own could be made (${String(mounted.stderr).trim()})`);
  return {
    folder,
    canFill,
    close: () => {
      if (canFill) spawnSync("umount", ["-l", folder]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
