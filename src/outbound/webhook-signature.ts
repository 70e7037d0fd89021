// Standard Webhooks 1.0 signatures. Node's own HMAC over the bytes themselves; the reference library, which hashes in
// JavaScript and wants text, checks us in the tests.
import { createHmac } from "node:crypto";
import type { Random } from "../ports/random.ts";

const SECRET_PREFIX = "whsec_";
const SECRET_BYTES = 32;

export type SignedMessage = {
  // The same on every try of one event.
  readonly id: string;
  // The moment of this try. Receivers compare it with their own clock, so it is real time even in the sandbox.
  readonly sentAt: Date;
  readonly body: Uint8Array;
};

export function newCallbackSecret(random: Pick<Random, "hex">): string {
  return SECRET_PREFIX + Buffer.from(random.hex(SECRET_BYTES), "hex").toString("base64");
}

// While a secret is rotated both sign, and the receiver needs to match one.
export function signatureHeaders(message: SignedMessage, secrets: readonly string[]): Record<string, string> {
  const timestamp = Math.floor(message.sentAt.getTime() / 1000);
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(SECRET_PREFIX.length), "base64");
    return `v1,${createHmac("sha256", key).update(`${message.id}.${timestamp}.`).update(message.body).digest("base64")}`;
  });
  return {
    "webhook-id": message.id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": signatures.join(" "),
  };
}
