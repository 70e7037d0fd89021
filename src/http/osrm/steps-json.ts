// Writes the steps of a leg as OSRM's JSON. Distances and durations are shares of the leg's rounded figures.
import type { Intersection, Maneuver, Step } from "../../roads/guidance/steps.ts";
import type { MicroLine } from "../../roads/path.ts";
import type { Geometries } from "../../roads/question.ts";
import { shareOut } from "./figures.ts";
import { writeAmounts, writeLine, writePoint } from "./parts-json.ts";

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
  return steps
    .map((step, i) => {
      const ref = step.ref === "" ? "" : `"ref":${JSON.stringify(step.ref)},`;
      const rotary = step.rotaryName === "" ? "" : `"rotary_name":${JSON.stringify(step.rotaryName)},`;
      const intersections = step.intersections.map((at) => writeIntersection(at, line)).join(",");
      return (
        `{"geometry":${writeLine(lineOf(step, line), geometries)},${writeManeuver(step, line)},"mode":"driving",` +
        `"driving_side":"right","name":${JSON.stringify(step.name)},${ref}${rotary}` +
        `"intersections":[${intersections}],${writeAmounts(distances[i]!, durations[i]!)}}`
      );
    })
    .join(",");
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

function writeIntersection(at: Intersection, line: MicroLine): string {
  return (
    `{${at.out === undefined ? "" : `"out":${at.out},`}${at.in === undefined ? "" : `"in":${at.in},`}` +
    `"entry":[${at.entry.join(",")}],"bearings":[${at.bearings.join(",")}],"location":${writePoint(line, at.lineAt)}}`
  );
}
