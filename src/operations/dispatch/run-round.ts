// One round of dispatch for a city: decide on what was prepared, and write the offers in one transaction. Everything that was
// read may have changed by then; orders and drivers are locked and looked at again, and what no longer holds is left out. What takes
// more than a few milliseconds is done by the roads' threads or in slices.
import { type DecidedOffer, deciding, type RoundDecision } from "../../domain/dispatch/decide-round.ts";
import { POLICY } from "../../domain/dispatch/policy.ts";
import { recordOfWait } from "../../domain/dispatch/take-turns.ts";
import { finishInSlices } from "../../ports/slices.ts";
import { inTransaction, type Sql } from "../../store/db.ts";
import { insertDecisions } from "../../store/dispatch/decisions.ts";
import { listAskable, listOffersOfOrders, lockWaiting, type WaitingKey } from "../../store/dispatch/round-rows.ts";
import { lockFreeDrivers } from "../../store/drivers/drivers.ts";
import { insertOffers } from "../../store/drivers/offers.ts";
import {
  type City,
  type DispatchMemory,
  onlyNews,
  type PreparedPart,
  type PreparedRound,
  rememberRecords,
  rememberTurns,
} from "./dispatch-memory.ts";
import { type DispatchDeps, prepareRound } from "./prepare-round.ts";

export type RoundReport = {
  readonly waiting: number;
  readonly oldestSince: Date | undefined;
  // By what was last said of each; BEING_ASKED where a driver is looking at it.
  readonly waitingFor: Readonly<Record<string, number>>;
  // Undefined where nobody was looked for, because about all that wait somebody is being asked.
  readonly drivers: number | undefined;
  readonly offered: number;
  // Orders that have had no turn yet: another round should follow at once.
  readonly unseen: number;
  // More waited than a round takes.
  readonly isCapped: boolean;
  // What the roads were asked for, by who told it.
  readonly cells: { readonly roads: number; readonly crow: number };
};

// A round that was prepared longer ago, because others led the city in between, is of no use.
const AHEAD_MS = 5_000;
const NOBODY: ReadonlySet<string> = new Set();

export async function runRound(deps: DispatchDeps, cityId: string, memory: DispatchMemory): Promise<RoundReport> {
  const ahead = await memory.ahead;
  const isAhead = ahead !== undefined && deps.clock.now().getTime() - ahead.at.getTime() < AHEAD_MS;
  const prepared = isAhead ? ahead : await prepareRound(deps, memory, cityId);
  const askedSince = isAhead ? memory.asked : NOBODY;
  memory.ahead = undefined;
  const { waiting, city, parts } = prepared;
  const cells = { roads: 0, crow: 0 };
  const report = { waiting: waiting.length, oldestSince: waiting[0]?.since, cells };
  if (!city) {
    const waitingFor = reasonsOf(memory, waiting);
    return { ...report, isCapped: false, waitingFor, drivers: undefined, offered: 0, unseen: 0 };
  }
  const unseen = prepared.left.filter(({ id }) => !memory.lookedAt.has(id)).length;
  if (unseen > 0) prepareNext(deps, memory, cityId, prepared);
  const asked = new Set<string>();
  const crowded = new Set<string>();
  let offered = 0;
  for (const part of parts) {
    cells.roads += part.cells.roads;
    cells.crow += part.cells.crow;
    for (const id of crowdedOf(part, askedSince)) crowded.add(id);
    const made = await saveDecision(deps, await decide(deps, part, askedSince, crowded), memory);
    offered += made.length;
    for (const { driverPhone, kind } of made) if (kind === "assign") asked.add(driverPhone);
  }
  memory.asked = asked;
  const taken = prepared.taken.filter(({ id }) => !crowded.has(id));
  const left = [...prepared.left, ...prepared.taken.filter(({ id }) => crowded.has(id))];
  rememberTurns(memory, taken, waiting);
  await explainWaits(deps, memory, left, city);
  const waitingFor = reasonsOf(memory, waiting);
  return {
    ...report,
    isCapped: left.length > 0,
    waitingFor,
    drivers: city.drivers,
    offered,
    unseen: unseen + crowded.size,
  };
}

// The roads' threads work for the next round while this one is decided and saved.
function prepareNext(deps: DispatchDeps, memory: DispatchMemory, cityId: string, prepared: PreparedRound): void {
  // What could not be prepared ahead is prepared in its own round, which tells what is wrong.
  memory.ahead = prepareRound(deps, memory, cityId, prepared).catch(() => undefined);
}

