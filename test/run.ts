// Runs every test file, or those named, with node's own runner.
import { spawnSync } from "node:child_process";
import { globSync } from "node:fs";

export async function runTests(files: readonly string[]): Promise<number> {
  const all = files.length > 0 ? files : globSync(["src/**/*.test.ts", "test/**/*.test.ts"]).sort();
  const { status } = spawnSync(process.execPath, ["--test", ...all], { stdio: "inherit" });
  return status ?? 1;
}
