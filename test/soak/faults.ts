// What goes wrong: each fault hurts something for a while and then mends it. All kinds come in a drawn order before any comes again.
import { closeSync, openSync, rmSync, statfsSync, writeSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Chance } from "../../src/domain/chance.ts";
import type { Fault } from "../harness/fault-proxy.ts";
import { CLOCK_STEP_SIGNAL, type World } from "./world.ts";

export const FULL_DISK = "a full disk";

type Hurt = (world: World, chance: Chance) => Promise<void>;

// A replica that is frozen longer than this could not answer in the time that is promised.
const FREEZE_MS_MAX = 6_000;
const SILENCE_MS_MAX = 12_000;

export const FAULTS: Readonly<Record<string, Hurt>> = {
  kill: async ({ replicas }, chance) => {
    const replica = anyOf(replicas, chance);
    replica.signal("SIGKILL");
    await replica.ended();
    await replica.start();
  },
  "stop in order": async ({ replicas }, chance) => {
    const replica = anyOf(replicas, chance);
    replica.signal("SIGTERM");
    const code = await replica.ended();
    if (code !== 0) throw new Error(`${replica.name} was told to stop and ended with ${code}:\n${replica.output()}`);
    await replica.start();
  },
  freeze: async ({ replicas }, chance) => {
    const replica = anyOf(replicas, chance);
    replica.signal("SIGSTOP");
    await sleep(1_000 + chance() * (FREEZE_MS_MAX - 1_000));
    replica.signal("SIGCONT");
  },
  "a silent line": (world, chance) => onOneLine(world, chance, "silent"),
  "a slow line": (world, chance) => onOneLine(world, chance, "slow"),
  "a reset line": (world, chance) => onOneLine(world, chance, "reset"),
  "a silent database": async ({ replicas }, chance) => {
    for (const { line } of replicas) await line.set("silent");
    await sleep(2_000 + chance() * 6_000);
    for (const { line } of replicas) await line.set("none");
  },
  "a read-only database": async ({ pair }, chance) => {
    await pair.setReadOnly(true);
    await sleep(1_000 + chance() * 4_000);
    await pair.setReadOnly(false);
  },
  [FULL_DISK]: async ({ folder, pair }, chance) => {
    const ballast = join(folder, "ballast");
    fill(folder, ballast);
    await sleep(1_000 + chance() * 4_000);
    rmSync(ballast);
    // A server that could not even write its log has ended.
    await pair.ensureRunning();
  },
  "a fail-over": async ({ pair, replicas }) => {
    await pair.killPrimary();
    await pair.promote();
    for (const { line } of replicas) line.retarget(pair.url());
    await pair.rebuildStandby();
  },
  "a clock that jumps": async ({ replicas }, chance) => {
    anyOf(replicas, chance).signal(CLOCK_STEP_SIGNAL);
    await sleep(1_000 + chance() * 3_000);
  },
};

async function onOneLine({ replicas }: World, chance: Chance, fault: Fault): Promise<void> {
  const { line } = anyOf(replicas, chance);
  await line.set(fault);
  await sleep(2_000 + chance() * (SILENCE_MS_MAX - 2_000));
  await line.set("none");
}

function anyOf(replicas: World["replicas"], chance: Chance): World["replicas"][number] {
  return replicas[Math.floor(chance() * replicas.length)]!;
}

function fill(folder: string, ballast: string): void {
  const { bavail, bsize } = statfsSync(folder);
  const file = openSync(ballast, "w");
  try {
    const chunk = Buffer.alloc(1 << 20);
    // Until the disk refuses: the figure above is only where to begin.
    for (let written = 0; written <= bavail * bsize + chunk.length; ) written += writeSync(file, chunk);
  } catch (error) {
    if ((error as { code?: string }).code !== "ENOSPC") throw error;
  } finally {
    closeSync(file);
  }
}

// One drawn order of all kinds after another.
export function* drawnFaults(kinds: readonly string[], chance: Chance): Generator<string, never> {
  for (;;) {
    const left = [...kinds];
    while (left.length > 0) yield left.splice(Math.floor(chance() * left.length), 1)[0]!;
  }
}
