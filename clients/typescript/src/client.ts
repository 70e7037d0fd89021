// The partner API as a class: tokens, keys and repeats are taken care of, everything else is the call itself.
import { CALLS, type Calls, type Estimate, type Order } from "./api.ts";
import { type EventFeedOptions, type FedEvent, followEvents } from "./event-feed.ts";
import { Refused, Unreachable } from "./refused.ts";
import { TokenKeeper, type TokenStore } from "./tokens.ts";
import { send } from "./transport.ts";
import { backoffMs, type Pause, pause, unlessAborted } from "./waiting.ts";

export type GiaoOptions = Connection & (WithKeys | WithToken);

export type WithKeys = {
  readonly apiKey: string;
  /** The account that orders: its phone number. */
  readonly mobile: string;
};

/** For a program that shall not hold the API key. It can make the partner's calls that the token is for, and no account's. */
export type WithToken = {
  /** From `issuePartnerToken`; a function is asked with every call, so that it can get a new one in time. */
  readonly partnerToken: string | (() => string | Promise<string>);
};

type Connection = {
  /** Where the platform is, for example http://127.0.0.1:3000. */
  readonly url: string;
  /** Only for `route` and `table`. */
  readonly routeKey?: string;
  /** For several processes of one account. */
  readonly tokens?: TokenStore;
  /** Of one try; 30,000 unless told. */
  readonly timeoutMs?: number;
  /** How often a call that can be repeated safely is tried in all; 3 unless told. */
  readonly tries?: number;
  readonly fetch?: typeof fetch;
  /** How to wait between tries; tests need not. */
  readonly pause?: Pause;
};

export type CallOptions = {
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
  /** Writes get one of their own. Give yours to make a write happen once even if your process dies in the middle. */
  readonly idempotencyKey?: string;
  /** Who asks, where both may (`readEvents`): the account unless told, or the whole partner. */
  readonly as?: "account" | "partner";
};

export type CallName = keyof typeof CALLS;
export type Input<Name extends CallName> = Calls[Name]["input"];
export type Answer<Name extends CallName> = Calls[Name]["answer"];

type AnyInput = {
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: unknown;
};

const TIMEOUT_MS = 30_000;
const TRIES = 3;
const FIRST_PAUSE_MS = 250;
const PAUSE_MS_MAX = 10_000;
const RETRY_AFTER_SECONDS_MAX = 60;
const GET = "GET";

export class Giao {
  readonly #options: GiaoOptions;
  readonly #root: string;
  readonly #tokens: TokenKeeper;