// Orders near whose pickups most have been asked since this was prepared: they have their turn when others were looked for.
function crowdedOf({ seen: { near, fleet, waiting } }: PreparedPart, asked: ReadonlySet<string>): readonly string[] {
  if (!near || asked.size === 0) return [];
  return waiting.flatMap(({ order: { id } }) => {
    const drivers = near.get(id) ?? [];
    return 2 * drivers.filter((at) => asked.has(fleet[at]!.phone)).length > drivers.length ? [id] : [];
  });
}

// Whoever was asked after this was prepared is not asked twice.
async function decide(
  deps: DispatchDeps,
  { seen }: PreparedPart,
  asked: ReadonlySet<string>,
  crowded: ReadonlySet<string>,
): Promise<RoundDecision> {
  const now = deps.clock.now();
  const nextRoundAt = new Date(now.getTime() + POLICY.roundSeconds * 1000);
  const fleet = seen.fleet.map((driver) => (asked.has(driver.phone) ? { ...driver, hasOpenOffer: true } : driver));
  const waiting = seen.waiting.filter(({ order }) => !crowded.has(order.id));
  return finishInSlices(deciding({ ...seen, waiting, fleet, now, nextRoundAt }));
}

function reasonsOf({ digests }: DispatchMemory, waiting: readonly WaitingKey[]): Readonly<Record<string, number>> {
  const reasons: Record<string, number> = {};
  for (const { id, isAsked } of waiting) {
    const reason = isAsked ? "BEING_ASKED" : (digests.get(id)?.verdict ?? "NOT_DECIDED");
    reasons[reason] = (reasons[reason] ?? 0) + 1;
  }
  return reasons;
}

// An order about which something was decided before keeps that as its explanation.
async function explainWaits(
  deps: DispatchDeps,
  memory: DispatchMemory,
  left: readonly WaitingKey[],
  { waitingOrders, drivers }: City,
): Promise<void> {
  const records = left
    .filter(({ id }) => !memory.digests.has(id))
    .map(({ id }) => recordOfWait(id, { waitingOrders, drivers }));
  if (records.length === 0) return;
  const now = deps.clock.now();
  await insertDecisions(deps.db, records, now);
  await rememberRecords(memory, records, now);
}

async function saveDecision(
  deps: DispatchDeps,
  decision: RoundDecision,
  memory: DispatchMemory,
): Promise<readonly DecidedOffer[]> {
  const now = deps.clock.now();
  const news = await onlyNews(memory, decision.records, now);
  if (decision.offers.length === 0 && news.length === 0) return [];
  const made = await inTransaction(deps.db.with({ isPatient: false }), async (tx) => {
    const offers = await stillRight(tx, decision.offers);
    if (offers.length > 0) {
      await insertOffers(
        tx,
        offers.map(({ order, ...offer }) => ({ id: deps.random.uuid(), orderId: order.id, offeredAt: now, ...offer })),
      );
    }
    const made = new Set(offers.map((offer) => `${offer.order.id} ${offer.driverPhone}`));
    // What could not be offered after all was not decided; the next round explains itself.
    const records = news.filter((record) => record.offeredTo.every((phone) => made.has(`${record.orderId} ${phone}`)));
    if (records.length > 0) await insertDecisions(tx, records, now);
    return { offers, records };
  });
  await rememberRecords(memory, made.records, now);
  return made.offers;
}

// Of these offers, those that can still be made; their orders and drivers are locked.
export async function stillRight(tx: Sql, offers: RoundDecision["offers"]): Promise<RoundDecision["offers"]> {
  if (offers.length === 0) return [];
  const waiting = await lockWaiting(tx, [
    ...new Map(offers.map(({ order: { id, seq }, takenFrom }) => [id, { id, seq, takenFrom }])).values(),
  ]);
  const phones = await lockFreeDrivers(tx, [...new Set(offers.map((offer) => offer.driverPhone))]);
  const askable = await listAskable(tx, phones);
  const open = (await listOffersOfOrders(tx, [...waiting])).filter((offer) => offer.answer === null);
  const isAsked = ({ order, driverPhone, kind }: DecidedOffer): boolean =>
    open.some(
      (asked) =>
        asked.orderId === order.id && (asked.driverPhone === driverPhone || (kind === "assign" && asked.kind === kind)),
    );
  return offers.filter((offer) => waiting.has(offer.order.id) && askable.has(offer.driverPhone) && !isAsked(offer));
}
