// What is broken and mended: a primary and its standby, three replicas of the program, each behind a line of its own to the
// database, and a partner's receiver that is sometimes rude.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Chance } from "../../src/domain/chance.ts";
import { type FaultProxy, openFaultProxy } from "../harness/fault-proxy.ts";
import { type PostgresPair, startPostgresPair } from "../harness/postgres-pair.ts";
import { type Program, spawnProgram } from "../harness/program.ts";
import { type Receiver, startReceiver } from "../harness/receiver.ts";
import { say } from "./story.ts";

// Little of the log is kept: the disk is small, so that it can be filled.
const SETTINGS = { max_connections: "120", wal_keep_size: "64MB", min_wal_size: "32MB", max_wal_size: "96MB" };

// Event numbers of each order in the order in which the receiver took them.
export type Heard = Map<string, number[]>;

export type Replica = {
  readonly name: string;
  // Undefined while it is down.
  readonly url: () => string | undefined;
  readonly start: () => Promise<void>;
  readonly signal: (signal: NodeJS.Signals) => void;
  readonly ended: () => Promise<number | null>;
  // What it said since it was started.
  readonly output: () => string;
};

export type World = {
  readonly pair: PostgresPair;
  readonly replicas: readonly (Replica & { readonly line: FaultProxy })[];
  readonly receiver: Receiver;
  readonly heard: Heard;
  readonly folder: string;
  readonly stop: () => Promise<void>;
};

// Each replica's clock is wrong by another amount: a quarter of an hour ahead, an hour behind, a minute ahead.
const CLOCK_STEPS_MS = [900_000, -3_600_000, 60_000];
const WRONG_CLOCK = new URL("../harness/wrong-clock.ts", import.meta.url).href;
export const CLOCK_STEP_SIGNAL = "SIGUSR2";
// Time enough for the first one, which draws the demo's streets, on a machine with other work.
const START_MS_MAX = 180_000;
const RESTART_MS = 2_000;
const DATABASE_AWAY = "giao: the database cannot be reached";
const RUDE_SHARE = 0.05;

export async function openWorld(folder: string, chance: Chance): Promise<World> {
  const dataDir = join(folder, "giao");
  mkdirSync(dataDir, { recursive: true });
  const pair = await startPostgresPair({ folder: join(folder, "postgres"), settings: SETTINGS });
  const receiver = await startReceiver();
  const heard: Heard = new Map();
  listen(receiver, () => heard, chance);
  const replicas: World["replicas"][number][] = [];
  for (const [at, clockStepMs] of CLOCK_STEPS_MS.entries()) {
    const line = await openFaultProxy(pair.url());
    const replica = openReplica(`replica ${at + 1}`, {
      DATABASE_URL: line.url,
      DATA_DIR: dataDir,
      PORT: "0",
      // A machine whose clock is wrong, and jumps by so much whenever it is told to.
      NODE_OPTIONS: `--import ${WRONG_CLOCK}`,
      WRONG_CLOCK_MS: String(clockStepMs),
      WRONG_CLOCK_STEP_MS: String(clockStepMs),
    });
    // One after another: the first migrates and draws the streets.
    await replica.start();
    replicas.push({ ...replica, line });
  }
  return {
    pair,
    replicas,
    receiver,
    heard,
    folder,
    stop: async () => {
      for (const replica of replicas) {
        replica.signal("SIGCONT");
        replica.signal("SIGTERM");
      }
      for (const replica of replicas) {
        await replica.ended();
        await replica.line.close();
      }
      await receiver.close();
      await pair.stop();
    },
  };
}

export function openReplica(name: string, env: Readonly<Record<string, string>>): Replica {
  let program: Program | undefined;
  let url: string | undefined;
  return {
    name,
    url: () => url,
    // As its unit does (deploy/systemd): a start that met a bad moment is made again.
    start: async () => {
      const late = AbortSignal.timeout(START_MS_MAX);
      for (;;) {
        const started = spawnProgram(["serve"], { ROBOTS: "off", LOG_LEVEL: "error", ...env });
        program = started;
        const end = (): void => void started.process.kill("SIGKILL");
        late.addEventListener("abort", end);
        try {
          await started.says(/curl -s/);
          url = (await started.says(/API +(http\S+)\/v3/))[1];
          void started.exit().then(() => {
            if (program === started) url = undefined;
          });
          return;
        } catch (error) {
          if (late.aborted || !started.output().includes(DATABASE_AWAY)) throw error;
          say(`  ${name} starts again: ${started.output().trim()}`);
          await sleep(RESTART_MS);
        } finally {
          late.removeEventListener("abort", end);
        }
      }
    },
    signal: (signal) => {
      program?.process.kill(signal);
    },
    ended: async () => (await program?.exit()) ?? null,
    output: () => program?.output().trim() ?? "",
  };
}

// Takes most callbacks and notes them; some are refused, some are taken without the sender hearing of it.
export function listen(receiver: Receiver, heard: () => Heard, chance: Chance): void {
  receiver.script("/calm", (response, { body }) => {
    note(heard(), body);
    response.end("ok");
  });
  receiver.script("/rude", (response, { body }) => {
    const mood = chance();
    if (mood < RUDE_SHARE) {
      response.writeHead(500).end("not now");
      return;
    }
    note(heard(), body);
    if (mood < 2 * RUDE_SHARE) response.socket?.destroy();
    else response.end("ok");
  });
}

function note(heard: Heard, body: Buffer): void {
  const { _id, event_seq } = JSON.parse(body.toString()) as { _id: string; event_seq: number };
  const seqs = heard.get(_id) ?? [];
  seqs.push(event_seq);
  heard.set(_id, seqs);
}
