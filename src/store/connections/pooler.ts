// Whether a connection leads to PostgreSQL itself or to a pooler that lends a server for each transaction (PgBouncer's transaction mode
// and its kin). What belongs to a session does not last behind one: neither limits nor statements prepared under a name, unless the
// pooler keeps those itself. Asked of each connection, because what stands at an address may change while we run.
import type pg from "pg";
import { secureRandom } from "../../ports/random.ts";
import { backendOf } from "./line-check.ts";

export type Way = {
  readonly isPooled: boolean;
  // A statement that is prepared under a name is found again under it.
  readonly keepsStatements: boolean;
};

export const DIRECT: Way = { isPooled: false, keepsStatements: true };

type Ask = (query: string | pg.QueryArrayConfig) => Promise<pg.QueryArrayResult<unknown[]>>;

// The number that came with the connection is the server's own, or a pooler's invention. A pooler that keeps statements gives them
// names of its own, since one server has several clients'; what the server knows under our name would meet another client's.
export async function readWay(client: pg.Client, ask: Ask): Promise<Way> {
  const { rows } = await ask({ text: "select pg_backend_pid()", rowMode: "array" });
  if (rows[0]?.[0] === backendOf(client)) return DIRECT;
  const name = `giao_probe_${secureRandom.hex(8)}`;
  const text = "select count(*)::int from pg_prepared_statements where name = $1";
  // On one server.
  await ask("begin");
  const { rows: known } = await ask({ name, text, values: [name], rowMode: "array" });
  const isOurs = known[0]?.[0] === 1;
  if (isOurs) await ask(`deallocate ${name}`);
  await ask("commit");
  return { isPooled: true, keepsStatements: !isOurs };
}
