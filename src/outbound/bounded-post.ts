// One POST to a server we do not control, bounded on every side: one deadline over all of it, a cap on what is read, no redirects.
// It returns what happened and never throws for the other side's behaviour. Who may be called is the dispatcher's matter.
import type { Readable } from "node:stream";
import { type Dispatcher, errors } from "undici";
import type { Exchange, Outcome } from "../domain/callbacks/exchange.ts";
import { startStopwatch } from "../ports/clock.ts";
import { AddressRefused } from "./address-guard.ts";

export type PostLimits = { readonly timeoutMs: number; readonly readBytesMax: number; readonly keptBytesMax: number };

export type Post = {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | Readable;
};

export function boundedPost(dispatcher: Dispatcher, post: Post, limits: PostLimits): Promise<Exchange> {
  return new Promise((resolve) => {
    const reading = new AnswerReading(limits, resolve);
    const { origin, pathname, search } = post.url;
    dispatcher.dispatch(
      { origin, path: pathname + search, method: "POST", headers: post.headers, body: post.body },
      reading,
    );
  });
}

// Works below undici's streams: an answer of a few bytes costs no stream, and a flood is cut at the byte where we stop caring.
class AnswerReading implements Dispatcher.DispatchHandler {
  readonly #limits: PostLimits;
  readonly #resolve: (exchange: Exchange) => void;
  readonly #stopwatch = startStopwatch();
  readonly #deadline: NodeJS.Timeout;
  readonly #kept: Buffer[] = [];
  #controller: Dispatcher.DispatchController | undefined;
  #settled = false;
  #code = 0;
  #retryAfter: string | undefined;
  #readBytes = 0;
  #keptBytes = 0;

  constructor(limits: PostLimits, resolve: (exchange: Exchange) => void) {
    this.#limits = limits;
    this.#resolve = resolve;
    this.#deadline = setTimeout(() => {
      this.#settle("timed_out", `no whole answer within ${limits.timeoutMs / 1000} s`);
      this.#controller?.abort(new Error("deadline"));
    }, limits.timeoutMs);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // The deadline passed while the connection was being made: nothing may be sent any more.
    if (this.#settled) controller.abort(new Error("deadline"));
  }

  onResponseStart(
    _: Dispatcher.DispatchController,
    code: number,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): void {
    if (code < 200) return; // 103 and its kind announce an answer, they are none
    this.#code = code;
    const retryAfter = headers["retry-after"];
    this.#retryAfter = Array.isArray(retryAfter) ? retryAfter[0] : retryAfter;
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#readBytes += chunk.length;
    const room = this.#limits.keptBytesMax - this.#keptBytes;
    if (room > 0) {
      const part = chunk.subarray(0, room);
      this.#kept.push(part);
      this.#keptBytes += part.length;
    }
    if (this.#readBytes <= this.#limits.readBytesMax) return;
    // The status is all that decides; the rest of a flood is not worth the traffic.
    this.#settle("answered", "");
    controller.abort(new Error("enough read"));
  }

  onResponseEnd(): void {
    this.#settle("answered", "");
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.#settle(...describeFailure(error));
  }

  #settle(outcome: Outcome, error: string): void {
    if (this.#settled) return;
    this.#settled = true;
    clearTimeout(this.#deadline);
    this.#resolve({
      outcome,
      code: this.#code,
      text: decodeKept(this.#kept, this.#readBytes > this.#keptBytes),
      retryAfter: this.#retryAfter,
      elapsedMs: Math.round(this.#stopwatch.elapsedMs()),
      error,
    });
  }
}

function decodeKept(chunks: readonly Buffer[], isCut: boolean): string {
  if (chunks.length === 0) return "";
  const bytes = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
  // Streaming mode drops a character cut in half at the end.
  const text = isCut ? new TextDecoder().decode(bytes, { stream: true }) : bytes.toString("utf8");
  // PostgreSQL's text refuses NUL.
  return text.replaceAll("\u0000", "\ufffd");
}

// undici and Node name the same thing in several ways; the log speaks one language.
const FAILURES: Readonly<Record<string, readonly [Outcome, string]>> = {
  ECONNREFUSED: ["unreachable", "connection refused"],
  EHOSTUNREACH: ["unreachable", "no route to the host"],
  ENETUNREACH: ["unreachable", "no route to the network"],
  EADDRNOTAVAIL: ["unreachable", "address not available"],
  ENOTFOUND: ["unreachable", "name not found"],
  ENODATA: ["unreachable", "name has no address"],
  EAI_AGAIN: ["unreachable", "name could not be resolved"],
  ESERVFAIL: ["unreachable", "name could not be resolved"],
  ETIMEOUT: ["unreachable", "name could not be resolved in time"],
  ETIMEDOUT: ["timed_out", "connection timed out"],
  UND_ERR_CONNECT_TIMEOUT: ["timed_out", "connection timed out"],
  ECONNRESET: ["closed", "connection reset"],
  EPIPE: ["closed", "connection closed before the request was sent"],
  UND_ERR_SOCKET: ["closed", "connection closed before the answer was complete"],
  UND_ERR_HEADERS_OVERFLOW: ["malformed", "answer headers are too large"],
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: ["malformed", "answer does not match its content-length"],
};

function describeFailure(error: Error): readonly [Outcome, string] {
  if (error instanceof AddressRefused) return ["address_refused", error.message];
  // Several addresses were tried and each failed: the first failure speaks for them.
  if (error instanceof AggregateError && error.errors[0] instanceof Error) return describeFailure(error.errors[0]);
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  const known = FAILURES[code];
  if (known) return known;
  if (error instanceof errors.HTTPParserError) return ["malformed", "answer is not HTTP"];
  if (/CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO/.test(code)) return ["tls_failed", `TLS: ${error.message.slice(0, 200)}`];
  return ["closed", `failed: ${(code || error.name).slice(0, 100)}`];
}
