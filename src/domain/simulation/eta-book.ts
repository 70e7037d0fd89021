// What people would be told on simulated days, and what came of it: windows are asked when an order is placed, accepted, picked up and
// minutes away, from what earlier orders and days have taught by then. The server does the same with rows (operations/eta).
import {
  CLOSING_SECONDS,
  type EtaOutcome,
  type EtaTables,
  type EtaWindow,
  type Forecast,
  learnWindows,
  NOTHING_LEARNT,
  stageOf,
  type Target,
  windowOf,
} from "../eta/eta-windows.ts";
import { expectTimes, UNKNOWN_TIMES, type UsualTimes } from "../eta/expected-times.ts";
import type { SpeedCell } from "../eta/observed-speeds.ts";
import { counterOf } from "../eta/preparation.ts";
import { learnStays, type Stay, type StopKey, type StopTimes, USUAL_STAYS } from "../eta/stays.ts";
import type { LatLng } from "../geo.ts";
import type { MatchOrder } from "../matching/round.ts";
import { type OrderTask, timesOf } from "../matching/route.ts";
import type { Travel } from "../matching/travel.ts";
import type { Drive, DriverDay } from "./driver-day.ts";
import type { Watch } from "./simulator.ts";

type EtaDay = {
  readonly places: readonly LatLng[];
  // What is believed of the roads at an instant.
  readonly travelAt: (now: number) => Travel;
  readonly hourAt: (now: number) => number;
};

export type EtaBook = {
  // Of the roads, as traffic fills it.
  readonly cells: Map<string, SpeedCell>;
  // The order as it is believed to be, from what its counter and its hour have taught.
  readonly believed: (order: MatchOrder, day: EtaDay) => MatchOrder;
  // `outcomes` fills while the day is simulated.
  readonly newDay: (day: EtaDay) => { readonly watch: Watch; readonly outcomes: readonly EtaOutcome[] };
};

const DAY_SECONDS = 86_400;
const LEARN_EVERY_SECONDS = 600;
// So much more has happened than was known: less would say the same.
const LEARN_SHARE = 0.02;
const OUTCOMES_MAX = 60_000;
const STAYS_MAX = 20_000;
// Lately: as many as say how things are.
const USUAL_ORDERS = 400;
// Whoever is there is not expected.
const AHEAD_SECONDS_MIN = 30;

type Promised = { readonly forecast: Forecast; readonly window: EtaWindow; readonly at: number };
type Life = { readonly order: OrderTask; readonly promised: Map<string, Promised>; takenAt: number };
type Lesson = { readonly at: number; readonly outcome?: EtaOutcome; readonly stay?: Stay; readonly usual?: UsualTimes };

