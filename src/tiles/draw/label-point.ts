// Where the name of an area is written: in the middle of a wide and high part of it, never outside.
import { boxOf, type WorldLine } from "../feature.ts";

const ROWS = 15;

export function labelPoint(rings: readonly WorldLine[]): WorldLine {
  const { top, bottom, left, right } = boxOf(rings);
  let best = { x: (left + right) / 2, y: (top + bottom) / 2, room: -1 };
  for (let row = 1; row <= ROWS; row++) {
    const y = top + ((bottom - top) * row) / (ROWS + 1);
    const across = widestSpan(crossings(rings, y, 1));
    if (!across) continue;
    const x = (across.from + across.to) / 2;
    const along = spanAround(crossings(rings, x, 0), y);
    if (!along) continue;
    const room = Math.min(across.to - across.from, along.to - along.from);
    if (room > best.room) best = { x, y, room };
  }
  return Float64Array.of(best.x, best.y);
}

type Span = { readonly from: number; readonly to: number };

// Where the straight line `axis` = `at` meets the rings, in order; between the first and second is inside, and so on.
function crossings(rings: readonly WorldLine[], at: number, axis: 0 | 1): readonly number[] {
  const found: number[] = [];
  for (const ring of rings) {
    let before = ring.length - 2;
    for (let i = 0; i < ring.length; i += 2) {
      const [from, to] = [ring[before + axis]!, ring[i + axis]!];
      if (from > at !== to > at) {
        const [a, b] = [ring[before + 1 - axis]!, ring[i + 1 - axis]!];
        found.push(a + ((b - a) * (at - from)) / (to - from));
      }
      before = i;
    }
  }
  return found.sort((a, b) => a - b);
}

function spansOf(found: readonly number[]): readonly Span[] {
  return found.flatMap((from, i) => (i % 2 === 0 && i + 1 < found.length ? [{ from, to: found[i + 1]! }] : []));
}

function widestSpan(found: readonly number[]): Span | undefined {
  return spansOf(found).reduce<Span | undefined>(
    (best, span) => (!best || span.to - span.from > best.to - best.from ? span : best),
    undefined,
  );
}

function spanAround(found: readonly number[], at: number): Span | undefined {
  return spansOf(found).find(({ from, to }) => from <= at && at <= to);
}
