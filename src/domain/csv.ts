// Cells of a CSV file that people open in a spreadsheet.

export type Cell = string | number | null;

const CSV_LINE_END = "\r\n";
// Without it Excel reads UTF-8 as something else, and no Vietnamese name survives.
export const CSV_BYTE_ORDER_MARK = "\uFEFF";

// A text that a spreadsheet would take for a formula; what partners and drivers type must never run on somebody's desk.
const FORMULA = /^[\s]*[=+\-@\t\r]/;
const NEEDS_QUOTES = /[",\r\n;]|^\s|\s$/;

export function csvLine(cells: readonly Cell[]): string {
  return cells.map(csvCell).join(",") + CSV_LINE_END;
}

function csvCell(cell: Cell): string {
  if (cell === null) return "";
  if (typeof cell === "number") return String(cell);
  const safe = FORMULA.test(cell) ? `'${cell}` : cell;
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
