// Hands text messages to the operator's HTTP gateway at SMS_URL: JSON POST {to, text}, any 2xx means taken.
// The gateway is the operator's own choice, so no address guard stands before it; its answers are still bounded.
import { Agent } from "undici";
import { type Promised, refuse } from "../domain/refusal.ts";
import type { Random } from "../ports/random.ts";
import type { SmsMessage, SmsSender, SmsSent } from "../ports/sms.ts";
import { boundedPost, type PostLimits } from "./bounded-post.ts";

const TRIES_MAX = 2;
const CONNECTIONS_MAX = 16;
const LIMITS: PostLimits = { timeoutMs: 5_000, readBytesMax: 16 * 1024, keptBytesMax: 0 };

type Deps = { readonly url: URL; readonly random: Pick<Random, "uuid">; readonly timeoutMs?: number };
export type SmsGateway = SmsSender & { readonly close: () => Promise<void> };

export function openSmsGateway(deps: Deps): SmsGateway {
  const agent = new Agent({ connections: CONNECTIONS_MAX, allowH2: false });
  const limits = { ...LIMITS, timeoutMs: deps.timeoutMs ?? LIMITS.timeoutMs };
  const url = new URL(deps.url);
  const headers = gatewayHeaders(url);

  async function send(message: SmsMessage): Promised<SmsSent, "SMS_UNAVAILABLE"> {
    const body = Buffer.from(JSON.stringify({ to: message.to, text: message.text }));
    // A try that timed out may have been sent after all: the same key on the second lets the gateway drop it.
    const post = { url, headers: { ...headers, "idempotency-key": message.id ?? deps.random.uuid() }, body };
    let why = "";
    for (let tries = 0; tries < TRIES_MAX; tries += 1) {
      const { outcome, code, error } = await boundedPost(agent, post, limits);
      if (outcome === "answered" && code >= 200 && code < 300) return { sent: true };
      why = outcome === "answered" ? `it answered ${code}` : error;
      // The gateway understood and said no: asking again would hear the same.
      if (outcome === "answered" && code < 500 && code !== 429) break;
    }
    return refuse("SMS_UNAVAILABLE", `The SMS gateway did not take the message: ${why}.`);
  }

  return { send, close: () => agent.destroy() };
}

// Gateways want a name and password; SMS_URL carries them as URLs do, and they leave as a header.
function gatewayHeaders(url: URL): Record<string, string> {
  const headers: Record<string, string> = { "content-type": "application/json", "user-agent": "giao-sms/1" };
  if (url.username || url.password) {
    const pair = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
    headers.authorization = `Basic ${Buffer.from(pair).toString("base64")}`;
    url.username = "";
    url.password = "";
  }
  return headers;
}
