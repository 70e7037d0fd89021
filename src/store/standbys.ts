// Reads that somebody else may answer: hot standbys of the primary. Each statement first asks the primary how far its log goes, and a
// standby may answer once it has replayed that far; so it shows everything that was committed before the question came, by whichever
// process, the caller's own writes among it. One that is behind, silent or gone is passed over, and the primary answers.
import { setTimeout as sleep } from "node:timers/promises";
import { startStopwatch } from "../ports/clock.ts";
import { withoutDeadline } from "../ports/deadline.ts";
import { sharedInFlight } from "../ports/flow/in-flight.ts";
import { openLoop } from "../ports/flow/loop.ts";
import { batched } from "./batched.ts";
import { type Database, DatabaseAway, type Sql } from "./db.ts";

export type StandbyState = {
  // Host and port.
  readonly name: string;
  // Answers, follows this primary and is at most a moment behind.
  readonly isUsed: boolean;
  // What it had not replayed when both were asked last; null while it does not answer.
  readonly lagBytes: number | null;
  // The age of the last change it replayed, when it has not replayed all.
  readonly lagSeconds: number | null;
  readonly note: string;
};

export type Standbys = {
  readonly reads: Sql;
  readonly states: () => readonly StandbyState[];
  // Who answered what could have been read at a standby.
  readonly counts: () => Readonly<Record<"standby" | "primary", number>>;
  readonly close: () => Promise<void>;
};

type Options = {
  readonly urls: readonly string[];
  readonly open: (url: string, onIdleError: () => void) => Database;
  // Told when one begins or ceases to be used.
  readonly onChange: (state: StandbyState) => void;
  readonly onTrouble: (error: unknown) => void;
};

type Standby = {
  readonly name: string;
  readonly db: Database;
  isUp: boolean;
  isBehind: boolean;
  // Of another cluster, or a primary: its place in the log says nothing about ours.
  isStranger: boolean;
  replayed: number;
  lookedMs: number;
  readonly shared: ReturnType<typeof sharedInFlight<void>>;
} & Lag;
type Lag = { lagBytes: number | null; lagSeconds: number | null };

const EVERY_MS = 1_000;
// Asking where it is takes a round trip; who does not answer by then is away.
const LOOK_SECONDS = 0.25;
// Replay follows the primary's commit by a few milliseconds where all is well.
const CATCH_UP_MS = 50;
const AGAIN_MS = 4;
// A statement that takes longer is waited for as long as the standby answers otherwise.
const QUIET_MS = 1_000;

