// How much time passes while a test does something depends on the machine: here none does.
import { mock } from "node:test";
import type { House } from "../../src/wiring/house.ts";

type WithHouse = { readonly house: Pick<House, "clock"> };

// For what fills or ends by the program's clock, of each of these servers.
export async function whileTimeStands<T>(servers: readonly WithHouse[], work: () => Promise<T>): Promise<T> {
  const stills = servers.map(({ house: { clock } }) => {
    const now = clock.now();
    return mock.method(clock, "now", () => now).mock;
  });
  try {
    return await work();
  } finally {
    for (const still of stills) still.restore();
  }
}

export type StillCounter = { readonly pass: (ms: number) => void };

// For what is measured by the machine's counter (ports/clock.ts): it goes on only as it is told to, until the test is over.
export function stillCounter(t: { readonly after: (end: () => void) => void }): StillCounter {
  let ms = performance.now();
  const { mock: still } = mock.method(performance, "now", () => ms);
  t.after(() => still.restore());
  return {
    pass: (more) => {
      ms += more;
    },
  };
}
