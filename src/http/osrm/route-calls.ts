// The route call (4.9, D18) and the other services of OSRM's v1 protocol under the partner's own api-key.
//
// Order of checks, first hit answers: 401 for the key, 404 for the profile (and for anything else under /routing that is
// not a call of ours), 400 for the coordinates from left to right, 400 for the options in the order given, 429 when what the call
// costs is over the partner's limit or too many costly ones of theirs wait already, 503 when no map is loaded or the routing
// server is away, 400 NoSegment, 400 NoRoute.
import { gzip } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { ErrorBody } from "../../contract/refusal.ts";
import { isCostly, tileCost } from "../../domain/call-costs.ts";
import type { Catalogue } from "../../domain/catalogue/service.ts";
import { timeZoneAt } from "../../domain/catalogue/zones.ts";
import { localTimeAt, minuteOfWeek } from "../../domain/local-time.ts";
import { isRefusal, type Refusal, refuse } from "../../domain/refusal.ts";
import { PROFILES, type Profile, type RoadsRefusal } from "../../domain/roads.ts";
import { type Deadline, thisWork } from "../../ports/deadline.ts";
import { openTogether } from "../../ports/together.ts";
import { answerQuestion, type NoAnswer, pointsOf, type RoadsQuestion } from "../../roads/osrm-json/answers.ts";
import type { RoadEngine, TileName } from "../../roads/path.ts";
import type { RemoteRoads } from "../../roads/remote/osrm-roads.ts";
import type { AnsweredJob, ServedEngine } from "../../roads/threads/road-threads.ts";
import { inPlainWords, sendRefusal } from "../base/answer.ts";
import type { App } from "../base/app-type.ts";
import { RETRY_AFTER_SECONDS } from "../base/statuses.ts";
import { answerAt } from "../calls/register-calls.ts";
import { charge } from "../limits/rate-limits.ts";
import { parseCoordinates } from "./coordinates.ts";
import type { Query } from "./options.ts";
import { CALL_SCHEMAS } from "./route-call-schemas.ts";
import { askRemote, SERVICES, type Service } from "./services.ts";

export type RouteCallDoor = {
  // Asked at every call, because a new map may have been loaded. Absent while none is.
  // With a departure the one that knows that hour.
  readonly engine: (profile: Profile, departAt?: Date) => ServedEngine | undefined;
  // Of the city a route begins in: its clocks are those that the signs along roads mean.
  readonly catalogue: { readonly current: () => Catalogue };
  // Set when ROADS_URL is: then it answers, and the engine is not asked.
  readonly remote: RemoteRoads | undefined;
};

type Fault = Refusal<"BAD_REQUEST" | "TOO_MANY_REQUESTS" | "SERVICE_UNAVAILABLE">;
// Written already, or why there is none.
type Answer = string | Buffer | Fault;
type Answering = (work: Deadline | undefined) => Answer | Promise<Answer>;
type Params = { readonly profile: string; readonly coordinates: string };
type Call = FastifyRequest<{ Params: Params; Querystring: Query }>;

