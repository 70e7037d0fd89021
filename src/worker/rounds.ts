// How the rounds of the loops end that nobody calls for: counted for the operator's monitoring, and told in the log where one went wrong.
import type { FastifyBaseLogger } from "fastify";

export type Rounds = {
  readonly done: (loop: string) => void;
  // The next round tries again.
  readonly failed: (loop: string, error: unknown) => void;
  // It did not end by its deadline. Another is begun; whatever this one still waits for, nobody waits for it.
  readonly hung: (loop: string, seconds: number) => void;
  // From the start of the process, by loop and outcome.
  readonly counts: () => Readonly<Record<string, Readonly<Record<Outcome, number>>>>;
};

type Outcome = "done" | "failed" | "hung";

export function openRounds(log: Pick<FastifyBaseLogger, "warn" | "error">): Rounds {
  const counts: Record<string, Record<Outcome, number>> = {};
  const count = (loop: string, outcome: Outcome): void => {
    counts[loop] ??= { done: 0, failed: 0, hung: 0 };
    counts[loop][outcome]++;
  };
  return {
    done: (loop) => count(loop, "done"),
    failed: (loop, error) => {
      count(loop, "failed");
      log.warn({ loop, err: error }, `a round of ${loop} failed; the next one tries again`);
    },
    hung: (loop, seconds) => {
      count(loop, "hung");
      log.error({ loop, seconds }, `a round of ${loop} did not end in ${seconds} s and is given up; another begins`);
    },
    counts: () => counts,
  };
}
