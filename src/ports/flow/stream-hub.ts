// Streams that are held open, by what they follow. Each is given a beat now and then, so that no proxy takes it for dead, and ended when
// its reader may not listen any more. How many there may be is counted here; what they are told is for others.

export type Stream = {
  readonly isOpen: () => boolean;
  readonly beat: () => void;
  readonly end: () => void;
  // The same because this server stops.
  readonly sendElsewhere: () => void;
};

export type Listener = {
  readonly stream: Stream;
  // False once the session is over.
  readonly mayListen?: () => Promise<boolean>;
};

export type StreamHub<One extends Listener> = {
  readonly isFull: () => boolean;
  readonly isEmpty: () => boolean;
  // What is followed now.
  readonly topics: () => readonly string[];
  // Who came first is first.
  readonly of: (topic: string) => ReadonlySet<One>;
  readonly countOf: (group: string) => number;
  // One that has gone meanwhile is not kept; one that comes to a hub that closes is sent elsewhere.
  readonly join: (topic: string, listener: One, groups?: readonly string[]) => void;
  readonly leave: (stream: Stream) => void;
  readonly close: () => void;
};

export type HubParts = {
  readonly max: number;
  // More of one topic end the oldest.
  readonly perTopicMax?: number;
  readonly beatMs?: number;
  // As often as it is asked whether readers may listen.
  readonly onCheck?: () => void;
  // Somebody begins to follow it; nobody does any more.
  readonly onTopic?: (topic: string, isFollowed: boolean) => void;
  readonly onTrouble: (error: unknown) => void;
};

// A page says within seconds that its line is dead.
const BEAT_MS = 5_000;
// Whether somebody may still listen is asked of the database.
const CHECK_EVERY_BEATS = 3;
const NOBODY: ReadonlySet<never> = new Set();

export function openStreamHub<One extends Listener>(parts: HubParts): StreamHub<One> {
  const { max, perTopicMax = Infinity, beatMs = BEAT_MS, onCheck, onTopic, onTrouble } = parts;
  const topics = new Map<string, Set<One>>();
  const counts = new Map<string, number>();
  const joined = new Map<
    Stream,
    { readonly topic: string; readonly listener: One; readonly groups: readonly string[] }
  >();
  let isClosed = false;

  function count(groups: readonly string[], more: number): void {
    for (const group of groups) {
      const many = (counts.get(group) ?? 0) + more;
      if (many > 0) counts.set(group, many);
      else counts.delete(group);
    }
  }

  function leave(stream: Stream): void {
    const known = joined.get(stream);
    if (!known) return;
    joined.delete(stream);
    count(known.groups, -1);
    const listeners = topics.get(known.topic);
    listeners?.delete(known.listener);
    if (listeners?.size !== 0) return;
    topics.delete(known.topic);
    onTopic?.(known.topic, false);
  }

  async function beat({ stream, mayListen }: Listener, isCheck: boolean): Promise<void> {
    const may = !isCheck || !mayListen || (await mayListen());
    // It may have left while it was asked about.
    if (joined.has(stream)) may ? stream.beat() : stream.end();
  }

  let beats = 0;
  const beating = setInterval(() => {
    const isCheck = ++beats % CHECK_EVERY_BEATS === 0;
    // Each by itself: one that cannot be asked about keeps no other from its beat.
    for (const { listener } of joined.values()) beat(listener, isCheck).catch(onTrouble);
    if (isCheck) onCheck?.();
  }, beatMs).unref();

  return {
    isFull: () => joined.size >= max,
    isEmpty: () => joined.size === 0,
    topics: () => [...topics.keys()],
    of: (topic) => topics.get(topic) ?? NOBODY,
    countOf: (group) => counts.get(group) ?? 0,
    join: (topic, listener, groups = []) => {
      const { stream } = listener;
      if (isClosed) return stream.sendElsewhere();
      if (!stream.isOpen()) return;
      const listeners = topics.get(topic) ?? new Set();
      const isFirst = listeners.size === 0;
      topics.set(topic, listeners.add(listener));
      joined.set(stream, { topic, listener, groups });
      count(groups, 1);
      if (isFirst) onTopic?.(topic, true);
      for (const oldest of listeners) {
        if (listeners.size <= perTopicMax) break;
        oldest.stream.end();
        leave(oldest.stream);
      }
    },
    leave,
    close: () => {
      isClosed = true;
      clearInterval(beating);
      for (const stream of [...joined.keys()]) {
        stream.sendElsewhere();
        leave(stream);
      }
    },
  };
}
