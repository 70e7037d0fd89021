// Saves that come together are saved together: those that come while others are under way leave with the next statement, one transaction and one
// flush of the log for all of them, each with its own verdict. One that comes alone is saved at once, by itself: when the turn of the event loop that
// brought it is over, because look-ups that share a statement let go of many in one turn.
import { beginWriting, type Deadline, thisWork, withDeadline, withoutDeadline } from "../ports/deadline.ts";
import { utf8Of } from "./array-bytes.ts";
import { DatabaseAway } from "./db.ts";

export type Verdict<Saved> =
  | { readonly saved: Saved }
  // It is the last word where nothing but its own rows spoke against it. Otherwise it is judged by itself: a row that somebody holds is waited
  // for there, and others do not wait for it.
  | { readonly error: unknown; readonly isLast: boolean };

export type Ways<One, Saved> = {
  // Saves of one queue follow each other, because they want the same rows.
  readonly queueOf: (one: One) => string;
  // Wants no row that others of its queue want, and waits for none of them.
  readonly isFree?: (one: One) => boolean;
  readonly alone: (one: One) => Promise<Saved>;
  // In the order given.
  readonly together: (group: readonly One[]) => Promise<readonly Verdict<Saved>[]>;
  readonly max: number;
  readonly laneMs?: number;
};

type Waiting<One, Saved> = {
  readonly one: One;
  readonly queue: string;
  readonly isFree: boolean;
  readonly work: Deadline | undefined;
  readonly resolve: (saved: Saved) => void;
  readonly reject: (error: unknown) => void;
};

type Group<Item> = { readonly items: readonly Item[]; readonly ofLongQueue: boolean };

// What a statement for several says of one of them.
export class NotSaved extends Error {
  readonly code: string;
  readonly constraint: string | undefined;

  constructor(code: string, constraint: string | null) {
    super(`refused with ${code}`);
    this.code = code;
    this.constraint = constraint ?? undefined;
  }
}

// A zero or half a character, escaped: JSON, but not to PostgreSQL, which would refuse the whole group for it.
const UNREADABLE = /\\u(?:0000|d[89a-f])/;
const UNREAD: Verdict<never> = { error: new Error("a text that no group can hold"), isLast: false };

// One statement for the texts of several; those that it could not read are left out, to be judged by themselves.
export async function inOneText<Saved>(
  texts: readonly string[],
  save: (text: Buffer) => Promise<readonly Verdict<Saved>[]>,
): Promise<readonly Verdict<Saved>[]> {
  const isRead = texts.map((text) => !UNREADABLE.test(text));
  const verdicts = [...(await save(listOf(texts.filter((_, at) => isRead[at]))))];
  return isRead.map((is) => (is ? verdicts.shift()! : UNREAD));
}

// Handed on as bytes: a text of all of them would be copied three times on its way to the socket.
function listOf(texts: readonly string[]): Buffer {
  const bytes = texts.flatMap((text) => [COMMA, utf8Of(text)]);
  return Buffer.concat([OPEN, ...bytes.slice(1), CLOSE]);
}
const OPEN = Buffer.from("[");
const COMMA = Buffer.from(",");
const CLOSE = Buffer.from("]");

function onBehalfOf<T>(work: Deadline | undefined, save: () => T): T {
  return work ? withDeadline(work, save) : withoutDeadline(save);
}

// Groups under way at once: a second one as soon as a crowd waits for the first. What a group takes for each of 30 is half of what one takes for
// itself, so that fewer and larger ones are quicker.
const LANES = 2;
const CROWD = 16;
// Of one queue among others in a group, who wait for these. More than that have a group to themselves, one such at a time: it takes as long as one of
// many queues, nobody else is in it, and who comes meanwhile does not wait for it.
const AMONG_OTHERS_MAX = 16;
// Who takes longer waits for somebody else, and keeps nobody from going on: neither others nor its own queue, who may be refused for other reasons.
const LANE_MS = 50;

