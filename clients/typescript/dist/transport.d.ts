export type Outgoing = {
    readonly method: string;
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string | undefined;
    readonly timeoutMs: number;
    readonly signal: AbortSignal | undefined;
};
export declare function send(fetcher: typeof fetch, outgoing: Outgoing): Promise<unknown>;
