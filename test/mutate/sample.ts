// A few of many by chance, the same for the same seed.
import { realClock } from "../../src/ports/clock.ts";
import { say } from "./report.ts";

export function sampled<Each>(all: readonly Each[], count: number, given: string | undefined): readonly Each[] {
  const seed = Number(given ?? realClock.now().getTime() % 2 ** 31);
  say(`--seed ${seed}`);
  const chance = chanceOf(seed);
  const ranked = all.map((each) => ({ each, rank: chance() })).sort((a, b) => a.rank - b.rank);
  const chosen = new Set(ranked.slice(0, count).map(({ each }) => each));
  return all.filter((each) => chosen.has(each));
}

// mulberry32
function chanceOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
