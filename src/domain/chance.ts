// Chance as a plain value: the same seed always gives the same numbers, so a search, a generated day or a test can be run again.
// Never for identifiers or keys; those come from the secure source in ports/.

export type Chance = () => number; // a float in [0, 1)

// Mulberry32: 32 bits of state, passes the usual batteries, a few operations a number.
export function seededChance(seed: number): Chance {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

// The same for a name and a seed, whoever else draws: what belongs to a place stays with it from day to day.
export function chanceFor(name: string, seed: number): Chance {
  let mixed = seed | 0;
  for (let at = 0; at < name.length; at++) mixed = Math.imul(mixed ^ name.charCodeAt(at), 0x01000193);
  return seededChance(mixed ^ (mixed >>> 15));
}

// Around 0, with a spread of 1.
export function normalChance(chance: Chance): number {
  return Math.sqrt(-2 * Math.log(1 - chance())) * Math.cos(2 * Math.PI * chance());
}