export function grouped<One, Saved>({
  queueOf,
  isFree = () => false,
  alone,
  together,
  max,
  laneMs = LANE_MS,
}: Ways<One, Saved>): (one: One) => Promise<Saved> {
  type Item = Waiting<One, Saved>;
  let waiting: Item[] = [];
  const busy = new Set<string>();
  let inLanes = 0;
  let hasLongQueue = false;
  let isLeaving = false;

  function take(): Group<Item> {
    const ready = waiting.filter(({ isFree, queue }) => isFree || !busy.has(queue));
    const places = new Map<string, number>();
    const placed = ready.map((item) => {
      const place = (places.get(item.queue) ?? 0) + 1;
      places.set(item.queue, place);
      return { item, place };
    });
    const isLong = ({ queue }: Item): boolean => !hasLongQueue && places.get(queue)! > AMONG_OTHERS_MAX;
    const first = ready[0];
    const ofLongQueue = first !== undefined && isLong(first);
    const items = placed
      .filter(({ item, place }) =>
        ofLongQueue ? item.queue === first.queue : place <= AMONG_OTHERS_MAX && !isLong(item),
      )
      .slice(0, max)
      .map(({ item }) => item);
    const leaving = new Set(items);
    waiting = waiting.filter((item) => !leaving.has(item));
    return { items, ofLongQueue };
  }

  function saveNext(): void {
    while (inLanes < LANES && waiting.length >= (inLanes === 0 || hasLongQueue ? 1 : CROWD)) {
      const group = take();
      const [first] = group.items;
      if (!first) return;
      // The connection counts as held for who came first, and so in the long run for each as often as they come.
      void onBehalfOf(first.work, () => inLane(group));
    }
  }

  function leaveSoon(): void {
    if (isLeaving) return;
    isLeaving = true;
    setImmediate(() => {
      isLeaving = false;
      saveNext();
    });
  }

  async function inLane({ items, ofLongQueue }: Group<Item>): Promise<void> {
    const queues = new Set(items.filter((one) => !one.isFree).map(({ queue }) => queue));
    let isInLane = true;
    const leave = (): void => {
      if (!isInLane) return;
      isInLane = false;
      inLanes -= 1;
      if (ofLongQueue) hasLongQueue = false;
      for (const queue of queues) busy.delete(queue);
      saveNext();
    };
    inLanes += 1;
    if (ofLongQueue) hasLongQueue = true;
    for (const queue of queues) busy.add(queue);
    const timer = setTimeout(leave, laneMs);
    try {
      await saveGroup(items);
    } finally {
      clearTimeout(timer);
      leave();
    }
  }

  const saveAlone = ({ one, work, resolve, reject }: Item): Promise<void> =>
    onBehalfOf(work, () => alone(one)).then(resolve, reject);

  // Once it is among others it is not given up any more.
  function isKept({ work, reject }: Item): boolean {
    try {
      onBehalfOf(work, beginWriting);
      return true;
    } catch (error) {
      reject(error);
      return false;
    }
  }

  async function saveGroup(came: readonly Item[]): Promise<void> {
    if (came.length === 1) return saveAlone(came[0]!);
    // In one order of rows, whoever saves: two groups never wait for each other.
    const group = came
      .filter(isKept)
      .toSorted((one, other) => (one.queue < other.queue ? -1 : one.queue > other.queue ? 1 : 0));
    if (group.length === 0) return;
    try {
      const verdicts = await together(group.map(({ one }) => one));
      for (const [at, item] of group.entries()) {
        const verdict = verdicts[at]!;
        if ("saved" in verdict) item.resolve(verdict.saved);
        else if (verdict.isLast) item.reject(verdict.error);
        else void saveAlone(item);
      }
    } catch (error) {
      // Where it is not known what became of them, nothing is said of any. What failed otherwise left nothing behind.
      for (const item of group) error instanceof DatabaseAway ? item.reject(error) : void saveAlone(item);
    }
  }

  return (one) => {
    const queue = queueOf(one);
    if (max === 1) return alone(one);
    return new Promise((resolve, reject) => {
      waiting.push({ one, queue, isFree: isFree(one), work: thisWork(), resolve, reject });
      if (inLanes > 0) saveNext();
      else leaveSoon();
    });
  };
}
