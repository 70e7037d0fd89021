// VROOM's JSON as a question to our planner: places by number, skills as bits, times on one clock. What the planner cannot keep is refused
// by name, never left out in silence.
import type { PlanProblemBody, PlanStopBody } from "../../contract/plan.ts";
import { Form } from "../../domain/catalogue/drafts/form.ts";
import type { LatLng } from "../../domain/geo.ts";
import type { Request, Stop, Vehicle } from "../../domain/planning/problem.ts";
import type { Refusal } from "../../domain/refusal.ts";
import type { DrivenBy, Profile } from "../../domain/roads.ts";
import type { PlanQuestion, TravelAsked } from "../../operations/planning/solve-plan.ts";

// What a stop is called on the wire, by request and stop.
type NamedStop = PlanStopBody & { readonly type: "job" | "pickup" | "delivery" };
export type ReadPlan = {
  readonly question: PlanQuestion;
  readonly names: readonly (readonly NamedStop[])[];
  readonly vehicles: PlanProblemBody["vehicles"];
};

type Given = NonNullable<TravelAsked["given"]> & { readonly size: number };

const PLACES_MAX = 1_500;
const SKILLS_MAX = 31;
// Without a window there is a month's time, from the first moment that is spoken of.
const HORIZON_SECONDS = 30 * 86_400;
const UNPLANNED_COST = 1e6;
const SEARCH_SECONDS = 3;
const PROFILES: Readonly<Record<string, { readonly profile: Profile; readonly by: DrivenBy }>> = {
  car: { profile: "car", by: {} },
  bike: { profile: "bike", by: {} },
  van: { profile: "car", by: { vehicle: "van" } },
  truck: { profile: "car", by: { vehicle: "truck" } },
};
// VROOM's, with a meaning that a plan of ours would not keep.
const REFUSED = {
  stop: ["setup", "setup_per_type", "service_per_type"],
  vehicle: ["max_tasks", "max_travel_time", "max_distance", "steps", "speed_factors", "type"],
};

export function readPlanProblem(body: PlanProblemBody): ReadPlan | Refusal<"INVALID_DATA"> {
  const reader = new Reader(body);
  const read = reader.read();
  return reader.form.refusal ?? read;
}

class Reader {
  readonly form = new Form();
  readonly #body: PlanProblemBody;
  readonly #begin: number;
  readonly #given: ReadonlyMap<string, Given>;
  readonly #places = new Map<string, number>();
  readonly #located: LatLng[] = [];
  readonly #skills = new Map<number, number>();
  readonly #travels = new Map<string, TravelAsked>();

