// A load generator in a process of its own, so that what it costs is not counted as the server's. Asks the given paths round
// and round on a few connections, one request at a time on each, and prints what it saw as one line of JSON.
//   node bench/http-load.ts '{"url": …, "pathsFile": …, "headers": {…}, "connections": 8, "seconds": 3}'
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { Client, type Dispatcher } from "undici";
import { startStopwatch } from "../src/ports/clock.ts";

export type Load = {
  readonly url: string;
  // One path a line.
  readonly pathsFile: string;
  readonly method?: "GET" | "POST" | "DELETE";
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  // A bearer token a line, for each connection in turn; or for each path, where a path belongs to a caller.
  readonly tokensFile?: string;
  readonly tokensBy?: "connection" | "path";
  // Each path is asked once, and no more.
  readonly isOnce?: boolean;
  readonly connections: number;
  readonly seconds: number;
};
export type LoadSeen = {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly failures: number;
  readonly bytes: number;
};

async function generate(load: Load): Promise<LoadSeen> {
  const paths = readFileSync(load.pathsFile, "utf8").trim().split("\n");
  const tokens = load.tokensFile === undefined ? undefined : readFileSync(load.tokensFile, "utf8").trim().split("\n");
  const clients = Array.from({ length: load.connections }, () => new Client(load.url));
  const latenciesMs: number[] = [];
  let failures = 0;
  let bytes = 0;
  let next = 0;
  const stopwatch = startStopwatch();
  const untilMs = load.seconds * 1000;

  const drive = (client: Client, at: number): Promise<void> =>
    new Promise((resolve) => {
      const headersOf = (turn: number): Readonly<Record<string, string>> => {
        const token = tokens?.[turn % tokens.length];
        return token === undefined ? load.headers : { ...load.headers, authorization: `Bearer ${token}` };
      };
      const own = headersOf(at);
      const askNext = (): void => {
        const startedMs = stopwatch.elapsedMs();
        if (startedMs >= untilMs || (load.isOnce && next >= paths.length)) {
          resolve();
          return;
        }
        let status = 0;
        const handler: Dispatcher.DispatchHandler = {
          onRequestStart: () => undefined,
          onResponseStart: (_, code) => {
            status = code;
          },
          onResponseData: (_, chunk) => {
            bytes += chunk.length;
          },
          onResponseEnd: () => {
            latenciesMs.push(stopwatch.elapsedMs() - startedMs);
            if (status < 200 || status >= 300) failures += 1;
            askNext();
          },
          onResponseError: () => {
            // A connection that fails is not tried again: the server is gone, and the figure shows it.
            failures += 1;
            resolve();
          },
        };
        const turn = next++ % paths.length;
        client.dispatch(
          {
            path: paths[turn]!,
            method: load.method ?? "GET",
            headers: load.tokensBy === "path" ? headersOf(turn) : own,
            body: load.body ?? null,
          },
          handler,
        );
      };
      askNext();
    });

  await Promise.all(clients.map(drive));
  const elapsedSeconds = stopwatch.elapsedMs() / 1000;
  await Promise.all(clients.map((client) => client.close()));
  latenciesMs.sort((a, b) => a - b);
  const at = (share: number) => latenciesMs[Math.floor((latenciesMs.length - 1) * share)] ?? Number.NaN;
  return { perSecond: latenciesMs.length / elapsedSeconds, p50Ms: at(0.5), p99Ms: at(0.99), failures, bytes };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  process.stdout.write(JSON.stringify(await generate(JSON.parse(process.argv[2] ?? "") as Load)));
}
