// One endpoint's share of a worker's memory: the few events loaded for it, those under way, and how it has answered. It decides what
// may leave next; loading, sending and recording are done by others.
import { type Circuit, inFlightMax } from "../../domain/callbacks/circuit.ts";
import type { Endpoint } from "../../store/callbacks/endpoints.ts";
import type { DueEvent } from "../../store/callbacks/queue.ts";

// Events are loaded some rounds ahead, so that a load of a few milliseconds does not leave the connections idle: with one round left
// at loading, half the time was spent waiting, and with three a tenth. No more than that, because bodies weigh kilobytes (half a
// megabyte an endpoint) and a worker may serve hundreds of endpoints: the backlog stays in the database.
const ROUNDS_LEFT_AT_LOAD = 8;
const ROUNDS_MAX = 24;

export class DeliveryLane {
  readonly partnerId: string;
  endpoint: Endpoint;
  circuit: Circuit;
  stoppedAt: Date | undefined;
  // The endpoint has just answered again and its backlog is being brought forward.
  isRecovering = false;
  // Since the last renewal of leases; a lane that was not used goes back.
  wasUsed = true;
  #inFlight = 0;
  #waiting: DueEvent[] = [];
  // Orders with an event loaded, under way or not yet recorded: the next event of such an order has to wait.
  readonly #busyOrders = new Set<string>();

  constructor(endpoint: Endpoint) {
    this.partnerId = endpoint.partnerId;
    this.endpoint = endpoint;
    this.circuit = circuitOf(endpoint);
  }

  // Settings saved since begin with a clean slate.
  refresh(endpoint: Endpoint): void {
    if (endpoint.savedAt.getTime() !== this.endpoint.savedAt.getTime()) {
      this.circuit = circuitOf(endpoint);
      this.stoppedAt = undefined;
    }
    this.endpoint = endpoint;
  }

  // How many events to load. Nothing while enough are at hand, so that loads are few and worth their round trip. An endpoint that
  // fails is given one event at a time, the oldest that is due at that moment.
  room(now: Date): number {
    const allowed = this.#allowed(now);
    if (allowed <= 1) return Math.max(0, allowed - this.#waiting.length - this.#inFlight);
    if (this.#waiting.length > allowed * ROUNDS_LEFT_AT_LOAD) return 0;
    return allowed * ROUNDS_MAX - this.#waiting.length;
  }

  // The last load filled all the room there was: more may be due.
  wantsMore = false;

  load(event: DueEvent): void {
    this.#waiting.push(event);
    this.#busyOrders.add(event.orderId);
  }

  // The next event that may leave now; the caller sends it and says when its exchange is over and when that is recorded.
  next(now: Date): DueEvent | undefined {
    const allowed = this.#allowed(now);
    if (allowed === 0) this.putBack();
    if (this.#inFlight >= allowed) return undefined;
    const event = this.#waiting.shift();
    if (!event) return undefined;
    this.#inFlight += 1;
    this.wasUsed = true;
    return event;
  }

  exchanged(): void {
    this.#inFlight -= 1;
  }

  recorded(event: DueEvent): void {
    this.#busyOrders.delete(event.orderId);
  }

  // Lets go of what has not left yet; the database still has it.
  putBack(): void {
    for (const event of this.#waiting) this.#busyOrders.delete(event.orderId);
    this.#waiting = [];
  }

  get busyOrderIds(): Iterable<string> {
    return this.#busyOrders;
  }

  get isEmpty(): boolean {
    return this.#busyOrders.size === 0;
  }

  isClosed(now: Date): boolean {
    return this.#allowed(now) === 0;
  }

  #allowed(now: Date): number {
    return this.stoppedAt || this.isRecovering ? 0 : inFlightMax(this.circuit, this.endpoint.inFlightMax, now);
  }
}

function circuitOf(endpoint: Endpoint): Circuit {
  return { failures: endpoint.failures, probeAt: endpoint.probeAt ?? undefined };
}
