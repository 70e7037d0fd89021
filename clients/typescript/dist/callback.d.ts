import type { Order } from "./api.ts";
/** The order as it was at the event, and which event it was. */
export type CallbackEvent = Order & {
    readonly event_id: string;
    readonly event_type: string;
    /** Counts the events of one order from 1. Ignore what is not above the highest you have. */
    readonly event_seq: number;
};
export type IncomingCallback = {
    readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
    /** As it came, before anything has parsed it. */
    readonly body: string | Uint8Array | ArrayBuffer;
};
export type CheckOptions = {
    /** How far the sender's clock may be off; 300 unless told. */
    readonly toleranceSeconds?: number;
    readonly now?: Date;
};
export declare class BadCallback extends Error {
    readonly name = "BadCallback";
    readonly reason: "missing_header" | "old_or_early" | "wrong_signature" | "not_an_event";
    constructor(reason: BadCallback["reason"], message: string);
}
/** The event, or BadCallback. Give both secrets while you change one. */
export declare function readCallback(callback: IncomingCallback, secrets: string | readonly string[], options?: CheckOptions): Promise<CallbackEvent>;
