// A partner's receiver on a real socket: one port, many endpoints (one per path), each scripted to behave well or badly.
// It records every request whole, so that tests can compare order and bytes.
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type RequestListener, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";

export type Seen = {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  // The sender's port names the connection: equal ports mean a reused one.
  readonly senderPort: number;
};
export type Behaviour = (response: ServerResponse, seen: Seen) => void;

export const ok: Behaviour = (response) => response.end("ok");
export const answer =
  (code: number, text = "", headers: Record<string, string> = {}): Behaviour =>
  (response) =>
    response.writeHead(code, headers).end(text);
export const retryAfter = (code: number, value: string): Behaviour => answer(code, "later", { "retry-after": value });
export const redirect = (to: string): Behaviour => answer(302, "elsewhere", { location: to });
export const gone = answer(410, "no longer here");
// Reads the request and never says a word.
export const stall: Behaviour = () => undefined;
export const hangUp: Behaviour = (response) => response.socket?.destroy();
// Promises 1000 bytes, sends a few, then cuts the line once they are on their way.
export const hangUpMidAnswer: Behaviour = (response) => {
  response.writeHead(200, { "content-length": "1000" });
  response.write("half an ans", () => response.socket?.destroy());
};
// Starts an answer and never finishes it.
export const neverEnd: Behaviour = (response) => {
  response.writeHead(200);
  response.write("and then");
};
export const notHttp: Behaviour = (response) => response.socket?.end("220 mail.example ESMTP\r\n");
// As many bytes as the sender will take, up to `bytes`; stops when the sender hangs up.
export const flood =
  (bytes: number): Behaviour =>
  (response) => {
    const chunk = Buffer.alloc(64 * 1024, "x");
    response.writeHead(200, { "content-length": String(bytes) });
    let left = bytes;
    const pour = () => {
      while (left > 0 && !response.destroyed) {
        const part = chunk.subarray(0, Math.min(left, chunk.length));
        left -= part.length;
        if (!response.write(part)) return;
      }
      if (!response.destroyed) response.end();
    };
    response.on("drain", pour);
    pour();
  };

export type Receiver = {
  readonly port: number;
  readonly url: (path: string) => string;
  // Each request takes the next behaviour; the last one stays. Without a script an endpoint answers 200.
  readonly script: (path: string, ...behaviours: readonly Behaviour[]) => void;
  readonly seen: (path?: string) => readonly Seen[];
  // Resolves once `count` requests have arrived whole (on that path, or in all).
  readonly until: (count: number, path?: string) => Promise<void>;
  readonly connections: () => number;
  readonly close: () => Promise<void>;
};

type Options = {
  readonly host?: string;
  readonly port?: number;
  readonly tls?: { readonly key: string; readonly cert: string };
};

export async function startReceiver(options: Options = {}): Promise<Receiver> {
  const { host = "127.0.0.1", port = 0, tls } = options;
  const all: Seen[] = [];
  const byPath = new Map<string, Seen[]>();
  const scripts = new Map<string, Behaviour[]>();
  const waiting = new Set<() => void>();
  let connections = 0;

  const seenAt = (path?: string): readonly Seen[] => (path === undefined ? all : (byPath.get(path) ?? []));

  const listener: RequestListener = (request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("error", () => response.destroy());
    response.on("error", () => response.destroy());
    request.on("end", () => {
      const path = request.url ?? "/";
      const seen = {
        path,
        headers: request.headers,
        body: Buffer.concat(chunks),
        senderPort: request.socket.remotePort ?? 0,
      };
      all.push(seen);
      const here = byPath.get(path) ?? [];
      here.push(seen);
      byPath.set(path, here);
      const script = scripts.get(path);
      const behaviour = (script && script.length > 1 ? script.shift() : script?.[0]) ?? ok;
      behaviour(response, seen);
      for (const check of waiting) check();
    });
  };

  const server = tls ? createTlsServer(tls, listener) : createServer(listener);
  server.on("connection", () => {
    connections += 1;
  });
  server.listen(port, host);
  await once(server, "listening");
  const bound = (server.address() as AddressInfo).port;
  const shownHost = host.includes(":") ? `[${host}]` : host;

  return {
    port: bound,
    url: (path) => `${tls ? "https" : "http"}://${shownHost}:${bound}${path}`,
    script: (path, ...behaviours) => scripts.set(path, [...behaviours]),
    seen: seenAt,
    until: (count, path) =>
      new Promise((resolve) => {
        const check = () => {
          if (seenAt(path).length < count) return;
          waiting.delete(check);
          resolve();
        };
        waiting.add(check);
        check();
      }),
    connections: () => connections,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}
