// Writes a table answer as OSRM's JSON.
import { metersBetween } from "../../domain/geo.ts";
import type { TableAnswer } from "../path.ts";
import type { TableQuestion } from "../question.ts";
import { tenths, writeTenths } from "./figures.ts";
import { writeHead, writeWaypoints } from "./parts-json.ts";

export function writeTable(answer: TableAnswer, question: TableQuestion, dataVersion: string): string {
  const { matrix, sources, targets } = answer;
  const guessed = question.fallback ? fillGaps(answer, question, question.fallback) : [];
  const scaled = (seconds: Float64Array): Float64Array =>
    question.scaleFactor === 1 ? seconds : seconds.map((each) => each * question.scaleFactor);
  const durations = question.durations
    ? `,"durations":${writeRows(scaled(matrix.durationsSeconds), matrix.targets)}`
    : "";
  const distances = question.distances ? `,"distances":${writeRows(matrix.distancesMeters, matrix.targets)}` : "";
  const waypoints = question.skipWaypoints
    ? ""
    : `,"sources":[${writeWaypoints(sources, question)}],"destinations":[${writeWaypoints(targets, question)}]`;
  const cells = guessed.length > 0 ? `,"fallback_speed_cells":${JSON.stringify(guessed)}` : "";
  return `{${writeHead(dataVersion)}${durations}${distances}${waypoints}${cells}}`;
}

// Where no way leads, how far the crow flies and how long that takes. Answers with the cells, by row and column.
function fillGaps(
  { matrix, sources, targets }: TableAnswer,
  question: TableQuestion,
  { metersPerSecond, from }: NonNullable<TableQuestion["fallback"]>,
): readonly (readonly [number, number])[] {
  const place = (asked: readonly number[], snapped: TableAnswer["sources"], i: number) =>
    from === "input" ? question.points[asked[i]!]! : snapped[i]!.location;
  const filled: (readonly [number, number])[] = [];
  for (const [at, seconds] of matrix.durationsSeconds.entries()) {
    if (Number.isFinite(seconds)) continue;
    const [row, column] = [Math.floor(at / matrix.targets), at % matrix.targets];
    const meters = metersBetween(place(question.sources, sources, row), place(question.destinations, targets, column));
    matrix.distancesMeters[at] = meters;
    matrix.durationsSeconds[at] = meters / metersPerSecond;
    filled.push([row, column]);
  }
  return filled;
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
