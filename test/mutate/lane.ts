// The parent's hold on one process that tries mutants: asks it one thing at a time, ends it when an answer does not come, and
// starts another.
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { PLAN_FILE } from "./environment.ts";
import type { Asked, Verdict } from "./try-mutants.ts";

export type Lane = {
  // undefined: no answer in time, or the process died of it.
  readonly ask: (asked: Asked, limitMs: number) => Promise<Verdict | undefined>;
  // Which mutants are met while these sources load.
  readonly load: (sources: readonly string[]) => Promise<readonly number[]>;
  // Every run leaves modules behind that cannot be unloaded: after many it is time for a new process.
  readonly isWorn: () => boolean;
  // A new process: nothing that was left behind is in the way.
  readonly renew: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

const LOADING_MS_MAX = 120_000;
const RUNS_MAX = 150;
const HOOKS = new URL("load-mutants.ts", import.meta.url).href;
const PROGRAM = new URL("try-mutants.ts", import.meta.url);

export function openLane(planFile: string): Lane {
  let child: ChildProcess | undefined;
  let runs = 0;

  async function renew(): Promise<void> {
    await stop();
    runs = 0;
    child = fork(PROGRAM, {
      execArgv: ["--import", HOOKS],
      env: { ...process.env, [PLAN_FILE]: planFile },
      // What a test says is of no use here; what a process says before it dies may be.
      stdio: ["ignore", "ignore", "pipe", "ipc"],
    });
    child.stderr?.resume();
  }

  async function stop(): Promise<void> {
    const ending = child;
    child = undefined;
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return;
    ending.kill("SIGKILL");
    await once(ending, "exit");
  }

  async function answer(question: Asked | { readonly sources: readonly string[] }, limitMs: number) {
    // A process may also die between two questions, of what the last one left behind.
    if (!child?.connected) await renew();
    runs += 1;
    const asked = child!;
    const verdict = await new Promise<Verdict | undefined>((resolve) => {
      const limit = setTimeout(() => end(undefined), limitMs);
      const end = (given: Verdict | undefined) => {
        clearTimeout(limit);
        asked.removeAllListeners("message").removeAllListeners("exit");
        resolve(given);
      };
      asked.once("message", (message) => end(message as Verdict));
      asked.once("exit", () => end(undefined));
      asked.send(question, (error) => {
        if (error) end(undefined);
      });
    });
    if (!verdict) await stop();
    return verdict;
  }

  return {
    ask: answer,
    load: async (sources) => {
      const verdict = await answer({ sources }, LOADING_MS_MAX);
      if (!verdict || verdict.failure !== undefined)
        throw new Error(`a source does not load: ${verdict?.failure ?? "no answer"}`);
      return verdict.met.between;
    },
    isWorn: () => runs >= RUNS_MAX,
    renew,
    stop,
  };
}
