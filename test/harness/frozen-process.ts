// Rows that are held by a process which does nothing any more.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

const ROW_HOLDER = join(import.meta.dirname, "../faults/row-holder.ts");

export type FrozenHolder = { readonly end: () => Promise<void> };

// Resolves when the rows are locked and their holder is frozen. The server frees them after `idleMs`.
export async function freezeHolding(
  databaseUrl: string,
  phones: readonly string[],
  idleMs: number,
  kind: "accounts" | "orders" | "places" = "accounts",
): Promise<FrozenHolder> {
  const child = spawn(process.execPath, [ROW_HOLDER, databaseUrl, String(idleMs), kind, ...phones], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  const locked = once(child.stdout, "data");
  await Promise.race([
    locked,
    ended.then(() => {
      throw new Error("the process that should hold rows ended");
    }),
  ]);
  child.kill("SIGSTOP");
  return {
    end: async () => {
      child.kill("SIGKILL");
      await ended;
    },
  };
}
