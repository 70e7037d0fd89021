// A line to a server that can be cut and mended, as a road tunnel does to a phone: the browser keeps its address, and nothing
// that it, its workers or its cache try gets through meanwhile.
import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";
import { after } from "node:test";

export type Tunnel = {
  readonly url: string;
  readonly cut: () => Promise<void>;
  readonly mend: () => Promise<void>;
};

export async function openTunnel(target: string): Promise<Tunnel> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  const open = async (at: number): Promise<Server> => {
    const server = createServer((near) => {
      const far = connect(Number(port), hostname);
      for (const socket of [near, far]) {
        sockets.add(socket);
        socket.on("close", () => sockets.delete(socket));
        // The other side goes with it; there is nobody to tell.
        socket.on("error", () => socket.destroy());
      }
      near.pipe(far).pipe(near);
    });
    server.listen(at, "127.0.0.1");
    await once(server, "listening");
    return server;
  };
  let server: Server | undefined = await open(0);
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the tunnel has no port");
  const cut = async (): Promise<void> => {
    const closing = server;
    server = undefined;
    if (!closing) return;
    const closed = once(closing, "close");
    closing.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  after(cut);
  return {
    url: `http://127.0.0.1:${address.port}`,
    cut,
    mend: async () => {
      server ??= await open(address.port);
    },
  };
}
