// Checks planned routes as they were offered: each stop in time for what comes after it, each door within what was promised, nothing delivered
// before it is fetched and never more aboard than fits. And counts which promises were kept.
type Stop = {
  readonly order: string;
  readonly kind: "pickup" | "doors";
  readonly arrives: number;
  readonly latest: number;
};

export type RoutedOrder = {
  readonly bundleMax: number;
  readonly holder?: string | undefined;
  readonly deliveredAt?: number;
};

// Of times told to a millisecond, and of ten tenths.
const SECONDS_OFF = 1;
const SHARE_OFF = 1e-6;

export class RouteAudit {
  readonly #by = new Map<string, number>();
  readonly #fault: (what: string) => void;

  constructor(fault: (what: string) => void) {
    this.#fault = fault;
  }

  promises(orderId: string, by: number): void {
    this.#by.set(orderId, by);
  }

  offers(
    driverId: string,
    at: number,
    stops: readonly Stop[],
    aboardNow: ReadonlySet<string>,
    bundleMax: number,
    orders: ReadonlyMap<string, RoutedOrder>,
  ): void {
    const shareOf = (id: string): number => 1 / Math.min(bundleMax, orders.get(id)?.bundleMax ?? Infinity);
    // What they have fetched, or are just being handed.
    const fetched = new Set(stops.filter(({ kind }) => kind === "pickup").map(({ order }) => order));
    const isTheirs = (id: string): boolean => aboardNow.has(id) || orders.get(id)?.holder === driverId;
    const held = stops.map(({ order }) => order).filter((id) => !fetched.has(id) && isTheirs(id));
    const aboard = new Set(held);
    let before = at;
    for (const { order, kind, arrives, latest } of stops) {
      const known = orders.get(order);
      if (!known) {
        this.#fault(`the route of driver ${driverId} has order ${order}, which was never placed`);
        continue;
      }
      if (arrives < before - SECONDS_OFF) this.#fault(`driver ${driverId} is planned to go back in time`);
      before = arrives;
      if (arrives > latest + SECONDS_OFF)
        this.#fault(`order ${order} is planned ${Math.round(arrives - latest)} s later than its route allows`);
      if (kind === "pickup") {
        if (known.holder !== undefined && known.holder !== driverId)
          this.#fault(`order ${order} of driver ${known.holder} is planned for ${driverId}`);
        aboard.add(order);
        const carried = [...aboard].reduce((sum, id) => sum + shareOf(id), 0);
        if (carried > 1 + SHARE_OFF)
          this.#fault(`driver ${driverId} is planned to carry ${aboard.size}, which is too much`);
        continue;
      }
      if (!aboard.delete(order)) this.#fault(`order ${order} is planned to be delivered before it is fetched`);
      const by = this.#by.get(order) ?? Infinity;
      // What somebody has is driven on, late or not.
      if (known.holder === undefined && arrives > by + SECONDS_OFF)
        this.#fault(`order ${order} is planned ${Math.round(arrives - by)} s after what was promised`);
    }
  }

  // undefined: nothing was promised.
  inWindow(orders: ReadonlyMap<string, RoutedOrder>): number | undefined {
    if (this.#by.size === 0) return undefined;
    return [...this.#by].filter(([id, by]) => (orders.get(id)?.deliveredAt ?? Infinity) <= by).length;
  }
}
