// Node takes one waiting connection in a turn of its loop. In a crowd a turn lasts tens of milliseconds: whoever is connected would be
// answered or refused at once, while newcomers, a balancer's look at /readyz among them, waited for seconds to be let in. So
// several listeners share the port where the system allows it, and each takes one in a turn.
import cluster from "node:cluster";
import { once } from "node:events";
import { type AddressInfo, createServer, type ListenOptions, type Server } from "node:net";
import type { App } from "./app-type.ts";

type Where = { readonly port: number; readonly host: string };
// How many sockets were opened for us before we were there, in place of the port (deploy/systemd/giao@.socket).
type Sockets = { readonly handed?: number };
// Node knows descriptors, its types do not.
type Place = ListenOptions & { readonly fd?: number };

// 400 who came together were let in within 19 turns; one listener needs 400.
const LISTENERS = 32;
// May wait to be let in, if the system's own limit (net.core.somaxconn) is no lower. Node's usual 511 are there within a tenth of a
// second when every client connects again; a system drops the rest without a word, and they come back after a second.
const WAITING_MAX = 4_096;

// Of whoever starts a program with sockets, after its input, output and errors.
const FIRST_HANDED = 3;

export async function listen(app: App, { port, host, handed = 0 }: Where & Sockets): Promise<void> {
  const where = { port, host };
  const options = { backlog: WAITING_MAX, reusePort: mayShare() };
  const others: Server[] = [];
  app.addHook("preClose", async () => {
    for (const other of others) other.close();
  });
  async function alsoAt(place: Place): Promise<void> {
    const other = createServer((socket) => app.server.emit("connection", socket));
    others.push(other);
    await once(other.listen(place), "listening");
  }
  if (handed > 0) {
    // The host is not looked at; Fastify would open a second socket for "localhost".
    await app.listen({ fd: FIRST_HANDED, host: "127.0.0.1" } as { host: string });
    for (let i = 1; i < handed; i++) await alsoAt({ fd: FIRST_HANDED + i });
    return;
  }
  // With a port that may be shared a second program would start beside this one instead of hearing that the port is taken.
  if (options.reusePort) await refuseIfTaken(where);
  await app.listen({ ...where, ...options });
  if (!options.reusePort) return;
  for (const { address, port: taken } of app.addresses() as AddressInfo[]) {
    for (let i = 1; i < LISTENERS; i++) await alsoAt({ port: taken, host: address, ...options });
  }
}

// Processes of a cluster are given their connections by the first, whose loop is free.
function mayShare(): boolean {
  return process.platform === "linux" && !cluster.isWorker;
}

async function refuseIfTaken(where: Where): Promise<void> {
  const alone = createServer();
  await once(alone.listen(where), "listening");
  await once(alone.close(), "close");
}
