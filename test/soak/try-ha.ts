// `deploy/try-ha`: a highly available installation on this machine under load for SECONDS (120), in which the PostgreSQL leader, a replica, Redis and a
// balancer are killed in turn, each when the one before is back, drawn from SEED. Prints what was lost, for how long nobody was served, and
// what failed; the exit code is 1 when a promise was broken.
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Chance, seededChance } from "../../src/domain/chance.ts";
import { HAPROXY_MISSING } from "../harness/haproxy.ts";
import { PATRONI_MISSING } from "../harness/patroni.ts";
import { findPostgres, POSTGRES_MISSING } from "../harness/postgres-pair.ts";
import { REDIS_MISSING } from "../harness/redis.ts";
import { type HaWorld, openHaWorld } from "./ha-world.ts";
import type { Line } from "./line.ts";
import { play, say } from "./story.ts";

const SECONDS = 120;
const CALM_MS = 3_000;
const AWAY_MS = 4_000;

type Hurt = (world: HaWorld, chance: Chance) => Promise<void>;

// Each ends when what was killed is back and everything is whole.
const KILLS: Readonly<Record<string, Hurt>> = {
  "the PostgreSQL leader": async ({ patroni }) => {
    const lost = await patroni.leader();
    await lost.kill();
    await patroni.leader();
    lost.start();
    await patroni.untilWhole();
  },
  "a replica": async ({ replicas, balancers }, chance) => {
    const at = Math.floor(chance() * replicas.length);
    const replica = replicas[at]!;
    replica.signal("SIGKILL");
    await replica.ended();
    await sleep(AWAY_MS);
    await replica.start();
    for (const balancer of balancers) await balancer.until("abc"[at]!, "UP");
  },
  Redis: async ({ redis }) => {
    await redis.kill();
    await sleep(AWAY_MS);
    await redis.start();
  },
  "a balancer": async ({ balancers }, chance) => {
    const balancer = balancers[Math.floor(chance() * balancers.length)]!;
    await balancer.kill();
    await sleep(AWAY_MS);
    await balancer.start();
  },
};

type Row = {
  readonly kill: string;
  outageMs: number;
  orderGapMs: number;
  failed: number;
  tries: number;
  times: number;
};

export async function tryHa(): Promise<number> {
  const seconds = Number(process.env.SECONDS || SECONDS);
  const seed = Number(process.env.SEED || Math.floor(Date.now() / 1000));
  const missing = PATRONI_MISSING || HAPROXY_MISSING || REDIS_MISSING || (findPostgres() ? false : POSTGRES_MISSING);
  if (missing) {
    say(`NOT TRIED: ${missing}`);
    return 1;
  }
  say(`a highly available installation, tried for ${seconds} s, SEED=${seed}`);
  const folder = mkdtempSync(join(tmpdir(), "giao-ha-"));
  // PostgreSQL, which is another user where this one is root, has a folder of its own in it.
  chmodSync(folder, 0o711);
  try {
    const world = await openHaWorld(folder, seededChance(seed + 1), say);
    try {
      return await tryWorld(world, seconds, seed);
    } finally {
      await world.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function tryWorld(world: HaWorld, seconds: number, seed: number): Promise<number> {
  const rows: Row[] = Object.keys(KILLS).map((kill) => ({
    kill,
    outageMs: 0,
    orderGapMs: 0,
    failed: 0,
    tries: 0,
    times: 0,
  }));
  const chance = seededChance(seed + 3);
  const stage = {
    ...world,
    urls: () => world.balancers.map(({ port }) => `http://127.0.0.1:${port}`),
  };
  // All four at least once, whatever the time; what is promised holds for the whole of it.
  const breakThings = async (line: Line, goesOn: () => boolean): Promise<void> => {
    for (let round = 0; round === 0 || goesOn(); round++)
      for (const row of rows) {
        if (round > 0 && !goesOn()) return;
        await sleep(CALM_MS);
        say(`  killing ${row.kill}`);
        await watch(line, row, () => KILLS[row.kill]!(world, chance));
      }
  };
  const { broken } = await play(stage, { seconds, seed, breakThings });
  printRows(rows);
  const outage = Math.max(...rows.map(({ outageMs }) => outageMs));
  const failed = rows.reduce((sum, row) => sum + row.failed, 0);
  const lost = broken.filter((promise) => /was acknowledged/.test(promise)).length;
  say(
    `acknowledged lost ${lost}, longest outage ${inSeconds(outage)}, failed requests ${failed} (each was asked again), ` +
      `${broken.length} broken promises (SEED=${seed})`,
  );
  return broken.length === 0 ? 0 : 1;
}

async function watch({ figures }: Line, row: Row, kill: () => Promise<void>): Promise<void> {
  const { tries, failed } = figures;
  figures.outage.startOver();
  figures.orderGap.startOver();
  await kill();
  // The first success after it ends what is still an outage.
  await sleep(CALM_MS);
  row.times += 1;
  row.tries += figures.tries - tries;
  row.failed += figures.failed - failed;
  row.outageMs = Math.max(row.outageMs, figures.outage.longestMs());
  row.orderGapMs = Math.max(row.orderGapMs, figures.orderGap.longestMs());
}

function printRows(rows: readonly Row[]): void {
  say("| killed | times | nobody served for | no new order for | failed requests |");
  say("|---|---:|---:|---:|---:|");
  for (const { kill, times, outageMs, orderGapMs, failed, tries } of rows)
    say(`| ${kill} | ${times} | ${inSeconds(outageMs)} | ${inSeconds(orderGapMs)} | ${failed} of ${tries} |`);
}

function inSeconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
