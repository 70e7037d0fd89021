// Whether the wallets of a day carried what their drivers took, and whether every order moved the money that it said it would: commission and
// COD, to the đồng.

type Money = {
  readonly takes: number;
  readonly cods: readonly number[];
  // By door, from 0; empty where the log does not tell doors apart.
  readonly doors: Map<number, boolean>;
  moved: number;
};

export class WalletAudit {
  readonly #fault: (what: string) => void;
  readonly #balances = new Map<string, number>();
  readonly #inHand = new Map<string, Set<string>>();
  readonly #orders = new Map<string, Money>();

  constructor(fault: (what: string) => void) {
    this.#fault = fault;
  }

  opens(driverId: string, balance: number): void {
    this.#balances.set(driverId, balance);
  }

  places(orderId: string, takes: unknown, cods: unknown): void {
    if (typeof takes !== "number" || !Array.isArray(cods)) return;
    this.#orders.set(orderId, { takes, cods: cods.map(Number), doors: new Map(), moved: 0 });
  }

  accepts(orderId: string, driverId: string): void {
    const inHand = this.#inHand.get(driverId) ?? new Set();
    this.#inHand.set(driverId, inHand);
    const balance = this.#balances.get(driverId);
    if (balance !== undefined) {
      const free = [...inHand].reduce((left, id) => left - this.#needed(id), balance);
      const needed = this.#needed(orderId);
      if (free < needed)
        this.#fault(`driver ${driverId} takes order ${orderId}, which needs ${needed}, with ${free} to spare`);
    }
    inHand.add(orderId);
  }

  leaves(orderId: string, driverId: string): void {
    this.#inHand.get(driverId)?.delete(orderId);
  }

  visits(orderId: string, door: number, isDelivered: boolean): void {
    this.#orders.get(orderId)?.doors.set(door - 1, isDelivered);
  }

  moves(driverId: string, amount: number, orderId: string | undefined): void {
    const balance = this.#balances.get(driverId);
    if (balance !== undefined) this.#balances.set(driverId, balance + amount);
    const order = orderId === undefined ? undefined : this.#orders.get(orderId);
    if (order) order.moved += amount;
  }

  // Of an order that was delivered: the wallet is less by what it takes and by the COD of every door where it was handed over.
  closes(orderId: string, driverId: string): void {
    const order = this.#orders.get(orderId);
    if (!order || !this.#balances.has(driverId)) return;
    const cod = order.cods.reduce((sum, each, door) => ((order.doors.get(door) ?? true) ? sum + each : sum), 0);
    const due = 0 - order.takes - cod;
    if (order.moved !== due)
      this.#fault(`order ${orderId} moves ${order.moved} of the wallet of ${driverId}, and ${due} is right`);
  }

  #needed(orderId: string): number {
    const order = this.#orders.get(orderId);
    return order ? Math.max(0, order.takes) + order.cods.reduce((sum, each) => sum + each, 0) : 0;
  }
}
