// Questions that come one by one and are answered together: those that come while some are being answered wait for the next round, so that a
// busy process needs few statements and a quiet one waits for nobody.
import { openLoop } from "./loop.ts";

export type Asked<Question, Answer> = {
  readonly question: Question;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
};

export type Gathering<Question, Answer> = {
  // Of one round.
  readonly max: number;
  // Waits for more to come before a round, where that is worth it, or after it. `waiting`: how many there are.
  readonly gather?: (waiting: () => number) => Promise<void>;
  readonly rest?: (waiting: number) => Promise<unknown> | undefined;
  // Answers each of them, or puts it back for the next round. Where this fails, those that have no answer yet fail with it.
  readonly answer: (
    round: readonly Asked<Question, Answer>[],
    putBack: (asked: Asked<Question, Answer>) => void,
  ) => Promise<void>;
};

export function gathered<Question, Answer>({
  max,
  gather,
  rest,
  answer,
}: Gathering<Question, Answer>): (question: Question) => Promise<Answer> {
  const queue: Asked<Question, Answer>[] = [];
  const putBack = (asked: Asked<Question, Answer>) => void queue.push(asked);
  const fail = (asked: readonly Asked<Question, Answer>[]) => (error: unknown) => {
    for (const { reject } of asked) reject(error);
  };

  async function work(): Promise<void> {
    if (queue.length === 0) return;
    if (gather) await gather(() => queue.length);
    const round = queue.splice(0, max);
    await answer(round, putBack).catch(fail(round));
    await rest?.(queue.length);
    if (queue.length > 0) loop.wake();
  }

  const loop = openLoop({ work, failed: (error) => fail(queue.splice(0))(error) });
  return (question) =>
    new Promise((resolve, reject) => {
      queue.push({ question, resolve, reject });
      loop.wake();
    });
}