const JSON_TYPE = "application/json; charset=utf-8";
const TILE_TYPE = "application/x-protobuf";

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
    for (const service of SERVICES) {
      const answer = (request: FastifyRequest, reply: FastifyReply) => answerCall(request as Call, reply, service);
      const path = `GET /routing/:profile/${service.name}/v1`;
      answerAt(calls, `${path}/driving/:coordinates`, answer, { schema: CALL_SCHEMAS[service.name] });
      answerAt(calls, `${path}/:word/:coordinates`, answer);
    }
    answerAt(calls, "GET /routing/:profile/tile/v1/:word/:tile", ({ params }, reply) =>
      answerTile(params as { readonly profile: string; readonly tile: string }, reply),
    );
    answerAt(calls, "GET /routing/*", ({ params }, reply) =>
      answerOther((params as { readonly "*": string })["*"], reply),
    );
  });

  function answerCall(request: Call, reply: FastifyReply, service: Service): FastifyReply | undefined {
    const profile = PROFILES.find((known) => known === request.params.profile);
    if (!profile) return sendRefusal(reply, noSuchProfile(request.params.profile));
    const coordinates = parseCoordinates(request.params.coordinates, service.count);
    if (isRefusal(coordinates)) return sendRefusal(reply, coordinates);
    const asked = service.read(coordinates, request.query);
    if (isRefusal(asked)) return sendRefusal(reply, asked);
    const { remote } = door;
    const orExplain = (answer: string | Refusal<RoadsRefusal>): Answer =>
      isRefusal(answer) ? explain(answer, coordinates.positions, service) : answer;
    return answerLater(reply, asked.cost, JSON_TYPE, (work) => {
      const { departAt } = pointsOf(asked.question);
      if (remote && departAt) return NO_DEPARTURE;
      if (remote) return askRemote(remote, profile, service, asked.question, request.query).then(orExplain);
      const engine = door.engine(profile, departAt);
      const question = departAt ? departing(asked.question, departAt, engine?.times ?? 1) : asked.question;
      return answerBy(engine, question, asked.cost, work, {
        here: (searches) => answerQuestion(searches, question),
        explain: orExplain,
      });
    });
  }

  function answerTile(
    params: { readonly profile: string; readonly tile: string },
    reply: FastifyReply,
  ): FastifyReply | undefined {
    const profile = PROFILES.find((known) => known === params.profile);
    if (!profile) return sendRefusal(reply, noSuchProfile(params.profile));
    const named = readTileName(params.tile);
    if (isRefusal(named)) return sendRefusal(reply, named);
    if (door.remote) return sendRefusal(reply, NO_TILES);
    return answerLater(reply, named.cost, TILE_TYPE, (work) =>
      answerBy(door.engine(profile), { tile: named.tile }, named.cost, work, {
        here: (engine) => engine.tile(named.tile),
        explain: (answer) => explain(answer, [], undefined),
      }),
    );
  }

  function answerLater(reply: FastifyReply, cost: number, type: string, answering: Answering): undefined {
    const charged = charge(reply, cost);
    if (charged instanceof Promise) {
      charged.then(
        (answered) => answered ?? answerNow(reply, type, answering),
        (fault) => reply.send(fault),
      );
    } else if (!charged) answerNow(reply, type, answering);
    // The reply is sent later: to Fastify that is a call without a promise.
    return undefined;
  }

  function answerNow(reply: FastifyReply, type: string, answering: Answering): void {
    const work = thisWork();
    together(
      () => {
        const answer = answering(work);
        return () => void sendWhenKnown(reply, type, answer);
      },
      (fault) => reply.send(fault),
    );
  }

  function departing(question: RoadsQuestion, departAt: Date, times: number): RoadsQuestion {
    const zone = timeZoneAt(door.catalogue.current(), pointsOf(question).points[0]!);
    const local = localTimeAt(zone, departAt);
    const departure = { minuteOfWeek: minuteOfWeek(local), times };
    if ("route" in question) return { route: { ...question.route, departure } };
    if ("table" in question) return { table: { ...question.table, departure } };
    return "trip" in question ? { trip: { ...question.trip, departure } } : question;
  }

  // A short question is answered without a promise; one that would hold up the others goes to a thread.
  function answerBy(
    engine: ServedEngine | undefined,
    job: AnsweredJob,
    cost: number,
    work: Deadline | undefined,
    by: {
      readonly here: (engine: RoadEngine) => Uint8Array | NoAnswer;
      readonly explain: (refusal: NoAnswer) => Answer;
    },
  ): Answer | Promise<Answer> {
    if (!engine) return NO_MAP;
    const sent = (answer: Uint8Array | NoAnswer): Answer =>
      isRefusal(answer) ? by.explain(answer) : Buffer.from(answer.buffer, answer.byteOffset, answer.byteLength);
    if (!isCostly(cost) || !engine.aside) return sent(by.here(engine));
    return engine.aside.waitingFor(work) < WAITING_MAX ? engine.aside.answer(job, work).then(sent) : TOO_MANY_WAITING;
  }
}

function sendWhenKnown(reply: FastifyReply, type: string, answer: Answer | Promise<Answer>): void {
  if (!(answer instanceof Promise)) sendAnswer(reply, type, answer);
  else answer.then((settled) => sendAnswer(reply, type, settled)).catch((fault: unknown) => reply.send(fault));
}

function sendAnswer(reply: FastifyReply, type: string, answer: Answer): void {
  if (!isRefusal(answer)) {
    sendSmall(reply.type(type), answer);
    return;
  }
  if (answer.refused === "SERVICE_UNAVAILABLE") reply.header("retry-after", RETRY_AFTER_SECONDS);
  if (answer.refused === "TOO_MANY_REQUESTS") reply.header("retry-after", 1);
  sendRefusal(reply, answer);
}

