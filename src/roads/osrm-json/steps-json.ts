// Writes the steps of a leg as OSRM's JSON. Distances and durations are shares of the leg's rounded figures.
import { lanesAt } from "../guidance/lanes.ts";
import type { Intersection, Maneuver, Step } from "../guidance/steps.ts";
import type { Junction, MicroLine, Street } from "../path.ts";
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
  for (let i = 0; i < steps.length; i++) {
    const step = steps[i]!;
    text += `${i === 0 ? "" : ","}{"geometry":${writeLine(lineOf(step, line), geometries)},${writeManeuver(step, line)},`;
    text += `${writeRoad(step)}"intersections":[${writeIntersections(step.intersections, line)}],`;
    text += `${writeAmounts(distances[i]!, durations[i]!)}}`;
  }
  return text;
}

function writeRoad({ street, isBackward, name, rotaryName, maneuver }: Step): string {
  const signs = street?.signs;
  let text = `"mode":"${street?.roadClass === "ferry" ? "ferry" : "driving"}","driving_side":"${signs?.drivesLeft ? "left" : "right"}"`;
  text += `,"name":${JSON.stringify(name)},`;
  if (street && street.ref !== "") text += `"ref":${JSON.stringify(street.ref)},`;
  if (rotaryName !== "") text += `"rotary_name":${JSON.stringify(rotaryName)},`;
  if (!signs) return text;
  const destinations = maneuver.type === "depart" ? undefined : signs.destinations?.[isBackward ? 1 : 0];
  if (destinations) text += `"destinations":${JSON.stringify(destinations)},`;
  if (signs.exits) text += `"exits":${JSON.stringify(signs.exits)},`;
  if (signs.pronunciation) text += `"pronunciation":${JSON.stringify(signs.pronunciation)},`;
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
  for (let i = 0; i < intersections.length; i++) {
    const { lineAt, seen } = intersections[i]!;
    if (i > 0) text += ",";
    if ("arms" in seen) text += writeOnce(seen, line, lineAt);
    else {
      text += `{"${seen.side}":0,"entry":[true],"bearings":[${seen.bearing}],"location":${writePoint(line, lineAt)}`;
      text += `${seen.side === "out" ? writeClasses(seen.street) : ""}}`;
    }
  }
  return text;
}

// A junction is written the same for everybody who comes and goes by the same arms.
const written = new WeakMap<Junction, string>();

function writeOnce(junction: Junction, line: MicroLine, lineAt: number): string {
  const known = written.get(junction);
  if (known !== undefined) return known;
  const text = writeJunction(junction, line, lineAt);
  written.set(junction, text);
  return text;
}

function writeJunction(junction: Junction, line: MicroLine, lineAt: number): string {
  const { arms, in: into, out } = junction;
  const entry = arms.map((arm, i) => arm.mayEnter || i === out);
  const lanes = lanesAt(junction);
  return (
    `{"out":${out},"in":${into},"entry":[${entry.join(",")}],"bearings":[${arms.map((arm) => arm.bearing).join(",")}],` +
    `"location":${writePoint(line, lineAt)}${lanes ? `,"lanes":${JSON.stringify(lanes)}` : ""}${writeClasses(arms[out]!.street)}}`
  );
}

function writeClasses(street: Street | undefined): string {
  return street && street.classes.length > 0 ? `,"classes":${JSON.stringify(street.classes)}` : "";
}
