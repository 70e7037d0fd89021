// Checks the log of a day line by line, knowing nothing of how it was made: nobody sees the future, is in two places, carries more than the
// service allows or works outside of their shift; goods are not fetched before they are ready; the figures are those of the lines.
import { type LatLng, metersBetween } from "../geo.ts";
import { type AuditFault, inSequence, type Line, linesOf } from "./audit-lines.ts";
import { RouteAudit } from "./audit-routes.ts";
import { WalletAudit } from "./audit-wallets.ts";

export type Audit = {
  readonly lines: number;
  readonly orders: number;
  readonly drivers: number;
  readonly delivered: number;
  readonly faults: readonly AuditFault[];
};

type Pair = readonly [number, number];
type Order = {
  readonly at: number;
  readonly readyAt: number;
  readonly pickup: LatLng;
  readonly doors: readonly LatLng[];
  readonly bundleMax: number;
  readonly offeredTo: Map<string, number>;
  offers: number;
  holder?: string | undefined;
  hasDoors?: boolean;
  wasTakenBack?: boolean;
  pickedUpAt?: number;
  deliveredAt?: number;
  cancelledAt?: number;
};
type Driver = {
  onAt: number;
  offAt: number;
  place: LatLng;
  freeAt: number;
  readonly aboard: Set<string>;
  readonly takenBackAt: number[];
  meters: number;
};
type Rules = {
  readonly service_seconds: number;
  readonly bundle_max: number;
  readonly timeout_seconds: number | null;
  readonly roster_seconds: number;
  readonly meters_per_second: number | null;
  // Null where accepted orders stay with their driver.
  readonly take_back: { readonly per_driver_max: number } | null;
};

const FAULTS_MAX = 100;
// Rounding of sums, and of places told to a centimetre.
const SECONDS_OFF = 1e-6;
const METERS_OFF = 1;
// 144 km/h: where the roads are not known, nobody is faster than this.
const SPEED_MAX = 40;
const TRAFFIC_SECONDS_MAX = 1_800;
const DAY_SECONDS = 86_400;
// What a phone may be off by at a door, and what no vehicle comes by in a moment.
const NEAR_METERS = 300;
const JUMP_METERS = 5_000;
// What is known of a day that really happened.
const LIVE_RULES: Rules = {
  service_seconds: 0,
  bundle_max: 50,
  timeout_seconds: null,
  roster_seconds: 0,
  meters_per_second: null,
  take_back: { per_driver_max: 2 },
};
export function auditDay(text: string): Audit {
  const auditor = new Auditor();
  const lines = linesOf(text, auditor.faults);
  const rules = lines.find(({ fields }) => fields.kind === "rules");
  if (rules) auditor.rules = { take_back: null, ...rules.fields } as unknown as Rules;
  auditor.hasMoves = lines.some(({ fields }) => fields.kind === "moved");
  for (const line of lines) auditor.meet(line);
  const happened = inSequence(lines);
  for (const line of happened) auditor.see(line);
  auditor.close(lines.find(({ fields }) => fields.kind === "figures"));
  return auditor.result(lines.length);
}

class Auditor {
  readonly faults: AuditFault[] = [];
  rules = LIVE_RULES;
  hasMoves = false;
  readonly #orders = new Map<string, Order>();
  readonly #drivers = new Map<string, Driver>();
  readonly #wallets = new WalletAudit((what) => this.#fault(what));
  readonly #routes = new RouteAudit((what) => this.#fault(what));
  #line = 0;

