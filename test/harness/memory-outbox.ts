// The callback queue in memory, for one worker or more: as the database answers them, without its cost, and what they did to it.
import type { Endpoint } from "../../src/store/callbacks/endpoints.ts";
import type { Outbox } from "../../src/store/callbacks/outbox.ts";
import type { DueEvent, Room, TriedEvent } from "../../src/store/callbacks/queue.ts";

type Queued = DueEvent & { dueAt: Date };

export type MemoryOutbox = Outbox & {
  readonly put: (partnerId: string, orderId: string, seq?: number, changes?: Partial<Queued>) => void;
  readonly addEndpoint: (partnerId: string, changes?: Partial<Endpoint>) => void;
  readonly endpoint: (partnerId: string) => Endpoint | undefined;
  readonly leasedBy: Map<string, string>;
  readonly queued: () => readonly string[];
  readonly tried: TriedEvent[];
  // What was asked, by name, in order.
  readonly asked: string[];
  // The next question of that name fails, or waits until the promise is settled.
  readonly before: Map<string, () => Promise<void>>;
};

export function memoryOutbox(start: Date): MemoryOutbox {
  const endpoints = new Map<string, Endpoint>();
  const leasedBy = new Map<string, string>();
  const tried: TriedEvent[] = [];
  const asked: string[] = [];
  const before: MemoryOutbox["before"] = new Map();
  let queue: Queued[] = [];

  async function ask<Answer>(name: string, answer: () => Answer): Promise<Answer> {
    asked.push(name);
    await undefined;
    const first = before.get(name);
    before.delete(name);
    await first?.();
    return answer();
  }

  function due(rooms: readonly Room[], busy: readonly string[], now: Date): readonly DueEvent[] {
    if (rooms.some(({ events }) => events <= 0)) throw new Error("events were asked for without room for them");
    return rooms.flatMap(({ partnerId, events }) => {
      const mine = queue.filter((one) => one.partnerId === partnerId).sort((a, b) => a.seq - b.seq);
      const heads = mine.filter((one, at) => mine.findIndex(({ orderId }) => orderId === one.orderId) === at);
      return heads
        .filter((one) => one.dueAt <= now && !busy.includes(one.orderId))
        .sort((a, b) => a.dueAt.getTime() - b.dueAt.getTime())
        .slice(0, events)
        .map((one) => ({ ...one, savedAt: endpoints.get(partnerId)!.savedAt }));
    });
  }

  function lease(owner: string, now: Date, limit: number): readonly string[] {
    const free = [...endpoints.values()].filter(
      ({ partnerId, stoppedAt, probeAt }) =>
        !leasedBy.has(partnerId) &&
        !stoppedAt &&
        (!probeAt || probeAt <= now) &&
        queue.some((one) => one.partnerId === partnerId && one.dueAt <= now),
    );
    const taken = free.slice(0, limit).map(({ partnerId }) => partnerId);
    for (const partnerId of taken) leasedBy.set(partnerId, owner);
    return taken;
  }

  return {
    takeDueWork: (rooms, busy, now, { owner }, limit) =>
      ask("take", () => ({ events: due(rooms, busy, now), leased: lease(owner, now, limit) })),
    loadDueEvents: (rooms, busy, now) => {
      if (rooms.length === 0) throw new Error("a question for nobody");
      return ask("load", () => due(rooms, busy, now));
    },
    listEndpoints: async (ids) => (ids.length === 0 ? [] : ask("list", () => ids.map((id) => endpoints.get(id)!))),
    renewLeases: ({ owner }, ids) =>
      ask("renew", () => ids.filter((id) => leasedBy.get(id) === owner).map((id) => endpoints.get(id)!)),
    releaseLeases: (owner, ids) =>
      ask("release", () => {
        for (const id of ids) if (leasedBy.get(id) === owner) leasedBy.delete(id);
      }),
    saveCircuit: (owner, { partnerId, savedAt, circuit, stoppedAt }) =>
      ask("circuit", () => {
        const kept = endpoints.get(partnerId);
        if (leasedBy.get(partnerId) !== owner || kept?.savedAt.getTime() !== savedAt.getTime()) return;
        const { failures, probeAt = null } = circuit;
        endpoints.set(partnerId, { ...kept, failures, probeAt, stoppedAt: stoppedAt ?? null });
      }),
    bringForward: (partnerId) =>
      ask("forward", () => {
        for (const one of queue) if (one.partnerId === partnerId) one.dueAt = one.queuedAt;
      }),
    recordTries: (batch) =>
      ask("record", () => {
        tried.push(...batch);
        for (const { orderId, seq, next } of batch) {
          const at = queue.findIndex((one) => one.orderId === orderId && one.seq === seq);
          const one = queue[at];
          if (!one) continue;
          if (next.step !== "retry") queue.splice(at, 1);
          else
            queue[at] = { ...one, dueAt: next.at, scheduledAt: next.at, failures: next.failures, tries: one.tries + 1 };
        }
        return batch.some(({ orderId, seq }) => queue.some((one) => one.orderId === orderId && one.seq > seq));
      }),
    put: (partnerId, orderId, seq = 1, changes = {}) => {
      const times = { queuedAt: start, scheduledAt: start, dueAt: start, savedAt: start };
      queue = [
        ...queue,
        { partnerId, orderId, seq, failures: 0, tries: 0, body: `{"_id":"${orderId}"}`, ...times, ...changes },
      ];
    },
    addEndpoint: (partnerId, changes = {}) => {
      const secrets = { auth: { type: "none" }, secret: "", previousSecret: null, previousSecretUntil: null } as const;
      const state = { stoppedAt: null, failures: 0, probeAt: null, inFlightMax: 2, savedAt: start };
      endpoints.set(partnerId, { partnerId, url: `https://${partnerId}.test/`, ...secrets, ...state, ...changes });
    },
    endpoint: (partnerId) => endpoints.get(partnerId),
    leasedBy,
    queued: () => queue.map(({ orderId, seq }) => `${orderId} ${seq}`),
    tried,
    asked,
    before,
  };
}
