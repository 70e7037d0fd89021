/** The server refused. `is` narrows to the codes you handle. */
export class Refused extends Error {
    name = "Refused";
    code;
    title;
    description;
    status;
    /** Tell it when you ask the platform's operator for help. */
    requestId;
    /** How long the server asked to wait; undefined when it did not. */
    retryAfterSeconds;
    constructor(refusal) {
        super(`${refusal.code}: ${refusal.description}`);
        this.code = refusal.code;
        this.title = refusal.title;
        this.description = refusal.description;
        this.status = refusal.status;
        this.requestId = refusal.requestId;
        this.retryAfterSeconds = refusal.retryAfterSeconds;
    }
    is(...codes) {
        return codes.includes(this.code);
    }
}
/** For a catch clause, where the type of what was thrown is not known. */
export function isRefused(thrown, ...codes) {
    return thrown instanceof Refused && thrown.is(...codes);
}
/** No usable answer: the network failed, time ran out, or something that is not the API answered. A write may have happened. */
export class Unreachable extends Error {
    name = "Unreachable";
    reason;
    constructor(reason, message, cause) {
        super(message, { cause });
        this.reason = reason;
    }
}
