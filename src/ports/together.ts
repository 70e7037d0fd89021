// Work of requests that came in together, done together. A search and the web framework each fill the processor's caches;
// taking turns for every request they keep throwing each other out. So the questions of one turn of the event loop are
// first all read, then all answered, then all sent. docs/roads.md says what that is worth.

type Job = { readonly work: () => () => void; readonly fail: (fault: unknown) => void };

// `work` answers with what is left to do: sending it. Whatever either throws is handed to `fail`.
export function openTogether(): (work: Job["work"], fail: Job["fail"]) => void {
  let waiting: Job[] = [];

  function run(): void {
    const jobs = waiting;
    waiting = [];
    const faults: unknown[] = [];
    const sends = jobs.map(({ work, fail }) => attempt(work, fail, faults));
    for (const [i, send] of sends.entries()) if (send) attempt(send, jobs[i]!.fail, faults);
    // Everybody else has been answered by now.
    if (faults.length > 0) throw faults[0];
  }

  return (work, fail) => {
    // After everything that has already arrived at the sockets is read.
    if (waiting.push({ work, fail }) === 1) setImmediate(run);
  };
}

// A job that cannot even be refused must not leave those behind it without an answer.
function attempt<T>(work: () => T, fail: (fault: unknown) => void, faults: unknown[]): T | undefined {
  try {
    return work();
  } catch (fault) {
    try {
      fail(fault);
    } catch (worse) {
      faults.push(worse);
    }
    return undefined;
  }
}