  constructor(options: GiaoOptions) {
    this.#options = options;
    this.#root = options.url.replace(/\/+$/, "");
    this.#tokens = new TokenKeeper(async () => {
      if (!("apiKey" in options)) throw new TypeError("an account's calls need apiKey and mobile");
      const { apiKey, mobile } = options;
      return (await this.call("issueToken", { body: { api_key: apiKey, mobile } })).token;
    }, options.tokens);
  }

  /** Prices for several services at once. An element that could not be priced has `data: null` and an `error`. */
  estimate(body: Input<"estimateFees">["body"], options?: CallOptions): Promise<Estimate[]> {
    return this.call("estimateFees", { body }, options);
  }

  createOrder(body: Input<"createOrder">["body"], options?: CallOptions): Promise<Answer<"createOrder">> {
    return this.call("createOrder", { body }, options);
  }

  getOrder(orderId: string, options?: CallOptions): Promise<Order> {
    return this.call("getOrder", { params: { order_id: orderId } }, options);
  }

  async cancelOrder(orderId: string, comment: string, options?: CallOptions): Promise<void> {
    await this.call("cancelOrder", { params: { order_id: orderId }, body: { comment } }, options);
  }

  /** Every event of the partner's orders, or of the account's and its children's, from the cursor on, as long as you listen. */
  events(options: EventFeedOptions = {}): AsyncGenerator<FedEvent, void, undefined> {
    const as = options.of ?? "partner";
    const read = (query: Input<"readEvents">["query"], signal: AbortSignal | undefined) =>
      this.call("readEvents", query ? { query } : {}, signal ? { as, signal } : { as });
    return followEvents(read, this.#options.pause ?? pause, options);
  }

  /** Any call of the API by its operation id; see the API reference at /docs. */
  async call<Name extends CallName>(name: Name, input: Input<Name>, options: CallOptions = {}): Promise<Answer<Name>> {
    const { method, path, auth, keyed } = CALLS[name];
    const { params = {}, query = {}, body } = input as AnyInput;
    // The same through all tries: that is what makes them one write.
    const key: Record<string, string> = keyed
      ? { "idempotency-key": options.idempotencyKey ?? crypto.randomUUID() }
      : {};
    const outgoing = {
      method,
      url: this.#root + fill(path, params) + search(query),
      body: body === undefined ? undefined : JSON.stringify(body),
      timeoutMs: options.timeoutMs ?? this.#options.timeoutMs ?? TIMEOUT_MS,
      signal: options.signal,
    };
    const sendOnce = (headers: Record<string, string>) =>
      send(this.#options.fetch ?? fetch, { ...outgoing, headers: { ...key, ...headers } });
    const isRepeatable = keyed || method === GET || name === "estimateFees";
    return this.#repeated(isRepeatable, options.signal, async () => {
      if (auth === "partner" || options.as === "partner") {
        return sendOnce({ authorization: `Bearer ${await this.#partnerCredential()}` });
      }
      if (auth === "token") return this.#withToken(sendOnce, options.signal);
      return sendOnce(auth === "route" ? { "api-key": this.#options.routeKey ?? "" } : {});
    }) as Promise<Answer<Name>>;
  }

  async #partnerCredential(): Promise<string> {
    if ("apiKey" in this.#options) return this.#options.apiKey;
    const { partnerToken } = this.#options;
    return typeof partnerToken === "string" ? partnerToken : partnerToken();
  }

  // The server may have ended the token; once it is got anew. A second 401 means what it says.
  async #withToken(
    sendOnce: (headers: Record<string, string>) => Promise<unknown>,
    signal: AbortSignal | undefined,
  ): Promise<unknown> {
    const token = await unlessAborted(this.#tokens.token(), signal);
    try {
      return await sendOnce({ authorization: `Bearer ${token}` });
    } catch (thrown) {
      if (!(thrown instanceof Refused && thrown.status === 401)) throw thrown;
      const newer = await unlessAborted(this.#tokens.token(token), signal);
      return sendOnce({ authorization: `Bearer ${newer}` });
    }
  }

  async #repeated(
    isRepeatable: boolean,
    signal: AbortSignal | undefined,
    work: () => Promise<unknown>,
  ): Promise<unknown> {
    const tries = this.#options.tries ?? TRIES;
    for (let attempt = 0; ; attempt++) {
      try {
        return await work();
      } catch (thrown) {
        if (attempt + 1 >= tries || !isWorthRepeating(thrown, isRepeatable)) throw thrown;
        const asked = thrown instanceof Refused ? (thrown.retryAfterSeconds ?? 0) : 0;
        const wait = Math.max(
          Math.min(asked, RETRY_AFTER_SECONDS_MAX) * 1000,
          backoffMs(attempt, FIRST_PAUSE_MS, PAUSE_MS_MAX),
        );
        await (this.#options.pause ?? pause)(wait, signal);
      }
    }
  }
}

// A 500 is not repeated: the API answers so to a field of the wrong type, and it would answer the same again.
function isWorthRepeating(thrown: unknown, isRepeatable: boolean): boolean {
  // Turned away at the door, so that nothing has happened yet.
  if (thrown instanceof Refused && thrown.code === "TOO_MANY_REQUESTS") return true;
  if (!isRepeatable) return false;
  return (
    thrown instanceof Unreachable ||
    (thrown instanceof Refused && thrown.is("SERVICE_UNAVAILABLE", "IDEMPOTENCY_IN_PROGRESS"))
  );
}

function fill(path: string, params: Readonly<Record<string, string | number>>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const given = params[name];
    if (given === undefined || given === "") throw new TypeError(`${name} is missing`);
    return encodeURIComponent(given);
  });
}

function search(query: Readonly<Record<string, string | number | undefined>>): string {
  const given = new URLSearchParams();
  for (const [name, one] of Object.entries(query)) if (one !== undefined) given.set(name, String(one));
  return given.size === 0 ? "" : `?${given}`;
}
