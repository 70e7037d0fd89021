// Sorts the straight pieces of all segments into the cells of a grid, so that the nearest road to a point is found by
// looking at a few. Rows are kept whole, cells only where there is a road: the sea and the next city cost nothing.
import { IntRow } from "../int-row.ts";

// About 110 m north to south.
export const CELL_MICRO = 1000;

export type Grid = {
  // First row, first column.
  readonly origin: Int32Array;
  // Where each row's cells begin.
  readonly rowStart: Int32Array;
  readonly cellColumn: Int32Array;
  // Where each cell's pieces begin; a piece is named by the point it starts from.
  readonly cellStart: Int32Array;
  readonly pieces: Int32Array;
};

// Of the segments that somebody can stop on.
export function buildGrid(shapeStart: Int32Array, shape: Int32Array, isStop: (segment: number) => boolean): Grid {
  const rows = new IntRow();
  const columns = new IntRow();
  const pieces = new IntRow();
  for (let segment = 0; segment + 1 < shapeStart.length; segment++) {
    if (!isStop(segment)) continue;
    for (let piece = shapeStart[segment]!; piece + 1 < shapeStart[segment + 1]!; piece++) {
      eachCell(shape, piece, (row, column) => {
        rows.push(row);
        columns.push(column);
        pieces.push(piece);
      });
    }
  }
  return pack(rows.array(), columns.array(), pieces.array());
}

// Cells a straight piece runs through: row by row, the columns between where it enters and leaves the row.
function eachCell(shape: Int32Array, piece: number, visit: (row: number, column: number) => void): void {
  const lngA = shape[2 * piece]!;
  const latA = shape[2 * piece + 1]!;
  const lngB = shape[2 * piece + 2]!;
  const latB = shape[2 * piece + 3]!;
  const south = Math.floor(Math.min(latA, latB) / CELL_MICRO);
  const north = Math.floor(Math.max(latA, latB) / CELL_MICRO);
  for (let row = south; row <= north; row++) {
    const shareOf = (lat: number): number => Math.min(1, Math.max(0, (lat - latA) / (latB - latA)));
    const lngAt = (share: number): number => lngA + (lngB - lngA) * share;
    const enters = latA === latB ? lngA : lngAt(shareOf(row * CELL_MICRO));
    const leaves = latA === latB ? lngB : lngAt(shareOf((row + 1) * CELL_MICRO));
    const west = Math.floor(Math.min(enters, leaves) / CELL_MICRO);
    const east = Math.floor(Math.max(enters, leaves) / CELL_MICRO);
    for (let column = west; column <= east; column++) visit(row, column);
  }
}

function pack(rows: Int32Array, columns: Int32Array, pieces: Int32Array): Grid {
  const order = Int32Array.from({ length: pieces.length }, (_, i) => i);
  order.sort((a, b) => rows[a]! - rows[b]! || columns[a]! - columns[b]! || pieces[a]! - pieces[b]!);
  const firstRow = order.length > 0 ? rows[order[0]!]! : 0;
  const lastRow = order.length > 0 ? rows[order.at(-1)!]! : -1;
  const rowStart = new Int32Array(lastRow - firstRow + 2);
  const cellColumn = new IntRow();
  const cellStart = new IntRow();
  let [row, column] = [Number.NaN, Number.NaN];
  for (const [at, i] of order.entries()) {
    if (rows[i] === row && columns[i] === column) continue;
    row = rows[i]!;
    column = columns[i]!;
    cellColumn.push(column);
    cellStart.push(at);
    rowStart[row - firstRow + 1]!++;
  }
  for (let i = 1; i < rowStart.length; i++) rowStart[i]! += rowStart[i - 1]!;
  cellStart.push(order.length);
  return {
    origin: Int32Array.of(firstRow),
    rowStart,
    cellColumn: cellColumn.array(),
    cellStart: cellStart.array(),
    pieces: order.map((i) => pieces[i]!),
  };
}