  // Who and what there is.
  meet({ number, fields }: Line): undefined {
    this.#line = number;
    const at = Number(fields.at);
    const driver = String(fields.driver);
    if (fields.kind === "order") {
      const id = String(fields.order);
      if (this.#orders.has(id)) this.#fault(`order ${id} is there twice`);
      const readyAt = Math.max(at, Number(fields.ready_at ?? at));
      const doors = (fields.doors as readonly Pair[]).map(placeOf);
      this.#orders.set(id, {
        at,
        readyAt,
        pickup: placeOf(fields.pickup as Pair),
        doors,
        bundleMax: Number(fields.max_bundle ?? Infinity),
        offeredTo: new Map(),
        offers: 0,
      });
    }
    if (fields.kind === "order") this.#wallets.places(String(fields.order), fields.takes, fields.cods);
    if (fields.kind === "window") this.#routes.promises(String(fields.order), Number(fields.by));
    if (fields.kind === "wallet") this.#wallets.opens(driver, Number(fields.balance));
    if (fields.kind === "driver_off") this.#goesOff(driver, at);
    if (fields.kind === "driver_on") {
      const known = this.#drivers.get(driver);
      if (known) {
        // Out again.
        known.onAt = Math.min(known.onAt, at);
        known.offAt = Infinity;
      } else {
        const place = placeOf(fields.place as Pair);
        this.#drivers.set(driver, {
          onAt: at,
          offAt: Infinity,
          place,
          freeAt: at,
          aboard: new Set(),
          takenBackAt: [],
          meters: 0,
        });
      }
    }
  }

  see({ number, fields }: Line): undefined {
    this.#line = number;
    const at = Number(fields.at);
    if (fields.kind === "moved") return this.#moves(fields, at);
    if (fields.kind === "seen") return this.#isSeen(fields, at);
    if (fields.kind === "money") {
      const orderId = fields.order === undefined ? undefined : String(fields.order);
      this.#wallets.moves(String(fields.driver), Number(fields.amount), orderId);
      return;
    }
    if (fields.kind === "route") return this.#plans(fields, at);
    if (fields.order === undefined || fields.kind === "order" || fields.kind === "window") return;
    const [orderId, driverId] = [String(fields.order), String(fields.driver)];
    const order = this.#orders.get(orderId);
    if (!order) return this.#fault(`order ${orderId} was never placed`);
    if (at < order.at - SECONDS_OFF) this.#fault(`order ${orderId} is ${fields.kind} before it was placed`);
    if (fields.kind === "cancelled") return this.#cancels(order, orderId, at);
    const driver = this.#drivers.get(driverId);
    if (!driver) return this.#fault(`driver ${driverId} was never out`);
    if (fields.kind === "offered") return this.#offers(order, driver, driverId, at);
    if (fields.kind === "given") {
      order.holder = driverId;
      this.#wallets.accepts(orderId, driverId);
      return;
    }
    if (fields.kind === "accepted") return this.#accepts(order, orderId, driverId, at);
    if (fields.kind === "given_up") {
      order.holder = undefined;
      this.#wallets.leaves(orderId, driverId);
      return;
    }
    if (fields.kind === "door") return this.#visits(order, orderId, driver, driverId, fields, at);
    if (fields.kind === "taken_back") return this.#takesBack(order, orderId, driver, driverId, at);
    if (fields.kind === "picked_up") return this.#picksUp(order, orderId, driver, driverId, at);
    if (fields.kind === "delivered")
      return this.#delivers(order, orderId, driver, driverId, at, Number(fields.meters ?? 0));
    if (!order.offeredTo.has(driverId)) this.#fault(`driver ${driverId} answers what they were not asked`);
  }

  #plans({ driver, stops }: Line["fields"], at: number): undefined {
    const asked = this.#drivers.get(String(driver));
    if (!asked) return this.#fault(`driver ${driver} was never out`);
    const { bundle_max: most } = this.rules;
    const planned = stops as Parameters<RouteAudit["offers"]>[2];
    this.#routes.offers(String(driver), at, planned, asked.aboard, most, this.#orders);
  }

  #offers(order: Order, driver: Driver, driverId: string, at: number): undefined {
    order.offers++;
    order.offeredTo.set(driverId, at);
    if (at < driver.onAt - this.rules.roster_seconds - SECONDS_OFF)
      this.#fault(`driver ${driverId} is asked before they are out`);
    if (at > driver.offAt) this.#fault(`driver ${driverId} is asked after they have gone`);
    // Of an order that somebody has, the limits are looked at when it is really taken back.
    const isTakenBack = this.rules.take_back !== null && order.pickedUpAt === undefined;
    if (order.holder !== undefined && !isTakenBack)
      this.#fault(`driver ${driverId} is asked about what ${order.holder} has`);
  }

  // Once an order, few of a driver, and never what is on board.
  #takesBack(order: Order, orderId: string, driver: Driver, driverId: string, at: number): undefined {
    const { take_back: limits } = this.rules;
    if (limits === null) this.#fault(`order ${orderId} is taken back, which is not done here`);
    if (order.holder !== driverId) this.#fault(`order ${orderId} is taken from ${driverId}, who does not have it`);
    if (order.pickedUpAt !== undefined) this.#fault(`order ${orderId} is taken back after it was fetched`);
    if (order.wasTakenBack) this.#fault(`order ${orderId} is taken back twice`);
    this.#wallets.leaves(orderId, driverId);
    order.wasTakenBack = true;
    order.holder = undefined;
    driver.takenBackAt.push(at);
    const ofOneDay = driver.takenBackAt.filter((before) => before > at - DAY_SECONDS).length;
    if (limits !== null && ofOneDay > limits.per_driver_max)
      this.#fault(
        `${ofOneDay} orders of driver ${driverId} are taken back in a day, more than ${limits.per_driver_max}`,
      );
  }

  #accepts(order: Order, orderId: string, driverId: string, at: number): undefined {
    if ((order.offeredTo.get(driverId) ?? Infinity) > at)
      this.#fault(`driver ${driverId} takes order ${orderId}, which they were not asked`);
    if (order.holder !== undefined) this.#fault(`order ${orderId} is taken by ${driverId} and ${order.holder}`);
    if (order.cancelledAt !== undefined) this.#fault(`order ${orderId} is taken after it ended`);
    this.#wallets.accepts(orderId, driverId);
    order.holder = driverId;
  }

  #picksUp(order: Order, orderId: string, driver: Driver, driverId: string, at: number): undefined {
    const { service_seconds: service, bundle_max: most } = this.rules;
    if (order.holder !== driverId) this.#fault(`driver ${driverId} fetches order ${orderId}, which is not theirs`);
    if (order.pickedUpAt !== undefined) this.#fault(`order ${orderId} is fetched twice`);
    if (at < order.readyAt + service - SECONDS_OFF) this.#fault(`order ${orderId} is fetched before it is ready`);
    if (at > driver.offAt + this.#lateMax())
      this.#fault(`driver ${driverId} fetches order ${orderId} after their shift`);
    this.#stands(driver, driverId, order.pickup, at, service);
    order.pickedUpAt = at;
    driver.aboard.add(orderId);
    const least = [...driver.aboard].reduce((sum, id) => Math.min(sum, this.#orders.get(id)!.bundleMax), most);
    if (driver.aboard.size > least)
      this.#fault(`driver ${driverId} has ${driver.aboard.size} orders on board, more than ${least}`);
  }

  // How long after a shift its last pickup may end: not at all where drives take what the map says. Traffic is not known beforehand, and who
  // really goes offline keeps what they have in hand.
  #lateMax(): number {
    if (this.rules === LIVE_RULES) return Infinity;
    return this.rules.meters_per_second === null ? TRAFFIC_SECONDS_MAX : SECONDS_OFF;
  }

  #delivers(order: Order, orderId: string, driver: Driver, driverId: string, at: number, meters: number): undefined {
    if (!driver.aboard.delete(orderId))
      this.#fault(`driver ${driverId} delivers order ${orderId}, which is not on board`);
    if (order.deliveredAt !== undefined) this.#fault(`order ${orderId} is delivered twice`);
    // Where the doors are told one by one, each was looked at.
    if (!order.hasDoors)
      this.#stands(driver, driverId, order.doors[0]!, at, order.doors.length * this.rules.service_seconds);
    this.#wallets.leaves(orderId, driverId);
    order.deliveredAt = at;
    if (!order.hasDoors) driver.place = order.doors.at(-1)!;
    driver.meters += meters;
  }

  #visits(
    order: Order,
    orderId: string,
    driver: Driver,
    driverId: string,
    { door, delivered }: Line["fields"],
    at: number,
  ): undefined {
    const place = order.doors[Number(door) - 1];
    if (!place) return this.#fault(`order ${orderId} has no door ${door}`);
    if (!driver.aboard.has(orderId)) this.#fault(`driver ${driverId} is at a door with what is not on board`);
    this.#stands(driver, driverId, place, at, 0);
    order.hasDoors = true;
    this.#wallets.visits(orderId, Number(door), delivered === true);
  }

  // Where a phone said that a driver was. It may be off by a block, and by kilometres no vehicle drives only where somebody is in two places.
  #isSeen(fields: Line["fields"], at: number): undefined {
    const driverId = String(fields.driver);
    const driver = this.#drivers.get(driverId);
    if (!driver) return this.#fault(`driver ${driverId} was never out`);
    const place = placeOf(fields.place as Pair);
    const away = metersBetween(driver.place, place);
    if (away > JUMP_METERS && away / SPEED_MAX > at - driver.freeAt)
      this.#fault(`driver ${driverId} is seen ${Math.round(away)} m from where they were`);
    driver.place = place;
    driver.freeAt = Math.max(driver.freeAt, at);
  }

  #moves(fields: Line["fields"], at: number): undefined {
    const driverId = String(fields.driver);
    const driver = this.#drivers.get(driverId);
    if (!driver) return this.#fault(`driver ${driverId} was never out`);
    const [from, to] = [placeOf(fields.from as Pair), placeOf(fields.to as Pair)];
    const [until, meters] = [Number(fields.until), Number(fields.meters)];
    if (metersBetween(driver.place, from) > METERS_OFF)
      this.#fault(`driver ${driverId} sets out from where they are not`);
    if (at < driver.freeAt - SECONDS_OFF) this.#fault(`driver ${driverId} sets out while they are busy`);
    const line = metersBetween(from, to);
    if (meters < line - METERS_OFF) this.#fault(`driver ${driverId} drives ${meters} m, less than the straight line`);
    const speed = this.rules.meters_per_second;
    const takes = speed === null ? line / SPEED_MAX : meters / speed;
    if (until - at < takes - SECONDS_OFF)
      this.#fault(`driver ${driverId} is ${takes - (until - at)} s faster than they can be`);
    driver.place = to;
    driver.freeAt = until;
    driver.meters += meters;
  }

  // At a door for `service` seconds up to `at`. Where drives are not in the log, as fast as anybody could have come.
  #stands(driver: Driver, driverId: string, place: LatLng, at: number, service: number): undefined {
    const away = metersBetween(driver.place, place);
    if (this.hasMoves && away > METERS_OFF)
      this.#fault(`driver ${driverId} is ${Math.round(away)} m from where they hand over`);
    const takes = this.hasMoves ? 0 : Math.max(0, away - NEAR_METERS) / SPEED_MAX;
    if (at - service - takes < driver.freeAt - SECONDS_OFF) this.#fault(`driver ${driverId} is in two places at once`);
    driver.place = place;
    driver.freeAt = at;
  }

  #cancels(order: Order, orderId: string, at: number): undefined {
    const { timeout_seconds: timeout } = this.rules;
    if (timeout !== null && at < order.at + timeout - SECONDS_OFF)
      this.#fault(`order ${orderId} is given up too early`);
    if (this.hasMoves && order.holder !== undefined)
      this.#fault(`order ${orderId} is given up though ${order.holder} has it`);
    order.cancelledAt = at;
    if (order.holder !== undefined) this.#wallets.leaves(orderId, order.holder);
  }

  // Whether the figures are those of the lines, to the last digit.
  close(figures: Line | undefined): undefined {
    for (const [id, { holder, deliveredAt }] of this.#orders) {
      if (deliveredAt !== undefined && holder !== undefined) this.#wallets.closes(id, holder);
    }
    if (!figures) return;
    this.#line = figures.number;
    const claimed = figures.fields;
    const orders = [...this.#orders.values()];
    const done = orders.flatMap((order) =>
      order.deliveredAt === undefined || order.pickedUpAt === undefined
        ? []
        : [{ ...order, pickedUpAt: order.pickedUpAt, deliveredAt: order.deliveredAt }],
    );
    const lost = orders.filter(({ cancelledAt }) => cancelledAt !== undefined).length;
    const meters = [...this.#drivers.values()].reduce((sum, driver) => sum + driver.meters, 0);
    const found = {
      orders: orders.length,
      delivered: done.length,
      lost,
      undelivered: orders.length - done.length - lost,
      order_to_door_seconds: spreadOf(done.map((order) => order.deliveredAt - order.at)),
      order_to_pickup_seconds: spreadOf(done.map((order) => order.pickedUpAt - order.at)),
      ready_to_pickup_seconds: spreadOf(done.map((order) => order.pickedUpAt - order.readyAt)),
      meters_per_order: done.length === 0 ? 0 : meters / done.length,
      offers_per_order: orders.length === 0 ? 0 : orders.reduce((sum, { offers }) => sum + offers, 0) / orders.length,
      in_window: this.#routes.inWindow(this.#orders),
    };
    for (const [name, figure] of Object.entries(found)) {
      const [claim, worked] = [JSON.stringify(claimed[name]), JSON.stringify(figure)];
      if (claim !== worked) this.#fault(`${name} is told as ${claim} and comes to ${worked}`);
    }
  }

  result(lines: number): Audit {
    const orders = [...this.#orders.values()];
    const delivered = orders.filter(({ deliveredAt }) => deliveredAt !== undefined).length;
    return { lines, orders: orders.length, drivers: this.#drivers.size, delivered, faults: this.faults };
  }

  // Of several shifts the last one's end.
  #goesOff(driverId: string, at: number): undefined {
    const driver = this.#drivers.get(driverId);
    if (driver) driver.offAt = at;
  }

  #fault(what: string): undefined {
    if (this.faults.length < FAULTS_MAX) this.faults.push({ line: this.#line, what });
  }
}

function placeOf([lat, lng]: Pair): LatLng {
  return { lat, lng };
}

// The sum of the values from the smallest on, and the smallest that 95 of 100 do not exceed.
function spreadOf(seconds: readonly number[]): { readonly mean: number; readonly p95: number } {
  if (seconds.length === 0) return { mean: 0, p95: 0 };
  const sorted = seconds.toSorted((a, b) => a - b);
  const sum = sorted.reduce((total, value) => total + value, 0);
  return { mean: sum / sorted.length, p95: sorted[Math.ceil(sorted.length * 0.95) - 1]! };
}
