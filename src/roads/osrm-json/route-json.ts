// Writes a route answer as OSRM's JSON, by hand: the shape is fixed and this is the hot path.

import { joinLegs } from "../describe/join-legs.ts";
import { lanesAt } from "../guidance/lanes.ts";
import { describeSteps, type Intersection, type Maneuver, type Step } from "../guidance/steps.ts";
import { summarise } from "../guidance/summary.ts";
import { joinLines } from "../join-lines.ts";
import type { Junction, LineAnnotation, MicroLine, Path, PathLeg, RouteAnswer, Street } from "../path.ts";
import type { Geometries, LineAnnotationName, RouteQuestion } from "../question.ts";
import { simplifyLine } from "../simplify.ts";
import { shareOut, tenths } from "./figures.ts";
import {
  asOnePiece,
  writeAmounts,
  writeHead,
  writeLine,
  writeName,
  writeNames,
  writePoint,
  writeText,
  writeWaypoints,
} from "./parts-json.ts";

export function writeRoutes(answer: RouteAnswer, question: RouteQuestion, dataVersion: string): string {
  let routes = "";
  for (const path of answer.routes) routes += `${routes === "" ? "" : ","}${writeRoute(path, question)}`;
  const waypoints = question.skipWaypoints ? "" : `,"waypoints":[${writeWaypoints(answer.waypoints, question)}]`;
  return `{${writeHead(dataVersion)},"routes":[${routes}]${waypoints}}`;
}

export function writeRoute(path: Path, question: RouteQuestion): string {
  const pathLegs = question.waypoints ? joinLegs(path.legs, question.waypoints) : path.legs;
  const distance = tenths(path.distanceMeters);
  const duration = tenths(path.durationSeconds);
  const distances = shareOut(
    distance,
    pathLegs.map((leg) => leg.distanceMeters),
  );
  const durations = shareOut(
    duration,
    pathLegs.map((leg) => leg.durationSeconds),
  );
  let legs = "";
  for (const [i, leg] of pathLegs.entries()) {
    legs += `${i === 0 ? "" : ","}${writeLeg(leg, i, distances[i]!, durations[i]!, question)}`;
  }
  const geometry =
    question.overview === "false" ? "" : `"geometry":${writeLine(overviewOf(path, question), question.geometries)},`;
  return `{${geometry}"legs":[${legs}],"weight_name":"duration",${writeAmounts(distance, duration)}}`;
}

function writeLeg(leg: PathLeg, index: number, distance: number, duration: number, question: RouteQuestion): string {
  let steps = "";
  let summary = '""';
  if (question.steps) {
    const point = (at: number) => question.points[question.waypoints?.[at] ?? at]!;
    const doors = { from: point(index), to: point(index + 1) };
    steps = writeSteps(describeSteps(leg, doors), leg.line, question.geometries, distance, duration);
    summary = writeNames(summarise(leg));
  }
  const annotation =
    question.annotations.length === 0
      ? ""
      : `,"annotation":{${writeAnnotation(leg.annotation(), question.annotations)}}`;
  return `{"steps":[${steps}],"summary":${summary},${writeAmounts(distance, duration)}${annotation}}`;
}

function overviewOf(path: Path, question: RouteQuestion): MicroLine {
  const whole = joinLines(path.legs.map((leg) => leg.line));
  return question.overview === "full" ? whole : simplifyLine(whole);
}

function writeAnnotation(line: LineAnnotation, names: readonly LineAnnotationName[]): string {
  const { distancesMeters, durationsSeconds } = line;
  const columns: Readonly<Record<LineAnnotationName, () => Float64Array | Uint8Array>> = {
    distance: () => distancesMeters.map((meters) => Math.round(meters * 1000) / 1000),
    duration: () => durationsSeconds.map((seconds) => Math.round(seconds * 1000) / 1000),
    // Every speed is the profile's own: there is one source.
    datasources: () => new Uint8Array(distancesMeters.length),
    nodes: () => line.nodes(),
    weight: () => durationsSeconds.map((seconds) => Math.round(seconds * 1000) / 1000),
    // A piece of no length takes no time and has no speed.
    speed: () =>
      distancesMeters.map((meters, i) => (durationsSeconds[i]! > 0 ? tenths(meters / durationsSeconds[i]!) / 10 : 0)),
  };
  const written = names.map((name) => `"${name}":[${columns[name]().join(",")}]`);
  if (names.includes("datasources")) written.unshift('"metadata":{"datasource_names":["profile"]}');
  return written.join(",");
}

