// Reads the characters of a drawn map: which letter stands where, and which pairs of letters a straight line joins.

export type Mark = { readonly letter: string; readonly row: number; readonly column: number };
export type Grid = { readonly rows: readonly string[]; readonly marks: readonly Mark[] };
export type Line = {
  readonly from: string;
  readonly to: string;
  // Relative to from → to.
  readonly oneway: "forward" | "backward" | undefined;
};

type Direction = {
  readonly down: number;
  readonly right: number;
  // The stroke that draws it, and the arrows that go along and against it.
  readonly stroke: string;
  readonly along: string;
  readonly against: string;
};

// Each line is followed once, from its upper or left end.
const DIRECTIONS: readonly Direction[] = [
  { down: 0, right: 1, stroke: "-", along: ">", against: "<" },
  { down: 1, right: 0, stroke: "|", along: "v", against: "^" },
  { down: 1, right: 1, stroke: "\\", along: ">v", against: "<^" },
  { down: 1, right: -1, stroke: "/", along: "<v", against: ">^" },
];
const JUNCTION = /[A-Za-uw-z]/;
const PLACE = /\d/;

export function readGrid(drawing: string): Grid {
  const rows = drawing.split("\n").map((row) => row.trimEnd());
  while (rows[0] === "") rows.shift();
  const indent = Math.min(...rows.filter((row) => row !== "").map((row) => row.search(/\S/)));
  const lined = rows.map((row) => row.slice(indent));
  const marks: Mark[] = [];
  for (const [row, text] of lined.entries()) {
    for (const [column, letter] of [...text].entries()) {
      if (!JUNCTION.test(letter) && !PLACE.test(letter)) continue;
      if (marks.some((mark) => mark.letter === letter)) throw new Error(`"${letter}" is drawn twice`);
      marks.push({ letter, row, column });
    }
  }
  return { rows: lined, marks };
}

export function followLines(grid: Grid): readonly Line[] {
  const used = new Set<string>();
  const lines = grid.marks
    .filter((mark) => JUNCTION.test(mark.letter))
    .flatMap((mark) => DIRECTIONS.map((direction) => follow(grid, mark, direction, used)))
    .filter((line) => line !== undefined);
  for (const [row, text] of grid.rows.entries()) {
    for (const [column, character] of [...text].entries()) {
      if (/[ A-Za-uw-z\d]/.test(character) || used.has(`${row},${column}`)) continue;
      throw new Error(`"${character}" in row ${row + 1}, column ${column + 1} of the drawing joins nothing`);
    }
  }
  return lines;
}

function follow(grid: Grid, start: Mark, direction: Direction, used: Set<string>): Line | undefined {
  const cells: string[] = [];
  let drawn = false;
  let oneway: Line["oneway"];
  for (let step = 1; ; step += 1) {
    const row = start.row + direction.down * step;
    const column = start.column + direction.right * step;
    const character = grid.rows[row]?.[column] ?? " ";
    if (JUNCTION.test(character)) {
      if (!drawn) return undefined;
      for (const cell of cells) used.add(cell);
      return { from: start.letter, to: character, oneway };
    }
    if (direction.along.includes(character) || direction.against.includes(character)) {
      const way = direction.along.includes(character) ? "forward" : "backward";
      if (oneway && oneway !== way) throw new Error(`the arrows after "${start.letter}" point at each other`);
      oneway = way;
      // On a diagonal an arrow alone could belong to a row or a column as well: there the stroke must be drawn too.
      drawn ||= direction.along.length === 1;
    } else if (character === direction.stroke) drawn = true;
    else if (!PLACE.test(character) && !(character === "+" && direction.along.length === 1)) return undefined;
    cells.push(`${row},${column}`);
  }
}
