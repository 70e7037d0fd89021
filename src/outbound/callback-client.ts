// POSTs callbacks to partners' endpoints (D16): guarded addresses, signed bytes, ten seconds, no redirects, bounded answers.
// Each endpoint has connections of its own, so that a stalling one cannot use up another's even on the same host.
import { Pool } from "undici";
import type { CallbackAuth } from "../domain/callbacks/callback-settings.ts";
import type { Exchange } from "../domain/callbacks/exchange.ts";
import type { Clock } from "../ports/clock.ts";
import { beginSpan, readTraceparent, traceparentOf } from "../ports/tracing.ts";
import { type GuardOptions, guardedConnector } from "./address-guard.ts";
import { boundedPost, type Post, type PostLimits } from "./bounded-post.ts";
import { signatureHeaders } from "./webhook-signature.ts";

export type CallbackEndpoint = {
  readonly id: string;
  readonly url: string;
  readonly auth: CallbackAuth;
  // One, or two while rotating; the newer first.
  readonly secrets: readonly string[];
};

type CallbackMessage = {
  readonly eventId: string;
  readonly body: Uint8Array;
  // The trace of the change it tells of; what is sent soon after is a part of that, what is sent later is linked to it.
  readonly cause?: { readonly traceparent: string; readonly isRecent: boolean } | undefined;
};

export type CallbackClient = {
  readonly send: (endpoint: CallbackEndpoint, message: CallbackMessage) => Promise<Exchange>;
  // The same road with headers of the caller's choice: the receiver check sends what a good client never would.
  readonly post: (
    endpoint: Pick<CallbackEndpoint, "id" | "url" | "auth">,
    headers: Readonly<Record<string, string>>,
    body: Post["body"],
  ) => Promise<Exchange>;
  readonly close: () => Promise<void>;
};

export type CallbackClientOptions = Omit<GuardOptions, "connectTimeoutMs"> & {
  readonly connectionsPerEndpoint?: number;
  readonly timeoutMs?: number;
  // True time, whatever the sandbox says: receivers compare timestamps with their own clocks.
  readonly clock: Clock;
};

// Connections to an endpoint, and its address taken apart once.
type Way = { readonly pool: Pool; readonly url: URL };

const CONNECTIONS_PER_ENDPOINT = 8;
const LIMITS: PostLimits = { timeoutMs: 10_000, readBytesMax: 64 * 1024, keptBytesMax: 2 * 1024 };
// Long enough to be of use between two events of a busy partner, shorter than the idle limit of common servers.
const KEEP_ALIVE_MS = 4_000;
const HEADER_BYTES_MAX = 16 * 1024;
// A pool without traffic holds no connection; the bound is for the objects themselves.
const POOLS_MAX = 1_000;
const USER_AGENT = "giao-callbacks/1";

export function openCallbackClient(options: CallbackClientOptions): CallbackClient {
  const limits = { ...LIMITS, timeoutMs: options.timeoutMs ?? LIMITS.timeoutMs };
  const { clock } = options;
  const connect = guardedConnector({ ...options, connectTimeoutMs: limits.timeoutMs });
  // In the order of last use.
  const ways = new Map<string, Way>();

  function wayTo(endpointId: string, url: string): Way {
    const key = `${endpointId} ${url}`;
    const known = ways.get(key);
    if (known) ways.delete(key);
    const way = known ?? openWay(new URL(url));
    ways.set(key, way);
    if (ways.size > POOLS_MAX) dropOldest();
    return way;
  }

  function openWay(url: URL): Way {
    const pool = new Pool(url.origin, {
      connect,
      connections: options.connectionsPerEndpoint ?? CONNECTIONS_PER_ENDPOINT,
      pipelining: 1,
      allowH2: false,
      keepAliveTimeout: KEEP_ALIVE_MS,
      maxHeaderSize: HEADER_BYTES_MAX,
      // One deadline rules the whole exchange; two more would only blur which one spoke.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    return { pool, url };
  }

  function dropOldest(): void {
    const [oldest] = ways;
    if (!oldest) return;
    ways.delete(oldest[0]);
    // What is under way in it finishes first.
    void oldest[1].pool.close();
  }

  const post: CallbackClient["post"] = (endpoint, headers, body) => {
    const { pool, url } = wayTo(endpoint.id, endpoint.url);
    const all = {
      "content-type": "application/json",
      "user-agent": USER_AGENT,
      ...headers,
      ...authHeader(endpoint.auth),
    };
    return boundedPost(pool, { url, headers: all, body }, limits);
  };

  return {
    post,
    send: async (endpoint, message) => {
      const body = bodyFor(endpoint.auth, message.body);
      const headers = signatureHeaders({ id: message.eventId, sentAt: clock.now(), body }, endpoint.secrets);
      const cause = readTraceparent(message.cause?.traceparent);
      const parent = message.cause?.isRecent ? cause : undefined;
      const span = beginSpan({ name: "callback", kind: "client", links: cause && !parent ? [cause] : [] }, parent);
      if (!span) return post(endpoint, headers, body);
      const exchange = await post(endpoint, { ...headers, traceparent: traceparentOf(span) }, body);
      span.end({
        failed: exchange.outcome !== "answered" || exchange.code >= 300,
        attributes: {
          "server.address": new URL(endpoint.url).hostname,
          "http.response.status_code": exchange.code || undefined,
          "giao.partner": endpoint.id,
          "giao.event": message.eventId,
          "giao.outcome": exchange.outcome,
        },
      });
      return exchange;
    },
    close: async () => {
      await Promise.all([...ways.values()].map(({ pool }) => pool.destroy()));
      ways.clear();
    },
  };
}

// What leaves: where the endpoint wants its secret in the body, it is put there last, so that nothing kept or shown ever holds it.
export function bodyFor(auth: CallbackAuth, body: Uint8Array): Uint8Array {
  if (auth.type !== "body") return body;
  return Buffer.concat([Buffer.from(`{"api_key":${JSON.stringify(auth.secret)},`), body.subarray(1)]);
}

function authHeader(auth: CallbackAuth): Record<string, string> {
  switch (auth.type) {
    case "none":
    case "body":
      return {};
    case "apikey":
      return { apikey: auth.secret };
    case "bearer":
      return { authorization: `Bearer ${auth.secret}` };
    case "basic":
      return { authorization: `Basic ${Buffer.from(`${auth.username}:${auth.password}`).toString("base64")}` };
  }
}
