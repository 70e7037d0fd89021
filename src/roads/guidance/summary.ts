// Names a leg by the two roads it spends most time on, in the order they are driven.
import type { PathLeg, Street } from "../path.ts";

export function summarise(leg: PathLeg): readonly string[] {
  const seconds = new Map<string, number>();
  let street: Street | undefined;
  let [called, spent] = ["", 0];
  for (const piece of leg.pieces()) {
    if (piece.street !== street) {
      street = piece.street;
      const now = street.name || street.ref;
      if (now !== called) {
        if (called !== "") seconds.set(called, (seconds.get(called) ?? 0) + spent);
        [called, spent] = [now, 0];
      }
    }
    spent += piece.durationSeconds;
  }
  if (called !== "") seconds.set(called, (seconds.get(called) ?? 0) + spent);
  return longestTwo(seconds);
}

// Of two that take as long, the one driven first.
function longestTwo(seconds: ReadonlyMap<string, number>): readonly string[] {
  let [first, second] = ["", ""];
  let [most, next] = [-1, -1];
  for (const [name, spent] of seconds) {
    if (spent > most) {
      [second, next] = [first, most];
      [first, most] = [name, spent];
    } else if (spent > next) {
      [second, next] = [name, spent];
    }
  }
  const names: string[] = [];
  for (const name of seconds.keys()) if (name === first || name === second) names.push(name);
  return names;
}
