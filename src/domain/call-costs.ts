// What a call costs beside a plain one, in requests: limits count this. A unit is a quarter of a millisecond of a processor of 2024
// (measured on the streets of Hồ Chí Minh City), and a plain call of any kind is one.

// In sixths of a unit. A leg is found in 0.07 ms; told turn by turn it takes 0.8 ms more, with annotations 0.25, with its whole
// line 0.15. Another way is looked for in 1.5 ms, and then told like the first.
const LEG = 2;
const LEG_STEPS = 18;
const LEG_ANNOTATIONS = 6;
const LEG_WHOLE_LINE = 3;
const OTHER_WAY = 36;
// A way that keeps off some kinds of road may have to be searched for without the hierarchy, in 5 ms.
const LEG_KEPT_OFF = 120;
// A hundred by a hundred cells take 25 ms with their JSON.
const CELLS_PER_UNIT = 100;
// What may stay on the event loop, about three milliseconds.
const IN_PLACE_MAX = 12;

export type RouteSize = {
  readonly points: number;
  readonly alternatives: number;
  readonly hasSteps: boolean;
  readonly hasAnnotations: boolean;
  readonly hasWholeLine: boolean;
  readonly isKeptOff?: boolean;
};

export function routeCallCost(size: RouteSize): number {
  const { points, alternatives } = size;
  const leg =
    LEG +
    (size.hasSteps ? LEG_STEPS : 0) +
    (size.hasAnnotations ? LEG_ANNOTATIONS : 0) +
    (size.hasWholeLine ? LEG_WHOLE_LINE : 0) +
    (size.isKeptOff ? LEG_KEPT_OFF : 0);
  // There are other ways between two points only.
  const others = points === 2 ? alternatives : 0;
  return whole(((points - 1) * leg * (1 + others) + others * OTHER_WAY) / 6);
}

export function tableCost(sources: number, destinations: number, isKeptOff = false): number {
  return whole((sources * destinations) / CELLS_PER_UNIT + (isKeptOff ? (sources * LEG_KEPT_OFF) / 6 : 0));
}

// The points of a trip, held against each other and put in order; the route over them comes on top. A hundred take 100 ms.
export function tripCost(points: number, isKeptOff: boolean): number {
  return tableCost(points, points, isKeptOff) * ORDERED;
}

// A sighting is looked for on every road near it, and ways searched from each to each of the next: half a millisecond.
export function matchCost(points: number): number {
  return 2 * points;
}

// The streets of a city centre take 1 ms at zoom 16, and four times that at each zoom above.
export function tileCost(zoom: number): number {
  return whole(4 ** (16 - zoom));
}

// Every two points are held against each other (as in a table), three times over when they are put in order; every service looks
// at every point; an address is found in 0.1 ms. More points than any service takes are refused before that.
const POINTS_MAX = 200;
const ORDERED = 3;
const CHECKS_PER_UNIT = 200;
const ADDRESSES_PER_UNIT = 3;

// Of a create or an estimate, by its body as it came: whatever is odd about it is its checks' business.
export function orderCallCost(body: unknown): number {
  const { path, services, group_services: groups, route_optimized: isOrdered } = recordOf(body);
  const points = listOf(path);
  const addresses = points.filter((point) => typeof recordOf(point).lat !== "number").length;
  const asked = Math.max(1, listOf(services).length + listOf(groups).length);
  const held = Math.min(points.length, POINTS_MAX) ** 2 / CELLS_PER_UNIT;
  const checked = (points.length * asked) / CHECKS_PER_UNIT;
  return whole(held * (isOrdered === true ? ORDERED : 1) + checked + addresses / ADDRESSES_PER_UNIT);
}

// Names that begin with what was typed, and those that nearly do: half a millisecond, a few times that for a single letter.
export const SUGGEST_COST = 2;

function recordOf(given: unknown): Readonly<Record<string, unknown>> {
  return typeof given === "object" && given !== null ? (given as Readonly<Record<string, unknown>>) : {};
}

function listOf(given: unknown): readonly unknown[] {
  return Array.isArray(given) ? given : [];
}

export function isCostly(cost: number): boolean {
  return cost > IN_PLACE_MAX;
}

function whole(cost: number): number {
  return Math.max(1, Math.ceil(cost));
}
