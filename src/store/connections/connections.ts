// The connections to PostgreSQL: a pool in which nothing waits for ever and nothing dead is handed out. A connection that has been
// idle for a moment is asked first whether it is there; one that does not answer takes all along that have not answered since.
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { startStopwatch } from "../../ports/clock.ts";
import { bareSessionOf, type DatabaseLimits, sessionOf, settingsOf } from "./limits.ts";
import { backendOf, cutAfter, listDeadLines } from "./line-check.ts";
import { DIRECT, readWay, type Way } from "./pooler.ts";
import { openUsage, type Usage } from "./usage.ts";
import { openWaits, type Waits } from "./waits.ts";

// The connection was lost, or there was none to be had in time: nobody knows what became of the last statement.
export class LineLost extends Error {}

// What the driver says of an attempt to connect that took too long.
const ATTEMPT_IS_LATE = "timeout expired";

export type Query = string | pg.QueryArrayConfig;
// `limitMs` from now; a connection that has not answered by then is cut.
export type Ask = (query: Query, limitMs: number) => Promise<pg.QueryArrayResult<unknown[]>>;

export type LimitHit = "connect" | "query" | "dead_line" | "idle_line";

export type Connections = {
  readonly counts: Pick<pg.Pool, "totalCount" | "idleCount" | "waitingCount">;
  readonly usage: Usage;
  readonly now: () => number;
  readonly waits: Waits;
  readonly use: <T>(limitMs: number, work: (ask: Ask, way: Way) => Promise<T>) => Promise<T>;
  // The program is stopping: a database that does not answer holds it up once and no more.
  readonly hurry: () => void;
  readonly close: () => Promise<void>;
};

type Options = {
  readonly url: string;
  // What the server shows of whose sessions they are.
  readonly name: string;
  readonly limits: DatabaseLimits;
  readonly onLimit: (hit: LimitHit) => void;
  readonly onIdleError: (error: Error) => void;
  // Told once, and again when it has changed.
  readonly onWay: (way: Way) => void;
};

type Line = {
  readonly openedMs: number;
  // When the server last said anything.
  answeredMs: number;
  // Cut, or broken by itself.
  isLost: boolean;
  // What went wrong on it would go wrong again.
  isSpoilt: boolean;
  // Where it leads; nobody has asked yet.
  way: Way | undefined;
  // What is asked on it now, until it is answered.
  asked: Asked | undefined;
};
type Asked = { bytes: number; quietSinceMs: number; checkAtMs: number; isDead: boolean };

// A connection used within this time is taken to be there: asking costs a round trip.
const TRUSTED_MS = 250;
const PING_MS_MAX = 1_000;
// A statement without a word for so long is looked into, and again after twice the time.
const QUIET_MS = 1_000;
const CHECK_MS = 1_000;
const CHECK_EVERY_MS = 500;
const HURRY_MS = 2_000;
const CLOSE_MS = 1_000;
// Of a database that refuses to write, connections as young as this are kept: a new one would hear the same.
const YOUNG_MS = 500;

// Errors after which a connection is as good as before: data, constraints, lost races, locks, a cancelled statement, our own.
const HARMLESS = /^(22|23|40|55|57014|GI|P0)/;
export const READ_ONLY = "25006";