// Writes the steps of a leg as OSRM's JSON. Distances and durations are shares of the leg's rounded figures.

// Texts are added up, never joined: joining copies every character at every level, and steps are 15 KB.
function writeSteps(
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
    text += `${i === 0 ? "" : ","}{"geometry":${writeStepLine(step, line, geometries)},${writeManeuver(step, line)},`;
    text += `${writeRoad(step)}"intersections":[${writeIntersections(step.intersections, line)}],`;
    text += `${writeAmounts(distances[i]!, durations[i]!)}}`;
  }
  return text;
}

function writeRoad({ street, isBackward, name, rotaryName }: Step): string {
  const signs = street?.signs;
  const mode = street?.roadClass !== "ferry" ? "driving" : signs?.isTrain ? "train" : "ferry";
  let text = `"mode":"${mode}","driving_side":"${signs?.drivesLeft ? "left" : "right"}"`;
  text += `,"name":${writeName(name)},`;
  if (street && street.ref !== "") text += `"ref":${writeName(street.ref)},`;
  if (rotaryName !== "") text += `"rotary_name":${writeText(rotaryName)},`;
  if (!signs) return text;
  const destinations = signs.destinations?.[isBackward ? 1 : 0];
  if (destinations) text += `"destinations":${writeText(destinations)},`;
  if (signs.exits) text += `"exits":${writeText(signs.exits)},`;
  if (signs.pronunciation) text += `"pronunciation":${writeText(signs.pronunciation)},`;
  return text;
}

// Arriving is a line too: twice the same point, as OSRM has it.
function writeStepLine({ lineFrom, lineTo }: Step, line: MicroLine, geometries: Geometries): string {
  if (lineFrom < lineTo) return writeLine(line, geometries, lineFrom, lineTo);
  const [lng, lat] = [line[2 * lineFrom]!, line[2 * lineFrom + 1]!];
  return writeLine(Int32Array.of(lng, lat, lng, lat), geometries);
}

function writeManeuver({ maneuver, intersections, lineFrom }: Step, line: MicroLine): string {
  const { type, modifier, exit } = maneuver;
  const { seen } = intersections[0]!;
  let text = "arms" in seen ? seen.writtenTurn : undefined;
  if (text === undefined) {
    text = writeTurn(maneuver, line, lineFrom);
    if ("arms" in seen) seen.writtenTurn = text;
  }
  if (modifier !== undefined) text += `"modifier":"${modifier}",`;
  if (exit !== undefined) text += `"exit":${exit},`;
  return `${text}"type":"${type}"}`;
}

// Where and which way one turns.
function writeTurn({ bearingBefore, bearingAfter }: Maneuver, line: MicroLine, lineFrom: number): string {
  const text = `"maneuver":{"bearing_after":${bearingAfter},"bearing_before":${bearingBefore}`;
  return asOnePiece(`${text},"location":${writePoint(line, lineFrom)},`);
}

function writeIntersections(intersections: readonly Intersection[], line: MicroLine): string {
  let text = "";
  for (let i = 0; i < intersections.length; i++) {
    const { lineAt, seen } = intersections[i]!;
    if (i > 0) text += ",";
    if ("arms" in seen) {
      seen.written ??= asOnePiece(writeJunction(seen, line, lineAt));
      text += seen.written;
    } else {
      text += `{"${seen.side}":0,"entry":[true],"bearings":[${seen.bearing}],"location":${writePoint(line, lineAt)}`;
      text += `${seen.side === "out" ? writeClasses(seen.street) : ""}}`;
    }
  }
  return text;
}

function writeJunction(junction: Junction, line: MicroLine, lineAt: number): string {
  const { arms, in: into, out } = junction;
  const entry = arms.map((arm, i) => arm.mayEnter || i === out);
  const lanes = lanesAt(junction);
  return (
    `{"out":${out},"in":${into},"entry":[${entry.join(",")}],"bearings":[${arms.map((arm) => arm.bearing).join(",")}],` +
    `"location":${writePoint(line, lineAt)}${lanes ? `,"lanes":${writeText(lanes)}` : ""}${writeClasses(arms[out]!.street)}}`
  );
}

function writeClasses(street: Street | undefined): string {
  return street && street.classes.length > 0 ? `,"classes":${writeText(street.classes)}` : "";
}
