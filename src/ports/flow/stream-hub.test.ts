import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { until } from "../../../test/harness/until.ts";
import { type HubParts, type Listener, openStreamHub, type Stream } from "./stream-hub.ts";

type Fake = Stream & { readonly said: string[] };

function openStream(isOpen = true): Fake {
  const said: string[] = [];
  return {
    said,
    isOpen: () => isOpen,
    beat: () => void said.push("beat"),
    end: () => void said.push("end"),
    sendElsewhere: () => void said.push("elsewhere"),
  };
}

const open = (parts: Partial<HubParts> = {}) =>
  openStreamHub<Listener>({ max: 3, onTrouble: (error) => assert.fail(String(error)), ...parts });

test("streams are found by what they follow until they leave, and counted by their groups", () => {
  const hub = open();
  const [one, two, three] = [openStream(), openStream(), openStream()];
  hub.join("a", { stream: one }, ["house"]);
  hub.join("a", { stream: two }, ["house"]);
  hub.join("b", { stream: three });
  assert.deepEqual(hub.topics(), ["a", "b"]);
  assert.deepEqual(
    [...hub.of("a")].map(({ stream }) => stream),
    [one, two],
  );
  assert.deepEqual([hub.isFull(), hub.countOf("house"), hub.countOf("b")], [true, 2, 0]);
  hub.leave(one);
  // Twice is the same as once: a stream that was cut is told of by its end and by its close.
  hub.leave(one);
  assert.deepEqual([hub.isFull(), hub.countOf("house")], [false, 1]);
  hub.leave(two);
  hub.leave(three);
  assert.deepEqual([hub.topics(), hub.isEmpty(), hub.of("a").size, hub.countOf("house")], [[], true, 0, 0]);
  hub.close();
});

test("more of one topic than it may have end the oldest", () => {
  const hub = open({ perTopicMax: 2 });
  const streams = [openStream(), openStream(), openStream()];
  for (const stream of streams) hub.join("a", { stream });
  assert.deepEqual(
    streams.map(({ said }) => said),
    [["end"], [], []],
  );
  assert.equal(hub.of("a").size, 2);
  assert.equal(hub.isFull(), false);
  hub.close();
});

test("one that has gone before it could join is not kept", () => {
  const hub = open();
  hub.join("a", { stream: openStream(false) }, ["house"]);
  assert.deepEqual([hub.isEmpty(), hub.topics(), hub.countOf("house")], [true, [], 0]);
  hub.close();
});

test("each has its beat, and with every third its end if it may not listen any more, whatever becomes of the others", async () => {
  const troubles: unknown[] = [];
  // What each was told when what a check asked is answered, and no further beat has come.
  let told: object | undefined;
  const onCheck = () =>
    setImmediate(() => {
      told ??= Object.fromEntries(Object.entries(streams).map(([name, { said }]) => [name, said.join(" ")]));
    });
  const hub = open({ max: 9, beatMs: 5, onTrouble: (error) => troubles.push(error), onCheck });
  const streams = {
    lost: openStream(),
    silent: openStream(),
    over: openStream(),
    may: openStream(),
    open: openStream(),
  };
  hub.join("a", { stream: streams.lost, mayListen: () => Promise.reject(new Error("away")) });
  hub.join("a", { stream: streams.silent, mayListen: () => new Promise(() => undefined) });
  hub.join("a", { stream: streams.over, mayListen: async () => false });
  hub.join("b", { stream: streams.may, mayListen: async () => true });
  hub.join("c", { stream: streams.open });
  await until("they were asked about", () => told, { everyMs: 1 });
  assert.deepEqual(told, {
    lost: "beat beat",
    silent: "beat beat",
    over: "beat beat end",
    may: "beat beat beat",
    open: "beat beat beat",
  });
  assert.match(String(troubles[0]), /away/);
  hub.close();
});

test("closing sends all elsewhere, and those who come or are being asked about while it closes", async () => {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const hub = open({ beatMs: 2 });
  const [asked, late] = [openStream(), openStream()];
  let isAsked = false;
  const mayListen = (): Promise<boolean> => {
    isAsked = true;
    return promise;
  };
  hub.join("a", { stream: asked, mayListen });
  await until("it is asked about", () => isAsked, { everyMs: 1 });
  hub.close();
  hub.join("a", { stream: late });
  assert.deepEqual([asked.said.at(-1), late.said, hub.isEmpty()], ["elsewhere", ["elsewhere"], true]);
  const before = asked.said.length;
  resolve(true);
  await sleep(5);
  assert.equal(asked.said.length, before, "nothing is said to one that was sent elsewhere");
});
