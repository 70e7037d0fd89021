// A program in another language that does what a test says, one JSON line at a time.
import { spawn, spawnSync } from "node:child_process";
import { createInterface } from "node:readline";
import type { Json } from "../harness/giao.ts";

export type Said = {
  readonly gave?: Json;
  readonly refused?: { readonly code: string; readonly status: number; readonly words: string; readonly id: string };
  readonly unreachable?: string;
  readonly badCallback?: string;
  readonly mistake?: string;
  readonly pauses: readonly number[];
};
export type Driver = {
  readonly ask: (what: string, given?: object) => Promise<Said>;
  readonly stop: () => void;
};

export function skipWithout(command: string, ...words: readonly string[]): string | false {
  if (spawnSync(command, words).status === 0) return false;
  const line = `${command} ${words.join(" ")} does not run here, so its client was not tested (.ci/install brings it)`;
  process.stderr.write(`SKIPPED: ${line}\n`);
  return line;
}

export const skipWithoutPhp = (): string | false =>
  skipWithout("php", "-r", "exit(PHP_VERSION_ID >= 80100 && extension_loaded('curl') ? 0 : 1);");

export function startDriver(command: string, words: readonly string[], env: Record<string, string> = {}): Driver {
  const child = spawn(command, words, { stdio: ["pipe", "pipe", "inherit"], env: { ...process.env, ...env } });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    ask: async (what, given = {}) => {
      child.stdin.write(`${JSON.stringify({ do: what, given })}\n`);
      const { value, done } = await lines.next();
      if (done) throw new Error(`the driver ended at ${what}`);
      return JSON.parse(value);
    },
    stop: () => child.stdin.end(),
  };
}
