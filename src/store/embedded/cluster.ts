// Makes a new PostgreSQL data folder: complete or not there at all, whatever stops the program meanwhile.
import { spawn } from "node:child_process";
import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { type Refusal, refuse } from "../../domain/refusal.ts";
import { secureRandom } from "../../ports/random.ts";
import type { Binaries } from "./binaries.ts";
import { type Layout, USER } from "./layout.ts";
import { didNotStart, type EmbeddedRefusal } from "./refusals.ts";
import { type RunAs, spawnOptions } from "./run-as.ts";

const PASSWORD_BYTES = 24;
// One second of work; the rest is for a disk that is very slow to write 40 MB.
const INITDB_MS_MAX = 300_000;

export function checkVersion(layout: Layout, binaries: Binaries): Refusal<EmbeddedRefusal> | undefined {
  const file = join(layout.cluster, "PG_VERSION");
  if (!existsSync(file)) return undefined;
  const major = readFileSync(file, "utf8").trim();
  if (major === binaries.major) return undefined;
  return refuse(
    "DATA_DIR_OF_OTHER_VERSION",
    `DATA_DIR ${layout.dataDir} holds data of PostgreSQL ${major} and this program brings PostgreSQL ${binaries.major}: see "Upgrade" in docs/database.md.`,
  );
}

export async function makeCluster(
  layout: Layout,
  binaries: Binaries,
  runAs: RunAs,
  { durable, signal }: { readonly durable: boolean; readonly signal: AbortSignal | undefined },
): Promise<Refusal<EmbeddedRefusal> | undefined> {
  rmSync(layout.clusterInTheMaking, { recursive: true, force: true });
  writePassword(layout, runAs);
  const said: string[] = [];
  const status = await run(
    binaries.initdb,
    [
      `--pgdata=${layout.clusterInTheMaking}`,
      `--username=${USER}`,
      `--pwfile=${layout.password}`,
      "--auth=scram-sha-256",
      "--encoding=UTF8",
      // Sorts by code point on every machine alike, and still knows that đ is the small form of Đ.
      "--locale-provider=builtin",
      "--builtin-locale=C.UTF-8",
      "--locale=C",
      "--no-instructions",
      ...(durable ? [] : ["--no-sync"]),
    ],
    layout,
    runAs,
    said,
    signal,
  );
  if (status !== 0) return didNotStart(layout.dataDir, "PostgreSQL could not make its folder", said);
  renameSync(layout.clusterInTheMaking, layout.cluster);
  if (durable) syncFolder(layout.home);
  return undefined;
}

export function readPassword(layout: Layout): string {
  return readFileSync(layout.password, "utf8").trim();
}

function writePassword(layout: Layout, runAs: RunAs): void {
  // Written to the disk before the data that it opens.
  writeFileSync(layout.password, `${secureRandom.hex(PASSWORD_BYTES)}\n`, { mode: 0o600, flush: true });
  if (runAs.ids) chownSync(layout.password, runAs.ids.uid, runAs.ids.gid);
}

function syncFolder(folder: string): void {
  const handle = openSync(folder, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

function run(
  program: string,
  words: readonly string[],
  layout: Layout,
  runAs: RunAs,
  said: string[],
  signal: AbortSignal | undefined,
): Promise<number> {
  const [command = "", ...rest] = [...runAs.wrapper, program, ...words];
  const child = spawn(command, rest, { ...spawnOptions(layout, runAs), timeout: INITDB_MS_MAX, killSignal: "SIGINT" });
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => said.push(...text.split("\n").filter(Boolean)));
  }
  // It removes what it has made before it ends.
  const stop = (): void => void child.kill("SIGINT");
  signal?.addEventListener("abort", stop);
  return new Promise<number>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve(code ?? 1));
  }).finally(() => signal?.removeEventListener("abort", stop));
}
