// Writes a route answer as OSRM's JSON, by hand: the shape is fixed and this is the hot path.

import { joinLegs } from "../describe/join-legs.ts";
import { describeSteps } from "../guidance/steps.ts";
import { summarise } from "../guidance/summary.ts";
import { joinLines } from "../join-lines.ts";
import type { LineAnnotation, MicroLine, Path, PathLeg, RouteAnswer } from "../path.ts";
import type { LineAnnotationName, RouteQuestion } from "../question.ts";
import { simplifyLine } from "../simplify.ts";
import { shareOut, tenths } from "./figures.ts";
import { writeAmounts, writeHead, writeLine, writeWaypoints } from "./parts-json.ts";
import { writeSteps } from "./steps-json.ts";

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
    summary = JSON.stringify(summarise(leg));
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
