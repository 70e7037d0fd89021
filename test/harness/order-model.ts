// A small model of what orders do to an account: statuses, wallets, and what each call should answer. It is written from the
// specification and the decisions and knows nothing of the program's own rules; where they disagree, one of them is wrong.
import { leg } from "./crow-roads.ts";
import type { Body } from "./orders.ts";

type Status = "IDLE" | "ASSIGNING" | "ACCEPTED" | "IN PROCESS" | "COMPLETED" | "CANCELLED";
type Method = "BALANCE" | "CASH" | "CASH_BY_RECIPIENT";
type Place = { readonly lat: number; readonly lng: number };
type Point = Place & { cod: number; status: string; codEdited: boolean; addressEdited: boolean };

export type ModelOrder = {
  readonly id: string;
  status: Status;
  readonly method: Method;
  readonly hosted: boolean;
  readonly promo: boolean;
  points: Point[];
  total: number;
  fromMain: number;
  fromBonus: number;
  idleUntil: number;
  assigningAt: number;
  drops: number;
};

export type Wish = {
  readonly method: Method;
  readonly hosted: boolean;
  readonly promo: boolean;
  readonly places: readonly Place[];
  readonly cods: readonly number[];
  readonly idleSeconds: number;
};

const TIMEOUT_SECONDS = 600;
const REBROADCAST_LIMIT = 2;
export const PROMO = { value: 5_000, usesMax: 3 };
// Real seconds pass while the test runs; what is due within them may or may not have happened.
const SLACK_SECONDS = 3;

export class AccountModel {
  main: number;
  bonus: number;
  promoUses = 0;
  readonly orders: ModelOrder[] = [];

  constructor(main: number, bonus: number) {
    this.main = main;
    this.bonus = bonus;
  }

  get held(): number {
    const running = this.orders.filter(({ status }) => status !== "COMPLETED" && status !== "CANCELLED");
    return running.reduce((sum, order) => sum + order.fromMain + order.fromBonus, 0);
  }

  // COD in drivers' hands: collected at a door, paid out when the order is completed.
  get cod(): number {
    const running = this.orders.filter(({ status }) => status === "IN PROCESS");
    const delivered = running.flatMap(({ points }) => points).filter(({ status }) => status === "COMPLETED");
    return delivered.reduce((sum, { cod }) => sum + cod, 0);
  }

  // What create answers: a refusal's code, or what is taken from each pocket.
  judgeCreate(wish: Wish): string | { fromMain: number; fromBonus: number; total: number } {
    if (wish.promo && this.promoUses >= PROMO.usesMax) return "BAD_REQUEST";
    const total = priceOf(wish.places, wish.promo);
    if (wish.method !== "BALANCE") return { fromMain: 0, fromBonus: 0, total };
    const taken = this.take(total);
    return taken ? { ...taken, total } : "NOT_ENOUGH_CREDIT";
  }

  private take(amount: number): { fromMain: number; fromBonus: number } | undefined {
    const fromBonus = Math.min(amount, this.bonus);
    const fromMain = amount - fromBonus;
    return fromMain > 0 && fromMain > this.main ? undefined : { fromMain, fromBonus };
  }

  opened(id: string, wish: Wish, paid: { fromMain: number; fromBonus: number; total: number }, now: number): void {
    this.main -= paid.fromMain;
    this.bonus -= paid.fromBonus;
    if (wish.promo) this.promoUses += 1;
    this.orders.push({
      id,
      status: wish.idleSeconds > 0 ? "IDLE" : "ASSIGNING",
      method: wish.method,
      hosted: wish.hosted,
      promo: wish.promo,
      points: wish.places.map((place, at) => ({
        ...place,
        cod: wish.cods[at] ?? 0,
        status: "",
        codEdited: false,
        addressEdited: false,
      })),
      total: paid.total,
      fromMain: paid.fromMain,
      fromBonus: paid.fromBonus,
      idleUntil: now + wish.idleSeconds,
      assigningAt: now,
      drops: 0,
    });
  }

  cancel(order: ModelOrder, hasComment: boolean): string {
    if (order.status !== "IDLE" && order.status !== "ASSIGNING" && order.status !== "ACCEPTED")
      return "INVALID_ORDER_STATUS";
    if (order.status === "ACCEPTED" && !hasComment) return "MISSING_REQUIRED_INFO";
    this.end(order);
    return "OK";
  }

  private end(order: ModelOrder): void {
    order.status = "CANCELLED";
    this.main += order.fromMain;
    this.bonus += order.fromBonus;
    if (order.promo) this.promoUses -= 1;
  }

  editCod(order: ModelOrder, index: number, cod: number): string {
    const refused = this.refuseEdit(order);
    if (refused) return refused;
    if (index === 0) return "INVALID_DATA";
    if (!order.hosted) return "BAD_REQUEST";
    if (order.method === "CASH_BY_RECIPIENT") return "INVALID_PAYMENT_METHOD";
    const point = order.points[index]!;
    if (point.codEdited) return "STOP_POINT_EDITED";
    point.cod = cod;
    point.codEdited = true;
    return "OK";
  }

