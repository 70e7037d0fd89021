// Saves that share a statement.
import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { type Deadline, GivenUp, withDeadline } from "../../src/ports/deadline.ts";
import { DatabaseAway } from "../../src/store/db.ts";
import { grouped, inOneText, type Verdict } from "../../src/store/grouped.ts";
import { until } from "../harness/until.ts";

type Statement = { readonly texts: readonly string[]; readonly answer: (error?: Error) => void };

// A database that saves when it is told to. A text is "queue:what"; what ends in ! is refused, in ? cannot be judged among others.
// Nobody is slow enough to be passed, unless a test is about that.
function slowDatabase(max = 64, laneMs = 600_000) {
  const statements: Statement[] = [];
  const asked = (texts: readonly string[]): Promise<void> =>
    new Promise((resolve, reject) => {
      statements.push({ texts, answer: (error) => (error ? reject(error) : resolve()) });
    });
  const verdictOf = (text: string): Verdict<string> => {
    if (text.endsWith("!")) return { error: new Error(`refused ${text}`), isLast: true };
    return text.endsWith("?") ? { error: new Error("who knows"), isLast: false } : { saved: text };
  };
  const save = grouped<string, string>({
    queueOf: (text) => text.split(":")[0]!,
    isFree: (text) => text.startsWith("free"),
    alone: async (text) => {
      await asked([text]);
      return text;
    },
    together: async (texts) => {
      await asked(texts);
      return texts.map(verdictOf);
    },
    max,
    laneMs,
  });
  const begun = (count: number) =>
    until(`${count} statements have begun`, () => statements.length >= count, { everyMs: 1 });
  const answerAll = async (): Promise<void> => {
    for (let at = 0; at < statements.length; at++) {
      statements[at]!.answer();
      await turn();
    }
  };
  return { statements, save, begun, answerAll, texts: () => statements.map(({ texts }) => texts) };
}

test("who comes alone is saved at once, who comes meanwhile with the next statement", async () => {
  const { statements, save, begun, answerAll, texts } = slowDatabase();
  const first = save("a:1");
  await turn();
  assert.deepEqual(texts(), [["a:1"]]);
  const others = [save("d:1"), save("c:1"), save("c:2")];
  statements[0]!.answer();
  await begun(2);
  assert.deepEqual(texts()[1], ["c:1", "c:2", "d:1"]);
  await answerAll();
  assert.deepEqual(await Promise.all([first, ...others]), ["a:1", "d:1", "c:1", "c:2"]);
});

test("who come in the same turn of the event loop are saved together, also where nothing is under way", async () => {
  const { save, answerAll, texts } = slowDatabase();
  const saved = [save("b:1"), save("a:1"), Promise.resolve().then(() => save("c:1"))];
  await turn();
  assert.deepEqual(texts(), [["a:1", "b:1", "c:1"]]);
  await answerAll();
  assert.deepEqual(await Promise.all(saved), ["b:1", "a:1", "c:1"]);
});

test("whom nobody waits for any more is left out of a group, and the others are saved", async () => {
  const { save, statements, begun, answerAll, texts } = slowDatabase();
  let isGone = false;
  const work: Deadline = {
    caller: { group: "partner", member: "account" },
    deadlineMs: Infinity,
    isGone: () => isGone,
    isKept: false,
    givenUpFor: undefined,
  };
  const first = save("x:1");
  await turn();
  const others = [save("a:1"), save("c:1")];
  const given = assert.rejects(
    withDeadline(work, () => save("b:1")),
    GivenUp,
  );
  isGone = true;
  statements[0]!.answer();
  await begun(2);
  assert.deepEqual(texts()[1], ["a:1", "c:1"]);
  await given;
  await answerAll();
  assert.deepEqual(await Promise.all([first, ...others]), ["x:1", "a:1", "c:1"]);
});

test("a crowd does not wait for a statement that is under way, but for those of its own queue", async () => {
  const { statements, save, begun, answerAll, texts } = slowDatabase();
  const crowd = Array.from({ length: 15 }, (_, at) => `b:${String(at).padStart(2, "0")}`);
  const saved = [save("a:1")];
  await turn();
  saved.push(...["a:2", ...crowd].map(save));
  await begun(2);
  assert.deepEqual(texts(), [["a:1"], crowd]);
  for (const { answer } of statements) answer();
  await begun(3);
  assert.deepEqual(texts()[2], ["a:2"]);
  await answerAll();
  assert.equal((await Promise.all(saved)).length, 17);
});

const named = (queue: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, at) => `${queue}:${String(at).padStart(2, "0")}`);
const countOf = (texts: readonly string[], queue: string): number =>
  texts.filter((text) => text.startsWith(`${queue}:`)).length;

test("many of one queue are one group, as many of several are", async () => {
  for (const queues of [["a"], ["free"], ["a", "b", "c"]]) {
    const { save, answerAll, texts } = slowDatabase();
    const all = queues.flatMap((queue) => named(queue, 48 / queues.length));
    const saved = all.map(save);
    await turn();
    assert.deepEqual(texts(), [all]);
    await answerAll();
    assert.deepEqual(await Promise.all(saved), all);
  }
});

