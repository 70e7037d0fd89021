// A line to a server that fails the way networks do: it goes silent without a word (a host that died), slows down, is reset, or
// refuses. Clients keep their address whatever happens behind it; a fail-over is a new target.
import { once } from "node:events";
import { connect, createServer, type NetConnectOpts, type Server, type Socket } from "node:net";

export type Fault =
  // Bytes pass.
  | "none"
  // Bytes of both sides vanish from now on, connections stay open, new ones are taken and never served.
  | "silent"
  // What the client says still arrives at the server; nothing comes back, for ever, on connections that are open now.
  | "mute"
  // Every chunk of either side waits `slowMs` first.
  | "slow"
  // Every connection is reset, new ones too.
  | "reset"
  // Nobody listens, and what was open is cut.
  | "refuse";

export type FaultProxy = {
  readonly port: number;
  // What `target` was reached at, through this proxy instead.
  readonly url: string;
  // From now on; connections that went silent stay silent for ever, as those of a dead host do.
  readonly set: (fault: Fault) => Promise<void>;
  // Of connections made from now on.
  readonly retarget: (target: string) => void;
  readonly close: () => Promise<void>;
};

// A server's keep-alive finds out some day that the other side is gone; without it, dead lines would use up its connections.
const NOTICED_MS = 30_000;

type Line = { readonly near: Socket; readonly far: Socket; dead: boolean; mute: boolean };

export async function openFaultProxy(
  target: string,
  { slowMs = 500, overhear }: { readonly slowMs?: number; readonly overhear?: () => (bytes: Buffer) => void } = {},
): Promise<FaultProxy> {
  const lines = new Set<Line>();
  // Taken while silent: nothing stands behind them.
  const unserved = new Set<Socket>();
  let fault: Fault = "none";
  let place = placeOf(target);
  let server: Server | undefined;

  function pass(line: Line, from: Socket, to: Socket): void {
    let slowed = Promise.resolve();
    from.on("data", (chunk) => {
      if (line.dead || (line.mute && from === line.far)) return;
      if (fault !== "slow") {
        void slowed.then(() => to.write(chunk));
        return;
      }
      slowed = slowed
        .then(() => new Promise((resolve) => setTimeout(resolve, slowMs)))
        .then(() => void to.write(chunk));
    });
    // A line that went silent tells nobody of its end, as a dead host would not.
    from.on("close", () => {
      if (!line.dead) to.destroy();
      if (line.near.destroyed && line.far.destroyed) lines.delete(line);
    });
    from.on("error", () => from.destroy());
  }

  async function listen(at: number): Promise<Server> {
    const opened = createServer((near) => {
      if (fault === "reset") {
        near.resetAndDestroy();
        return;
      }
      if (fault === "silent") {
        unserved.add(near);
        near.on("error", () => near.destroy()).on("close", () => unserved.delete(near));
        return;
      }
      const line: Line = { near, far: connect(place), dead: false, mute: false };
      lines.add(line);
      // What the client says, from the first byte of its connection on.
      if (overhear) near.on("data", overhear());
      pass(line, near, line.far);
      pass(line, line.far, near);
    });
    opened.listen(at, "127.0.0.1");
    await once(opened, "listening");
    return opened;
  }

  function bury(line: Line): void {
    line.dead = true;
    setTimeout(() => line.far.destroy(), NOTICED_MS).unref();
  }

  function cut(end: (socket: Socket) => void): void {
    for (const socket of unserved) end(socket);
    for (const { near, far } of lines) {
      end(near);
      far.destroy();
    }
  }

  async function stopListening(): Promise<void> {
    const closing = server;
    server = undefined;
    if (!closing) return;
    const closed = once(closing, "close");
    closing.close();
    cut((socket) => socket.destroy());
    await closed;
  }

  server = await listen(0);
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the proxy has no port");
  return {
    port: address.port,
    url: through(target, address.port),
    set: async (next) => {
      fault = next;
      if (next === "refuse") await stopListening();
      else server ??= await listen(address.port);
      if (next === "silent") for (const line of lines) bury(line);
      if (next === "mute") for (const line of lines) line.mute = true;
      if (next === "reset") cut((socket) => socket.resetAndDestroy());
    },
    retarget: (next) => {
      place = placeOf(next);
    },
    close: stopListening,
  };
}

// A database's address may name the folder of PostgreSQL's socket where others name a host.
function placeOf(target: string): NetConnectOpts {
  const url = new URL(target);
  const host = decodeURIComponent(url.hostname);
  const port = Number(url.port || (url.protocol.startsWith("postgres") ? 5432 : 80));
  return host.startsWith("/") ? { path: `${host}/.s.PGSQL.${port}` } : { host, port };
}

function through(target: string, port: number): string {
  const url = new URL(target);
  const credentials = url.username === "" ? "" : `${url.username}:${url.password}@`;
  const path = url.pathname === "/" && url.protocol.startsWith("http") ? "" : url.pathname;
  return `${url.protocol}//${credentials}127.0.0.1:${port}${path}`;
}