// A thread answers some ten a second: the last of as many waits for a second or two.
const WAITING_MAX = 16;
const TOO_MANY_WAITING = refuse(
  "TOO_MANY_REQUESTS",
  `${WAITING_MAX} calls as costly as this one are waiting already; ask again when they are answered.`,
);
const NO_MAP = refuse("SERVICE_UNAVAILABLE", "The map is being loaded; try again in a moment.");
const NO_DEPARTURE = refuse(
  "BAD_REQUEST",
  "NotImplemented: depart_at is of this server's own map, and another one answers.",
);
const NO_TILES = refuse(
  "BAD_REQUEST",
  "NotImplemented: tiles are drawn of this server's own map, and another one answers.",
);

// D18: the message carries OSRM's code. A point without a road is named with its place in the coordinates.
function explain(refusal: Refusal<RoadsRefusal>, positions: readonly number[], service: Service | undefined): Fault {
  if (refusal.refused === "ROADS_AWAY") return refuse("SERVICE_UNAVAILABLE", refusal.why);
  if (refusal.refused === "NO_ROUTE") return refuse("BAD_REQUEST", `${service?.noWay ?? "NoRoute"}: ${refusal.why}`);
  const lost = Number(/(?:coordinate|point) (\d+)/.exec(refusal.why)?.[1] ?? -1);
  const place = positions[lost] === undefined ? "" : ` (position ${positions[lost]} of the coordinates)`;
  return refuse("BAD_REQUEST", `NoSegment: ${refusal.why}${place}`);
}

function answerOther(path: string, reply: FastifyReply): FastifyReply {
  const [profile = "", name = "", version = "", mode = "", ...coordinates] = path.split("/");
  if (!PROFILES.some((known) => known === profile)) return sendRefusal(reply, noSuchProfile(profile));
  const service = SERVICES.find((known) => known.name === name);
  if (!service || version !== "v1" || mode === "") {
    const offered = SERVICES.map((known) => `/routing/${profile}/${known.name}/v1/driving/…`).join(", ");
    return sendRefusal(reply, refuse("NOT_FOUND", `There is no such call; there are ${offered}.`));
  }
  const parsed = parseCoordinates(coordinates.join("/"), service.count);
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

// Answers that are worth it are sent compressed to whoever takes them so.

// What fits into a packet is not sent faster when it is smaller.
const BYTES_MIN = 1_400;
// Of 9. A route told turn by turn, 15 KB of JSON, is 3.2 KB at 1 and 2.8 KB at 6, and takes 0.1 and 0.3 ms of a thread.
const LEVEL = 1;

function sendSmall(reply: FastifyReply, answer: string | Buffer): void {
  if (answer.length < BYTES_MIN || !/\bgzip\b/.test(reply.request.headers["accept-encoding"] ?? "")) {
    reply.send(answer);
    return;
  }
  gzip(answer, { level: LEVEL }, (fault, bytes) => {
    if (fault) reply.send(fault);
    else reply.header("content-encoding", "gzip").header("vary", varyOf(reply)).send(bytes);
  });
}

function varyOf(reply: FastifyReply): string {
  const varies = reply.getHeader("vary");
  return varies === undefined ? "accept-encoding" : `${varies}, accept-encoding`;
}

// Reads which tile is asked for: `tile(x,y,zoom).mvt`.
const TILE_ZOOM_MIN = 12;
const TILE_ZOOM_MAX = 19;

function readTileName(text: string): { readonly tile: TileName; readonly cost: number } | Refusal<"BAD_REQUEST"> {
  const found = /^tile\((\d{1,7}),(\d{1,7}),(\d{1,2})\)\.mvt$/.exec(text);
  if (!found)
    return refuse(
      "BAD_REQUEST",
      `InvalidQuery: expected tile(x,y,zoom).mvt, found ${JSON.stringify(text.slice(0, 40))}.`,
    );
  const [x, y, zoom] = found.slice(1).map(Number) as [number, number, number];
  if (zoom < TILE_ZOOM_MIN || zoom > TILE_ZOOM_MAX) {
    return refuse("BAD_REQUEST", `InvalidOptions: zoom ${zoom} is not between ${TILE_ZOOM_MIN} and ${TILE_ZOOM_MAX}.`);
  }
  if (x >= 2 ** zoom || y >= 2 ** zoom) {
    return refuse("BAD_REQUEST", `InvalidOptions: at zoom ${zoom} x and y are below ${2 ** zoom}.`);
  }
  return { tile: { x, y, zoom }, cost: tileCost(zoom) };
}
