// The program's log, as the web framework takes it. The framework wants a logger of its own for every request, though nearly
// none writes a line through it: here it is made when the first line is written.
import type { FastifyBaseLogger } from "fastify";

type Line = Parameters<FastifyBaseLogger["info"]>;
type Bindings = Parameters<FastifyBaseLogger["child"]>[0];

export function openRequestLog(log: FastifyBaseLogger): FastifyBaseLogger {
  return Object.assign(Object.create(log) as FastifyBaseLogger, {
    child: (bindings: Bindings) => new RequestLog(log, bindings) as unknown as FastifyBaseLogger,
  });
}

class RequestLog {
  readonly #parent: FastifyBaseLogger;
  readonly #bindings: Bindings;
  #made: FastifyBaseLogger | undefined;

  constructor(parent: FastifyBaseLogger, bindings: Bindings) {
    this.#parent = parent;
    this.#bindings = bindings;
  }

  get level(): string {
    return this.#parent.level;
  }

  get #own(): FastifyBaseLogger {
    this.#made ??= this.#parent.child(this.#bindings);
    return this.#made;
  }

  child(bindings: Bindings): FastifyBaseLogger {
    return this.#own.child(bindings);
  }

  trace(...line: Line): void {
    this.#own.trace(...line);
  }

  debug(...line: Line): void {
    this.#own.debug(...line);
  }

  info(...line: Line): void {
    this.#own.info(...line);
  }

  warn(...line: Line): void {
    this.#own.warn(...line);
  }

  error(...line: Line): void {
    this.#own.error(...line);
  }

  fatal(...line: Line): void {
    this.#own.fatal(...line);
  }
}
