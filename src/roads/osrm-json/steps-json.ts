// Writes the steps of a leg as OSRM's JSON. Distances and durations are shares of the leg's rounded figures.
import type { Intersection, Maneuver, Step } from "../guidance/steps.ts";
import type { MicroLine } from "../path.ts";
import type { Geometries } from "../question.ts";
import { shareOut } from "./figures.ts";
import { writeAmounts, writeLine, writePoint } from "./parts-json.ts";

// Texts are added up, never joined: joining copies every character at every level, and steps are 15 KB.
export function writeSteps(
  steps: readonly Step[],
  line: MicroLine,
  geometries: Geometries,
  legDistance: number,
  legDuration: number,
): string {
  const distances = shareOut(
    legDistance,
    steps.map((step) => step.distanceMeters),
  );
  const durations = shareOut(
    legDuration,
    steps.map((step) => step.durationSeconds),
  );
  let text = "";
  for (const [i, step] of steps.entries()) {
    const ref = step.ref === "" ? "" : `"ref":${JSON.stringify(step.ref)},`;
    const rotary = step.rotaryName === "" ? "" : `"rotary_name":${JSON.stringify(step.rotaryName)},`;
    text += `${i === 0 ? "" : ","}{"geometry":${writeLine(lineOf(step, line), geometries)},${writeManeuver(step, line)},`;
    text += `"mode":"driving","driving_side":"right","name":${JSON.stringify(step.name)},${ref}${rotary}`;
    text += `"intersections":[${writeIntersections(step.intersections, line)}],`;
    text += `${writeAmounts(distances[i]!, durations[i]!)}}`;
  }
  return text;
}

// Arriving is a line too: twice the same point, as OSRM has it.
function lineOf({ lineFrom, lineTo }: Step, line: MicroLine): MicroLine {
  if (lineFrom < lineTo) return line.subarray(2 * lineFrom, 2 * lineTo + 2);
  const [lng, lat] = [line[2 * lineFrom]!, line[2 * lineFrom + 1]!];
  return Int32Array.of(lng, lat, lng, lat);
}

function writeManeuver({ maneuver, lineFrom }: Step, line: MicroLine): string {
  const { type, modifier, exit, bearingBefore, bearingAfter }: Maneuver = maneuver;
  return (
    `"maneuver":{"bearing_after":${bearingAfter},"bearing_before":${bearingBefore},"location":${writePoint(line, lineFrom)},` +
    `${modifier === undefined ? "" : `"modifier":"${modifier}",`}${exit === undefined ? "" : `"exit":${exit},`}"type":"${type}"}`
  );
}

function writeIntersections(intersections: readonly Intersection[], line: MicroLine): string {
  let text = "";
  for (const [i, { lineAt, bearings, entry, in: into, out }] of intersections.entries()) {
    text += `${i === 0 ? "" : ","}{${out === undefined ? "" : `"out":${out},`}${into === undefined ? "" : `"in":${into},`}`;
    text += `"entry":[${entry.join(",")}],"bearings":[${bearings.join(",")}],"location":${writePoint(line, lineAt)}}`;
  }
  return text;
}
