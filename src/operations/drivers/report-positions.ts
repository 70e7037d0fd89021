// Takes drivers' positions. Reports that arrive while a statement is under way or has just been leave together with the next,
// so a thousand positions a second cost ten statements. Each report is answered when others can read it: in the live plane where there is
// one, of which the database then keeps what is worth keeping, else in the database.
import { setTimeout as rest, setImmediate as turnOfTheLoop } from "node:timers/promises";
import { type Position, type ReportedPosition, readPositions } from "../../domain/drivers/position.ts";
import { type TrailPoint, thinTrail } from "../../domain/drivers/trail.ts";
import { hasJumped, isFromTheFuture } from "../../domain/drivers/whereabouts.ts";
import type { Phone } from "../../domain/phone.ts";
import type { ProgramClock } from "../../ports/clock.ts";
import { type Asked, gathered } from "../../ports/flow/gathered.ts";
import { openLoop } from "../../ports/flow/loop.ts";
import { NewestMap } from "../../ports/flow/newest-map.ts";
import { type DriverKey, LiveAway, type LivePlace, type LivePlaces } from "../../ports/live/live-plane.ts";
import { type Database, RowIsHeld } from "../../store/db.ts";
import {
  type CarriedOrder,
  type DriverPosition,
  keepTrails,
  listFreePlaces,
  noteFromTheFuture,
  openPlaces,
  writePositions,
} from "../../store/drivers/places.ts";
import { type Live, PLACE_KEPT_SECONDS } from "../live/open-live.ts";
import type { Services } from "../services.ts";

export type PositionDeps = { readonly db: Database; readonly clock: ProgramClock; readonly live: Live };

export type PositionReports = {
  // Answers how many positions were taken.
  readonly report: (driver: DriverKey, reported: readonly ReportedPosition[]) => Promise<number>;
  // Keeps what is not kept yet.
  readonly close: () => Promise<void>;
};

type Report = DriverKey & {
  readonly positions: readonly Position[];
  readonly isFromTheFuture: boolean;
};
// Answered with how many positions were taken.
type Waiting = Asked<Report, number>;

// More drivers than one process is likely to hear at a time; whoever is forgotten has one point more in their trail.
const TRAILS_MAX = 50_000;
const REPORTS_MAX = 1_000;
// A statement costs the processor as much as some hundred positions in it; nobody misses their report's answer for so long. The live plane
// costs little, and whoever looks at a map waits for it.
const REST_MS = 100;
const LIVE_REST_MS = 20;

export function openPositionReports(
  deps: PositionDeps,
  watches: readonly PositionWatch[],
  onTrouble: (error: unknown) => void,
): PositionReports {
  const keeper = openPositionKeeper(deps, watches, onTrouble);
  let restMs = REST_MS;
  // The last position kept of each driver's trail. Another replica may know another one: then a point too many is kept.
  const trails = new NewestMap<Phone, TrailPoint>(TRAILS_MAX);

  async function write(waiting: readonly Waiting[]): Promise<void> {
    const reports = waiting.map(({ question }) => question);
    const latest = new Map<Phone, DriverPosition & DriverKey>();
    const newest = new Map<Phone, TrailPoint>();
    const trail: DriverPosition[] = [];
    for (const { phone, cityId, positions } of reports) {
      const last = positions.at(-1);
      if (!last) continue;
      const known = latest.get(phone);
      if (!known || known.at <= last.at) latest.set(phone, { ...last, phone, cityId });
      const kept = thinTrail(newest.get(phone) ?? trails.get(phone), positions);
      trail.push(...kept.map((position) => ({ ...position, phone })));
      const point = kept.at(-1);
      if (point) newest.set(phone, point);
    }
    const doubted = reports.filter((report) => report.isFromTheFuture).map(({ phone }) => phone);
    if (doubted.length > 0) await noteFromTheFuture(deps.db, doubted, deps.clock.now());
    const places = await writeLive([...latest.values()]);
    restMs = places ? LIVE_REST_MS : REST_MS;
    if (places) keeper.keep(places, trail);
    else if (latest.size > 0) {
      // One driver's row that somebody holds must not keep all others waiting.
      const db = deps.db.with({ isPatient: false });
      const carried = await writePositions(db, [...latest.values()], trail, deps.clock.now());
      for (const watch of watches) watch(carried, latest);
    }
    for (const [phone, point] of newest) trails.set(phone, point);
    for (const { question, resolve } of waiting) resolve(question.positions.length);
  }

  // undefined: there is no live plane, or none just now.
  async function writeLive(latest: readonly (DriverPosition & DriverKey)[]): Promise<readonly LivePlace[] | undefined> {
    const { apart } = deps.live;
    if (!apart || latest.length === 0) return undefined;
    try {
      return await replacePlaces(apart, latest);
    } catch (error) {
      if (error instanceof LiveAway) return undefined;
      throw error;
    }
  }

  // Those that were not said earlier by the phone than what is known.
  async function replacePlaces(
    apart: LivePlaces,
    latest: readonly (DriverPosition & DriverKey)[],
  ): Promise<readonly LivePlace[]> {
    const known = await apart.read(latest);
    const [now, seenAt] = [deps.clock.now(), deps.clock.trueTime.now()];
    const places = latest.flatMap((position): LivePlace[] => {
      const before = known.get(position.phone);
      if (before && before.at > position.at) return [];
      const doubt = before && hasJumped(before, before.heardAt, position, now) ? "PLACE_JUMPED" : undefined;
      return [
        {
          ...position,
          heardAt: now,
          seenAt,
          doubt: doubt ?? before?.doubt ?? null,
          doubtedAt: doubt ? now : (before?.doubtedAt ?? null),
          keptAt: before && !isToKeep(before, now) ? before.keptAt : now,
        },
      ];
    });
    if (places.length > 0) await apart.write(places);
    return places;
  }

  // The drivers whose rows are held are told to try again, and only they.
  async function writeFree(waiting: readonly Waiting[], error: unknown): Promise<void> {
    if (!(error instanceof RowIsHeld)) throw error;
    const phones = waiting.map(({ question }) => question.phone);
    const free = await listFreePlaces(deps.db, phones);
    await write(waiting.filter(({ question }) => free.has(question.phone)));
    for (const { question, reject } of waiting) if (!free.has(question.phone)) reject(error);
  }

  const keep = gathered<Report, number>({
    max: REPORTS_MAX,
    // Requests parsed in one turn of the loop leave together.
    gather: () => turnOfTheLoop(),
    answer: (round) => write(round).catch((error) => writeFree(round, error)),
    rest: (waiting) => (waiting < REPORTS_MAX ? rest(restMs) : undefined),
  });
  return {
    close: keeper.close,
    report: async ({ phone, cityId }, reported) => {
      const now = deps.clock.now();
      return keep({
        phone,
        cityId,
        positions: readPositions(reported, now),
        isFromTheFuture: reported.some(({ at }) => isFromTheFuture(at, now)),
      });
    },
  };
}