  editAddress(order: ModelOrder, index: number, place: Place): string {
    const refused = this.refuseEdit(order);
    if (refused) return refused;
    if (index === 0) return "NOT_ALLOW_CHANGE_PICKUP_ADDRESS";
    if (!order.hosted) return "CHANGE_ADDRESS_NOT_ALLOWED";
    if (order.method === "CASH_BY_RECIPIENT") return "INVALID_PAYMENT_METHOD";
    if (order.promo) return "NOT_ALLOW_ORDER_WITH_PROMO_CODE";
    if (order.points[index]!.addressEdited) return "STOP_POINT_EDITED";
    const points = order.points.map((point, at) =>
      at === index ? { ...point, ...place, addressEdited: true } : point,
    );
    const total = priceOf(points, false);
    if (order.method === "BALANCE") {
      const more = total - order.total;
      const taken = more > 0 ? this.take(more) : undefined;
      if (more > 0 && !taken) return "CHANGE_ADDRESS_NOT_ALLOWED";
      // Less gives back main money first.
      const toMain = more > 0 ? -taken!.fromMain : Math.min(-more, order.fromMain);
      const toBonus = more > 0 ? -taken!.fromBonus : -more - toMain;
      this.main += toMain;
      this.bonus += toBonus;
      order.fromMain -= toMain;
      order.fromBonus -= toBonus;
    }
    order.points = points;
    order.total = total;
    return "OK";
  }

  private refuseEdit(order: ModelOrder): string | undefined {
    return ["IDLE", "ASSIGNING", "ACCEPTED"].includes(order.status) ? undefined : "ORDER_STATUS_NOT_ALLOWED";
  }

  accept(order: ModelOrder): string {
    if (order.status !== "ASSIGNING") return "?";
    order.status = "ACCEPTED";
    return "OK";
  }

  giveUp(order: ModelOrder, now: number): string {
    if (order.status !== "ACCEPTED") return "?";
    order.drops += 1;
    if (order.drops > REBROADCAST_LIMIT) this.end(order);
    else Object.assign(order, { status: "ASSIGNING", assigningAt: now });
    return "OK";
  }

  pickUp(order: ModelOrder): string {
    if (order.status !== "ACCEPTED") return "?";
    order.status = "IN PROCESS";
    return "OK";
  }

  finish(order: ModelOrder, index: number, status: "COMPLETED" | "FAILED"): string {
    if (order.status !== "IN PROCESS") return "?";
    if (index === 0) return "INVALID_DATA";
    const point = order.points[index]!;
    if (point.status !== "") return "INVALID_ORDER_STATUS";
    point.status = status;
    if (order.points.slice(1).every((each) => each.status !== "")) {
      order.status = "COMPLETED";
      const collected = order.points.filter((each) => each.status === "COMPLETED");
      this.main += collected.reduce((sum, { cod }) => sum + cod, 0);
    }
    return "OK";
  }

  // What the clock should have done; `seen` settles what is too close to call.
  timePassed(now: number, seen: ReadonlyMap<string, string>): void {
    for (const order of this.orders) {
      if (order.status === "IDLE" && decide(now - order.idleUntil, seen.get(order.id) !== "IDLE")) {
        Object.assign(order, { status: "ASSIGNING", assigningAt: now });
      } else if (
        order.status === "ASSIGNING" &&
        decide(now - order.assigningAt - TIMEOUT_SECONDS, seen.get(order.id) === "CANCELLED")
      ) {
        this.end(order);
      }
    }
  }
}

function decide(secondsOver: number, seen: boolean): boolean {
  return Math.abs(secondsOver) <= SLACK_SECONDS ? seen : secondsOver > 0;
}

// SGN-BIKE's tariff, which the demo's own service shares: 25,000 to 4 km, 5,500 a km beyond, 5,500 a further stop, 8 % VAT.
export function priceOf(places: readonly Place[], promo: boolean): number {
  const meters = places.slice(1).reduce((sum, place, at) => sum + leg(places[at]!, place).distanceMeters, 0);
  const km = Math.round(meters / 10) / 100;
  const distance = Math.round(km <= 4 ? 25_000 : 25_000 + (km - 4) * 5_500);
  const subtotal = distance + 5_500 * (places.length - 2);
  const taxed = subtotal - (promo ? PROMO.value : 0);
  return taxed + Math.round(taxed * 0.08);
}

export function bodyOf(wish: Wish, promoCode: string, now: number): Body {
  const at = wish.idleSeconds > 0 ? now + wish.idleSeconds : 0;
  return {
    order_time: at,
    idle_until: at === 0 ? null : at,
    path: wish.places.map((place, index) => ({
      ...place,
      address: "somewhere",
      name: "Lan",
      mobile: "0900000009",
      ...(index > 0 && wish.cods[index] ? { cod: wish.cods[index] } : {}),
    })),
    service_id: wish.hosted ? "VNM-PARTNER-DEMO" : "SGN-BIKE",
    payment_method: wish.method,
    promo_code: wish.promo ? promoCode : null,
  };
}
