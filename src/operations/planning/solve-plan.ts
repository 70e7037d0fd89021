// A planning problem of somebody's own, solved with our roads: the times between its places are asked for, a thread searches for as long
// as was wished, and what it found is checked before anybody sees it.
import type { LatLng } from "../../domain/geo.ts";
import { checkPlan } from "../../domain/planning/check-plan.ts";
import type { Plan, Problem, Request, Vehicle } from "../../domain/planning/problem.ts";
import { BEYOND_REACH_SECONDS } from "../../domain/planning/why-unplanned.ts";
import { isRefusal, type Promised, refuse, refuseForNow } from "../../domain/refusal.ts";
import type { DrivenBy, Profile, Roads, RoadsRefusal } from "../../domain/roads.ts";
import { openThreadPool } from "../../ports/thread-pool.ts";

// How one kind of vehicle gets about. `given`: seconds and metres that came with the question, row by row.
export type TravelAsked = {
  readonly profile: Profile;
  readonly by: DrivenBy;
  readonly given?: { readonly seconds: Float64Array; readonly meters: Float64Array };
  // Times as long as the roads say, and what a second and a metre of driving cost.
  readonly secondsFactor: number;
  readonly perSecond: number;
  readonly perMeter: number;
};

export type PlanQuestion = {
  // None where all travel was given.
  readonly places: readonly LatLng[];
  readonly size: number;
  readonly travels: readonly TravelAsked[];
  readonly requests: readonly Request[];
  readonly vehicles: readonly Vehicle[];
  readonly searchSeconds: number;
  readonly seed: number;
  readonly fewestVehicles: boolean;
};

export type PlanProgress = { readonly cost: number; readonly vehicles: number; readonly unplanned: number };

export type SolvedPlan = {
  readonly problem: Problem;
  readonly plan: Plan;
  // By travel, row by row.
  readonly meters: readonly Float64Array[];
};

export type PlanSolver = (
  question: PlanQuestion,
  onBetter: (progress: PlanProgress) => void,
  isWanted: () => boolean,
) => Promised<SolvedPlan, RoadsRefusal | "SERVICE_UNAVAILABLE">;

export type SearchQuestion = Pick<PlanQuestion, "searchSeconds" | "seed" | "fewestVehicles"> & {
  readonly problem: Problem;
  // The plan in force, and after how many rounds a search is long enough.
  readonly from?: Pick<Plan, "routes">;
  readonly roundsMax?: number;
  // Shared: other than 0 when nobody waits for it any more.
  readonly stop: Int32Array;
};

// Searches take a core each for seconds: one at a time, and few that wait for it.
const AT_ONCE_MAX = 3;
const RETRY_AFTER_SECONDS = 10;
// Sources of one question to the roads, so that the threads share the work and an answer stays small.
const ROWS = 64;
const LOOK_MS = 250;

type PlanThreads = ReturnType<typeof openPlanThreads>;

function openPlanThreads() {
  return openThreadPool<SearchQuestion, Plan, PlanProgress>(new URL("./plan-thread.ts", import.meta.url), undefined, 1);
}

async function searchAside(
  threads: PlanThreads,
  question: SearchQuestion,
  onBetter?: (progress: PlanProgress) => void,
): Promise<Plan> {
  const plan = await threads.ask(question, undefined, onBetter);
  const [fault] = checkPlan(question.problem, plan);
  if (fault) throw new Error(`a plan was found that breaks a promise: ${JSON.stringify(fault)}`);
  return plan;
}

// A search on a thread of its own, its plan checked. Cities do not wait behind somebody's own problems.
export type PlanSearcher = (question: Omit<SearchQuestion, "stop" | "fewestVehicles">) => Promise<Plan>;

export function openPlanSearcher(): PlanSearcher {
  const threads = openPlanThreads();
  return (question) => searchAside(threads, { ...question, fewestVehicles: false, stop: new Int32Array(1) });
}

