// Hands a message to the push service of a browser (RFC 8030): sealed for that browser alone (RFC 8291), signed with this installation's key (RFC 8292).
// The address came from a stranger's browser, so the guard of callbacks stands before it.
import { Agent } from "undici";
import { judgePush, type PushSubscription, type PushVerdict } from "../domain/drivers/offer-push.ts";
import type { Clock } from "../ports/clock.ts";
import type { PushKey } from "../ports/push-key.ts";
import { type GuardOptions, guardedConnector } from "./address-guard.ts";
import { boundedPost, type PostLimits } from "./bounded-post.ts";

export type PushClient = {
  // What browsers subscribe with.
  readonly publicKey: string;
  readonly send: (
    to: Pick<PushSubscription, "endpoint" | "p256dh" | "auth">,
    message: { readonly text: string; readonly seconds: number },
  ) => Promise<{ readonly verdict: PushVerdict; readonly why: string }>;
  readonly close: () => Promise<void>;
};

export type PushClientOptions = Omit<GuardOptions, "connectTimeoutMs"> & {
  readonly key: PushKey;
  // An address under which the push service finds who sends, should something be wrong.
  readonly contact: string;
  // True time: push services compare it with their own.
  readonly clock: Clock;
};

const PUSH_MS_MAX = 4_000;
const LIMITS: PostLimits = { timeoutMs: PUSH_MS_MAX, readBytesMax: 16 * 1024, keptBytesMax: 200 };
const CONNECTIONS_PER_SERVICE = 8;
const SERVICES_MAX = 100;
// A day is the most that push services take.
const SIGNED_SECONDS = 12 * 3600;
const RESIGN_SECONDS = 3600;

type Signed = { readonly header: string; readonly until: number };

export function openPushClient(options: PushClientOptions): PushClient {
  const { key, contact, clock } = options;
  const agent = new Agent({
    connect: guardedConnector({ ...options, connectTimeoutMs: PUSH_MS_MAX }),
    connections: CONNECTIONS_PER_SERVICE,
    allowH2: false,
  });
  // By push service, the oldest first.
  const signed = new Map<string, Signed>();

  async function signatureFor(origin: string): Promise<string> {
    const seconds = Math.floor(clock.now().getTime() / 1000);
    const known = signed.get(origin);
    if (known && known.until - RESIGN_SECONDS > seconds) return known.header;
    const { default: webPush } = await import("web-push");
    const until = seconds + SIGNED_SECONDS;
    const { Authorization: header } = webPush.getVapidHeaders(
      origin,
      contact,
      key.publicKey,
      key.privateKey,
      "aes128gcm",
      until,
    );
    signed.delete(origin);
    signed.set(origin, { header, until });
    for (const oldest of signed.keys()) if (signed.size > SERVICES_MAX) signed.delete(oldest);
    return header;
  }

  return {
    publicKey: key.publicKey,
    send: async ({ endpoint, p256dh, auth }, { text, seconds }) => {
      const url = new URL(endpoint);
      const { default: webPush } = await import("web-push");
      let body: Buffer;
      try {
        body = webPush.encrypt(p256dh, auth, text, "aes128gcm").cipherText;
      } catch {
        // A key that is no point of the curve: nothing can be sealed for it, now or later.
        return { verdict: "gone", why: "its key cannot be used" };
      }
      const headers = {
        authorization: await signatureFor(url.origin),
        "content-type": "application/octet-stream",
        "content-encoding": "aes128gcm",
        ttl: String(Math.max(0, Math.floor(seconds))),
        urgency: "high",
      };
      const exchange = await boundedPost(agent, { url, headers, body }, LIMITS);
      const why = exchange.outcome === "answered" ? `it answered ${exchange.code}` : exchange.error;
      return { verdict: judgePush(exchange), why };
    },
    close: () => agent.destroy(),
  };
}
