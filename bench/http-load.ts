// A load generator in a process of its own, so that what it costs is not counted as the server's. Asks the given paths round
// and round on a few connections, one request at a time on each, and prints what it saw as one line of JSON.
//   node bench/http-load.ts '{"url": …, "pathsFile": …, "headers": {…}, "connections": 8, "seconds": 3}'
// On bare sockets, with requests put together once: a client of HTTP took as long for each as half a server's answer, on the server's own cores.
import { readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { pathToFileURL } from "node:url";
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

const HEAD_END = "\r\n\r\n";

async function generate(load: Load): Promise<LoadSeen> {
  const paths = readFileSync(load.pathsFile, "utf8").trim().split("\n");
  const tokens = load.tokensFile === undefined ? [] : readFileSync(load.tokensFile, "utf8").trim().split("\n");
  const { host, hostname, port } = new URL(load.url);
  const latenciesMs: number[] = [];
  let failures = 0;
  let bytes = 0;
  let next = 0;
  const stopwatch = startStopwatch();
  const untilMs = load.seconds * 1000;

  const requestOf = (path: string, token: string | undefined): Buffer => {
    const { method = "GET", body = "", headers } = load;
    const caller = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const sent = { host, ...headers, ...caller, ...(body && { "content-length": Buffer.byteLength(body) }) };
    const lines = Object.entries(sent).map(([name, value]) => `${name}: ${value}\r\n`);
    return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n${body}`);
  };

  const drive = (socket: Socket, at: number): Promise<void> =>
    new Promise((resolve) => {
      // Of a connection's own caller, and mostly few.
      const requests = new Map<number, Buffer>();
      const tokenOf = (turn: number) => tokens[(load.tokensBy === "path" ? turn : at) % tokens.length];
      let startedMs = 0;
      const askNext = (): void => {
        startedMs = stopwatch.elapsedMs();
        if (startedMs >= untilMs || (load.isOnce && next >= paths.length)) {
          resolve();
          socket.destroy();
          return;
        }
        const turn = next++ % paths.length;
        const request = requests.get(turn) ?? requestOf(paths[turn]!, tokenOf(turn));
        requests.set(turn, request);
        socket.write(request);
      };
      followAnswers(socket, (status, length) => {
        latenciesMs.push(stopwatch.elapsedMs() - startedMs);
        bytes += length;
        if (status < 200 || status >= 300) failures += 1;
        askNext();
      });
      socket.on("connect", askNext);
      // A connection that fails is not tried again: the server is gone, and the figure shows it.
      socket.on("error", () => {
        failures += 1;
      });
      socket.on("close", resolve);
    });

  const sockets = Array.from({ length: load.connections }, () => connect(Number(port), hostname).setNoDelay());
  await Promise.all(sockets.map(drive));
  const elapsedSeconds = stopwatch.elapsedMs() / 1000;
  latenciesMs.sort((a, b) => a - b);
  const at = (share: number) => latenciesMs[Math.floor((latenciesMs.length - 1) * share)] ?? Number.NaN;
  return { perSecond: latenciesMs.length / elapsedSeconds, p50Ms: at(0.5), p99Ms: at(0.99), failures, bytes };
}

// Tells of each answer that is whole: its status, and the length of its body.
function followAnswers(socket: Socket, answered: (status: number, length: number) => void): void {
  let came: Buffer = Buffer.alloc(0);
  let head: { readonly status: number; readonly length: number } | undefined;
  let missing = 0;
  socket.on("data", (chunk: Buffer) => {
    if (head) missing -= chunk.length;
    else {
      came = came.length === 0 ? chunk : Buffer.concat([came, chunk]);
      const end = came.indexOf(HEAD_END);
      if (end < 0) return;
      head = readHead(came.toString("latin1", 0, end));
      missing = head.length - (came.length - end - HEAD_END.length);
      came = Buffer.alloc(0);
    }
    if (missing > 0) return;
    const { status, length } = head;
    head = undefined;
    answered(status, length);
  });
}

function readHead(head: string): { readonly status: number; readonly length: number } {
  const [, status] = /^HTTP\/1\.1 (\d{3}) /.exec(head) ?? [];
  const [, length] = /\r\ncontent-length: (\d+)/i.exec(head) ?? [];
  if (status === undefined || length === undefined) throw new Error(`an answer whose length is not told: ${head}`);
  return { status: Number(status), length: Number(length) };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  process.stdout.write(JSON.stringify(await generate(JSON.parse(process.argv[2] ?? "") as Load)));
}
