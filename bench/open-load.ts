// A load generator with clients that do not wait for each other: requests leave when they are due, whatever became of those
// before, and a client that has no answer in time hangs up. Bare sockets and requests written beforehand, because it
// shares the machine with what it drives.
//   node bench/open-load.ts <file with an OpenLoad in JSON>     prints an OpenLoadSeen
import { readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { pathToFileURL } from "node:url";
import { seededChance } from "../src/domain/chance.ts";
import { startStopwatch } from "../src/ports/clock.ts";

export type Kind = {
  readonly name: string;
  // Of all requests.
  readonly share: number;
  // Whole requests, asked in turn.
  readonly requests: readonly string[];
};
export type Phase = { readonly name: string; readonly seconds: number } & (
  | { readonly perSecond: number }
  // One request after another on so many connections: what the server can answer.
  | { readonly connections: number }
);
export type OpenLoad = {
  readonly url: string;
  readonly kinds: readonly Kind[];
  readonly phases: readonly Phase[];
  readonly patienceMs: number;
  readonly seed: number;
  // Of its core, used in every phase alike: what the generator needs for more requests must not be missing to others there.
  readonly ownShare?: number;
};

type Outcome = "good" | "refused" | "wrong" | "gave up";
// A request: when it was due, how long its client waited.
export type Seen = {
  readonly kind: string;
  readonly dueMs: number;
  readonly tookMs: number;
  readonly outcome: Outcome;
};
export type PhaseSeen = { readonly name: string; readonly seconds: number; readonly seen: readonly Seen[] };
export type OpenLoadSeen = { readonly phases: readonly PhaseSeen[]; readonly ownSeconds: number };

const HEAD_END = "\r\n\r\n";
const SOCKETS_MAX = 4_000;
const SHARE_SLICE_MS = 2;

type Line = { readonly socket: Socket; onAnswer: ((status: number) => void) | undefined };

class Clients {
  readonly #url: URL;
  readonly #patienceMs: number;
  readonly #idle: Line[] = [];
  #open = 0;

  constructor(url: URL, patienceMs: number) {
    this.#url = url;
    this.#patienceMs = patienceMs;
  }

  // `done` hears the status, or 0 from a client that gave up.
  ask(request: Buffer, waitedMs: number, done: (status: number) => void): void {
    const line = this.#idle.pop() ?? (this.#open < SOCKETS_MAX ? this.#connect() : undefined);
    if (!line) {
      done(0);
      return;
    }
    // An answer that lies in the socket already has come in time: this process may be the slow one.
    const giveUp = (): void => void setImmediate(() => line.onAnswer === onAnswer && line.socket.destroy());
    const patience = setTimeout(giveUp, Math.max(1, this.#patienceMs - waitedMs));
    const onAnswer = (status: number): void => {
      clearTimeout(patience);
      line.onAnswer = undefined;
      if (status > 0 && !line.socket.destroyed) this.#idle.push(line);
      done(status);
    };
    line.onAnswer = onAnswer;
    line.socket.write(request);
  }

  close(): void {
    for (const { socket } of this.#idle.splice(0)) socket.destroy();
  }

  #connect(): Line {
    this.#open += 1;
    const socket = connect(Number(this.#url.port), this.#url.hostname).setNoDelay(true);
    const line: Line = { socket, onAnswer: undefined };
    let bytes: Buffer = Buffer.alloc(0);
    socket.on("data", (chunk: Buffer) => {
      bytes = bytes.length === 0 ? chunk : Buffer.concat([bytes, chunk]);
      const end = bytes.indexOf(HEAD_END);
      if (end < 0) return;
      const head = bytes.toString("latin1", 0, end);
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
      if (bytes.length < end + HEAD_END.length + length) return;
      bytes = Buffer.alloc(0);
      line.onAnswer?.(Number(head.slice(9, 12)));
    });
    // Whatever ended it, its client has no answer; the figures show it.
    socket.on("error", () => socket.destroy());
    socket.on("close", () => {
      this.#open -= 1;
      const at = this.#idle.indexOf(line);
      if (at >= 0) this.#idle.splice(at, 1);
      line.onAnswer?.(0);
    });
    return line;
  }
}

// Wastes what the generator did not need of its share.
function holdShare(share: number): () => void {
  const watch = startStopwatch();
  const before = process.cpuUsage();
  const spentMs = (): number => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1e3;
  };
  const holding = setInterval(() => {
    const endsMs = watch.elapsedMs() + SHARE_SLICE_MS;
    while (watch.elapsedMs() < endsMs && spentMs() < share * watch.elapsedMs());
  }, SHARE_SLICE_MS);
  return () => clearInterval(holding);
}

async function generate(load: OpenLoad): Promise<OpenLoadSeen> {
  const release = holdShare(load.ownShare ?? 0);
  const chance = seededChance(load.seed);
  const kinds = load.kinds.map(({ name, requests }, at) => ({
    name,
    // The shares up to its own.
    upTo: load.kinds.slice(0, at + 1).reduce((sum, { share }) => sum + share, 0),
    requests: requests.map((request) => Buffer.from(request)),
    next: 0,
  }));
  const draw = () => {
    const drawn = chance();
    return kinds.find(({ upTo }) => drawn < upTo) ?? kinds.at(-1)!;
  };
  const clients = new Clients(new URL(load.url), load.patienceMs);
  const watch = startStopwatch();
  const before = process.cpuUsage();
  const phases: PhaseSeen[] = [];
  const unanswered = new Set<Promise<void>>();

  for (const phase of load.phases) {
    const seen: Seen[] = [];
    const beganMs = watch.elapsedMs();
    const endsMs = beganMs + phase.seconds * 1000;
    const ask = (dueMs: number): Promise<void> => {
      const kind = draw();
      const request = kind.requests[kind.next++ % kind.requests.length]!;
      const asked = new Promise<void>((resolve) => {
        clients.ask(request, watch.elapsedMs() - dueMs, (status) => {
          const tookMs = watch.elapsedMs() - dueMs;
          seen.push({ kind: kind.name, dueMs: dueMs - beganMs, tookMs, outcome: outcomeOf(status) });
          resolve();
        });
      });
      unanswered.add(asked);
      void asked.then(() => unanswered.delete(asked));
      return asked;
    };
    if ("connections" in phase) {
      const drive = async (): Promise<void> => {
        while (watch.elapsedMs() < endsMs) await ask(watch.elapsedMs());
      };
      await Promise.all(Array.from({ length: phase.connections }, drive));
    } else {
      await new Promise<void>((resolve) => {
        let dueMs = beganMs;
        const tick = (): void => {
          for (const now = watch.elapsedMs(); dueMs <= now && dueMs < endsMs; ) {
            void ask(dueMs);
            dueMs += (-Math.log(1 - chance()) * 1000) / phase.perSecond;
          }
          if (dueMs < endsMs) setTimeout(tick, 1);
          else resolve();
        };
        tick();
      });
    }
    phases.push({ name: phase.name, seconds: phase.seconds, seen });
  }
  await Promise.all(unanswered);
  clients.close();
  release();
  const { user, system } = process.cpuUsage(before);
  return { phases, ownSeconds: (user + system) / 1e6 };
}

function outcomeOf(status: number): Outcome {
  if (status === 0) return "gave up";
  if (status === 503 || status === 429) return "refused";
  return status >= 200 && status < 300 ? "good" : "wrong";
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const load = JSON.parse(readFileSync(process.argv[2] ?? "", "utf8")) as OpenLoad;
  process.stdout.write(JSON.stringify(await generate(load)));
}
