// What `giao check` asks of Redis: who it is, whether it takes writes, what it does when it is full.
import type { LiveAddress } from "./live-address.ts";
import { openRedisClient } from "./redis-client.ts";

export type RedisReport = { readonly server: string; readonly version: number; readonly policy: string };
export type NoRedis = { readonly server: string; readonly fault: string };

const REACH_MS = 5_000;

export async function readRedisReport(address: LiveAddress): Promise<RedisReport | NoRedis> {
  let fault = "does not answer";
  const client = openRedisClient(address, "giao check", (error) => {
    fault = error.message || fault;
  });
  try {
    const isReady = new Promise<boolean>((resolve) => {
      client.once("ready", () => resolve(true));
      setTimeout(() => resolve(false), REACH_MS).unref();
    });
    if (!(await isReady)) return { server: "Redis", fault };
    await client.set("giao:beat:check", "1", "EX", 1);
    const said = await client.info();
    const read = (name: string): string => new RegExp(`^${name}:(.*?)\\r?$`, "m").exec(said)?.[1] ?? "";
    const valkey = read("valkey_version");
    const version = valkey || read("redis_version");
    return {
      server: `${valkey ? "Valkey" : "Redis"} ${version}`,
      version: Number.parseInt(version, 10),
      policy: read("maxmemory_policy") || "noeviction",
    };
  } catch (error) {
    return { server: "Redis", fault: error instanceof Error ? error.message : String(error) };
  } finally {
    client.disconnect();
  }
}
