// Runs the benchmarks one after another, each in a process of its own, so that none warms or starves the next.
import { spawnSync } from "node:child_process";
import { globSync } from "node:fs";
import { basename } from "node:path";

export async function runBenches(names: readonly string[]): Promise<number> {
  const files = globSync("bench/*.bench.ts").sort();
  const chosen = files.filter((file) => names.length === 0 || names.includes(basename(file, ".bench.ts")));
  if (chosen.length === 0) {
    process.stderr.write(
      `No such benchmark. There are: ${files.map((file) => basename(file, ".bench.ts")).join(", ")}\n`,
    );
    return 1;
  }
  let failed = 0;
  for (const file of chosen) {
    process.stdout.write(`\n== ${basename(file, ".bench.ts")}\n`);
    const { status } = spawnSync(process.execPath, [file], { stdio: "inherit" });
    if (status !== 0) failed += 1;
  }
  return failed === 0 ? 0 : 1;
}