export function openEtaBook(): EtaBook {
  const outcomes: EtaOutcome[] = [];
  const stays: Stay[] = [];
  const usuals: UsualTimes[] = [];
  let waiting: Lesson[] = [];
  let tables: EtaTables = NOTHING_LEARNT;
  let stops: StopTimes = USUAL_STAYS;
  let usual = UNKNOWN_TIMES;
  let learntAt = Number.NEGATIVE_INFINITY;
  // Days begin at 0 each; on one clock they follow each other.
  let midnight = 0;

  // Only what has happened by then.
  function learn(now: number): void {
    if (now - learntAt < LEARN_EVERY_SECONDS || waiting.length < outcomes.length * LEARN_SHARE) return;
    learntAt = now;
    for (const { at, outcome, stay, usual: took } of waiting) {
      if (at > now) continue;
      if (outcome) outcomes.push(outcome);
      if (stay) stays.push(stay);
      if (took) usuals.push(took);
    }
    waiting = waiting.filter(({ at }) => at > now);
    for (const [list, most] of [[outcomes, OUTCOMES_MAX] as const, [stays, STAYS_MAX] as const])
      list.splice(0, list.length - most);
    usuals.splice(0, usuals.length - USUAL_ORDERS);
    tables = learnWindows(outcomes, midnight + Math.min(now, DAY_SECONDS));
    stops = learnStays(stays);
    usual = {
      assignSeconds: middle(usuals.map(({ assignSeconds }) => assignSeconds)) ?? UNKNOWN_TIMES.assignSeconds,
      pickupSeconds: middle(usuals.map(({ pickupSeconds }) => pickupSeconds)) ?? UNKNOWN_TIMES.pickupSeconds,
    };
  }

  function newDay({ places, travelAt, hourAt }: EtaDay): ReturnType<EtaBook["newDay"]> {
    const seen: EtaOutcome[] = [];
    const lives = new Map<string, Life>();
    const driving = new Map<string, Drive>();
    learntAt = Number.NEGATIVE_INFINITY;
    learn(Infinity);
    learntAt = Number.NEGATIVE_INFINITY;
    midnight += DAY_SECONDS;

    function tell(life: Life, target: Target, at: number, aheadSeconds: number, stage: Forecast["stage"]): void {
      const key = `${stage} ${target}`;
      if (aheadSeconds < AHEAD_SECONDS_MIN || life.promised.has(key)) return;
      learn(at);
      const { pickup, firstDoor } = life.order;
      const meters = travelAt(at).meters(pickup, firstDoor);
      const forecast = { stage, target, hour: hourAt(at), meters, aheadSeconds };
      life.promised.set(key, { forecast, window: windowOf(tables, forecast), at });
    }

    function settle(life: Life, target: Target, happenedAt: number, knownAt: number): void {
      for (const { forecast, window, at } of life.promised.values()) {
        if (forecast.target !== target || at > happenedAt) continue;
        // Days number their orders alike.
        const orderId = `${midnight} ${life.order.id}`;
        const outcome = {
          ...forecast,
          orderId,
          promisedAt: midnight + at,
          promised: window,
          actualSeconds: happenedAt - at,
        };
        seen.push(outcome);
        waiting.push({ at: knownAt, outcome });
      }
    }

    // From where the driver is to everything they have in hand, as far as can be known at that moment.
    function tellOf(driver: DriverDay, orderIds: readonly string[], at: number): void {
      const travel = travelAt(at);
      const drive = driving.get(driver.id);
      const isDriving = drive !== undefined && drive.arrivedAt === driver.freeAt && drive.arrivedAt > at;
      const freeAt = isDriving ? Math.max(at, drive.leftAt + travel.seconds(drive.from, drive.to)) : driver.freeAt;
      const start = { point: driver.point, freeAt: Math.max(at, freeAt), offAt: driver.offAt, onBoard: driver.onBoard };
      const times = timesOf(start, driver.visits, travel);
      for (const id of orderIds) {
        const life = lives.get(id)!;
        const pickup = times.find(({ visit }) => visit.order.id === id && visit.kind === "pickup");
        const doors = times.find(({ visit }) => visit.order.id === id && visit.kind === "doors");
        if (pickup) tell(life, "pickup", at, pickup.arriveAt - at, stageOf("pickup", false, pickup.arriveAt - at));
        if (doors) tell(life, "delivery", at, doors.doneAt - at, stageOf("delivery", !pickup, doors.doneAt - at));
      }
    }

    const watch: Watch = {
      placed: (order) => {
        learn(order.placedAt);
        const life = { order, promised: new Map<string, Promised>(), takenAt: Infinity };
        lives.set(order.id, life);
        const seconds = travelAt(order.placedAt).seconds(order.pickup, order.firstDoor);
        const expected = expectTimes(
          usual,
          { durationSeconds: seconds, deliveryPoints: 1, speedFactor: 1, pickupSeconds: order.pickupSeconds },
          { searchAt: new Date(order.placedAt * 1_000), readyAt: new Date(order.readyAt * 1_000) },
        );
        const ahead = (at: Date): number => at.getTime() / 1_000 - order.placedAt;
        tell(life, "pickup", order.placedAt, ahead(expected.pickupAt), "quoted");
        tell(life, "delivery", order.placedAt, ahead(expected.deliveryAt), "quoted");
      },
      taken: (orderIds, driver, at) => {
        for (const id of orderIds) lives.get(id)!.takenAt = at;
        tellOf(driver, orderIds, at);
      },
      drove: (driver, drive) => {
        driving.set(driver.id, drive);
        const [visit] = driver.visits;
        if (!visit) return;
        const target = visit.kind === "pickup" ? "pickup" : "delivery";
        const stay = visit.kind === "pickup" ? 0 : visit.order.doorsSeconds;
        const way = travelAt(drive.leftAt).seconds(drive.from, drive.to);
        const left = Math.max(0, Math.min(way, CLOSING_SECONDS - stay));
        const share = way === 0 ? 1 : 1 - left / way;
        const at = drive.leftAt + share * (drive.arrivedAt - drive.leftAt);
        tell(lives.get(visit.order.id)!, target, at, left + stay, "closing");
      },
      handedOver: (driver, { order, kind, reachedAt, at }) => {
        const life = lives.get(order.id)!;
        const key: StopKey = { counter: counterOf(places[order.pickup]!), serviceId: "", hour: hourAt(at) };
        if (kind === "doors") {
          settle(life, "delivery", at, at);
          waiting.push({ at, stay: { ...key, kind: "door", seconds: at - reachedAt } });
          return;
        }
        const thereAt = Math.max(reachedAt, life.takenAt);
        settle(life, "pickup", thereAt, at);
        const assignSeconds = life.takenAt - order.placedAt;
        waiting.push({
          at,
          stay: { ...key, kind: "pickup", seconds: at - thereAt, arrivedAfterSeconds: thereAt - order.placedAt },
          usual: { assignSeconds, pickupSeconds: thereAt - life.takenAt },
        });
        tellOf(driver, [order.id], at);
      },
    };
    return { watch, outcomes: seen };
  }

  return {
    cells: new Map(),
    believed: (order, { places, hourAt }) => {
      const key = { counter: counterOf(places[order.pickup]!), serviceId: "", hour: hourAt(order.placedAt) };
      return {
        ...order,
        readyAt: order.placedAt + stops.preparationSeconds(key),
        pickupSeconds: stops.pickupSeconds(key),
        doorsSeconds: stops.doorSeconds(key),
      };
    },
    newDay,
  };
}

function middle(seconds: readonly number[]): number | undefined {
  return seconds.toSorted((a, b) => a - b)[Math.floor(seconds.length / 2)];
}
