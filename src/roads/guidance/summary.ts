// Names a leg by the two roads it spends most time on, in the order they are driven.
import type { PathLeg } from "../path.ts";

const ROADS_NAMED = 2;

export function summarise(leg: PathLeg): string {
  const seconds = new Map<string, number>();
  let [called, spent] = ["", 0];
  const note = (): void => {
    if (called !== "") seconds.set(called, (seconds.get(called) ?? 0) + spent);
  };
  for (const { street, durationSeconds } of leg.pieces()) {
    const now = street.name || street.ref;
    if (now !== called) {
      note();
      [called, spent] = [now, 0];
    }
    spent += durationSeconds;
  }
  note();
  const longest = new Set([...seconds.keys()].sort((a, b) => seconds.get(b)! - seconds.get(a)!).slice(0, ROADS_NAMED));
  return [...seconds.keys()].filter((name) => longest.has(name)).join(", ");
}
