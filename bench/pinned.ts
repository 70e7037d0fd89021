// Fixed shares of the cores: this process and all it starts on one of them, a server on another, so that neither the generator
// nor PostgreSQL takes from what the server has.
import { execFileSync, spawnSync } from "node:child_process";
import { availableParallelism } from "node:os";

export const SERVER_CORE = 0;
const OTHER_CORES = `1-${Math.max(1, availableParallelism() - 1)}`;

// What to put before a program that shall have the server's core to itself; empty where the system cannot.
export function takeShares(say: (line: string) => void): readonly string[] {
  const canPin = availableParallelism() > 1 && spawnSync("taskset", ["--version"]).status === 0;
  if (!canPin) {
    say(
      "NOT PINNED: there is one core only or no taskset (util-linux). Generator, PostgreSQL and server take from each other,",
    );
    say("and the figures below are of that, not of the server.");
    return [];
  }
  execFileSync("taskset", ["-a", "-c", "-p", OTHER_CORES, String(process.pid)], { stdio: "ignore" });
  say(`server on core ${SERVER_CORE}; generator and PostgreSQL on core ${OTHER_CORES}`);
  return ["taskset", "-c", String(SERVER_CORE)];
}
