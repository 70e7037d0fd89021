// Cuts lines and rings to a band between two parallels of one axis. Twice, once an axis, is a cut to a tile.

type Axis = 0 | 1;
export type Band = { readonly axis: Axis; readonly from: number; readonly to: number };

type Line = ArrayLike<number>;

// The stretches of a line that lie in the band, in order.
export function clipLine(line: Line, band: Band, into: number[][]): void {
  const { axis, from, to } = band;
  let piece: number[] = [];
  const end = (): void => {
    if (piece.length > 2) into.push(piece);
    piece = [];
  };
  for (let i = 2; i < line.length; i += 2) {
    const [ax, ay, bx, by] = [line[i - 2]!, line[i - 1]!, line[i]!, line[i + 1]!];
    const [a, b] = axis === 0 ? [ax, bx] : [ay, by];
    if ((a < from && b < from) || (a > to && b > to)) {
      end();
      continue;
    }
    const at = (limit: number): [number, number] => crossing(ax, ay, bx, by, axis, limit);
    if (piece.length === 0) {
      if (a < from) piece.push(...at(from));
      else if (a > to) piece.push(...at(to));
      else piece.push(ax, ay);
    }
    if (b < from) piece.push(...at(from));
    else if (b > to) piece.push(...at(to));
    else piece.push(bx, by);
    if (b < from || b > to) end();
  }
  end();
}

// The ring inside the band, by Sutherland and Hodgman: where it left the band it now runs along its edge. The direction
// stays.
export function clipRing(ring: Line, { axis, from, to }: Band): number[] {
  return clipSide(clipSide(ring, axis, from, 1), axis, to, -1);
}

// Keeps what lies on the side of the limit that the sign points to.
function clipSide(ring: Line, axis: Axis, limit: number, sign: 1 | -1): number[] {
  const kept: number[] = [];
  if (ring.length === 0) return kept;
  let [ax, ay] = [ring[ring.length - 2]!, ring[ring.length - 1]!];
  let wasIn = ((axis === 0 ? ax : ay) - limit) * sign >= 0;
  for (let i = 0; i < ring.length; i += 2) {
    const [bx, by] = [ring[i]!, ring[i + 1]!];
    const isIn = ((axis === 0 ? bx : by) - limit) * sign >= 0;
    if (isIn !== wasIn) kept.push(...crossing(ax, ay, bx, by, axis, limit));
    if (isIn) kept.push(bx, by);
    [ax, ay, wasIn] = [bx, by, isIn];
  }
  return kept;
}

function crossing(ax: number, ay: number, bx: number, by: number, axis: Axis, limit: number): [number, number] {
  if (axis === 0) return [limit, ay + ((by - ay) * (limit - ax)) / (bx - ax)];
  return [ax + ((bx - ax) * (limit - ay)) / (by - ay), limit];
}
