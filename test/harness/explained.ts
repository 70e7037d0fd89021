// The plan of every statement that a server of this process runs, those inside the schema's functions included, as PostgreSQL's
// auto_explain tells them on the connection itself.
import { after } from "node:test";
import pg from "pg";
import { administer } from "./server.ts";

export type ExplainedNode = {
  readonly "Node Type": string;
  readonly "Total Cost": number;
  readonly "Actual Rows"?: number;
  readonly "Actual Loops"?: number;
  readonly "Rows Removed by Filter"?: number;
  readonly "Rows Removed by Join Filter"?: number;
  // With those of the nodes below; where `auto_explain.log_buffers` is on.
  readonly "Shared Hit Blocks"?: number;
  readonly "Shared Read Blocks"?: number;
  // Since PostgreSQL 18; before that a disabled node costs 10¹⁰.
  readonly Disabled?: boolean;
  readonly Plans?: readonly ExplainedNode[];
};
export type Explained = {
  readonly "Query Text": string;
  readonly Plan: ExplainedNode;
  readonly JIT?: { readonly Functions: number };
};

export type Explaining = { readonly take: () => readonly Explained[] };

// From the next connection on.
export async function explainAll(
  databaseUrl: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<Explaining> {
  const name = new URL(databaseUrl).pathname.slice(1);
  const all = {
    session_preload_libraries: "auto_explain",
    "auto_explain.log_level": "notice",
    "auto_explain.log_min_duration": "0",
    "auto_explain.log_nested_statements": "on",
    "auto_explain.log_analyze": "on",
    "auto_explain.log_timing": "off",
    "auto_explain.log_format": "json",
    ...settings,
  };
  await administer(databaseUrl, async (client) => {
    for (const [key, value] of Object.entries(all))
      await client.query(`alter database ${name} set ${key} = '${value}'`);
  });
  let plans: Explained[] = [];
  const connect = pg.Client.prototype.connect;
  pg.Client.prototype.connect = function (this: pg.Client, ...given: Parameters<typeof connect>) {
    this.on("notice", ({ message = "" }) => {
      const at = message.indexOf("plan:\n");
      if (at !== -1) plans.push(JSON.parse(message.slice(at + "plan:\n".length)));
    });
    return connect.apply(this, given);
  } as typeof connect;
  after(() => {
    pg.Client.prototype.connect = connect;
  });
  return {
    take: () => {
      const taken = plans;
      plans = [];
      return taken;
    },
  };
}

export function nodesOf(plan: ExplainedNode): readonly ExplainedNode[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
}

export function pagesTouched(plan: ExplainedNode): number {
  return (plan["Shared Hit Blocks"] ?? 0) + (plan["Shared Read Blocks"] ?? 0);
}

// Rows that any step of the plan gave on or looked at in vain.
export function rowsTouched(plan: ExplainedNode): number {
  const counted = nodesOf(plan).map((node) => {
    const inVain = (node["Rows Removed by Join Filter"] ?? 0) + (node["Rows Removed by Filter"] ?? 0);
    return ((node["Actual Rows"] ?? 0) + inVain) * (node["Actual Loops"] ?? 0);
  });
  return counted.reduce((sum, rows) => sum + rows, 0);
}
