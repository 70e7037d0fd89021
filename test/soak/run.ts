// `npm run soak`: three replicas under mixed load while everything around them breaks, for SOAK_SECONDS (1200), drawn from SEED. With
// SOAK_FAULTS ("kill, a fail-over") only those faults happen.
// Ends with what was promised and is not so: 0 lines, or the exit code is 1.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Chance, seededChance } from "../../src/domain/chance.ts";
import { findPostgres, POSTGRES_MISSING } from "../harness/postgres-pair.ts";
import { drawnFaults, FAULTS, FULL_DISK } from "./faults.ts";
import { play, say } from "./story.ts";
import { openWorld, type World } from "./world.ts";

// Two clusters and a copy of one, twice over: what they hold grows with the length.
const DISK_MB = { atFirst: 600, aSecond: 3 };
const CALM_MS = 5_000;

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
    const kinds = wantedKinds().filter((kind) => canFill || kind !== FULL_DISK);
    const stage = {
      urls: () => world.replicas.flatMap((replica) => replica.url() ?? []),
      databaseUrl: world.pair.url,
      receiver: world.receiver,
      heard: world.heard,
    };
    const { broken, outageMs } = await play(stage, {
      seconds,
      seed,
      breakThings: (_, goesOn) => breakAll(world, kinds, seededChance(seed + 3), goesOn),
    });
    say(`longest time without any success: ${(outageMs / 1000).toFixed(1)} s`);
    say(`${broken.length} broken promises (SEED=${seed})`);
    return broken.length === 0 ? 0 : 1;
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

async function breakAll(world: World, kinds: readonly string[], chance: Chance, goesOn: () => boolean): Promise<void> {
  const happened = new Map<string, number>();
  for (const kind of drawnFaults(kinds, chance)) {
    await sleep(chance() * CALM_MS);
    if (!goesOn()) break;
    say(`  ${kind}`);
    await FAULTS[kind]!(world, chance);
    happened.set(kind, (happened.get(kind) ?? 0) + 1);
  }
  say(`faults: ${[...happened].map(([kind, times]) => `${kind} ${times}`).join(", ")}`);
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
