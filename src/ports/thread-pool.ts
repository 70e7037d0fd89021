// Work that would hold up the event loop, on threads of its own. They start when first needed, do one piece of work at a time, and
// keep no program alive. Callers take turns (domain/admission/fair-queue.ts), and what nobody waits for any more is not begun.
import { availableParallelism, constants, setPriority } from "node:os";
import { parentPort, type TransferListItem, Worker } from "node:worker_threads";
import { FairQueue } from "../domain/admission/fair-queue.ts";
import { checkDeadline, type Deadline, withDeadline } from "./deadline.ts";

export type ThreadPool<Question, Answer, News = never> = {
  // `work` is what it is asked for: thisWork() of ports/deadline.ts. `onNews` hears what the thread tells before it answers.
  readonly ask: (question: Question, work: Deadline | undefined, onNews?: (news: News) => void) => Promise<Answer>;
  // Of the same caller's.
  readonly waitingFor: (work: Deadline | undefined) => number;
  // Ends the threads, after the work under way. What is asked later still gets a thread, for itself.
  readonly close: () => void;
};

type Job<Question, Answer, News> = {
  readonly question: Question;
  readonly onNews: ((news: News) => void) | undefined;
  readonly work: Deadline | undefined;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (fault: unknown) => void;
};
type Reply<Answer, News> = { readonly answer: Answer } | { readonly fault: string } | { readonly news: News };

// One core is left to the event loop, where there are several.
const THREADS_MAX = 4;
const THREADS = Math.max(1, Math.min(THREADS_MAX, availableParallelism() - 1));
const HOUSE = { group: "house", member: "house" };

// `script` calls answerOnThread.
export function openThreadPool<Question, Answer, News = never>(
  script: URL,
  workerData: unknown,
  threadsMax = THREADS,
): ThreadPool<Question, Answer, News> {
  const waiting = new FairQueue<Job<Question, Answer, News>>();
  const threads = new Map<Worker, Job<Question, Answer, News> | undefined>();
  let isClosed = false;

  function start(): Worker {
    const thread = new Worker(script, { workerData });
    thread.on("message", (reply: Reply<Answer, News>) => {
      const job = threads.get(thread);
      if ("news" in reply) {
        job?.onNews?.(reply.news);
        return;
      }
      threads.set(thread, undefined);
      thread.unref();
      if ("fault" in reply) job?.reject(new Error(reply.fault));
      else job?.resolve(reply.answer);
      handOut();
    });
    thread.on("error", (fault) => {
      threads.get(thread)?.reject(fault);
      threads.delete(thread);
      handOut();
    });
    return thread;
  }

  function handOut(): void {
    for (const [thread, job] of threads) if (!job) giveNext(thread);
    while (waiting.size > 0 && threads.size < threadsMax) giveNext(start());
    if (isClosed) for (const [thread, job] of threads) if (!job) end(thread);
  }

  function giveNext(thread: Worker): void {
    threads.set(thread, undefined);
    for (let job = waiting.take(() => true); job; job = waiting.take(() => true)) {
      if (!isWanted(job)) continue;
      threads.set(thread, job);
      thread.ref();
      thread.postMessage(job.question);
      return;
    }
  }

  function end(thread: Worker): void {
    threads.delete(thread);
    void thread.terminate();
  }

  return {
    ask: (question, work, onNews) =>
      new Promise<Answer>((resolve, reject) => {
        waiting.push(work?.caller ?? HOUSE, { question, onNews, work, resolve, reject });
        handOut();
      }),
    waitingFor: (work) => waiting.countOf(work?.caller ?? HOUSE).member,
    close: () => {
      isClosed = true;
      handOut();
    },
  };
}

function isWanted({ work, reject }: Pick<Job<unknown, never, never>, "work" | "reject">): boolean {
  try {
    if (work) withDeadline(work, checkDeadline);
    return true;
  } catch (fault) {
    reject(fault);
    return false;
  }
}

// On a thread: `answer` says what came of a question, and which of its memory is handed over instead of copied; what it `tell`s
// reaches whoever asked at once.
export function answerOnThread<Question, Answer, News = never>(
  answer: (question: Question, tell: (news: News) => void) => readonly [Answer, readonly TransferListItem[]],
): void {
  // The event loop goes first where there is one core for both. Elsewhere than on Linux it would slow down the whole process.
  if (process.platform === "linux") setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  parentPort?.on("message", (question: Question) => {
    try {
      const [reply, handedOver] = answer(question, (news) =>
        parentPort?.postMessage({ news } satisfies Reply<Answer, News>),
      );
      parentPort?.postMessage({ answer: reply } satisfies Reply<Answer, News>, [...handedOver]);
    } catch (fault) {
      const text = fault instanceof Error ? (fault.stack ?? fault.message) : String(fault);
      parentPort?.postMessage({ fault: text } satisfies Reply<Answer, News>);
    }
  });
}
