export type Pause = (ms: number, signal: AbortSignal | undefined) => Promise<void>;
export declare const pause: Pause;
export declare function backoffMs(attempt: number, firstMs: number, mostMs: number, chance?: () => number): number;
export declare function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T>;
