// The program's log, as the web framework takes it. The framework wants a logger of its own for every request, though nearly
// none writes a line through it: here it is made when the first line is written.
import type { FastifyBaseLogger } from "fastify";

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
