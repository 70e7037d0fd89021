// One of several programs on one database, as an operator starts them.
import { DEMO } from "../../src/operations/seed.ts";
import { ok } from "./fleet.ts";
import { type Answer, type Call, callAt } from "./giao.ts";
import { type Program, startProgram } from "./program.ts";

export type Replica = {
  readonly program: Program;
  readonly url: string;
  readonly call: (method: string, path: string, call?: Call) => Promise<Answer>;
};

export async function startReplica(env: Readonly<Record<string, string>>): Promise<Replica> {
  const program = startProgram(["serve"], { ROBOTS: "off", PORT: "0", ...env });
  await program.says(/curl -s/);
  const [, url = ""] = await program.says(/API +(http\S+)\/v3/);
  return { program, url, call: (method, path, call) => callAt(url, method, path, call) };
}

export async function tokenAt(replica: Pick<Replica, "call">, mobile: string = DEMO.phone): Promise<string> {
  return ok(await replica.call("POST", "/v3/accounts/token", { body: { api_key: DEMO.apiKey, mobile } })).token;
}
