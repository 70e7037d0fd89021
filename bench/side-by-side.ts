// Runs a call of ours and its floor in turns, each driven from another process, and prints both with their ratio. Times are
// noisy here; the ratio of two figures taken in turns holds.
import { execFile, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Load, LoadSeen } from "./http-load.ts";

export type Contender = {
  readonly url: string;
  readonly pid: number | undefined;
  readonly stop: () => void;
  // Settles when the process has ended.
  readonly ended: Promise<unknown>;
};
// Asked round and round.
export type Question = Omit<Load, "url" | "pathsFile" | "tokensFile" | "connections" | "seconds"> & {
  readonly paths: readonly string[];
  // A bearer token for each connection, in turn: as many callers as there are tokens.
  readonly tokens?: readonly string[];
};

const run = promisify(execFile);
const ROUNDS = 3;
const SECONDS = 2;
// A program answers at its own rate once what it runs most has been compiled; its first seconds take half as long again.
const WARM_SECONDS = 5;
const CONNECTIONS = 32;
const CLOCK_TICKS = 100;

export async function startProcess(
  file: string,
  words: readonly string[],
  env: NodeJS.ProcessEnv = {},
  // Words to put before the program's, such as those of taskset.
  before: readonly string[] = [],
): Promise<Contender> {
  const [program, ...rest] = [...before, process.execPath, file, ...words];
  const child = spawn(program!, rest, {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const url = await new Promise<string>((resolve, reject) => {
    let said = "";
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      said += chunk;
      const found = /(http:\/\/127\.0\.0\.1:\d+)/.exec(said);
      if (found?.[1] && said.includes("\n")) resolve(found[1]);
    });
    child.on("exit", (code) => reject(new Error(`${file} ended with ${code}: ${said}`)));
  });
  return { url, pid: child.pid, stop: () => child.kill("SIGTERM"), ended: once(child, "exit") };
}

export function bareServer(answer: string): Promise<Contender> {
  const folder = mkdtempSync(join(tmpdir(), "giao-bench-"));
  const bodyFile = join(folder, "answer.json");
  writeFileSync(bodyFile, answer);
  return startProcess("bench/bare-server.ts", [JSON.stringify({ bodyFile })]).then((bare) => ({
    ...bare,
    stop: () => {
      bare.stop();
      rmSync(folder, { recursive: true });
    },
  }));
}

// Resident memory, where the system tells it.
export function memoryMegabytes({ pid }: Contender): number | undefined {
  const status = `/proc/${pid}/status`;
  const found = existsSync(status) ? /VmRSS:\s+(\d+) kB/.exec(readFileSync(status, "utf8")) : null;
  return found ? Number(found[1]) / 1024 : undefined;
}

// Time of processor spent, where the system tells it. Unlike a rate it does not change when a neighbour is busy.
export function processorSeconds({ pid }: Pick<Contender, "pid">): number | undefined {
  const fields = statOf(pid);
  return fields && secondsOf(fields, OWN_TIMES);
}

// The same of all processes of a PostgreSQL, those that have ended included.
export function serverSeconds(dataDir: string): number {
  const postmaster = Number(readFileSync(join(dataDir, "postmaster.pid"), "utf8").split("\n")[0]);
  const processes = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(statOf);
  const running = processes.filter((fields) => Number(fields?.[PARENT]) === postmaster);
  return running.reduce(
    (sum, fields) => sum + secondsOf(fields!, OWN_TIMES),
    secondsOf(statOf(postmaster)!, ENDED_TIMES),
  );
}

// Places behind the name in /proc/PID/stat.
const PARENT = 1;
const OWN_TIMES = [11, 12];
const ENDED_TIMES = [13, 14];

function secondsOf(fields: readonly string[], places: readonly number[]): number {
  return places.reduce((sum, place) => sum + Number(fields[place]), 0) / CLOCK_TICKS;
}

function statOf(pid: number | string | undefined): readonly string[] | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ");
  } catch {
    // It has ended since it was listed, or the system does not tell.
    return undefined;
  }
}

export function drive(url: string, question: Question, seconds = SECONDS, connections = CONNECTIONS): LoadSeen {
  const folder = mkdtempSync(join(tmpdir(), "giao-bench-"));
  try {
    const words = loadWords(folder, url, question, seconds, connections);
    return JSON.parse(execFileSync(process.execPath, words, { encoding: "utf8" }));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

// The same beside others.
export async function driveAside(
  url: string,
  question: Question,
  seconds: number,
  connections: number,
): Promise<LoadSeen> {
  const folder = mkdtempSync(join(tmpdir(), "giao-bench-"));
  try {
    const { stdout } = await run(process.execPath, loadWords(folder, url, question, seconds, connections));
    return JSON.parse(stdout);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function loadWords(
  folder: string,
  url: string,
  { paths, tokens, ...how }: Question,
  seconds: number,
  connections: number,
): readonly string[] {
  const pathsFile = join(folder, "paths");
  const tokensFile = join(folder, "tokens");
  writeFileSync(pathsFile, paths.join("\n"));
  if (tokens) writeFileSync(tokensFile, tokens.join("\n"));
  const load: Load = { ...how, url, pathsFile, ...(tokens ? { tokensFile } : {}), connections, seconds };
  return ["bench/http-load.ts", JSON.stringify(load)];
}

export function compare(name: string, ours: string, floor: string, question: Question): number {
  drive(ours, question, WARM_SECONDS);
  drive(floor, question, WARM_SECONDS);
  const rounds = Array.from({ length: ROUNDS }, () => ({ ours: drive(ours, question), floor: drive(floor, question) }));
  const failures = rounds.reduce((sum, round) => sum + round.ours.failures + round.floor.failures, 0);
  if (failures > 0) throw new Error(`${name}: ${failures} requests failed`);
  const ratios = rounds.map((round) => round.ours.perSecond / round.floor.perSecond).sort((a, b) => a - b);
  const ratio = ratios[Math.floor(ROUNDS / 2)] ?? Number.NaN;
  const best = rounds.map((round) => round.ours).sort((a, b) => b.perSecond - a.perSecond)[0]!;
  const bare = rounds.map((round) => round.floor).sort((a, b) => b.perSecond - a.perSecond)[0]!;
  process.stdout.write(
    `${name.padEnd(40)} ${Math.round(best.perSecond).toString().padStart(6)}/s  p50 ${best.p50Ms.toFixed(2)} ms  p99 ${best.p99Ms.toFixed(2)} ms` +
      `   bare ${Math.round(bare.perSecond).toString().padStart(6)}/s   ratio ${ratio.toFixed(2)}\n`,
  );
  return ratio;
}
