// What time it is, judged from readings of a clock that all replicas share: the database's. Between readings time goes on with a
// steady counter of the machine. The machine's own clock is no part of it, so it may be wrong, or be set, without anybody noticing.
// docs/decisions/shared-clock.md has the reasons.

// What the other clock says at `counterMs` of our counter, give or take `errorMs`.
export type Reading = { readonly counterMs: number; readonly timeMs: number; readonly errorMs: number };

export type Discipline = {
  // The line that time follows from here on.
  readonly counterMs: number;
  readonly timeMs: number;
  readonly errorMs: number;
  // How far it had run ahead there; worked off slowly, so that it never goes back.
  readonly aheadMs: number;
  // When a reading last agreed with it.
  readonly heardMs: number;
  // A reading that did not, and how many have said the same in a row.
  readonly doubt: { readonly reading: Reading; readonly times: number } | undefined;
};

// Readings further off than this are no correction but another clock: a fail-over to a host that is wrong, a clock that was set, a
// machine that slept. No timer minds two seconds.
export const AGREE_MS = 2_000;
// Another clock is believed when it has said the same so often.
export const TIMES_TO_BELIEVE = 3;
// Without a reading for this long nobody can say that the machine did not sleep meanwhile.
export const SILENCE_MS_MAX = 30_000;
// Counters run apart by far less: 50 parts in a million is a bad one.
const DRIFT = 100e-6;
// While it works off what it ran ahead.
const SLOWER_BY = 0.1;

// The answer came `heardMs - askedMs` after the question, and what it says was true somewhere in between. Since then the other clock
// may have run apart from our counter.
export function readingOf(saidMs: number, askedMs: number, heardMs: number): Reading {
  const tookMs = heardMs - askedMs;
  return { counterMs: heardMs, timeMs: saidMs + tookMs / 2, errorMs: tookMs / 2 + tookMs * DRIFT };
}

// The quickest of several answers tells most. Carried on to `counterMs`, because nobody may be told an earlier time than before.
export function bestOf(readings: readonly [Reading, ...Reading[]], counterMs: number): Reading {
  const { timeMs, errorMs, counterMs: heardMs } = readings.reduce((a, b) => (b.errorMs < a.errorMs ? b : a));
  const sinceMs = counterMs - heardMs;
  return { counterMs, timeMs: timeMs + sinceMs, errorMs: errorMs + sinceMs * DRIFT };
}

export function disciplineFrom(reading: Reading): Discipline {
  return { ...reading, aheadMs: 0, heardMs: reading.counterMs, doubt: undefined };
}

export function timeAt(line: Discipline, counterMs: number): number {
  const elapsedMs = counterMs - line.counterMs;
  return line.timeMs + elapsedMs - Math.min(line.aheadMs, elapsedMs * SLOWER_BY);
}

// How far the time may be off, if the clock that is read is right.
export function errorAt(line: Discipline, counterMs: number): number {
  const elapsedMs = counterMs - line.counterMs;
  return line.errorMs + elapsedMs * DRIFT + Math.max(0, line.aheadMs - elapsedMs * SLOWER_BY);
}

export function isCertainAt(line: Discipline, counterMs: number): boolean {
  const isHeard = counterMs - line.heardMs <= SILENCE_MS_MAX;
  return isHeard && line.doubt === undefined && errorAt(line, counterMs) <= AGREE_MS;
}

export function learn(line: Discipline, reading: Reading): Discipline {
  // A question that took so long says nothing.
  if (reading.errorMs > AGREE_MS) return line;
  const { counterMs } = reading;
  const offMs = reading.timeMs - timeAt(line, counterMs);
  if (Math.abs(offMs) > AGREE_MS + reading.errorMs) return doubt(line, reading);
  const agreed = { ...line, heardMs: counterMs, doubt: undefined };
  // Nothing new from somebody who knows less than we do.
  const knownMs = errorAt(line, counterMs);
  if (Math.abs(offMs) <= reading.errorMs + knownMs && reading.errorMs >= knownMs) return agreed;
  const aheadMs = Math.max(0, -offMs);
  return { ...agreed, counterMs, timeMs: reading.timeMs + aheadMs, errorMs: reading.errorMs, aheadMs };
}

function doubt(line: Discipline, reading: Reading): Discipline {
  const before = line.doubt;
  const saysTheSame =
    before !== undefined &&
    Math.abs(reading.timeMs - reading.counterMs - (before.reading.timeMs - before.reading.counterMs)) <=
      AGREE_MS + reading.errorMs;
  const times = saysTheSame ? before.times + 1 : 1;
  return times >= TIMES_TO_BELIEVE ? disciplineFrom(reading) : { ...line, doubt: { reading, times } };
}
