// Takes drivers' positions. Reports that arrive while a statement is under way or has just been leave together with the next,
// so a thousand positions a second cost ten statements; each report is answered when it is in the database.
import { setTimeout as rest, setImmediate as turnOfTheLoop } from "node:timers/promises";
import { type Position, type ReportedPosition, readPositions } from "../../domain/drivers/position.ts";
import { type TrailPoint, thinTrail } from "../../domain/drivers/trail.ts";
import { isFromTheFuture } from "../../domain/drivers/whereabouts.ts";
import type { Phone } from "../../domain/phone.ts";
import type { Clock } from "../../ports/clock.ts";
import { type Asked, gathered } from "../../ports/flow/gathered.ts";
import { NewestMap } from "../../ports/flow/newest-map.ts";
import { type Database, RowIsHeld } from "../../store/db.ts";
import {
  type CarriedOrder,
  type DriverPosition,
  listFreePlaces,
  noteFromTheFuture,
  writePositions,
} from "../../store/drivers/places.ts";

export type PositionDeps = { readonly db: Database; readonly clock: Clock };

export type PositionReports = {
  // Answers how many positions were taken.
  readonly report: (phone: Phone, reported: readonly ReportedPosition[]) => Promise<number>;
};

type Report = {
  readonly phone: Phone;
  readonly positions: readonly Position[];
  readonly isFromTheFuture: boolean;
};
// Answered with how many positions were taken.
type Waiting = Asked<Report, number>;

// More drivers than one process is likely to hear at a time; whoever is forgotten has one point more in their trail.
const TRAILS_MAX = 50_000;
const REPORTS_MAX = 1_000;
// A statement costs the processor as much as some hundred positions in it; nobody misses their report's answer for so long.
const REST_MS = 100;

// Told which orders the drivers who reported have in hand, and where those drivers are.
export type PositionWatch = (carried: readonly CarriedOrder[], placeOf: ReadonlyMap<Phone, Position>) => void;

export function openPositionReports(deps: PositionDeps, watches: readonly PositionWatch[]): PositionReports {
  // The last position kept of each driver's trail. Another replica may know another one: then a point too many is kept.
  const trails = new NewestMap<Phone, TrailPoint>(TRAILS_MAX);

  async function write(waiting: readonly Waiting[]): Promise<void> {
    const reports = waiting.map(({ question }) => question);
    const latest = new Map<Phone, DriverPosition>();
    const newest = new Map<Phone, TrailPoint>();
    const trail: DriverPosition[] = [];
    for (const { phone, positions } of reports) {
      const last = positions.at(-1);
      if (!last) continue;
      const known = latest.get(phone);
      if (!known || known.at <= last.at) latest.set(phone, { ...last, phone });
      const kept = thinTrail(newest.get(phone) ?? trails.get(phone), positions);
      trail.push(...kept.map((position) => ({ ...position, phone })));
      const point = kept.at(-1);
      if (point) newest.set(phone, point);
    }
    const doubted = reports.filter((report) => report.isFromTheFuture).map(({ phone }) => phone);
    if (doubted.length > 0) await noteFromTheFuture(deps.db, doubted, deps.clock.now());
    if (latest.size > 0) {
      // One driver's row that somebody holds must not keep all others waiting.
      const db = deps.db.with({ isPatient: false });
      const carried = await writePositions(db, [...latest.values()], trail, deps.clock.now());
      for (const [phone, point] of newest) trails.set(phone, point);
      for (const watch of watches) watch(carried, latest);
    }
    for (const { question, resolve } of waiting) resolve(question.positions.length);
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
    rest: (waiting) => (waiting < REPORTS_MAX ? rest(REST_MS) : undefined),
  });
  return {
    report: async (phone, reported) => {
      const now = deps.clock.now();
      return keep({
        phone,
        positions: readPositions(reported, now),
        isFromTheFuture: reported.some(({ at }) => isFromTheFuture(at, now)),
      });
    },
  };
}
