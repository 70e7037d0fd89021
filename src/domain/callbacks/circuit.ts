// How much an endpoint is asked to take, by how it has answered of late. Per endpoint, so that a dead one costs the others nothing.
//   steady   fewer than 3 failures in a row   up to the endpoint's cap in flight
//   failing  3 to 9                           one at a time
//   open     10 and more                      nothing, but for one probe now and then: the oldest event that is due
// One success closes it. If it was failing or open, the endpoint has recovered: the backlog is due at once.

export type Circuit = {
  // In a row, over all orders of the endpoint.
  readonly failures: number;
  // While open: not before this.
  readonly probeAt: Date | undefined;
};

export const STEADY: Circuit = { failures: 0, probeAt: undefined };

// Below this a success between failures says that the event is at fault, not the endpoint: no backlog is brought forward,
// or one event that always fails would burn its retries with every success of another.
const FAILING_AFTER = 3;
const OPEN_AFTER = 10;
const PROBE_SECONDS_MIN = 10;
const PROBE_SECONDS_MAX = 300;

export type AfterTry = { readonly circuit: Circuit; readonly recovered: boolean };

export function afterTry(circuit: Circuit, delivered: boolean, now: Date): AfterTry {
  if (delivered) return { circuit: STEADY, recovered: circuit.failures >= FAILING_AFTER };
  const failures = circuit.failures + 1;
  if (failures < OPEN_AFTER) return { circuit: { failures, probeAt: undefined }, recovered: false };
  const wait = Math.min(PROBE_SECONDS_MAX, PROBE_SECONDS_MIN * 2 ** Math.min(failures - OPEN_AFTER, 10));
  return { circuit: { failures, probeAt: new Date(now.getTime() + wait * 1000) }, recovered: false };
}

// How many tries may be in flight at this moment.
export function inFlightMax(circuit: Circuit, cap: number, now: Date): number {
  if (circuit.failures < FAILING_AFTER) return cap;
  if (circuit.failures < OPEN_AFTER) return 1;
  return circuit.probeAt !== undefined && circuit.probeAt > now ? 0 : 1;
}
