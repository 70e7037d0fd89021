// The demo's streets and their base map, drawn once a run instead of by every program that is started: files that start
// programs take a data folder in which they lie already.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { until } from "./until.ts";

// How the runner tells test files, which are processes of their own, where they are.
const STREETS = "GIAO_TEST_STREETS";
const PROGRAM = join(import.meta.dirname, "draw-streets.ts");
export const FOLDERS = ["demo-map", "demo-base-map"];
export const DRAWN = "drawn";

export function startDrawing(): { readonly stop: () => Promise<void> } {
  const dir = mkdtempSync(join(tmpdir(), "giao-streets-"));
  process.env[STREETS] = dir;
  const child = spawn(process.execPath, [PROGRAM, dir], { stdio: ["ignore", "inherit", "inherit"] });
  const ended = once(child, "exit");
  return {
    stop: async () => {
      if (isRunning(child)) child.kill("SIGTERM");
      await ended;
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

// Removed with the test file.
export async function newDataDir(name: string): Promise<string> {
  const streets = process.env[STREETS];
  if (!streets) throw new Error("start test files through the runner: npm test -- <file>");
  await until("the demo's streets are drawn", () => existsSync(join(streets, DRAWN)), {
    everyMs: 100,
    secondsMax: 300,
  });
  const dir = mkdtempSync(join(tmpdir(), `giao-${name}-`));
  after(() => rmSync(dir, { recursive: true }));
  for (const folder of FOLDERS) symlinkSync(join(streets, folder), join(dir, folder));
  return dir;
}

function isRunning(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null;
}
