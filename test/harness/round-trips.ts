// Counts what is asked of PostgreSQL over a line: each question that an answer is waited for, a statement as well as a begin or a commit.
import { setTimeout as sleep } from "node:timers/promises";
import { openFaultProxy } from "./fault-proxy.ts";

export type CountedLine = {
  readonly url: string;
  // Answers with the work's own answer, and how often it asked; what it says afterwards to the other replicas is counted too.
  readonly count: <T>(work: () => Promise<T>) => Promise<readonly [answer: T, roundTrips: number]>;
  readonly close: () => Promise<void>;
};

// Notices leave in the next turn of the loop.
const AFTERWARDS_MS = 40;
const HEADER = 4;
const QUERY = "Q".charCodeAt(0);
const SYNC = "S".charCodeAt(0);

export async function openCountedLine(target: string): Promise<CountedLine> {
  let asked = 0;
  const proxy = await openFaultProxy(target, {
    overhear: () =>
      readMessages((type) => {
        if (type === QUERY || type === SYNC) asked++;
      }),
  });
  return {
    url: proxy.url,
    count: async (work) => {
      const before = asked;
      const answer = await work();
      await sleep(AFTERWARDS_MS);
      return [answer, asked - before];
    },
    close: proxy.close,
  };
}

// The first message of a connection has no type.
function readMessages(heard: (type: number) => void): (bytes: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  let typeLength = 0;
  return (bytes) => {
    rest = rest.length === 0 ? bytes : Buffer.concat([rest, bytes]);
    while (rest.length >= typeLength + HEADER) {
      const length = typeLength + rest.readUInt32BE(typeLength);
      if (rest.length < length) return;
      if (typeLength > 0) heard(rest[0]!);
      rest = rest.subarray(length);
      typeLength = 1;
    }
  };
}
