// A connection to Redis or Valkey that fails at once rather than waits: nothing asked of it is worth waiting for.
import { Cluster, Redis } from "ioredis";
import type { LiveAddress } from "./live-address.ts";

export type RedisClient = Redis | Cluster;

// A connection from which nothing came for so long although it was asked is given up. Whoever asks waits for less (redis-line.ts).
const SOCKET_MS_MAX = 3_000;
const CONNECT_MS_MAX = 2_000;
const RECONNECT_MS_MAX = 1_000;
const REDIRECTIONS_MAX = 4;

export function openRedisClient(address: LiveAddress, name: string, onError: (error: Error) => void): RedisClient {
  const client = open(address, optionsOf(address, name));
  client.on("error", onError);
  return client;
}

const again = (times: number): number => Math.min(RECONNECT_MS_MAX, 100 * times);

function optionsOf(address: LiveAddress, name: string) {
  return {
    username: address.username,
    password: address.password,
    connectionName: name.replace(/\s+/g, "-"),
    socketTimeout: SOCKET_MS_MAX,
    connectTimeout: CONNECT_MS_MAX,
    maxRetriesPerRequest: 0,
    enableAutoPipelining: true,
    // Whoever keeps channels subscribes to them again, and then reads what may have been missed.
    autoResubscribe: false,
    ...(address.isTls ? { tls: tlsOf(address) } : {}),
  };
}

function tlsOf({ ca }: LiveAddress): { readonly ca?: string } {
  return ca === undefined ? {} : { ca };
}

function open(address: LiveAddress, options: ReturnType<typeof optionsOf>): RedisClient {
  if (address.kind === "cluster") {
    return new Cluster([...address.hosts], {
      redisOptions: options,
      enableAutoPipelining: true,
      enableOfflineQueue: false,
      shardedSubscribers: true,
      maxRedirections: REDIRECTIONS_MAX,
      clusterRetryStrategy: again,
      clusterNodeRetryStrategy: again,
      slotsRefreshTimeout: CONNECT_MS_MAX,
    });
  }
  const one = { ...options, db: address.database, enableOfflineQueue: false, retryStrategy: again };
  if (address.kind === "sentinel") {
    return new Redis({
      ...one,
      sentinels: [...address.hosts],
      name: address.master,
      sentinelRetryStrategy: again,
      ...(address.isTls ? { enableTLSForSentinelMode: true, sentinelTLS: tlsOf(address) } : {}),
    });
  }
  return new Redis({ ...one, ...address.hosts[0]! });
}