export function openStandbys(primary: Database, { urls, open, onChange, onTrouble }: Options): Standbys {
  if (urls.length === 0) {
    return {
      reads: primary,
      states: () => [],
      counts: () => ({ standby: 0, primary: 0 }),
      close: async () => undefined,
    };
  }
  const watch = startStopwatch();
  const counts = { standby: 0, primary: 0 };
  const standbys = urls.map((url): Standby => {
    const standby: Standby = {
      name: new URL(url).host,
      // One that was restarted may have replayed less than before.
      db: open(url, () => {
        standby.lookedMs = Number.NEGATIVE_INFINITY;
      }),
      isUp: false,
      isBehind: false,
      isStranger: false,
      replayed: 0,
      lookedMs: Number.NEGATIVE_INFINITY,
      shared: sharedInFlight<void>(),
      ...UNKNOWN,
    };
    return standby;
  });
  let turn = 0;

  // Read after the question came, for all who asked meanwhile. What is committed was flushed before.
  const readWritten = batched(async () => {
    const [row] = await primary<{ lsn: number }>`
      select pg_wal_lsn_diff(flushed, '0/0')::bigint as lsn
      from (select pg_current_wal_flush_lsn() as flushed) as log`;
    return new Map([[ASKED, row!.lsn]]);
  });

  // Shared with those who ask while it is under way: what it has replayed only grows.
  function look(standby: Standby): Promise<void> {
    return standby.shared(() => withoutDeadline(() => readReplayed(standby)));
  }

  async function readReplayed(standby: Standby): Promise<void> {
    try {
      const [row] = await standby.db.with({ seconds: LOOK_SECONDS })<{ lsn: number }>`
        select pg_wal_lsn_diff(coalesce(replayed, '0/0'), '0/0')::bigint as lsn
        from (select pg_last_wal_replay_lsn() as replayed) as log`;
      standby.replayed = row!.lsn;
      standby.lookedMs = watch.elapsedMs();
    } catch (error) {
      change(standby, { isUp: false, ...UNKNOWN });
      throw error;
    }
  }

  function change(standby: Standby, next: Partial<Standby>): void {
    const wasUsed = isUsed(standby);
    Object.assign(standby, next);
    if (isUsed(standby) !== wasUsed) onChange(stateOf(standby));
  }

  // Once a second: who has come back, who has caught up, and how far each is behind.
  async function lookAtAll(): Promise<void> {
    const [here] = await primary<Place>`
      select system_identifier::text as cluster, pg_wal_lsn_diff(pg_current_wal_flush_lsn(), '0/0')::bigint as lsn
      from pg_control_system()`;
    await Promise.all(standbys.map((standby) => lookAt(standby, here!)));
  }

  async function lookAt(standby: Standby, here: Place): Promise<void> {
    try {
      const [there] = await standby.db.with({ seconds: LOOK_SECONDS })<{
        readonly cluster: string;
        readonly follows: boolean;
        readonly age: number | null;
      }>`
        select system_identifier::text as cluster, pg_is_in_recovery() as follows,
          extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp())::float8 as age
        from pg_control_system()`;
      await look(standby);
      const lagBytes = Math.max(0, here.lsn - standby.replayed);
      change(standby, {
        isUp: true,
        isStranger: there!.cluster !== here.cluster || !there!.follows,
        isBehind: lagBytes > 0 && standby.isBehind,
        lagBytes,
        lagSeconds: lagBytes === 0 ? 0 : Math.max(0, there!.age ?? 0),
      });
    } catch (error) {
      if (!(error instanceof DatabaseAway)) throw error;
      change(standby, { isUp: false, ...UNKNOWN });
    }
  }

  async function hasReplayed(standby: Standby, lsn: number): Promise<boolean> {
    const askedMs = watch.elapsedMs();
    if (standby.replayed >= lsn && askedMs - standby.lookedMs < EVERY_MS) return true;
    for (;;) {
      await look(standby);
      if (standby.replayed >= lsn) return true;
      if (watch.elapsedMs() - askedMs > CATCH_UP_MS) break;
      await sleep(AGAIN_MS);
    }
    change(standby, { isBehind: true });
    return false;
  }

  async function askStandby<Row extends object>(
    standby: Standby,
    strings: TemplateStringsArray,
    values: readonly unknown[],
  ): Promise<Row[]> {
    const answered = standby.db<Row>(strings, ...values).then((rows) => ({ rows }));
    // It may fail when nobody waits for it any more.
    answered.catch(() => undefined);
    for (;;) {
      const first = await Promise.race([answered, sleep(QUIET_MS, undefined, { ref: false })]);
      if (first) return first.rows;
      await look(standby);
    }
  }

  // Undefined: the primary has to answer.
  async function atStandby<Row extends object>(
    strings: TemplateStringsArray,
    values: readonly unknown[],
  ): Promise<Row[] | undefined> {
    turn += 1;
    const usable = standbys.filter(isUsed);
    const standby = usable[turn % usable.length];
    if (!standby) return undefined;
    try {
      const lsn = (await readWritten(ASKED))!;
      if (!(await hasReplayed(standby, lsn))) return undefined;
      return await askStandby<Row>(standby, strings, values);
    } catch (error) {
      if (!(error instanceof DatabaseAway)) throw error;
      // Was it the standby, or only this statement?
      look(standby).catch(() => undefined);
      return undefined;
    }
  }

  async function reads<Row extends object>(
    strings: TemplateStringsArray,
    ...values: readonly unknown[]
  ): Promise<Row[]> {
    const rows = await atStandby<Row>(strings, values);
    counts[rows ? "standby" : "primary"]++;
    return rows ?? primary<Row>(strings, ...values);
  }

  const watching = openLoop({
    work: lookAtAll,
    everyMs: EVERY_MS,
    failed: (error) => {
      // A primary that is away is told of by whoever needs it.
      if (!(error instanceof DatabaseAway)) onTrouble(error);
    },
  });
  watching.wake();

  return {
    reads: reads as Sql,
    states: () => standbys.map(stateOf),
    counts: () => counts,
    close: async () => {
      await watching.stop();
      await Promise.all(standbys.map(({ db }) => db.close()));
    },
  };
}

const ASKED = "";
const UNKNOWN: Lag = { lagBytes: null, lagSeconds: null };
type Place = { readonly cluster: string; readonly lsn: number };

function isUsed({ isUp, isBehind, isStranger }: Standby): boolean {
  return isUp && !isBehind && !isStranger;
}

function stateOf(standby: Standby): StandbyState {
  const { name, isUp, isStranger, isBehind, lagBytes, lagSeconds } = standby;
  const note = !isUp
    ? "does not answer"
    : isStranger
      ? "is no standby of this primary"
      : isBehind
        ? `${lagBytes} bytes behind; the primary answers`
        : "answers reads";
  return { name, isUsed: isUsed(standby), lagBytes, lagSeconds, note };
}
