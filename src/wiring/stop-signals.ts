// The signals that end a server, heard from the first moment on. Loading takes a second or two, in which nothing is open and a signal
// just ends the program; what comes in the meantime must find somebody who listens, or it is lost.

// From a supervisor, who may have a balancer in front, or from a person at a terminal, who has none.
export type StopSignal = "SIGTERM" | "SIGINT";

let end: (signal: StopSignal) => void = () => process.exit(0);

export function hearStopSignals(): void {
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => end(signal));
}

// What a signal does from now on.
export function onStopSignal(work: (signal: StopSignal) => void): void {
  end = work;
}
