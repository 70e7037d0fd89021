// Notices through Redis: a channel for each order and driver, of which a process hears those that somebody at it listens for; in a cluster each
// channel lives on one node. While nothing is heard, everybody is told every few seconds that anything may have happened, and reads.
import { countMs } from "../ports/clock.ts";
import {
  EVERYTHING,
  type Following,
  isLive,
  keyOfPayload,
  type LiveNotice,
  type LiveNotices,
  openWanted,
  singly,
} from "../ports/live/live-notices.ts";
import type { LiveAddress } from "./live-address.ts";
import { openRedisClient, type RedisClient } from "./redis-client.ts";
import type { RedisLine } from "./redis-line.ts";

type Listener = (payload: string) => void;

export type RedisNotices = LiveNotices & {
  readonly hears: () => boolean;
  readonly told: () => Readonly<Record<string, number>>;
  readonly heard: () => Readonly<Record<string, number>>;
  readonly close: () => void;
};

const BEAT_MS = 1_000;
// Beats, and not milliseconds: a process that was paused itself has missed none.
const DEAF_AFTER_BEATS = 3;
// While nothing is heard.
const LOOK_MS = 3_000;
const CHANNELS_AT_ONCE = 500;

export function openRedisNotices(
  address: LiveAddress,
  line: RedisLine,
  name: string,
  onTrouble: (error: unknown) => void,
): RedisNotices {
  const isSharded = address.kind === "cluster";
  const followers = new Map<LiveNotice, Set<{ readonly listener: Listener; readonly has: (key: string) => boolean }>>();
  // By channel, how many want it; those that are not being heard yet.
  const channels = new Map<string, number>();
  const unheard = new Set<string>();
  const told: Record<string, number> = {};
  const heard: Record<string, number> = {};
  const own = `giao:beat:${name}`;
  let ear = openEar();
  let beatsUnheard = 0;
  let lookedMs = countMs();
  let isDeaf = true;
  let isSubscribing = false;
  let isClosed = false;

  function openEar(): RedisClient {
    const opened = openRedisClient(address, `${name} notices`, () => undefined);
    opened.on(isSharded ? "smessage" : "message", (channel: string, payload: string) => {
      if (opened !== ear) return;
      beatsUnheard = 0;
      if (channel === own) return;
      const notice = channel.slice(0, channel.indexOf(":"));
      heard[notice] = (heard[notice] ?? 0) + 1;
      if (isLive(notice)) hear(notice, payload);
    });
    // Of a cluster, each time its nodes are found anew.
    for (const event of ["ready", "subscribersReady"]) opened.on(event, () => opened === ear && hearAllAgain());
    return opened;
  }

  function hear(notice: LiveNotice, payload: string): void {
    const key = keyOfPayload(payload);
    for (const { listener, has } of followers.get(notice) ?? []) if (key === EVERYTHING || has(key)) listener(payload);
  }

  function hearAllAgain(): void {
    isDeaf = true;
    for (const channel of channels.keys()) unheard.add(channel);
    unheard.add(own);
    void subscribe();
  }

  async function subscribe(): Promise<void> {
    if (isSubscribing || isClosed) return;
    isSubscribing = true;
    const using = ear;
    try {
      while (unheard.size > 0 && using === ear) {
        const some = [...unheard].slice(0, CHANNELS_AT_ONCE);
        for (const channel of some) unheard.delete(channel);
        try {
          if (isSharded) await Promise.all(some.map((channel) => using.ssubscribe(channel)));
          else await using.subscribe(...some);
        } catch (error) {
          for (const channel of some) if (channel === own || channels.has(channel)) unheard.add(channel);
          throw error;
        }
        // What changed before the channel was heard is read now.
        if (!isDeaf) for (const channel of some) tellOf(channel);
      }
      if (isDeaf && using === ear) {
        isDeaf = false;
        beatsUnheard = 0;
        tellEverything();
      }
    } catch (error) {
      // Tried again with the next beat.
      if (line.state().isUp) onTrouble(error);
    } finally {
      isSubscribing = false;
    }
  }

  function tellOf(channel: string): void {
    const notice = channel.slice(0, channel.indexOf(":"));
    const key = channel.slice(notice.length + 1);
    if (isLive(notice) && key !== EVERYTHING) hear(notice, key);
  }

  function tellEverything(): void {
    lookedMs = countMs();
    for (const notice of followers.keys()) hear(notice, EVERYTHING);
  }

  function begin(channel: string): void {
    const count = channels.get(channel) ?? 0;
    channels.set(channel, count + 1);
    if (count > 0) return;
    unheard.add(channel);
    void subscribe();
  }

  function end(channel: string): void {
    const count = channels.get(channel) ?? 0;
    if (count > 1) channels.set(channel, count - 1);
    if (count > 1 || !channels.delete(channel) || unheard.delete(channel)) return;
    const left = isSharded ? ear.sunsubscribe(channel) : ear.unsubscribe(channel);
    // Without a connection nothing is heard of it anyway.
    left.catch(() => undefined);
  }

  // What is said to oneself must come back: that alone shows that a line is alive which only listens.
  function beat(): void {
    if (line.state().isUp) publish(own, "1").catch(() => undefined);
    if (unheard.size > 0) void subscribe();
    const now = countMs();
    if (++beatsUnheard > DEAF_AFTER_BEATS) {
      isDeaf = true;
      beatsUnheard = 0;
      ear.disconnect();
      ear = openEar();
    }
    if (isDeaf && now - lookedMs > LOOK_MS) tellEverything();
  }
  const beating = setInterval(beat, BEAT_MS);
  beating.unref();

  function publish(channel: string, payload: string): Promise<unknown> {
    return line.use("notices", (redis) =>
      isSharded ? redis.spublish(channel, payload) : redis.publish(channel, payload),
    );
  }

  return {
    follow: (notice, listener): Following => {
      const channelOf = (key: string): string => `${notice}:${key}`;
      const wanted = openWanted(
        (key) => begin(channelOf(key)),
        (key) => end(channelOf(key)),
      );
      const follower = { listener, has: wanted.has };
      const set = followers.get(notice) ?? new Set();
      followers.set(notice, set.add(follower));
      wanted.want(EVERYTHING);
      return {
        ...wanted,
        stop: () => {
          set.delete(follower);
          wanted.stop();
        },
      };
    },
    send: async (all) => {
      const messages = all.flatMap(({ notice, payload }) =>
        isLive(notice) ? singly(notice, payload).map((one) => ({ notice, payload: one })) : [],
      );
      for (const { notice } of messages) told[notice] = (told[notice] ?? 0) + 1;
      await Promise.all(messages.map(({ notice, payload }) => publish(`${notice}:${keyOfPayload(payload)}`, payload)));
    },
    hears: () => !isDeaf,
    told: () => told,
    heard: () => heard,
    close: () => {
      isClosed = true;
      clearInterval(beating);
      ear.disconnect();
    },
  };
}
