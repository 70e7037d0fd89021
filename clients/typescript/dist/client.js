// The partner API as a class: tokens, keys and repeats are taken care of, everything else is the call itself.
import { CALLS } from "./api.js";
import { followEvents } from "./event-feed.js";
import { Refused, Unreachable } from "./refused.js";
import { TokenKeeper } from "./tokens.js";
import { send } from "./transport.js";
import { backoffMs, pause, unlessAborted } from "./waiting.js";
const TIMEOUT_MS = 30_000;
const TRIES = 3;
const FIRST_PAUSE_MS = 250;
const PAUSE_MS_MAX = 10_000;
const RETRY_AFTER_SECONDS_MAX = 60;
const GET = "GET";
export class Giao {
    #options;
    #root;
    #tokens;
    constructor(options) {
        this.#options = options;
        this.#root = options.url.replace(/\/+$/, "");
        this.#tokens = new TokenKeeper(async () => {
            if (!("apiKey" in options))
                throw new TypeError("an account's calls need apiKey and mobile");
            const { apiKey, mobile } = options;
            return (await this.call("issueToken", { body: { api_key: apiKey, mobile } })).token;
        }, options.tokens);
    }
    /** Prices for several services at once. An element that could not be priced has `data: null` and an `error`. */
    estimate(body, options) {
        return this.call("estimateFees", { body }, options);
    }
    createOrder(body, options) {
        return this.call("createOrder", { body }, options);
    }
    getOrder(orderId, options) {
        return this.call("getOrder", { params: { order_id: orderId } }, options);
    }
    async cancelOrder(orderId, comment, options) {
        await this.call("cancelOrder", { params: { order_id: orderId }, body: { comment } }, options);
    }
    /** Every event of the partner's orders, or of the account's and its children's, from the cursor on, as long as you listen. */
    events(options = {}) {
        const as = options.of ?? "partner";
        const read = (query, signal) => this.call("readEvents", query ? { query } : {}, signal ? { as, signal } : { as });
        return followEvents(read, this.#options.pause ?? pause, options);
    }
    /** Any call of the API by its operation id; see the API reference at /docs. */
    async call(name, input, options = {}) {
        const { method, path, auth, keyed } = CALLS[name];
        const { params = {}, query = {}, body } = input;
        // The same through all tries: that is what makes them one write.
        const key = keyed
            ? { "idempotency-key": options.idempotencyKey ?? crypto.randomUUID() }
            : {};
        const outgoing = {
            method,
            url: this.#root + fill(path, params) + search(query),
            body: body === undefined ? undefined : JSON.stringify(body),
            timeoutMs: options.timeoutMs ?? this.#options.timeoutMs ?? TIMEOUT_MS,
            signal: options.signal,
        };
        const sendOnce = (headers) => send(this.#options.fetch ?? fetch, { ...outgoing, headers: { ...key, ...headers } });
        const isRepeatable = keyed || method === GET || name === "estimateFees";
        return this.#repeated(isRepeatable, options.signal, async () => {
            if (auth === "partner" || options.as === "partner") {
                return sendOnce({ authorization: `Bearer ${await this.#partnerCredential()}` });
            }
            if (auth === "token")
                return this.#withToken(sendOnce, options.signal);
            return sendOnce(auth === "route" ? { "api-key": this.#options.routeKey ?? "" } : {});
        });
    }
    async #partnerCredential() {
        if ("apiKey" in this.#options)
            return this.#options.apiKey;
        const { partnerToken } = this.#options;
        return typeof partnerToken === "string" ? partnerToken : partnerToken();
    }
    // The server may have ended the token; once it is got anew. A second 401 means what it says.
    async #withToken(sendOnce, signal) {
        const token = await unlessAborted(this.#tokens.token(), signal);
        try {
            return await sendOnce({ authorization: `Bearer ${token}` });
        }
        catch (thrown) {
            if (!(thrown instanceof Refused && thrown.status === 401))
                throw thrown;
            const newer = await unlessAborted(this.#tokens.token(token), signal);
            return sendOnce({ authorization: `Bearer ${newer}` });
        }
    }
    async #repeated(isRepeatable, signal, work) {
        const tries = this.#options.tries ?? TRIES;
        for (let attempt = 0;; attempt++) {
            try {
                return await work();
            }
            catch (thrown) {
                if (attempt + 1 >= tries || !isWorthRepeating(thrown, isRepeatable))
                    throw thrown;
                const asked = thrown instanceof Refused ? (thrown.retryAfterSeconds ?? 0) : 0;
                const wait = Math.max(Math.min(asked, RETRY_AFTER_SECONDS_MAX) * 1000, backoffMs(attempt, FIRST_PAUSE_MS, PAUSE_MS_MAX));
                await (this.#options.pause ?? pause)(wait, signal);
            }
        }
    }
}
// A 500 is not repeated: the API answers so to a field of the wrong type, and it would answer the same again.
function isWorthRepeating(thrown, isRepeatable) {
    // Turned away at the door, so that nothing has happened yet.
    if (thrown instanceof Refused && thrown.code === "TOO_MANY_REQUESTS")
        return true;
    if (!isRepeatable)
        return false;
    return (thrown instanceof Unreachable ||
        (thrown instanceof Refused && thrown.is("SERVICE_UNAVAILABLE", "IDEMPOTENCY_IN_PROGRESS")));
}
function fill(path, params) {
    return path.replace(/\{(\w+)\}/g, (_, name) => {
        const given = params[name];
        if (given === undefined || given === "")
            throw new TypeError(`${name} is missing`);
        return encodeURIComponent(given);
    });
}
function search(query) {
    const given = new URLSearchParams();
    for (const [name, one] of Object.entries(query))
        if (one !== undefined)
            given.set(name, String(one));
    return given.size === 0 ? "" : `?${given}`;
}
