// Is this callback from the platform? Standard Webhooks signatures, checked with WebCrypto, which Node, Deno, Bun and workers
// have and whose HMAC check takes the same time whatever is wrong.
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

export class BadCallback extends Error {
  override readonly name = "BadCallback";
  readonly reason: "missing_header" | "old_or_early" | "wrong_signature" | "not_an_event";

  constructor(reason: BadCallback["reason"], message: string) {
    super(message);
    this.reason = reason;
  }
}

const TOLERANCE_SECONDS = 300;
// Two while a secret is being changed; more would only be work for nothing.
const SIGNATURES_MAX = 8;
const SECRET_PREFIX = /^whsec_/;

/** The event, or BadCallback. Give both secrets while you change one. */
export async function readCallback(
  callback: IncomingCallback,
  secrets: string | readonly string[],
  options: CheckOptions = {},
): Promise<CallbackEvent> {
  const [id, timestamp, signatures] = ["webhook-id", "webhook-timestamp", "webhook-signature"].map((name) =>
    headerOf(callback.headers, name),
  ) as [string, string, string];
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

function headerOf(headers: IncomingCallback["headers"], name: string): string {
  const given = headers instanceof Headers ? headers.get(name) : headers[name];
  if (typeof given !== "string" || given === "") throw new BadCallback("missing_header", `${name} is missing`);
  return given;
}

// Not every runtime's types name it.
type Key = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

function importKey(secret: string): Promise<Key> {
  const bytes = fromBase64(secret.replace(SECRET_PREFIX, ""));
  if (bytes === undefined || bytes.length === 0) throw new TypeError("a callback secret is whsec_ and base64");
  return crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
}

function decodeSignature(text: string): readonly Uint8Array<ArrayBuffer>[] {
  const bytes = text.startsWith("v1,") ? fromBase64(text.slice("v1,".length)) : undefined;
  return bytes ? [bytes] : [];
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function bytesOf(given: IncomingCallback["body"]): Uint8Array {
  if (typeof given === "string") return new TextEncoder().encode(given);
  return given instanceof ArrayBuffer ? new Uint8Array(given) : given;
}

function joined(head: Uint8Array, tail: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(head.length + tail.length);
  all.set(head);
  all.set(tail, head.length);
  return all;
}

function parseEvent(body: Uint8Array): CallbackEvent {
  try {
    const event: unknown = JSON.parse(new TextDecoder().decode(body));
    if (typeof event === "object" && event !== null && "event_seq" in event) return event as CallbackEvent;
  } catch (thrown) {
    if (!(thrown instanceof SyntaxError)) throw thrown;
  }
  throw new BadCallback("not_an_event", "the body is not an event");
}
