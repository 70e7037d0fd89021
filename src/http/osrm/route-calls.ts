// The route call (4.9, D18) and its twin for tables: OSRM's v1 protocol under the partner's own api-key.
//
// Order of checks, first hit answers: 401 for the key, 404 for the profile (and for anything else under /routing that is
// not a call of ours), 400 for the coordinates from left to right, 400 for the options in the order given, 429 when what the call
// costs is over the partner's limit or too many costly ones of his wait already, 503 when no map is loaded or the routing
// server is away, 400 NoSegment, 400 NoRoute.
import type { FastifyReply, FastifyRequest } from "fastify";
import type { ErrorBody } from "../../contract/refusal.ts";
import { isCostly, routeCost, tableCost } from "../../domain/call-costs.ts";
import { isRefusal, type Refusal, refuse } from "../../domain/refusal.ts";
import { PROFILES, type Profile, type RoadsRefusal } from "../../domain/roads.ts";
import { type Deadline, thisWork } from "../../ports/deadline.ts";
import { openTogether } from "../../ports/together.ts";
import { answerRoute, answerTable, type RoadsAnswer } from "../../roads/osrm-json/answers.ts";
import type { RoadEngine } from "../../roads/path.ts";
import type { RouteQuestion, TableQuestion } from "../../roads/question.ts";
import type { RemoteRoads } from "../../roads/remote/osrm-roads.ts";
import type { RoadThreads } from "../../roads/threads/road-threads.ts";
import { inPlainWords, sendRefusal, sendSerialised } from "../base/answer.ts";
import type { App } from "../base/app.ts";
import { RETRY_AFTER_SECONDS } from "../base/statuses.ts";
import { charge } from "../limits/rate-limits.ts";
import { type Coordinates, parseCoordinates } from "./coordinates.ts";
import { parseRouteOptions, parseTableOptions, type Query } from "./options.ts";
import { routeSchema, tableSchema } from "./route-call-schemas.ts";

export type RouteCallDoor = {
  // Asked at every call, because a new map may have been loaded. Absent while none is.
  readonly engine: (profile: Profile) => RoadEngine | undefined;
  // Set when ROADS_URL is: then it answers, and the engine is not asked.
  readonly remote: RemoteRoads | undefined;
};

type Fault = Refusal<"BAD_REQUEST" | "TOO_MANY_REQUESTS" | "SERVICE_UNAVAILABLE">;
// JSON already written, or why there is none.
type Answer = string | Buffer | Fault;
// What is asked, once it can be read: what it costs, and how it is answered.
type Asked = {
  readonly cost: number;
  readonly answer: (work: Deadline | undefined) => Answer | Promise<Answer>;
};
type Params = { readonly profile: string; readonly coordinates: string };

const HIDDEN = { schema: { hide: true } };

export async function registerRouteCalls(app: App, door: RouteCallDoor): Promise<void> {
  const together = openTogether();

  await app.register(async (calls: App) => {
    // Everything under /routing speaks the route call's plain words, whoever refuses: a limit, a drain, a fault (D1).
    calls.addHook("preSerialization", async (_request, reply, payload) =>
      reply.statusCode < 400 ? payload : inPlainWords(payload as ErrorBody, reply.statusCode),
    );
    // The schemas describe; reading is ours, because OSRM's options have a grammar of their own and faults have places.
    calls.setValidatorCompiler(() => () => true);

    // OSRM's clients write their own word for "driving"; it has no meaning to OSRM either.
    for (const word of ["driving", ":word"]) {
      const documented = <Schema extends object>(schema: Schema) => (word === "driving" ? { schema } : HIDDEN);
      calls.get<{ Params: Params; Querystring: Query }>(
        `/routing/:profile/route/v1/${word}/:coordinates`,
        documented(routeSchema),
        (request, reply) => answerCall(request, reply, askRoute),
      );
      calls.get<{ Params: Params; Querystring: Query }>(
        `/routing/:profile/table/v1/${word}/:coordinates`,
        documented(tableSchema),
        (request, reply) => answerCall(request, reply, askTable),
      );
    }
    calls.get<{ Params: { readonly "*": string } }>("/routing/*", HIDDEN, (request, reply) =>
      answerOther(request.params["*"], reply),
    );
  });

  function answerCall(
    request: FastifyRequest<{ Params: Params; Querystring: Query }>,
    reply: FastifyReply,
    ask: (profile: Profile, coordinates: Coordinates, query: Query) => Asked | Fault,
  ): FastifyReply | undefined {
    const profile = PROFILES.find((known) => known === request.params.profile);
    if (!profile) return sendRefusal(reply, noSuchProfile(request.params.profile));
    const coordinates = parseCoordinates(request.params.coordinates);
    if (isRefusal(coordinates)) return sendRefusal(reply, coordinates);
    const asked = ask(profile, coordinates, request.query);
    if (isRefusal(asked)) return sendRefusal(reply, asked);
    if (charge(reply, asked.cost)) return undefined;
    const work = thisWork();
    together(
      () => {
        const answer = asked.answer(work);
        return () => void sendWhenKnown(reply, answer);
      },
      (fault) => reply.send(fault),
    );
    // The reply is sent later: to Fastify that is a call without a promise.
    return undefined;
  }

  function askRoute(profile: Profile, coordinates: Coordinates, query: Query): Asked | Fault {
    const options = parseRouteOptions(query, coordinates.points.length);
    if (isRefusal(options)) return options;
    const question: RouteQuestion = { ...options, points: coordinates.points };
    const cost = routeCost({
      points: question.points.length,
      alternatives: question.alternatives,
      hasSteps: question.steps,
      hasAnnotations: question.annotations.length > 0,
      hasWholeLine: question.overview === "full",
    });
    const answer = (work: Deadline | undefined): Answer | Promise<Answer> => {
      if (door.remote) return door.remote.askRoute(profile, question).then((text) => orExplain(text, coordinates));
      return answerBy(profile, coordinates, question, cost, work, {
        here: (engine) => answerRoute(engine, question),
        aside: (threads) => threads.route(question, work),
      });
    };
    return { cost, answer };
  }

  function askTable(profile: Profile, coordinates: Coordinates, query: Query): Asked | Fault {
    const options = parseTableOptions(query, coordinates.points.length);
    if (isRefusal(options)) return options;
    const question: TableQuestion = { ...options, points: coordinates.points };
    const cost = tableCost(question.sources.length, question.destinations.length);
    const answer = (work: Deadline | undefined): Answer | Promise<Answer> => {
      if (door.remote) return door.remote.askTable(profile, question).then((text) => orExplain(text, coordinates));
      return answerBy(profile, coordinates, question, cost, work, {
        here: (engine) => answerTable(engine, question),
        aside: (threads) => threads.table(question, work),
      });
    };
    return { cost, answer };
  }

  // A short question is answered without a promise; one that would hold up the others goes to a thread.
  function answerBy(
    profile: Profile,
    coordinates: Coordinates,
    question: Snapping,
    cost: number,
    work: Deadline | undefined,
    by: {
      readonly here: (engine: RoadEngine) => RoadsAnswer;
      readonly aside: (threads: RoadThreads) => ReturnType<RoadThreads["route"]>;
    },
  ): Answer | Promise<Answer> {
    const engine = door.engine(profile);
    if (!engine) return NO_MAP;
    const tell = (answer: string | Uint8Array | Exclude<RoadsAnswer, string>): Answer => {
      if (isRefusal(answer)) return explain(answer, coordinates, whoIsLost(engine, question));
      return typeof answer === "string" ? answer : Buffer.from(answer.buffer);
    };
    if (!isCostly(cost) || !engine.aside) return tell(by.here(engine));
    return engine.aside.waitingFor(work) < WAITING_MAX ? by.aside(engine.aside).then(tell) : TOO_MANY_WAITING;
  }
}

