// Public problems as their files have them: Solomon's (deliveries from one depot) and Li & Lim's (pickups and deliveries), with the best
// results that are known.
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { Problem, Request } from "../src/domain/planning/problem.ts";

export type Named = {
  readonly name: string;
  readonly problem: Problem;
  readonly best: { readonly vehicles: number; readonly distance: number };
};

type Row = readonly number[];

export function readSet(folder: string, set: string, names: readonly string[]): readonly Named[] {
  const known = new Map(
    readFileSync(join(folder, "best-known.csv"), "utf8")
      .split("\n")
      .map((line) => line.trim().split(","))
      .filter(([of]) => of === set)
      .map(([, name = "", vehicles, distance]) => [
        name.toLowerCase(),
        { vehicles: Number(vehicles), distance: Number(distance) },
      ]),
  );
  return names.map((file) => {
    const name = basename(file, ".txt").toLowerCase();
    const best = known.get(name);
    if (!best) throw new Error(`nothing is known of ${name}`);
    return { name, best, problem: readProblem(readFileSync(file, "utf8")) };
  });
}

// id, x, y, demand, ready, due, service and, in Li & Lim's, which node is its pickup and which its delivery.
export function readProblem(text: string): Problem {
  const rows = text
    .split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter((row) => row.length >= 2 && row.every((value) => Number.isFinite(value)));
  const [fleet = [], ...nodes] = rows as readonly Row[] as [Row, ...Row[]];
  const size = nodes.length;
  const costs = new Float64Array(size * size);
  for (const [a, [, ax = 0, ay = 0]] of nodes.entries())
    for (const [b, [, bx = 0, by = 0]] of nodes.entries()) costs[a * size + b] = Math.hypot(ax - bx, ay - by);
  const stopAt = (place: number) => {
    const [, , , , from = 0, to = 0, serviceSeconds = 0] = nodes[place]!;
    return { place, from, to, serviceSeconds };
  };
  const requests: Request[] = [];
  for (const [place, [, , , amount = 0, , , , pickup, delivery]] of nodes.entries()) {
    if (place === 0 || (pickup !== undefined && !delivery)) continue;
    if (delivery) requests.push({ pickup: stopAt(place), deliveries: [{ ...stopAt(delivery), amounts: [amount] }] });
    else requests.push({ deliveries: [{ ...stopAt(place), amounts: [amount] }] });
  }
  const depot = stopAt(0);
  const vehicle = { travel: 0, start: 0, end: 0, from: depot.from, to: depot.to, capacities: [fleet[1] ?? 0] };
  const vehicles = Array.from({ length: fleet[0] ?? 0 }, () => vehicle);
  return { travels: [{ size, seconds: costs, costs }], requests, vehicles };
}