export function openPlanSolver(roads: Roads): PlanSolver {
  const threads = openPlanThreads();
  let underWay = 0;

  async function solve(question: PlanQuestion, onBetter: (progress: PlanProgress) => void, isWanted: () => boolean) {
    const measured: Measured[] = [];
    for (const travel of question.travels) {
      const answer = await measure(roads, question, travel);
      if (isRefusal(answer)) return answer;
      measured.push(answer);
    }
    const { requests, vehicles, searchSeconds, seed, fewestVehicles } = question;
    const problem: Problem = { travels: measured, requests, vehicles };
    const stop = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
    const looking = setInterval(() => {
      if (!isWanted()) stop[0] = 1;
    }, LOOK_MS);
    try {
      const plan = await searchAside(threads, { problem, searchSeconds, seed, fewestVehicles, stop }, onBetter);
      return { problem, plan, meters: measured.map(({ meters }) => meters) };
    } finally {
      clearInterval(looking);
    }
  }

  return async (question, onBetter, isWanted) => {
    if (underWay >= AT_ONCE_MAX)
      return refuseForNow(
        "SERVICE_UNAVAILABLE",
        "Other plans are being made; try again in a moment.",
        RETRY_AFTER_SECONDS,
      );
    underWay++;
    try {
      return await solve(question, onBetter, isWanted);
    } finally {
      underWay--;
    }
  };
}

type Measured = Problem["travels"][number] & { readonly meters: Float64Array };

async function measure(
  roads: Roads,
  { places, size }: PlanQuestion,
  asked: TravelAsked,
): Promised<Measured, RoadsRefusal> {
  const driven = asked.given ?? (await drive(roads, places, asked));
  if (isRefusal(driven)) return driven;
  const seconds = driven.seconds.map((each) =>
    Number.isFinite(each) ? each * asked.secondsFactor : BEYOND_REACH_SECONDS,
  );
  const meters = driven.meters.map((each) => (Number.isFinite(each) ? each : 0));
  const costs = seconds.map((each, at) => each * asked.perSecond + meters[at]! * asked.perMeter);
  return { size, seconds, costs, meters };
}

async function drive(roads: Roads, places: readonly LatLng[], { profile, by }: TravelAsked) {
  const size = places.length;
  const seconds = new Float64Array(size * size).fill(Infinity);
  const meters = new Float64Array(size * size).fill(Infinity);
  const onRoad = await placesOnRoad(roads, places, profile, by);
  if (isRefusal(onRoad)) return onRoad;
  const targets = onRoad.map((at) => places[at]!);
  for (let first = 0; first < onRoad.length; first += ROWS) {
    const rows = onRoad.slice(first, first + ROWS);
    const matrix = await roads.matrix(
      profile,
      rows.map((at) => places[at]!),
      targets,
      undefined,
      by,
    );
    if (isRefusal(matrix)) return matrix;
    for (const [row, from] of rows.entries()) {
      for (const [column, to] of onRoad.entries()) {
        seconds[from * size + to] = matrix.durationsSeconds[row * onRoad.length + column]!;
        meters[from * size + to] = matrix.distancesMeters[row * onRoad.length + column]!;
      }
    }
  }
  for (let at = 0; at < size; at++) seconds[at * size + at] = meters[at * size + at] = 0;
  return { seconds, meters };
}

// One place without a road makes a question about all of them unanswerable, so each is asked about by itself.
async function placesOnRoad(
  roads: Roads,
  places: readonly LatLng[],
  profile: Profile,
  by: DrivenBy,
): Promised<readonly number[], RoadsRefusal> {
  const onRoad: number[] = [];
  for (let first = 0; first < places.length; first += ROWS) {
    const block = places.slice(first, first + ROWS);
    const answers = await Promise.all(block.map((place) => roads.matrix(profile, [place], [place], undefined, by)));
    for (const [at, answer] of answers.entries()) {
      if (isRefusal(answer) && answer.refused === "ROADS_AWAY") return answer;
      if (!isRefusal(answer)) onRoad.push(first + at);
    }
  }
  return onRoad.length > 0 ? onRoad : refuse("NO_SEGMENT", "None of the places is near a road.");
}
