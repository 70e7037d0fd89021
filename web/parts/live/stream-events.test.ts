import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { readEvents, type StreamEvent } from "./stream-events.ts";

const TEXT =
  'retry: 2000\n\n: beat\n\nevent: state\nid: 7\ndata: {"area":"Phường Bến Thành"}\n\ndata: one\ndata: two\n\ndata: cut';

async function read(cuts: readonly number[]): Promise<readonly StreamEvent[]> {
  const bytes = new TextEncoder().encode(TEXT);
  const edges = [...new Set([0, ...cuts.map((cut) => cut % bytes.length), bytes.length])].sort((a, b) => a - b);
  const pieces = edges.slice(1).map((edge, at) => bytes.slice(edges[at], edge));
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start: (stream) => {
      for (const piece of pieces) stream.enqueue(piece);
      stream.close();
    },
  });
  const events: StreamEvent[] = [];
  await readEvents(body, {
    onBytes: () => undefined,
    onEvent: (event) => events.push(event),
  });
  return events;
}

test("events are read whole, comments and a cut one are not events, wherever the network cuts the bytes", async () => {
  const whole = [
    { name: "state", id: "7", data: '{"area":"Phường Bến Thành"}' },
    { name: "message", id: undefined, data: "one\ntwo" },
  ];
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(200), { maxLength: 20 }), async (cuts) => {
      assert.deepEqual(await read(cuts), whole);
    }),
    { numRuns: 100 },
  );
});