test("a long queue has a group to itself, and others leave at once beside it, before it and after it", async () => {
  for (const others of [["b:1"], ["b:1", "c:1"]]) {
    for (const isBefore of [true, false]) {
      const { save, answerAll, texts } = slowDatabase();
      const long = named("a", 20);
      const saved = (isBefore ? [...others, ...long] : [...long, ...others]).map(save);
      await turn();
      assert.deepEqual(texts(), isBefore ? [others, long] : [long, others]);
      await answerAll();
      await Promise.all(saved);
    }
  }
});

test("who comes while a long queue is saved does not wait for it, but its own do", async () => {
  const { statements, save, begun, answerAll, texts } = slowDatabase();
  const saved = named("a", 20).map(save);
  await turn();
  saved.push(save("a:x"), save("b:1"));
  await begun(2);
  assert.deepEqual(texts()[1], ["b:1"]);
  statements[0]!.answer();
  statements[1]!.answer();
  await begun(3);
  assert.deepEqual(texts()[2], ["a:x"]);
  await answerAll();
  await Promise.all(saved);
});

test("beside one long queue another leaves sixteen at a time, among others", async () => {
  const { statements, save, begun, answerAll, texts } = slowDatabase();
  const saved = [...named("a", 40), ...named("b", 40), "c:1"].map(save);
  await turn();
  assert.deepEqual(texts(), [named("a", 40), [...named("b", 16), "c:1"]]);
  statements[1]!.answer();
  await begun(3);
  assert.equal(countOf(texts()[2]!, "b"), 16);
  statements[0]!.answer();
  statements[2]!.answer();
  await begun(4);
  assert.equal(countOf(texts()[3]!, "b"), 8);
  await answerAll();
  await Promise.all(saved);
});

test("no group is larger than it may be, of one queue or of several", async () => {
  for (const queues of [["a"], ["free"], ["a", "b", "c"]]) {
    const { save, answerAll, texts } = slowDatabase(20);
    const saved = queues.flatMap((queue) => named(queue, 48 / queues.length)).map(save);
    await turn();
    assert.equal(texts()[0]!.length, 20);
    await answerAll();
    await Promise.all(saved);
    assert.ok(texts().every(({ length }) => length <= 20));
  }
});

test("one that is refused is refused alone, and one that could not be judged is saved by itself", async () => {
  const { statements, save, begun, answerAll } = slowDatabase();
  const first = save("x:1");
  await turn();
  const [kept, refused, doubtful] = [save("a:1"), save("b:1!"), save("c:1?")];
  const isRefused = assert.rejects(refused, /refused b:1!/);
  statements[0]!.answer();
  await begun(2);
  statements[1]!.answer();
  await begun(3);
  assert.deepEqual(statements[2]!.texts, ["c:1?"]);
  await answerAll();
  await isRefused;
  assert.deepEqual(await Promise.all([kept, doubtful, first]), ["a:1", "c:1?", "x:1"]);
});

test("a lost connection is told to all of a group; another failure lets each be judged by itself", async () => {
  const { statements, save, begun, answerAll } = slowDatabase();
  const first = save("x:1");
  await turn();
  const lost = [save("a:1"), save("b:1")].map((one) => assert.rejects(one, DatabaseAway));
  statements[0]!.answer();
  await begun(2);
  const kept = [save("c:1"), save("d:1")];
  statements[1]!.answer(new DatabaseAway(new Error("cut")));
  await Promise.all(lost);
  await begun(3);
  statements[2]!.answer(new Error("unreadable"));
  await begun(5);
  await answerAll();
  assert.deepEqual(await Promise.all([...kept, first]), ["c:1", "d:1", "x:1"]);
});

test("whoever waits for somebody else keeps nobody from being saved", async () => {
  const { save, begun, answerAll, texts } = slowDatabase(64, 5);
  const first = save("a:1");
  await turn();
  const saved = [first, save("c:1"), save("a:2")];
  // Nobody answers: the first one hangs.
  await begun(2);
  assert.deepEqual(texts()[1], ["a:2", "c:1"]);
  await answerAll();
  await Promise.all(saved);
});

test("a group of one at most is no group", async () => {
  const { save, answerAll, texts } = slowDatabase(1);
  const saved = [save("a:1"), save("a:2"), save("b:1")];
  assert.deepEqual(texts(), [["a:1"], ["a:2"], ["b:1"]]);
  await answerAll();
  await Promise.all(saved);
});

test("a text with half a character is left out of the statement and nobody else's", async () => {
  const texts = ["plain", "half \ud800", "zero \u0000", "dear \u0001 \\"].map((text) => JSON.stringify({ text }));
  const verdicts = await inOneText<number>(texts, async (text) => {
    const read = JSON.parse(text.toString()) as readonly { readonly text: string }[];
    assert.deepEqual(
      read.map((one) => one.text),
      ["plain", "dear \u0001 \\"],
    );
    return read.map((_, at) => ({ saved: at }));
  });
  assert.deepEqual(
    verdicts.map((verdict) => ("saved" in verdict ? verdict.saved : "alone")),
    [0, "alone", "alone", 1],
  );
});
