// Keeps the figures of hours and days: finds out which hours have changed, and counts each of them again from its orders. Counting is done
// from nothing every time and saved with the mark it answers, so it does not matter how often it is done, or by whom, or where it was cut off.
import { addTo, type Counts, withoutZeros } from "../../domain/figures/counts.ts";
import { coveredSeconds, type Stretch } from "../../domain/figures/covered-time.ts";
import { countCell, countOffers, countOrder } from "../../domain/figures/order-counts.ts";
import { startStopwatch } from "../../ports/clock.ts";
import { inTransaction, type Sql } from "../../store/db.ts";
import {
  type FigureKind,
  markMonthOfDay,
  type NewFigure,
  replaceHour,
  replaceSum,
} from "../../store/figures/figure-rows.ts";
import { countMarks, type Mark, markAll, markNext, takeMark } from "../../store/figures/marks.ts";
import {
  listEtaCounts,
  listMoneyOf,
  listOffersOf,
  listOrdersOfHour,
  listWorked,
  orderSpan,
  type WorkedRow,
} from "../../store/figures/sources.ts";
import { holdOrdersOf } from "../../store/orders/leaving-orders.ts";
import type { NumberedOrder } from "../../store/orders/orders.ts";
import type { Services } from "../services.ts";

type Deps = Pick<Services, "db" | "clock">;

// More would hold the event loop for longer than a few milliseconds.
const ORDERS_AT_ONCE = 200;
// An hour of a large city is thousands of orders.
const COUNT_SECONDS = 60;
// Windows are kept for 28 days; figures of older ones stay as they were counted.
const WINDOW_DAYS = 27;
const DAY_MS = 86_400_000;
// While one waits for the database another adds up.
const COUNTED_AT_ONCE = 3;

const OF_ORDERS: readonly FigureKind[] = ["orders", "partner", "account", "driver", "cell"];
const OF_ETAS: readonly FigureKind[] = ["eta", "eta_partner", "eta_account", "eta_driver"];
const OF_TIME: readonly FigureKind[] = ["time", "driver_time"];

// Counting an hour of a very large city takes seconds, and it changes all the time: between rounds it rests for thirty times as long as one took. At
// ten times, a city that took 500 orders a second had a tenth of the program's processor in it.
const REST_FOR_WORK = 30;
const REST_MS_MAX = 120_000;

export function openFigureKeeper(deps: Deps): (goesOn: () => boolean) => Promise<void> {
  let restMs = 0;
  let sinceRound = startStopwatch();
  return async (goesOn) => {
    if (sinceRound.elapsedMs() < restMs) return;
    const round = startStopwatch();
    await keepFigures(deps, goesOn);
    restMs = Math.min(REST_MS_MAX, round.elapsedMs() * REST_FOR_WORK);
    sinceRound = startStopwatch();
  };
}

export async function keepFigures(deps: Deps, goesOn: () => boolean = () => true): Promise<void> {
  const db = deps.db.with({ seconds: COUNT_SECONDS });
  while (goesOn() && (await markNext(db, deps.clock.now())));
  while (goesOn() && (await countNext(deps)));
}

// Counts everything again. What is read meanwhile are the figures as they were, hour by hour replaced.
export async function rebuildFigures(deps: Deps, onProgress: (share: number) => void): Promise<number> {
  const db = deps.db.with({ seconds: COUNT_SECONDS });
  await markAll(db);
  while (await markNext(db, deps.clock.now(), true));
  const { marks: hours } = await countMarks(deps.db);
  let counted = 0;
  const count = async (): Promise<void> => {
    while (await countNext(deps)) {
      counted++;
      // Days and months are marked by their hours as these are counted: some more than was known, and soon done.
      onProgress(Math.min(0.99, counted / Math.max(1, hours)));
    }
  };
  await Promise.all(Array.from({ length: COUNTED_AT_ONCE }, count));
  onProgress(1);
  return counted;
}

// False: nothing is marked that nobody else counts just now.
function countNext({ db, clock }: Deps): Promise<boolean> {
  return inTransaction(db.with({ seconds: COUNT_SECONDS }), async (tx) => {
    const mark = await takeMark(tx);
    if (!mark) return false;
    switch (mark.work) {
      case "orders":
        if (await isCountable(tx, mark, clock.now())) {
          await replaceHour(tx, mark, OF_ORDERS, await countOrders(tx, mark));
        }
        break;
      case "time":
        if (await isCountable(tx, mark, clock.now())) {
          await replaceHour(tx, mark, OF_TIME, countTime(mark, await listWorked(tx, mark)));
        }
        break;
      case "eta":
        if (mark.at.getTime() > clock.now().getTime() - WINDOW_DAYS * DAY_MS) {
          await replaceHour(tx, mark, OF_ETAS, await countEtas(tx, mark));
        }
        break;
      case "day":
        await replaceSum(tx, "day", mark);
        await markMonthOfDay(tx, mark, clock.now());
        break;
      case "month":
        await replaceSum(tx, "month", mark);
        break;
      default:
        throw new Error(`nobody counts ${mark.work satisfies never}`);
    }
    return true;
  });
}

