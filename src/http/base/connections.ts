// How the server lets go of its connections when it stops: answers under way are finished, everything else is shut at once.
import type { Server } from "node:http";
import type { Socket } from "node:net";
import type { App } from "./app.ts";

const CHECK_MS = 50;

// To be called before the server listens; what it returns closes the server.
export function followConnections(app: App): () => Promise<void> {
  const silent = followSilentConnections(app.server);
  return async () => {
    // Closing shuts the connections that are idle at that moment and waits for all others. Two kinds would hold the program:
    // one whose answer ends a moment later (kept alive for its whole time-out), and one that has not asked anything yet, as
    // browsers open them ahead of need (Node counts it as busy until its time-out).
    const shutLeftovers = (): void => {
      app.server.closeIdleConnections();
      for (const socket of silent) socket.destroy();
    };
    const checking = setInterval(shutLeftovers, CHECK_MS);
    await app.close().finally(() => clearInterval(checking));
  };
}

function followSilentConnections(server: Server): ReadonlySet<Socket> {
  const silent = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    silent.add(socket);
    socket.once("close", () => silent.delete(socket));
  });
  server.on("request", (request) => silent.delete(request.socket));
  return silent;
}
