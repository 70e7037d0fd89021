import { CALLS, type Calls, type Estimate, type Order } from "./api.ts";
import { type EventFeedOptions, type FedEvent } from "./event-feed.ts";
import { type TokenStore } from "./tokens.ts";
import { type Pause } from "./waiting.ts";
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
export declare class Giao {
    #private;
    constructor(options: GiaoOptions);
    /** Prices for several services at once. An element that could not be priced has `data: null` and an `error`. */
    estimate(body: Input<"estimateFees">["body"], options?: CallOptions): Promise<Estimate[]>;
    createOrder(body: Input<"createOrder">["body"], options?: CallOptions): Promise<Answer<"createOrder">>;
    getOrder(orderId: string, options?: CallOptions): Promise<Order>;
    cancelOrder(orderId: string, comment: string, options?: CallOptions): Promise<void>;
    /** Every event of the partner's orders, or of the account's and its children's, from the cursor on, as long as you listen. */
    events(options?: EventFeedOptions): AsyncGenerator<FedEvent, void, undefined>;
    /** Any call of the API by its operation id; see the API reference at /docs. */
    call<Name extends CallName>(name: Name, input: Input<Name>, options?: CallOptions): Promise<Answer<Name>>;
}
export {};