function sendWhenKnown(reply: FastifyReply, answer: Answer | Promise<Answer>): void {
  if (!(answer instanceof Promise)) sendAnswer(reply, answer);
  else answer.then((settled) => sendAnswer(reply, settled)).catch((fault: unknown) => reply.send(fault));
}

function sendAnswer(reply: FastifyReply, answer: Answer): FastifyReply {
  if (!isRefusal(answer)) return sendSerialised(reply, answer);
  if (answer.refused === "SERVICE_UNAVAILABLE") reply.header("retry-after", RETRY_AFTER_SECONDS);
  if (answer.refused === "TOO_MANY_REQUESTS") reply.header("retry-after", 1);
  return sendRefusal(reply, answer);
}

// A thread answers some ten a second: the last of as many waits for a second or two.
const WAITING_MAX = 16;
const TOO_MANY_WAITING = refuse(
  "TOO_MANY_REQUESTS",
  `${WAITING_MAX} calls as costly as this one are waiting already; ask again when they are answered.`,
);
const NO_MAP = refuse("SERVICE_UNAVAILABLE", "The map is being loaded; try again in a moment.");

type Snapping = Pick<RouteQuestion, "points" | "radiusesMeters">;

function whoIsLost(engine: RoadEngine, { points, radiusesMeters }: Snapping): number {
  return points.findIndex((point, i) => isRefusal(engine.snap(point, radiusesMeters?.[i])));
}

function orExplain(answer: string | Refusal<RoadsRefusal>, coordinates: Coordinates): Answer {
  if (!isRefusal(answer)) return answer;
  return explain(answer, coordinates, Number(/coordinate (\d+)/.exec(answer.why)?.[1] ?? -1));
}

// D18: the message carries OSRM's code. A point without a road is named with its place in the coordinates.
function explain(refusal: Refusal<RoadsRefusal>, { positions }: Coordinates, lost: number): Fault {
  if (refusal.refused === "ROADS_AWAY") return refuse("SERVICE_UNAVAILABLE", refusal.why);
  if (refusal.refused === "NO_ROUTE") return refuse("BAD_REQUEST", `NoRoute: ${refusal.why}`);
  const place = positions[lost] === undefined ? "" : ` (position ${positions[lost]} of the coordinates)`;
  return refuse("BAD_REQUEST", `NoSegment: ${refusal.why}${place}`);
}

function answerOther(path: string, reply: FastifyReply): FastifyReply {
  const [profile = "", service = "", version = "", mode = "", ...coordinates] = path.split("/");
  if (!PROFILES.some((known) => known === profile)) return sendRefusal(reply, noSuchProfile(profile));
  if ((service !== "route" && service !== "table") || version !== "v1" || mode === "") {
    const offered = `/routing/${profile}/route/v1/driving/… and /routing/${profile}/table/v1/driving/…`;
    return sendRefusal(reply, refuse("NOT_FOUND", `There is no such call; there are ${offered}.`));
  }
  const given = coordinates.join("/");
  const parsed = parseCoordinates(given);
  // Too long for the router, or cut into parts by a slash: never readable as coordinates.
  const wrong = isRefusal(parsed) ? parsed : refuse("BAD_REQUEST", "InvalidUrl: the coordinates are too long.");
  return sendRefusal(reply, wrong);
}

function noSuchProfile(profile: string): Refusal<"NOT_FOUND"> {
  return refuse(
    "NOT_FOUND",
    `There is no profile ${JSON.stringify(profile.slice(0, 40))}; there are ${PROFILES.join(" and ")}.`,
  );
}
