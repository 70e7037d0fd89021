// What an earlier program left behind when it was killed: a server that still runs, processes of a server that does not, a stale
// pid file. Looks at what the processes are, never at a pid alone: in a container, or after a reboot, it may be anybody's.
import { readdirSync, readFileSync, readlinkSync, realpathSync, rmSync, statSync } from "node:fs";
import { connect } from "node:net";
import { basename, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startStopwatch } from "../../ports/clock.ts";
import { codeOf } from "../db.ts";
import { type Layout, SOCKET_NAME } from "./layout.ts";
import type { Log } from "./log.ts";

export type PidFile = { readonly pid: number; readonly socketFolder: string; readonly ready: boolean };

const POLL_MS = 10;
// A fast shutdown writes one checkpoint; an immediate one writes nothing and leaves recovery to the next start.
const FAST_STOP_MS_MAX = 10_000;
const IMMEDIATE_STOP_MS_MAX = 5_000;

export function readPidFile(cluster: string): PidFile | undefined {
  const text = readIfThere(join(cluster, "postmaster.pid"));
  if (text === undefined) return undefined;
  // pid, folder, start time, port, socket folder, address, shared memory, status.
  const [pid = "", , , , socketFolder = "", , , status = ""] = text.split("\n");
  return { pid: Number(pid), socketFolder, ready: status.trim() === "ready" };
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

// Returns what still holds the folder after everything was tried, or undefined when it is free.
export async function clearLeftovers(layout: Layout, log: Log): Promise<string | undefined> {
  const pidFile = readPidFile(layout.cluster);
  const running = processesOf(layout.cluster);
  if (running.length > 0) {
    log.info(`a database server of an earlier program still runs (pid ${running.join(", ")}); stopping it`);
    const server = running.filter((pid) => pid === pidFile?.pid);
    // Without its head, the rest of a server can only be told to leave; what they had not committed is lost either way.
    if (server.length > 0) await end(layout.cluster, server, "SIGINT", FAST_STOP_MS_MAX);
    await end(layout.cluster, processesOf(layout.cluster), "SIGQUIT", IMMEDIATE_STOP_MS_MAX);
    const left = processesOf(layout.cluster);
    if (left.length > 0) return `a database server that does not stop (pid ${left.join(", ")})`;
  }
  if (!pidFile) return undefined;
  // The pids of another container cannot be seen from here, its socket can.
  if (await answers(join(pidFile.socketFolder, SOCKET_NAME))) return "a database server that runs in another container";
  rmSync(join(layout.cluster, "postmaster.pid"), { force: true });
  return undefined;
}

// Every process of a PostgreSQL server works in its data folder.
function processesOf(cluster: string): readonly number[] {
  if (!statSync(cluster, { throwIfNoEntry: false })) return [];
  const folder = realpathSync(cluster);
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => linkOf(pid, "cwd") === folder && basename(linkOf(pid, "exe")).startsWith("postgres"))
    .map(Number);
}

function linkOf(pid: string, name: "cwd" | "exe"): string {
  try {
    return readlinkSync(`/proc/${pid}/${name}`);
  } catch {
    // Ended meanwhile, a zombie, or another user's: none of them is ours.
    return "";
  }
}

async function end(cluster: string, pids: readonly number[], signal: NodeJS.Signals, waitMsMax: number): Promise<void> {
  for (const pid of pids) signalIfThere(pid, signal);
  const watch = startStopwatch();
  while (processesOf(cluster).length > 0 && pids.length > 0 && watch.elapsedMs() < waitMsMax) await sleep(POLL_MS);
}

function signalIfThere(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (codeOf(error) !== "ESRCH") throw error;
  }
}

function answers(socketPath: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(socketPath);
    const settle = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.once("connect", () => settle(true));
    socket.once("error", () => settle(false));
  });
}
