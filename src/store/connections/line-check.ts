// Tells a statement that takes long from a connection that is dead. A host that vanished, a proxy that moved on, a firewall that
// forgot: nothing on the old connection says so. A new one does: it asks the server whether it is still at work on what we wait for.
import pg from "pg";

type Backend = { readonly pid: number; readonly state: string | null };

// Cuts the connection when `work` on it takes longer.
export async function cutAfter<T>(client: pg.Client, limitMs: number, work: () => Promise<T>): Promise<T> {
  const timer = setTimeout(() => client.connection.stream.destroy(), limitMs);
  try {
    return await work();
  } finally {
    clearTimeout(timer);
  }
}

// Of these backends, those that have nothing left to tell us: they are gone, or have answered, and we heard nothing. Behind a
// pooler, where the numbers mean something else, none.
export async function listDeadLines(
  session: pg.ClientConfig,
  pids: readonly number[],
  limitMs: number,
): Promise<ReadonlySet<number>> {
  const client = new pg.Client({ ...session, connectionTimeoutMillis: limitMs });
  // Said by what fails below as well.
  client.on("error", () => undefined);
  try {
    const { rows } = await cutAfter(client, limitMs, async () => {
      await client.connect();
      return client.query<Backend>(
        `select pid, state
        from pg_stat_activity
        where pid = any($1)
          or pid = pg_backend_pid()`,
        [pids],
      );
    });
    const states = new Map(rows.map(({ pid, state }) => [pid, state]));
    if (!states.has(backendOf(client))) return new Set();
    return new Set(pids.filter((pid) => states.get(pid)?.startsWith("idle") ?? !states.has(pid)));
  } finally {
    await cutAfter(client, limitMs, () => client.end());
  }
}

// The number the server gave with the connection; the driver's types leave it out.
export function backendOf(client: pg.Client): number {
  return (client as { readonly processID?: number | null }).processID ?? 0;
}
