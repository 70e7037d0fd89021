// Writes a table answer as OSRM's JSON.
import type { TableAnswer } from "../path.ts";
import type { TableQuestion } from "../question.ts";
import { tenths, writeTenths } from "./figures.ts";
import { writeWaypoints } from "./parts-json.ts";

export function writeTable(answer: TableAnswer, question: TableQuestion): string {
  const { matrix, sources, targets } = answer;
  const durations = question.durations ? `,"durations":${writeRows(matrix.durationsSeconds, matrix.targets)}` : "";
  const distances = question.distances ? `,"distances":${writeRows(matrix.distancesMeters, matrix.targets)}` : "";
  const waypoints = question.skipWaypoints
    ? ""
    : `,"sources":[${writeWaypoints(sources, question)}],"destinations":[${writeWaypoints(targets, question)}]`;
  return `{"code":"Ok"${durations}${distances}${waypoints}}`;
}

// Where no way leads the cell is null.
function writeRows(cells: Float64Array, columns: number): string {
  let text = "[";
  for (let i = 0; i < cells.length; i += 1) {
    const cell = cells[i]!;
    text += i % columns === 0 ? (i === 0 ? "[" : "],[") : ",";
    text += Number.isFinite(cell) ? writeTenths(tenths(cell)) : "null";
  }
  return `${text}]]`;
}