// Figures of orders that have left, or may leave, stay as they were counted.
async function isCountable(tx: Sql, { at }: Mark, now: Date): Promise<boolean> {
  return at.getTime() > now.getTime() - WINDOW_DAYS * DAY_MS || holdOrdersOf(tx, at);
}

async function countOrders(tx: Sql, mark: Mark): Promise<readonly NewFigure[]> {
  const sums = openSums();
  const span = await orderSpan(tx, mark);
  for (let from = span.fromNumber; ; ) {
    const page = await listOrdersOfHour(tx, mark, { ...span, fromNumber: from }, ORDERS_AT_ONCE);
    await addPage(tx, page, sums.add);
    if (page.length < ORDERS_AT_ONCE) return sums.rows();
    from = page.at(-1)!.number + 1;
  }
}

async function addPage(tx: Sql, page: readonly NumberedOrder[], add: Sums["add"]): Promise<void> {
  const ids = page.map(({ order }) => order.id);
  if (ids.length === 0) return;
  const offers = Map.groupBy(await listOffersOf(tx, ids), ({ orderId }) => orderId);
  const money = Map.groupBy(await listMoneyOf(tx, ids), ({ orderId }) => orderId);
  for (const { order } of page) {
    const asked = offers.get(order.id) ?? [];
    const counts = countOrder(order, money.get(order.id) ?? [], asked);
    const { cell, counts: demand } = countCell(order);
    add("orders", order.serviceId, "", counts);
    add("partner", order.serviceId, order.partnerId, counts);
    add("account", order.serviceId, order.ownerPhone, counts);
    add("cell", "", cell, demand);
    // To drivers, offers count as they were asked; the order counts for whoever has it.
    if (order.driver) add("driver", "", order.driver.phone, countOrder(order, money.get(order.id) ?? [], []));
    for (const [driver, theirs] of Map.groupBy(asked, (offer) => offer.driver)) {
      add("driver", "", driver, countOffers(order, theirs));
    }
  }
}

function countTime({ at, until }: Mark, worked: readonly WorkedRow[]): readonly NewFigure[] {
  const sums = openSums();
  const hour: Stretch = { from: at, to: until };
  for (const [driver, rows] of Map.groupBy(worked, (row) => row.driver)) {
    const online = rows.filter(({ kind }) => kind === "online");
    const busy = rows.filter(({ kind }) => kind === "busy");
    const counts = withoutZeros({
      onlineSeconds: coveredSeconds(hour, online),
      busySeconds: coveredSeconds(hour, busy),
    });
    sums.add("time", "", "", counts);
    sums.add("driver_time", "", driver, counts);
  }
  return sums.rows();
}

async function countEtas(tx: Sql, mark: Mark): Promise<readonly NewFigure[]> {
  const sums = openSums();
  for (const told of await listEtaCounts(tx, mark, await orderSpan(tx, mark))) {
    sums.add("eta", told.serviceId, "", told.counts);
    sums.add("eta_partner", told.serviceId, told.partner, told.counts);
    sums.add("eta_account", told.serviceId, told.account, told.counts);
    if (told.driver) sums.add("eta_driver", "", told.driver, told.counts);
  }
  return sums.rows();
}

type Sums = {
  readonly add: (kind: FigureKind, serviceId: string, subject: string, counts: Counts) => void;
  readonly rows: () => readonly NewFigure[];
};

function openSums(): Sums {
  const sums = new Map<string, NewFigure & { readonly counts: Record<string, number> }>();
  return {
    add: (kind, serviceId, subject, counts) => {
      const key = `${kind} ${serviceId} ${subject}`;
      const sum = sums.get(key);
      if (sum) addTo(sum.counts, counts);
      else sums.set(key, { kind, serviceId, subject, counts: { ...counts } });
    },
    rows: () =>
      [...sums.values()]
        .map((sum) => ({ ...sum, counts: withoutZeros(sum.counts) }))
        .filter(({ counts }) => Object.keys(counts).length > 0),
  };
}