// What the database keeps of positions that the live plane has: each driver's place once a minute, and the trail of orders in hand, once a
// second for all who reported. Whoever watches drivers with orders in hand is told then too.

// Told which orders the drivers who reported have in hand, and where those drivers are.
type PositionWatch = (carried: readonly CarriedOrder[], placeOf: ReadonlyMap<Phone, Position>) => void;

type PositionKeeper = {
  readonly keep: (places: readonly LivePlace[], trail: readonly DriverPosition[]) => void;
  readonly close: () => Promise<void>;
};

const KEEP_MS = 1_000;
// While the database is away; then the oldest go.
const TRAIL_MAX = 100_000;

// The database's is too old.
function isToKeep({ keptAt }: Pick<LivePlace, "keptAt">, now: Date): boolean {
  return now.getTime() - keptAt.getTime() >= PLACE_KEPT_SECONDS * 1000;
}

function openPositionKeeper(
  { db, live }: Pick<Services, "db" | "live">,
  watches: readonly PositionWatch[],
  onTrouble: (error: unknown) => void,
): PositionKeeper {
  let latest = new Map<Phone, LivePlace>();
  let due = new Map<Phone, LivePlace>();
  let trail: DriverPosition[] = [];
  // Whom somebody may be looking at.
  const carrying = new Set<Phone>();
  const keeping = openLoop({ work: keepAll, failed: onTrouble, everyMs: KEEP_MS });

  async function keepAll(): Promise<void> {
    if (latest.size === 0) return;
    const [reported, toKeep, points] = [latest, due, trail];
    latest = new Map();
    due = new Map();
    trail = [];
    try {
      // In one order of rows; one that somebody holds is left for the next second.
      const patient = db.with({ isPatient: false });
      if (toKeep.size > 0) await openPlaces(patient).write([...toKeep.values()]);
      const carried = await keepTrails(patient, [...reported.keys()], points);
      for (const phone of reported.keys()) carrying.delete(phone);
      for (const { phone } of carried) carrying.add(phone);
      for (const watch of watches) watch(carried, reported);
    } catch (error) {
      onTrouble(error);
      latest = new Map([...reported, ...latest]);
      due = new Map([...toKeep, ...due]);
      trail = [...points, ...trail].slice(-TRAIL_MAX);
    }
  }

  return {
    keep: (places, points) => {
      for (const place of places) {
        latest.set(place.phone, place);
        // Just written as kept: it is this process that keeps it.
        if (place.keptAt === place.heardAt || due.has(place.phone)) due.set(place.phone, place);
      }
      for (const point of points) trail.push(point);
      const moved = places.filter(({ phone }) => carrying.has(phone));
      if (moved.length > 0) {
        // Where it cannot be told, whoever looks finds it within a second.
        live.notifyElsewhere(moved.map(({ phone }) => ({ notice: "giao_moves", payload: phone }))).catch(onTrouble);
      }
    },
    close: async () => {
      await keeping.stop();
      await keepAll();
    },
  };
}
