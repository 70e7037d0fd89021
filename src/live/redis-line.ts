// Whether Redis can be built on just now. A write every second tells, so that one that is full, or became somebody's replica, counts as away
// too; while it is away nobody waits for it.
import { countMs } from "../ports/clock.ts";
import { LiveAway, type LiveState } from "../ports/live/live-plane.ts";
import { type LiveAddress, nameOfAddress } from "./live-address.ts";
import { openRedisClient, type RedisClient } from "./redis-client.ts";

export type RedisLine = {
  // Throws LiveAway; `what` names it in the measures.
  readonly use: <T>(what: string, work: (redis: RedisClient) => Promise<T>) => Promise<T>;
  readonly state: () => LiveState;
  readonly failed: () => Readonly<Record<string, number>>;
  // Resolves when it is known whether it is there.
  readonly ready: Promise<void>;
  readonly close: () => void;
};

// What takes longer is as good as away.
const ANSWER_TICKS = 10;
const TICK_MS = 100;
const BEAT_MS = 1_000;
const BEAT_KEPT_SECONDS = 10;

export function openRedisLine(
  address: LiveAddress,
  name: string,
  onChange: (state: LiveState, error?: unknown) => void,
): RedisLine {
  const at = nameOfAddress(address);
  const failed: Record<string, number> = {};
  let state: LiveState = { isUp: false, note: `${at} has not answered yet` };
  let trouble: unknown;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;
  const client = openRedisClient(address, name, (error) => {
    trouble = error;
  });

  function become(isUp: boolean, error?: unknown): void {
    if (isClosed || state.isUp === isUp) return;
    const why = error instanceof Error ? error.message : String(error);
    state = { isUp, note: isUp ? `${at} answers` : `AWAY, the database answers in its place: ${at}: ${why}` };
    onChange(state, error);
  }

  async function beat(): Promise<void> {
    const startedMs = countMs();
    try {
      await inTime(client.set(`giao:beat:${name}`, "1", "EX", BEAT_KEPT_SECONDS));
      become(true);
    } catch (error) {
      // That there is no connection says less than why there is none.
      const why = trouble ?? error;
      if (!state.isUp) state = { isUp: false, note: `AWAY: ${at}: ${why instanceof Error ? why.message : why}` };
      become(false, why);
    }
    if (!isClosed) timer = setTimeout(() => void beat(), Math.max(0, BEAT_MS - (countMs() - startedMs)));
    timer?.unref();
  }

  return {
    use: async (what, work) => {
      try {
        if (!state.isUp) throw new LiveAway(state.note);
        return await inTime(work(client));
      } catch (error) {
        failed[what] = (failed[what] ?? 0) + 1;
        if (error instanceof LiveAway) throw error;
        become(false, error);
        throw new LiveAway(state.note, { cause: error });
      }
    },
    state: () => state,
    failed: () => failed,
    ready: firstAnswer(),
    close: () => {
      isClosed = true;
      clearTimeout(timer);
      client.disconnect();
    },
  };

  async function firstAnswer(): Promise<void> {
    await new Promise<void>((resolve) => {
      const soon = setTimeout(resolve, BEAT_MS);
      client.once("ready", () => {
        clearTimeout(soon);
        resolve();
      });
    });
    if (!isClosed) await beat();
  }
}

// Counted in ticks: a process that was paused itself has not yet read what came meanwhile, or not even sent what it asks.
async function inTime<T>(answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    let ticks = 0;
    timer = setInterval(() => {
      if (++ticks === ANSWER_TICKS) reject(new Error(`no answer in ${ANSWER_TICKS * TICK_MS} ms`));
    }, TICK_MS);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearInterval(timer);
  }
}
