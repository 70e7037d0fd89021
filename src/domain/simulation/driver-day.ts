// One simulated driver going through their visits: drives, waits for goods, hands over. Knows no policy.
import type { OrderTask, Visit } from "../matching/route.ts";
import type { Travel } from "../matching/travel.ts";

export type Streets = {
  // The map's own figures.
  readonly travel: Travel;
  // What a drive begun at an instant really takes.
  readonly drivingSeconds: (from: number, to: number, at: number) => number;
  // From an order's first door to its last.
  readonly doorsMeters: (orderId: string) => number;
  // When goods are really ready, and how long handing over really takes, where that is not as the order says.
  readonly surprises?: {
    readonly readyAt: (orderId: string) => number;
    readonly staySeconds: (orderId: string, kind: Visit["kind"]) => number;
  };
};

export type Handover = {
  readonly order: OrderTask;
  readonly kind: Visit["kind"];
  // Since when the driver was there.
  readonly reachedAt: number;
  readonly at: number;
  // Between the doors of an order with several.
  readonly meters: number;
};
export type Drive = {
  readonly from: number;
  readonly to: number;
  readonly leftAt: number;
  readonly arrivedAt: number;
  readonly meters: number;
};
export type Listener = { readonly handedOver: (handover: Handover) => void; readonly drove: (drive: Drive) => void };

export class DriverDay {
  readonly id: string;
  readonly onAt: number;
  readonly offAt: number;
  visits: readonly Visit[] = [];
  point: number;
  // When they can next be told something: now, unless they are under way or busy at a door.
  freeAt: number;
  onBoard: readonly { readonly order: OrderTask; readonly pickedUpAt: number }[] = [];
  metersDriven = 0;
  wallet: number;
  // Orders that others have now instead.
  takenBack = 0;
  // Seconds of the shift with an order in hand.
  busySeconds = 0;
  private busySince = 0;
  // Since when they have been where they are.
  private reachedAt = 0;

  constructor(id: string, point: number, onAt: number, offAt: number, wallet: number) {
    this.id = id;
    this.point = point;
    this.onAt = onAt;
    this.offAt = offAt;
    this.freeAt = onAt;
    this.wallet = wallet;
  }

  // Takes over a new sequence, which holds everything they had and have not done.
  take(visits: readonly Visit[], at: number): void {
    if (this.visits.length === 0) {
      this.freeAt = Math.max(this.freeAt, at);
      this.busySince = this.freeAt;
      this.reachedAt = this.freeAt;
    }
    this.visits = visits;
  }

  isToPickUp(orderId: string): boolean {
    return this.visits.some(({ order, kind }) => order.id === orderId && kind === "pickup");
  }

  // Somebody else does it. It is never what they are on their way to.
  giveBack(orderId: string): void {
    this.takenBack++;
    this.visits = this.visits.filter(({ order }) => order.id !== orderId);
  }

  // Lives on to `until` and tells each handover on the way.
  advance(until: number, streets: Streets, listener: Listener): void {
    for (let visit = this.visits[0]; visit && this.freeAt <= until; visit = this.visits[0]) {
      const { order, kind } = visit;
      const target = kind === "pickup" ? order.pickup : order.firstDoor;
      if (this.point !== target) {
        const meters = streets.travel.meters(this.point, target);
        const leftAt = this.freeAt;
        this.metersDriven += meters;
        this.freeAt += streets.drivingSeconds(this.point, target, this.freeAt);
        listener.drove({ from: this.point, to: target, leftAt, arrivedAt: this.freeAt, meters });
        this.point = target;
        this.reachedAt = this.freeAt;
        continue;
      }
      const readyAt = streets.surprises?.readyAt(order.id) ?? order.readyAt;
      if (kind === "pickup" && readyAt > this.freeAt) {
        // Waiting at the counter: until the goods come they can still be sent elsewhere.
        this.freeAt = Math.min(readyAt, until);
        if (readyAt > until) break;
      }
      this.handOver(visit, streets, listener);
    }
    if (this.visits.length === 0) this.freeAt = Math.max(this.freeAt, until);
  }

  private handOver(visit: Visit, streets: Streets, listener: Listener): void {
    const { order, kind } = visit;
    const meters = kind === "pickup" ? 0 : streets.doorsMeters(order.id);
    const { reachedAt } = this;
    this.visits = this.visits.slice(1);
    this.freeAt += streets.surprises?.staySeconds(order.id, kind) ?? plannedStay(visit);
    this.reachedAt = this.freeAt;
    if (kind === "pickup") {
      this.onBoard = [...this.onBoard, { order, pickedUpAt: this.freeAt }];
    } else {
      this.metersDriven += meters;
      this.point = order.lastDoor;
      this.onBoard = this.onBoard.filter((carried) => carried.order !== order);
      if (this.visits.length === 0) this.busySeconds += Math.max(0, Math.min(this.freeAt, this.offAt) - this.busySince);
    }
    listener.handedOver({ order, kind, reachedAt, at: this.freeAt, meters });
  }
}

function plannedStay({ order, kind }: Visit): number {
  return kind === "pickup" ? order.pickupSeconds : order.doorsSeconds;
}