export function openConnections({ url, name, limits, onLimit, onIdleError, onWay }: Options): Connections {
  const bare = bareSessionOf(url, name, limits);
  const session = sessionOf(url, name, limits);
  const usage = openUsage();
  // Of the newest connection that was asked. Known to lead to PostgreSQL itself, the next begins with its limits.
  let newestWay: Way | undefined;
  const now = startStopwatch().elapsedMs;
  const lines = new Map<pg.Client, Line>();
  // Sessions that began with their limits.
  const told = new WeakSet<pg.Client>();
  // Connections opened, or last heard of, before these are not handed out any more.
  let openedAfterMs = 0;
  let heardAfterMs = 0;
  let isHurried = false;
  let isGone = false;
  let isChecking = false;
  let checkedMs = 0;
  const waits = openWaits(now, checkQuietLines);
  // Time is left for another connection where this one is dead.
  const pingMs = Math.min(PING_MS_MAX, limits.connectMs / 4);

  const pool = new pg.Pool({
    ...bare,
    max: limits.poolMax,
    // The waits are ours.
    connectionTimeoutMillis: 0,
    // An attempt that hangs must not hold its place for as long as others wait for one.
    Client: class extends pg.Client {
      constructor() {
        const isDirect = newestWay?.isPooled === false;
        super({ ...(isDirect ? session : bare), connectionTimeoutMillis: Math.ceil(limits.connectMs / 2) });
        if (isDirect) told.add(this);
      }
    },
  });
  // Without a listener, stopping the server under idle clients would end the program.
  pool.on("error", (error) => onIdleError(error));
  pool.on("connect", (client) => {
    const way = told.has(client) ? DIRECT : undefined;
    const line: Line = { openedMs: now(), answeredMs: now(), isLost: false, isSpoilt: false, way, asked: undefined };
    lines.set(client, line);
    // The same while a client is in use; the statement under way hears of it by its own error.
    client.on("error", () => {
      line.isLost = true;
    });
    client.on("end", () => lines.delete(client));
  });

  async function ask(client: pg.Client, line: Line, query: Query, limitMs: number) {
    if (isGone || limitMs <= 0) throw new LineLost("there was no time left to ask the database");
    const startedMs = now();
    const text = typeof query === "string" ? query : query.text;
    line.asked = { bytes: bytesOf(client), quietSinceMs: startedMs, checkAtMs: startedMs + QUIET_MS, isDead: false };
    const wait = waits.begin(limitMs, () => {
      onLimit("query");
      if (isHurried) isGone = true;
      cut(client, line, startedMs);
    });
    try {
      const result = await client.query<unknown[]>(query as pg.QueryArrayConfig);
      line.answeredMs = now();
      return result;
    } catch (error) {
      if (line.isLost) throw new LineLost("the connection to the database was lost", { cause: error });
      line.answeredMs = now();
      judge(line, error);
      throw error;
    } finally {
      wait.end();
      line.asked = undefined;
      usage.noteStatement(text, now() - startedMs);
    }
  }

  // Nothing was heard since `sinceMs`: not on this connection, and who knows on which others.
  function cut(client: pg.Client, line: Line, sinceMs: number): void {
    line.isLost = true;
    heardAfterMs = Math.max(heardAfterMs, sinceMs);
    client.connection.stream.destroy();
  }

  function judge(line: Line, error: unknown): void {
    const { code = "" } = error as { readonly code?: string };
    const isWriteRefused = code === READ_ONLY || isUnloggedOnStandby(error);
    const isYoung = now() - line.openedMs < YOUNG_MS;
    line.isSpoilt ||= !HARMLESS.test(code) && !(isWriteRefused && isYoung);
    // The server is another's standby now, or the schema has moved on under our prepared statements: so for all of that time.
    if ((isWriteRefused && !isYoung) || isStalePlan(error)) openedAfterMs = now();
  }

  async function acquire(limitMs: number): Promise<readonly [pg.PoolClient, Line]> {
    const untilMs = now() + limitMs;
    for (;;) {
      const client = await connect(untilMs - now());
      // None: it ended on its way to us.
      const line = lines.get(client);
      if (!line || isOutdated(line)) {
        drop(client);
        continue;
      }
      try {
        if (await isThere(client, line, untilMs)) return [client, line];
      } catch (error) {
        drop(client);
        throw error;
      }
      drop(client);
    }
  }

  // A new connection is asked where it leads, and told its limits if it could not begin with them.
  async function greet(client: pg.Client, line: Line, askInTime: (query: Query) => ReturnType<Ask>): Promise<void> {
    const way = await readWay(client, askInTime);
    if (!way.isPooled) await askInTime(settingsOf(limits));
    if (way.isPooled !== newestWay?.isPooled || way.keepsStatements !== newestWay.keepsStatements) onWay(way);
    newestWay = way;
    line.way = way;
  }

  function isOutdated({ openedMs, answeredMs, isLost }: Line): boolean {
    return isLost || openedMs < openedAfterMs || answeredMs < heardAfterMs;
  }

  async function isThere(client: pg.Client, line: Line, untilMs: number): Promise<boolean> {
    const isTrusted = now() - line.answeredMs < TRUSTED_MS;
    const askInTime = (query: Query) => ask(client, line, query, Math.min(pingMs, untilMs - now()));
    try {
      if (!line.way) await greet(client, line, askInTime);
      else if (!isTrusted) await askInTime("select 1");
      return true;
    } catch (error) {
      if (!line.isLost) throw error;
      onLimit("idle_line");
      return false;
    }
  }

  function drop(client: pg.PoolClient): void {
    client.release(true);
    // What has said goodbye to a dead peer would wait for its answer.
    client.connection.stream.destroy();
  }

  function connect(limitMs: number): Promise<pg.PoolClient> {
    return new Promise((resolve, reject) => {
      const refuse = (cause?: unknown): void => {
        wait.end();
        onLimit("connect");
        reject(new LineLost("no connection to the database was to be had", { cause }));
      };
      if (isGone) throw new LineLost("the database does not answer and the program is stopping");
      let isOver = false;
      const wait = waits.begin(limitMs, () => {
        isOver = true;
        if (isHurried) isGone = true;
        refuse();
      });
      const attempt = (): void =>
        pool.connect((error, client) => {
          if (isOver) client?.release();
          // A machine that stood still for a moment is late, not gone: the wait says when it is over.
          else if (error?.message === ATTEMPT_IS_LATE) attempt();
          else if (error || !client) refuse(error);
          else {
            wait.end();
            resolve(client);
          }
        });
      attempt();
    });
  }

  // Statements that have been without a word for a while are looked into over a connection of its own: it also tells when the
  // network is back, or that the address belongs to another server now.
  function checkQuietLines(): void {
    const quiet: pg.Client[] = [];
    for (const [client, { asked }] of lines) {
      if (!asked) continue;
      const bytes = bytesOf(client);
      if (bytes !== asked.bytes) Object.assign(asked, { bytes, quietSinceMs: now(), isDead: false });
      else if (asked.isDead) cutDead(client);
      else if (now() >= Math.max(asked.checkAtMs, asked.quietSinceMs + QUIET_MS)) quiet.push(client);
    }
    if (quiet.length > 0 && !isChecking && now() - checkedMs >= CHECK_EVERY_MS) void check(quiet);
  }

  function cutDead(client: pg.Client): void {
    const line = lines.get(client);
    if (!line?.asked) return;
    onLimit("dead_line");
    cut(client, line, line.asked.quietSinceMs);
  }

  async function check(quiet: readonly pg.Client[]): Promise<void> {
    isChecking = true;
    const asked = quiet.map((client) => lines.get(client)?.asked);
    // Whoever cannot be asked has not said anything: the next look asks again.
    const dead = await listDeadLines(bare, quiet.map(backendOf), CHECK_MS).catch(() => undefined);
    for (const [at, client] of quiet.entries()) {
      const still = asked[at];
      if (!still || !dead || lines.get(client)?.asked !== still) continue;
      // Cut at the next look, if its answer is not on the way after all.
      if (dead.has(backendOf(client))) still.isDead = true;
      else still.checkAtMs = now() + (now() - still.quietSinceMs);
    }
    checkedMs = now();
    isChecking = false;
  }

  return {
    counts: pool,
    usage,
    now,
    waits,
    use: async (limitMs, work) => {
      const [client, line] = await acquire(limitMs);
      const heldMs = now();
      try {
        return await work((query, ms) => ask(client, line, query, ms), line.way ?? DIRECT);
      } finally {
        usage.noteHeld(now() - heldMs);
        // A transaction that was not ended is nobody's.
        const isOpen = client.getTransactionStatus() !== "I";
        if (line.isLost || line.isSpoilt || isOpen || isOutdated(line)) drop(client);
        else client.release();
      }
    },
    hurry: () => {
      isHurried = true;
      waits.hurry(HURRY_MS);
    },
    close: async () => {
      const ended = pool.end();
      // Those in use are waited for as long as those that only say goodbye to a peer that may be dead.
      const open = [...lines.keys()].map((client) => cutAfter(client, CLOSE_MS, () => endOf(client)));
      await Promise.race([Promise.all([ended, ...open]), sleep(2 * CLOSE_MS, undefined, { ref: false })]);
      waits.stop();
    },
  };
}

function endOf(client: pg.Client): Promise<void> {
  return new Promise((resolve) => client.on("end", resolve));
}

function bytesOf(client: pg.Client): number {
  return (client.connection.stream as { readonly bytesRead?: number }).bytesRead ?? 0;
}

// A standby has no unlogged tables; the message is translated, the routine is not.
export function isUnloggedOnStandby(error: unknown): boolean {
  return isRefusedIn(error, "get_relation_info");
}

// A migration changed what a statement answers: prepared anew it is right again.
export function isStalePlan(error: unknown): boolean {
  return isRefusedIn(error, "RevalidateCachedQuery");
}

function isRefusedIn(error: unknown, place: string): boolean {
  const { code, routine } = error as { readonly code?: string; readonly routine?: string };
  return code === "0A000" && routine === place;
}
