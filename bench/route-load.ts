// A load generator that costs next to nothing: bare sockets, requests written beforehand and several at a time, answers counted
// and not read. On a machine of two cores it shares them with the servers it drives, and what it takes they cannot show.
//   node bench/route-load.ts '{"url": …, "pathsFile": …, "headers": {…}, "connections": 32, "seconds": 2}'
import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { pathToFileURL } from "node:url";
import { startStopwatch } from "../src/ports/clock.ts";
import type { Load } from "./http-load.ts";

export type RouteLoad = Pick<Load, "url" | "pathsFile" | "headers" | "connections" | "seconds">;
export type RouteLoadSeen = {
  readonly perSecond: number;
  readonly failures: number;
  // Of processor, of its own.
  readonly ownMicrosPerCall: number;
};

const HEAD_END = "\r\n\r\n";
// Requests under way on a connection: one write and about one read for all of them.
const AT_ONCE = 8;

// A few requests at a time on a connection, until the time is up. Counts the answers with 200 and the others.
function driveConnection(
  url: URL,
  requests: readonly Buffer[],
  first: number,
  isOver: () => boolean,
  count: (isGood: boolean) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(url.port), url.hostname);
    let at = first;
    let expected = 0;
    // Of an answer's body, still to come; and the beginning of a head that came in two pieces.
    let bytesLeft = 0;
    let rest: Buffer = Buffer.alloc(0);
    const ask = (): void => {
      if (isOver()) {
        socket.destroy();
        resolve();
        return;
      }
      expected = AT_ONCE;
      socket.write(Buffer.concat(Array.from({ length: AT_ONCE }, () => requests[at++ % requests.length]!)));
    };
    socket.setNoDelay(true).on("connect", ask).on("error", reject);
    socket.on("data", (chunk: Buffer) => {
      const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      let from = Math.min(bytesLeft, bytes.length);
      bytesLeft -= from;
      while (from < bytes.length) {
        const end = bytes.indexOf(HEAD_END, from);
        if (end < 0) break;
        const head = bytes.toString("latin1", from, end);
        const length = Number(/content-length: (\d+)/i.exec(head)?.[1]);
        if (!Number.isFinite(length)) return void socket.destroy(new Error(`no length in ${head}`));
        count(head.startsWith("HTTP/1.1 200"));
        expected -= 1;
        from = end + HEAD_END.length;
        bytesLeft = Math.max(0, from + length - bytes.length);
        from = Math.min(bytes.length, from + length);
      }
      rest = bytes.subarray(from);
      if (expected === 0 && bytesLeft === 0) ask();
    });
  });
}

async function generate({ url, pathsFile, headers, connections, seconds }: RouteLoad): Promise<RouteLoadSeen> {
  const lines = Object.entries({ host: "bench", ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  const paths = readFileSync(pathsFile, "utf8").trim().split("\n");
  const requests = paths.map((path) => Buffer.from(`GET ${path} HTTP/1.1\r\n${lines.join("")}\r\n`));
  const stopwatch = startStopwatch();
  const before = process.cpuUsage();
  let [good, failures] = [0, 0];
  const isOver = (): boolean => stopwatch.elapsedMs() >= seconds * 1000;
  const count = (isGood: boolean): void => void (isGood ? good++ : failures++);
  const target = new URL(url);
  // Connections begin in different places, so that no two ask the same at the same time.
  const apart = Math.ceil(requests.length / connections);
  const drives = Array.from({ length: connections }, (_, i) =>
    driveConnection(target, requests, i * apart, isOver, count),
  );
  await Promise.all(drives);
  const { user, system } = process.cpuUsage(before);
  return {
    perSecond: good / (stopwatch.elapsedMs() / 1000),
    failures,
    ownMicrosPerCall: (user + system) / Math.max(1, good),
  };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  process.stdout.write(JSON.stringify(await generate(JSON.parse(process.argv[2] ?? "") as RouteLoad)));
}