  constructor(body: PlanProblemBody) {
    this.#body = body;
    this.#begin = Math.min(...momentsOf(body), Infinity);
    if (this.#begin === Infinity) this.#begin = 0;
    this.#given = new Map(
      Object.entries(body.matrices ?? {}).map(([name, matrix]) => [name, this.#matrix(name, matrix)]),
    );
    const sizes = new Set(this.#given.values().map(({ size }) => size));
    if (sizes.size > 1) this.form.fail("matrices", "must be of one size.");
  }

  read(): ReadPlan {
    const { jobs = [], shipments = [], vehicles, options = {} } = this.#body;
    if (jobs.length + shipments.length === 0) this.form.fail("jobs", "or shipments are needed.");
    const names: NamedStop[][] = [];
    const requests: Request[] = [];
    for (const [at, job] of jobs.entries()) {
      requests.push(this.#job(job, `jobs[${at}]`));
      names.push([{ ...job, type: "job" }]);
    }
    for (const [at, shipment] of shipments.entries()) {
      requests.push(this.#shipment(shipment, `shipments[${at}]`));
      names.push([
        { ...shipment.pickup, type: "pickup" },
        { ...shipment.delivery, type: "delivery" },
      ]);
    }
    const fleet = vehicles.map((vehicle, at) => this.#vehicle(vehicle, `vehicles[${at}]`));
    const question: PlanQuestion = {
      places: this.#located,
      size: this.#given.values().next().value?.size ?? this.#located.length,
      travels: [...this.#travels.values()],
      requests,
      vehicles: fleet,
      searchSeconds: options.seconds ?? SEARCH_SECONDS,
      seed: options.seed ?? 1,
      fewestVehicles: options.fewest_vehicles ?? false,
    };
    return { question, names, vehicles };
  }

  #job(job: NonNullable<PlanProblemBody["jobs"]>[number], field: string): Request {
    const stop = this.#stop(job, field);
    const { delivery = [], pickup = [] } = job;
    if (delivery.length > 0 && pickup.length > 0)
      this.form.fail(`${field}.pickup`, "must be a job of its own beside delivery.");
    const more = this.#common(job, field);
    return pickup.length > 0
      ? { pickup: stop, deliveries: [], kept: pickup, ...more }
      : { deliveries: [{ ...stop, amounts: delivery }], ...more };
  }

  #shipment(shipment: NonNullable<PlanProblemBody["shipments"]>[number], field: string): Request {
    return {
      pickup: this.#stop(shipment.pickup, `${field}.pickup`),
      deliveries: [{ ...this.#stop(shipment.delivery, `${field}.delivery`), amounts: shipment.amount ?? [] }],
      ...this.#common(shipment, field),
    };
  }

  #common({ skills = [], priority = 0 }: { skills?: number[]; priority?: number }, field: string) {
    return { skills: this.#bits(skills, `${field}.skills`), penalty: UNPLANNED_COST * (1 + priority) };
  }

  #stop(stop: PlanStopBody, field: string): Stop {
    this.#refuseWords(stop, REFUSED.stop, field);
    const [from, to] = this.#window(stop.time_windows, `${field}.time_windows`);
    const place = this.#needed(stop.location, stop.location_index, `${field}.location`);
    return { place, from, to, serviceSeconds: stop.service ?? 0 };
  }

  #vehicle(vehicle: PlanProblemBody["vehicles"][number], field: string): Vehicle {
    this.#refuseWords(vehicle, REFUSED.vehicle, field);
    const start = this.#needed(vehicle.start, vehicle.start_index, `${field}.start`);
    const end = this.#place(vehicle.end, vehicle.end_index, `${field}.end`);
    const [from, to] = this.#window(vehicle.time_window && [vehicle.time_window], `${field}.time_window`);
    const breaks = (vehicle.breaks ?? []).map((one, at) => {
      const [opens] = this.#window(one.time_windows, `${field}.breaks[${at}].time_windows`);
      const begins = Math.max(opens, from);
      return { from: begins, to: begins + (one.service ?? 0) };
    });
    if (breaks.some((one, at) => breaks.some((other, nth) => nth !== at && one.from < other.to && other.from < one.to)))
      this.form.fail(`${field}.breaks`, "must not overlap; each begins as its window opens.");
    return {
      travel: this.#travel(vehicle, field),
      start,
      ...(end === undefined ? {} : { end }),
      from,
      to,
      capacities: vehicle.capacity ?? [],
      skills: this.#bits(vehicle.skills ?? [], `${field}.skills`),
      breaks,
      fixedCost: vehicle.costs?.fixed ?? 0,
    };
  }

  // Vehicles that get about alike share their tables.
  #travel(
    { profile = "car", speed_factor = 1, costs = {} }: PlanProblemBody["vehicles"][number],
    field: string,
  ): number {
    const { per_hour = 3_600, per_km = 0 } = costs;
    const key = [profile, speed_factor, per_hour, per_km].join();
    const before = [...this.#travels.keys()].indexOf(key);
    if (before >= 0) return before;
    const given = this.#given.get(profile);
    const ours = PROFILES[profile];
    const known = this.#given.size > 0 ? [...this.#given.keys()] : Object.keys(PROFILES);
    if (!known.includes(profile)) this.form.fail(`${field}.profile`, `must be one of ${known.join(", ")}.`);
    this.#travels.set(key, {
      ...(ours ?? PROFILES.car!),
      ...(given ? { given } : {}),
      secondsFactor: 1 / speed_factor,
      perSecond: per_hour / 3_600,
      perMeter: per_km / 1_000,
    });
    return this.#travels.size - 1;
  }

  #needed(location: readonly number[] | undefined, index: number | undefined, field: string): number {
    const place = this.#place(location, index, field);
    if (place === undefined) this.form.fail(this.#given.size > 0 ? `${field}_index` : field, "is needed.");
    return place ?? 0;
  }

  #place(location: readonly number[] | undefined, index: number | undefined, field: string): number | undefined {
    const [given] = this.#given.values();
    if (given) {
      if (index !== undefined && index >= given.size)
        this.form.fail(`${field}_index`, `must be below ${given.size}, the size of the matrices.`);
      return index;
    }
    if (location === undefined) return undefined;
    const [lng = 0, lat = 0] = location;
    if (Math.abs(lat) > 90) this.form.fail(field, "must be longitude, then latitude.");
    const key = `${lng},${lat}`;
    const known = this.#places.get(key);
    if (known !== undefined) return known;
    if (this.#located.length === PLACES_MAX)
      this.form.fail(field, `is one more than the ${PLACES_MAX} places of a plan.`);
    this.#places.set(key, this.#located.length);
    return this.#located.push({ lat, lng }) - 1;
  }

  #window(windows: readonly (readonly number[])[] | undefined, field: string): readonly [number, number] {
    if (!windows) return [this.#begin, this.#begin + HORIZON_SECONDS];
    if (windows.length > 1) this.form.fail(field, "must be one window.");
    const [from = 0, to = 0] = windows[0]!;
    if (to < from) this.form.fail(field, "must not end before it begins.");
    return [from, Math.min(to, this.#begin + HORIZON_SECONDS)];
  }

  #bits(skills: readonly number[], field: string): number {
    let bits = 0;
    for (const skill of skills) {
      if (!this.#skills.has(skill)) this.#skills.set(skill, this.#skills.size);
      if (this.#skills.size > SKILLS_MAX) this.form.fail(field, `must be among ${SKILLS_MAX} different ones.`);
      bits |= 1 << this.#skills.get(skill)!;
    }
    return bits;
  }

  #refuseWords(given: object, words: readonly string[], field: string): void {
    for (const word of words) if (word in given) this.form.fail(`${field}.${word}`, "is not understood.");
  }

  #matrix(name: string, { durations, distances = [] }: NonNullable<PlanProblemBody["matrices"]>[string]): Given {
    const size = durations.length;
    const field = `matrices.${name}`;
    if (size === 0 || size > PLACES_MAX) this.form.fail(field, `must have 1 to ${PLACES_MAX} rows.`);
    const isSquare = (rows: readonly (readonly number[])[]) =>
      rows.length === size && rows.every((row) => row.length === size);
    if (!isSquare(durations) || (distances.length > 0 && !isSquare(distances)))
      this.form.fail(field, "must have as many columns as rows, and distances as many as durations.");
    const seconds = Float64Array.from(durations.flat());
    return { size, seconds, meters: distances.length > 0 ? Float64Array.from(distances.flat()) : seconds.map(() => 0) };
  }
}

function momentsOf({ jobs = [], shipments = [], vehicles }: PlanProblemBody): readonly number[] {
  const stops = [...jobs, ...shipments.flatMap(({ pickup, delivery }) => [pickup, delivery])];
  return [
    ...stops.flatMap(({ time_windows = [] }) => time_windows.map(([from = 0]) => from)),
    ...vehicles.flatMap(({ time_window }) => time_window?.[0] ?? []),
  ];
}
