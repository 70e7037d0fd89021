export class BadCallback extends Error {
    name = "BadCallback";
    reason;
    constructor(reason, message) {
        super(message);
        this.reason = reason;
    }
}
const TOLERANCE_SECONDS = 300;
// Two while a secret is being changed; more would only be work for nothing.
const SIGNATURES_MAX = 8;
const SECRET_PREFIX = /^whsec_/;
/** The event, or BadCallback. Give both secrets while you change one. */
export async function readCallback(callback, secrets, options = {}) {
    const [id, timestamp, signatures] = ["webhook-id", "webhook-timestamp", "webhook-signature"].map((name) => headerOf(callback.headers, name));
    const { toleranceSeconds = TOLERANCE_SECONDS, now = new Date() } = options;
    const offSeconds = Math.abs(now.getTime() / 1000 - Number(timestamp));
    if (!/^\d{1,12}$/.test(timestamp) || offSeconds > toleranceSeconds) {
        throw new BadCallback("old_or_early", "webhook-timestamp is not within the tolerance");
    }
    const body = bytesOf(callback.body);
    const signed = joined(bytesOf(`${id}.${timestamp}.`), body);
    const given = signatures.split(" ").slice(0, SIGNATURES_MAX).flatMap(decodeSignature);
    const keys = await Promise.all([secrets].flat().map(importKey));
    // Every pair is checked, so that the time does not tell which secret fitted.
    const checks = keys.flatMap((key) => given.map((signature) => crypto.subtle.verify("HMAC", key, signature, signed)));
    if (!(await Promise.all(checks)).includes(true)) {
        throw new BadCallback("wrong_signature", "no signature fits a secret");
    }
    return parseEvent(body);
}
function headerOf(headers, name) {
    const given = headers instanceof Headers ? headers.get(name) : headers[name];
    if (typeof given !== "string" || given === "")
        throw new BadCallback("missing_header", `${name} is missing`);
    return given;
}
function importKey(secret) {
    const bytes = fromBase64(secret.replace(SECRET_PREFIX, ""));
    if (bytes === undefined || bytes.length === 0)
        throw new TypeError("a callback secret is whsec_ and base64");
    return crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
}
function decodeSignature(text) {
    const bytes = text.startsWith("v1,") ? fromBase64(text.slice("v1,".length)) : undefined;
    return bytes ? [bytes] : [];
}
function fromBase64(text) {
    try {
        return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    }
    catch {
        return undefined;
    }
}
function bytesOf(given) {
    if (typeof given === "string")
        return new TextEncoder().encode(given);
    return given instanceof ArrayBuffer ? new Uint8Array(given) : given;
}
function joined(head, tail) {
    const all = new Uint8Array(head.length + tail.length);
    all.set(head);
    all.set(tail, head.length);
    return all;
}
function parseEvent(body) {
    try {
        const event = JSON.parse(new TextDecoder().decode(body));
        if (typeof event === "object" && event !== null && "event_seq" in event)
            return event;
    }
    catch (thrown) {
        if (!(thrown instanceof SyntaxError))
            throw thrown;
    }
    throw new BadCallback("not_an_event", "the body is not an event");
}
