// A highly available installation on one machine: a Patroni cluster, three replicas each with a haproxy of its own before the database, a Redis, and
// two balancers. Made of the files in deploy/.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Chance } from "../../src/domain/chance.ts";
import { freePort } from "../harness/free-port.ts";
import { type Haproxy, openHaproxy } from "../harness/haproxy.ts";
import { type PatroniCluster, startPatroni } from "../harness/patroni.ts";
import { type Receiver, startReceiver } from "../harness/receiver.ts";
import { type RedisServer, startRedis } from "../harness/redis.ts";
import { type Heard, listen, openReplica, type Replica } from "./world.ts";

export type HaWorld = {
  readonly patroni: PatroniCluster;
  readonly replicas: readonly Replica[];
  readonly balancers: readonly Haproxy[];
  readonly redis: RedisServer;
  readonly databaseUrl: () => string;
  readonly receiver: Receiver;
  readonly heard: Heard;
  readonly stop: () => Promise<void>;
};

const REPLICAS = ["a", "b", "c"];

export async function openHaWorld(folder: string, chance: Chance, say: (line: string) => void): Promise<HaWorld> {
  // Closed in the reverse order, also when what comes next does not open.
  const opened: (() => Promise<void>)[] = [];
  const stop = async (): Promise<void> => {
    for (const close of opened.splice(0).reverse()) await close();
  };
  const keep = <T>(part: T, close: (part: T) => Promise<void>): T => {
    opened.push(() => close(part));
    return part;
  };
  try {
    say("starting three etcd and three PostgreSQL under Patroni");
    const patroni = keep(await startPatroni(join(folder, "patroni")), (part) => part.stop());
    const redis = keep(await startRedis(), (part) => part.stop());
    const receiver = keep(await startReceiver(), (part) => part.close());
    const heard: Heard = new Map();
    listen(receiver, () => heard, chance);
    const dataDir = join(folder, "giao");
    mkdirSync(dataDir);
    const leaders = Object.fromEntries(patroni.nodes.map(({ name, server }) => [name, server]));
    const openMachine = async (name: string) => {
      const line = keep(await openHaproxy("postgres.cfg", leaders), (part) => part.close());
      await line.until((await patroni.leader()).name, "UP");
      const port = await freePort();
      const databaseUrl = patroni.urlAt(line.port);
      const replica = openReplica(`replica ${name}`, {
        DATABASE_URL: databaseUrl,
        LIVE_URL: redis.url,
        DATA_DIR: dataDir,
        PORT: String(port),
        TRUSTED_PROXIES: "loopback",
      });
      opened.push(async () => {
        replica.signal("SIGTERM");
        await replica.ended();
      });
      await replica.start();
      return { replica, port, databaseUrl };
    };
    say("starting three replicas, Redis and two balancers");
    // The first migrates and draws the streets.
    const first = await openMachine(REPLICAS[0]!);
    const machines = [first, ...(await Promise.all(REPLICAS.slice(1).map(openMachine)))];
    const servers = Object.fromEntries(REPLICAS.map((name, at) => [name, `127.0.0.1:${machines[at]!.port}`]));
    const balancers: Haproxy[] = [];
    for (let at = 0; at < 2; at++) {
      const balancer = keep(await openHaproxy("haproxy.cfg", servers), (part) => part.close());
      for (const name of REPLICAS) await balancer.until(name, "UP");
      balancers.push(balancer);
    }
    const replicas = machines.map(({ replica }) => replica);
    return { patroni, replicas, balancers, redis, databaseUrl: () => first.databaseUrl, receiver, heard, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
