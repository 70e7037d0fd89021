// Work of requests that came in together, done together. A search and the web framework each fill the processor's caches;
// taking turns for every request they keep throwing each other out. So the questions of one turn of the event loop are
// first all read, then all answered, then all sent. With 32 connections a route call took 195 µs of processor instead of
// 284; with one it takes about as long as before.

type Job = { readonly work: () => () => void; readonly fail: (fault: unknown) => void };

// `work` answers with what is left to do: sending it. Whatever either throws is handed to `fail`.
export function openTogether(): (work: Job["work"], fail: Job["fail"]) => void {
  let waiting: Job[] = [];

  function run(): void {
    const jobs = waiting;
    waiting = [];
    const sends = jobs.map(({ work, fail }) => attempt(work, fail));
    for (const [i, send] of sends.entries()) if (send) attempt(send, jobs[i]!.fail);
  }

  return (work, fail) => {
    // After everything that has already arrived at the sockets is read.
    if (waiting.push({ work, fail }) === 1) setImmediate(run);
  };
}

function attempt<T>(work: () => T, fail: (fault: unknown) => void): T | undefined {
  try {
    return work();
  } catch (fault) {
    fail(fault);
    return undefined;
  }
}
