// Takes drivers' positions. Reports that arrive while a statement is under way or has just been leave together with the next,
// so a thousand positions a second cost ten statements; each report is answered when it is in the database.
import { setTimeout as rest } from "node:timers/promises";
import { type Position, type ReportedPosition, readPositions } from "../../domain/drivers/position.ts";
import { type TrailPoint, thinTrail } from "../../domain/drivers/trail.ts";
import { isFromTheFuture } from "../../domain/drivers/whereabouts.ts";
import type { Phone } from "../../domain/phone.ts";
import type { Clock } from "../../ports/clock.ts";
import { withoutDeadline } from "../../ports/deadline.ts";
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
  readonly resolve: (taken: number) => void;
  readonly reject: (error: unknown) => void;
};

// More drivers than one process is likely to hear at a time; whoever is forgotten has one point more in their trail.
const TRAILS_MAX = 50_000;
const REPORTS_MAX = 1_000;
// A statement costs the processor as much as some hundred positions in it; nobody misses their report's answer for so long.
const REST_MS = 100;

// Told which orders the drivers who reported have in hand, and where those drivers are.
export type PositionWatch = (carried: readonly CarriedOrder[], placeOf: ReadonlyMap<Phone, Position>) => void;

export function openPositionReports(deps: PositionDeps, watches: readonly PositionWatch[]): PositionReports {
  // The last position kept of each driver's trail. Another replica may know another one: then a point too many is kept.
  const trails = new Map<Phone, TrailPoint>();
  let waiting: Report[] = [];
  let isWriting = false;

  async function write(reports: readonly Report[]): Promise<void> {
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
    if (latest.size === 0) return;
    // One driver's row that somebody holds must not keep all others waiting.
    const db = deps.db.with({ isPatient: false });
    const carried = await writePositions(db, [...latest.values()], trail, deps.clock.now());
    for (const [phone, point] of newest) remember(phone, point);
    for (const watch of watches) watch(carried, latest);
  }

  // The drivers whose rows are held are told to try again, and only they.
  async function writeFree(reports: readonly Report[], error: unknown): Promise<void> {
    try {
      if (!(error instanceof RowIsHeld)) throw error;
      const free = await listFreePlaces(
        deps.db,
        reports.map(({ phone }) => phone),
      );
      const [writable, held] = [
        reports.filter(({ phone }) => free.has(phone)),
        reports.filter(({ phone }) => !free.has(phone)),
      ];
      await write(writable);
      for (const report of writable) report.resolve(report.positions.length);
      for (const report of held) report.reject(error);
    } catch (fault) {
      for (const report of reports) report.reject(fault);
    }
  }

  function remember(phone: Phone, point: TrailPoint): void {
    trails.delete(phone);
    trails.set(phone, point);
    if (trails.size > TRAILS_MAX) trails.delete(trails.keys().next().value ?? "");
  }

  async function drain(): Promise<void> {
    while (waiting.length > 0) {
      const reports = waiting.slice(0, REPORTS_MAX);
      waiting = waiting.slice(REPORTS_MAX);
      try {
        await write(reports);
        for (const report of reports) report.resolve(report.positions.length);
      } catch (error) {
        await writeFree(reports, error);
      }
      if (waiting.length < REPORTS_MAX) await rest(REST_MS);
    }
    isWriting = false;
  }

  return {
    report: (phone, reported) =>
      new Promise((resolve, reject) => {
        const now = deps.clock.now();
        waiting.push({
          phone,
          positions: readPositions(reported, now),
          isFromTheFuture: reported.some(({ at }) => isFromTheFuture(at, now)),
          resolve,
          reject,
        });
        if (isWriting) return;
        isWriting = true;
        // The next turn of the loop, so that requests parsed in this one leave together; none of them is the one it is done for.
        setImmediate(() => void withoutDeadline(drain));
      }),
  };
}
