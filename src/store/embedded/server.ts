// One run of the PostgreSQL server as a child of this program: its settings, its log, its start and its stop.
import { type ChildProcessByStdio, spawn } from "node:child_process";
import { Socket } from "node:net";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import type { Promised } from "../../domain/refusal.ts";
import { startStopwatch } from "../../ports/clock.ts";
import type { Binaries } from "./binaries.ts";
import { type Layout, SOCKET_PORT } from "./layout.ts";
import { readPidFile } from "./leftovers.ts";
import type { Log } from "./log.ts";
import { didNotStart, type EmbeddedRefusal } from "./refusals.ts";
import { type RunAs, spawnOptions } from "./run-as.ts";

export type Server = {
  readonly ended: Promise<void>;
  readonly stop: () => Promise<void>;
  // For the program's very last moment, when nothing can be waited for.
  readonly stopWithoutWaiting: () => void;
};

const POLL_MS = 10;
// Recovery after a crash replays at most a gigabyte of log; a slow disk takes minutes for that.
const START_MS_MAX = 300_000;
const FAST_STOP_MS_MAX = 5_000;
const LINES_KEPT = 20;
const LAST_WORDS_MS_MAX = 1_000;
// A FATAL is the end of one connection, and usually what its client asked for.
const TROUBLE = /^PANIC:|was terminated by signal|could not write|No space left/;

// For a machine with 2 cores that also runs the program.
const SETTINGS = {
  listen_addresses: "",
  port: SOCKET_PORT,
  max_connections: "100",
  shared_buffers: "128MB",
  // Short statements by key: compiling them costs more than running them.
  jit: "off",
  // The data fits in memory; three more processes to read it would not pay.
  io_method: "sync",
  timezone: "UTC",
  log_timezone: "UTC",
  // A failed statement is the business of whoever sent it, and its text holds names and phones.
  log_min_messages: "log",
  log_min_error_statement: "panic",
  log_error_verbosity: "terse",
  log_checkpoints: "off",
  log_line_prefix: "",
} as const;

// Data survives a power cut: fsync and synchronous_commit are on by default and nothing here touches them.
const SETTINGS_DURABLE = { max_wal_size: "1GB", checkpoint_timeout: "15min" } as const;
// For tests: nothing needs to survive, many connections come at once.
const SETTINGS_THROWN_AWAY = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  autovacuum: "off",
  max_connections: "300",
} as const;

export async function startServer(
  layout: Layout,
  binaries: Binaries,
  runAs: RunAs,
  options: {
    readonly socketFolder: string;
    readonly durable: boolean;
    readonly log: Log;
    readonly signal: AbortSignal | undefined;
  },
): Promised<Server, EmbeddedRefusal> {
  const settings = {
    ...SETTINGS,
    ...(options.durable ? SETTINGS_DURABLE : SETTINGS_THROWN_AWAY),
    // A list, in which a comma separates: quoted, a folder may have one in its name.
    unix_socket_directories: `"${options.socketFolder.replaceAll('"', '""')}"`,
    unix_socket_permissions: "0700",
  };
  const [command = "", ...words] = [...runAs.wrapper, binaries.postgres, "-D", layout.cluster];
  for (const [name, setting] of Object.entries(settings)) words.push("-c", `${name}=${setting}`);
  const child = spawn(command, words, spawnOptions(layout, runAs));
  const { said, saidAll } = followLog(child, options.log);
  let running = true;
  const ended = new Promise<void>((resolve) => {
    const settle = () => {
      running = false;
      resolve();
    };
    child.once("exit", settle);
    child.once("error", (error) => {
      said.push(String(error));
      settle();
    });
  });
  // A program that ends without stopping the database is not held up by it.
  child.unref();

  const server: Server = {
    ended,
    stop: async () => {
      child.ref();
      if (running) child.kill("SIGINT");
      await Promise.race([ended, sleep(FAST_STOP_MS_MAX, undefined, { ref: false })]);
      // The log that was written ahead brings everything committed back at the next start.
      if (running) child.kill("SIGQUIT");
      await ended;
    },
    stopWithoutWaiting: () => child.kill("SIGINT"),
  };
  const watch = startStopwatch();
  while (running && !options.signal?.aborted && watch.elapsedMs() < START_MS_MAX) {
    if (readPidFile(layout.cluster)?.ready) return server;
    await sleep(POLL_MS);
  }
  await server.stop();
  await Promise.race([saidAll, sleep(LAST_WORDS_MS_MAX)]);
  return didNotStart(layout.dataDir, "PostgreSQL did not start", said);
}

// Its lines go to the program's log; the last ones are kept to tell why a start failed.
function followLog(child: ChildProcessByStdio<null, Readable, Readable>, log: Log) {
  const said: string[] = [];
  const readers = [child.stdout, child.stderr].map((stream) => {
    if (stream instanceof Socket) stream.unref();
    return createInterface({ input: stream }).on("line", (line) => {
      said.push(line);
      if (said.length > LINES_KEPT) said.shift();
      log[TROUBLE.test(line) ? "error" : "debug"](`postgres: ${line}`);
    });
  });
  const saidAll = Promise.all(readers.map((reader) => new Promise((resolve) => reader.once("close", resolve))));
  return { said, saidAll };
}
