// Keeps the server up while the program runs, and ends it with the program.
import { isRefusal, type Refusal } from "../../domain/refusal.ts";
import { startStopwatch } from "../../ports/clock.ts";
import type { Log } from "./log.ts";
import type { EmbeddedRefusal } from "./refusals.ts";
import type { Server } from "./server.ts";

export type Supervised = {
  readonly first: Server;
  readonly startAgain: () => Promise<Server | Refusal<EmbeddedRefusal>>;
  // Runs once, when no server is left.
  readonly afterStop: () => void;
  readonly log: Log;
};

// A server that falls this often in a row, each time within a minute, would fall again: its log says why.
const FALLS_MAX = 5;
const UPTIME_MS_GOOD = 60_000;

export function supervise({ first, startAgain, afterStop, log }: Supervised): () => Promise<void> {
  let server = first;
  let stopped: Promise<void> | undefined;
  const atExit = () => server.stopWithoutWaiting();
  process.once("exit", atExit);

  // Somebody killed the server, most likely the kernel for want of memory. The pool finds the next one at the same address.
  const watch = async () => {
    for (let falls = 1; !stopped; falls++) {
      const uptime = startStopwatch();
      await server.ended;
      if (stopped) return;
      if (uptime.elapsedMs() > UPTIME_MS_GOOD) falls = 1;
      if (falls > FALLS_MAX) return log.error(`the database server ended ${falls} times in a row; giving up on it`);
      log.error("the database server ended by itself; starting it again");
      const again = await startAgain();
      if (isRefusal(again)) return log.error(again.why);
      server = again;
    }
  };
  const watching = watch().catch((error: unknown) => log.error(`the database server did not start again: ${error}`));

  const stop = async () => {
    process.off("exit", atExit);
    await server.stop();
    await watching;
    // The watch may have been starting another one just then.
    await server.stop();
    afterStop();
  };
  return () => {
    stopped ??= stop();
    return stopped;
  };
}
