import assert from "node:assert/strict";
import { test } from "node:test";
import { type FedEvent, Giao } from "../../../clients/typescript/src/entry.ts";
import { DEMO } from "../../../src/operations/seed.ts";
import { startOrderTests } from "../../harness/orders.ts";

const giao = await startOrderTests();

// Another account of the same partner sees the same events, and its tokens are its own.
const LISTENER = "84900000002";

function client(pause: () => Promise<void>, more: Partial<ConstructorParameters<typeof Giao>[0]> = {}) {
  return new Giao({ url: giao.url, apiKey: DEMO.apiKey, mobile: LISTENER, pause, ...more });
}

test("the feed gives every event once, in order, and goes on from a cursor after a restart", async () => {
  const order = await giao.created();
  for (const type of ["accept", "arrive", "pickup"]) await giao.play(order._id, type);
  const first: FedEvent[] = [];
  const leave = new AbortController();
  // The first pause means that nothing more waits.
  const listener = client(async () => leave.abort());
  for await (const event of listener.events({ limit: 2, signal: leave.signal })) first.push(event);
  const mine = first.filter(({ order: { _id } }) => _id === order._id);
  assert.deepEqual(
    mine.map(({ event_seq }) => event_seq),
    mine.map((_, index) => index + 1),
  );
  assert.equal(mine.at(-1)?.order.status, "IN PROCESS");

  await giao.play(order._id, "deliver", { path_index: 1 });
  const cursor = first.at(-1)?.cursor;
  assert.ok(cursor);
  for await (const event of client(async () => undefined).events({ after: cursor })) {
    assert.equal(event.event_seq, (mine.at(-1)?.event_seq ?? 0) + 1);
    assert.equal(event.order.status, "COMPLETED");
    break;
  }
});

test("a restart in the middle of a page brings events of that page again and loses none", async () => {
  for (let count = 0; count < 5; count++) await giao.created();
  const read = async (after: string | undefined, take: number): Promise<readonly FedEvent[]> => {
    const taken: FedEvent[] = [];
    const leave = new AbortController();
    const feed = client(async () => leave.abort()).events({
      limit: 3,
      signal: leave.signal,
      ...(after === undefined ? {} : { after }),
    });
    for await (const event of feed) if (taken.push(event) === take) break;
    return taken;
  };
  const all = await read(undefined, Number.POSITIVE_INFINITY);
  for (let take = 1; take <= all.length; take++) {
    const before = await read(undefined, take);
    const rest = await read(before.at(-1)?.cursor, Number.POSITIVE_INFINITY);
    const ids = new Set([...before, ...rest].map(({ event_id }) => event_id));
    assert.equal(ids.size, all.length, `stopped after ${take}`);
  }
});

test("the feed outlasts a server that is away, waits longer each time, and stops at a refusal that will stay", async () => {
  const pauses: number[] = [];
  let away = 4;
  const order = await giao.created();
  const flaky: typeof fetch = (address, init) => {
    if (!String(address).includes("/v3/orders/events") || away-- <= 0) return fetch(address, init);
    throw new TypeError("no route to host");
  };
  const listener = client(async () => undefined, {
    fetch: flaky,
    tries: 1,
    pause: async (ms) => void pauses.push(ms),
  });
  for await (const event of listener.events()) if (event.order._id === order._id) break;
  assert.equal(pauses.length, 4);
  for (const [index, ms] of pauses.entries()) assert.ok(ms > 750 * 2 ** index && ms <= 1_000 * 2 ** index, `${ms}`);

  await assert.rejects(
    client(async () => undefined)
      .events({ after: "no cursor" })
      .next(),
    { code: "BAD_REQUEST" },
  );
});

test("the feed is the whole partner's, or the account's own when asked", async () => {
  await giao.created();
  const read = async (of: "partner" | "account" | undefined): Promise<number> => {
    const leave = new AbortController();
    let count = 0;
    const feed = client(async () => leave.abort()).events({ signal: leave.signal, ...(of ? { of } : {}) });
    for await (const _ of feed) count += 1;
    return count;
  };
  assert.equal(await read("account"), 0);
  assert.ok((await read("partner")) > 0);
  assert.equal(await read(undefined), await read("partner"));
});
