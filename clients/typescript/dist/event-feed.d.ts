import type { CallbackEvent } from "./callback.ts";
import type { Answer } from "./client.ts";
import { type Pause } from "./waiting.ts";
export type EventFeedOptions = {
    /** Whose events: the whole partner's unless told, or only those of the account's orders and its children's. */
    readonly of?: "partner" | "account";
    /** The cursor of the last event you have dealt with; absent: from the beginning. */
    readonly after?: string;
    /** Ends the loop. */
    readonly signal?: AbortSignal;
    /** Events asked for at once. */
    readonly limit?: number;
    /** The first pause after an empty answer, and the longest; 1,000 and 10,000 unless told. */
    readonly idleMs?: number;
    readonly idleMsMax?: number;
};
export type FedEvent = Answer<"readEvents">["events"][number] & {
    readonly order: CallbackEvent;
    /** Save it once you have dealt with the event. A restart in the middle of a page brings events of that page again. */
    readonly cursor: string | undefined;
};
type Page = Answer<"readEvents">;
type Read = (query: {
    after?: string;
    limit: number;
}, signal: AbortSignal | undefined) => Promise<Page>;
export declare function followEvents(read: Read, pause: Pause, options: EventFeedOptions): AsyncGenerator<FedEvent, void, undefined>;
export {};
