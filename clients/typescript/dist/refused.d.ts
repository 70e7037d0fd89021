import type { RefusalCode } from "./api.ts";
/** A code of this version of the API, or one that a newer server has added. */
export type AnyCode = RefusalCode | (string & Record<never, never>);
/** The server refused. `is` narrows to the codes you handle. */
export declare class Refused<Code extends string = AnyCode> extends Error {
    readonly name = "Refused";
    readonly code: Code;
    readonly title: string;
    readonly description: string;
    readonly status: number;
    /** Tell it when you ask the platform's operator for help. */
    readonly requestId: string;
    /** How long the server asked to wait; undefined when it did not. */
    readonly retryAfterSeconds: number | undefined;
    constructor(refusal: {
        readonly code: Code;
        readonly title: string;
        readonly description: string;
        readonly status: number;
        readonly requestId: string;
        readonly retryAfterSeconds: number | undefined;
    });
    is<const Wanted extends RefusalCode>(...codes: readonly Wanted[]): this is Refused<Wanted>;
}
/** For a catch clause, where the type of what was thrown is not known. */
export declare function isRefused<const Wanted extends RefusalCode>(thrown: unknown, ...codes: readonly Wanted[]): thrown is Refused<Wanted>;
/** No usable answer: the network failed, time ran out, or something that is not the API answered. A write may have happened. */
export declare class Unreachable extends Error {
    readonly name = "Unreachable";
    readonly reason: "network" | "timeout" | "not_the_api";
    constructor(reason: Unreachable["reason"], message: string, cause?: unknown);
}
