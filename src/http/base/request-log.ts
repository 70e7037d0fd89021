// The program's log, as the web framework takes it. The framework wants a logger of its own for every request, though nearly
// none writes a line through it: here it is made when the first line is written.
import type { FastifyBaseLogger, FastifyRequest } from "fastify";
import { isOrderId } from "../../domain/orders/order-ids.ts";
import { partnerIdOf } from "./callers.ts";

// The order that a call made or was about, where its path does not say it.
const orders = new WeakMap<FastifyRequest, string>();

export function noteOrder(request: FastifyRequest, orderId: string): void {
  orders.set(request, orderId);
}

// What a line about a request says of whom and what it was for: ids, and nothing of a person.
export function subjectOf(request: FastifyRequest): { readonly partner?: string; readonly order?: string } {
  const partner = partnerIdOf(request);
  const { order_id: named = "" } = (request.params ?? {}) as { readonly order_id?: string };
  const order = orders.get(request) ?? (isOrderId(named) ? named : undefined);
  return { ...(partner === undefined ? {} : { partner }), ...(order === undefined ? {} : { order }) };
}

type Line = Parameters<FastifyBaseLogger["info"]>;
type Child = FastifyBaseLogger["child"];

export function openRequestLog(log: FastifyBaseLogger): FastifyBaseLogger {
  const child: Child = (...words) => new LateLog(() => log.child(...words)) as unknown as FastifyBaseLogger;
  return Object.assign(Object.create(log) as FastifyBaseLogger, { child });
}

class LateLog {
  readonly #make: () => FastifyBaseLogger;
  #made: FastifyBaseLogger | undefined;

  constructor(make: () => FastifyBaseLogger) {
    this.#make = make;
  }

  get #log(): FastifyBaseLogger {
    this.#made ??= this.#make();
    return this.#made;
  }

  get level(): string {
    return this.#log.level;
  }

  child(...words: Parameters<Child>): FastifyBaseLogger {
    return new LateLog(() => this.#log.child(...words)) as unknown as FastifyBaseLogger;
  }

  trace(...line: Line): void {
    this.#log.trace(...line);
  }

  debug(...line: Line): void {
    this.#log.debug(...line);
  }

  info(...line: Line): void {
    this.#log.info(...line);
  }

  warn(...line: Line): void {
    this.#log.warn(...line);
  }

  error(...line: Line): void {
    this.#log.error(...line);
  }

  fatal(...line: Line): void {
    this.#log.fatal(...line);
  }
}
