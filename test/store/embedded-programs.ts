// Starts programs with an embedded PostgreSQL each, under circumstances a test chooses, and leaves none behind.
import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after } from "node:test";
import pg from "pg";
import { isRefusal, type Refusal } from "../../src/domain/refusal.ts";

export type Program = { readonly child: ChildProcess; readonly answer: { readonly url: string } | Refusal<string> };
export type Circumstances = {
  readonly uid?: number;
  // Commands that fail, as on a machine that lacks or forbids them.
  readonly without?: readonly string[];
  // Words before the program's own.
  readonly inside?: readonly string[];
};

const PROGRAM = join(import.meta.dirname, "embedded-program.ts");

// Everybody may pass through it, only its owner may look around.
export const room = mkdtempSync(join(tmpdir(), "giao-embedded-"));
chmodSync(room, 0o711);
const programs: ChildProcess[] = [];
after(async () => {
  for (const child of programs) await kill(child, "SIGTERM");
  rmSync(room, { recursive: true, force: true });
});

export async function start(dataDir: string, circumstances: Circumstances = {}): Promise<Program> {
  const { uid, without = [], inside = [] } = circumstances;
  const [command = "", ...words] = [...inside, process.execPath, PROGRAM, dataDir];
  const child = spawn(command, words, {
    ...(uid === undefined ? {} : { uid, gid: uid }),
    env: { ...process.env, PATH: `${commandsThatFail(without)}:${process.env.PATH}` },
    stdio: ["ignore", "pipe", "pipe"],
  });
  programs.push(child);
  let complaints = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    complaints += text;
  });
  for await (const line of createInterface({ input: child.stdout })) return { child, answer: JSON.parse(line) };
  throw new Error(`the program ended before it answered: ${complaints}`);
}

export async function kill(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill(signal);
  await once(child, "exit");
}

export function urlOf({ answer }: Program): string {
  assert.ok(!isRefusal(answer), isRefusal(answer) ? answer.why : "");
  return answer.url;
}

export function refusalOf({ answer }: Program): Refusal<string> {
  assert.ok(isRefusal(answer), "the start should have been refused");
  assert.doesNotMatch(answer.why, /\n/, "a refusal is one line");
  return answer;
}

export async function query(url: string, text: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<unknown[]>({ text, rowMode: "array" });
    return rows[0]?.[0];
  } finally {
    await client.end();
  }
}

// The pids of the servers, not of their backends, that keep their data in this folder.
export function serversIn(dataDir: string): readonly number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(`postgres\0-D\0${dataDir}/`);
      } catch {
        // It ended while the list was read.
        return false;
      }
    })
    .map(Number);
}

function commandsThatFail(names: readonly string[]): string {
  const folder = join(room, `commands-${names.join("-")}`);
  mkdirSync(folder, { recursive: true });
  for (const name of names) writeFileSync(join(folder, name), "#!/bin/sh\nexit 1\n", { mode: 0o755 });
  return folder;
}
