// A real server for one test file: its own database, its own port, every door open.
import { readSettings } from "../../src/cli/settings.ts";
import { isRefusal } from "../../src/domain/refusal.ts";
import { DEMO } from "../../src/operations/seed.ts";
import { type House, type HouseWorld, openHouse } from "../../src/wiring/house.ts";
import { openLog } from "../../src/wiring/log.ts";
import { noWorld } from "../../src/wiring/no-world.ts";
import { openServer } from "../../src/wiring/server.ts";
import { noWorker, startWorker } from "../../src/wiring/worker.ts";
import { PATIENT_LIMITS, useDatabase } from "./database.ts";
import { pastPooler } from "./server.ts";

export type Answer = {
  readonly status: number;
  // biome's and TypeScript's strictness end at the wire: a test says what it expects to find.
  readonly body: Json;
  readonly headers: Headers;
};
export type Json = ReturnType<typeof JSON.parse>;

export type Call = {
  readonly token?: string;
  readonly operator?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  // Bytes that are not JSON of ours.
  readonly raw?: string | Uint8Array<ArrayBuffer>;
  // Aborted: whoever asks hangs up.
  readonly signal?: AbortSignal;
};

export type Difference = {
  readonly env?: Readonly<Record<string, string>>;
  readonly publicUrl?: string;
  // Another way to the same database.
  readonly databaseUrl?: string;
};

export type Giao = {
  readonly url: string;
  readonly databaseUrl: string;
  readonly house: House;
  readonly call: (method: string, path: string, call?: Call) => Promise<Answer>;
  // A token of an account that exists.
  readonly signIn: (mobile?: string, apiKey?: string) => Promise<string>;
  // A new account of the demo partner, or of the one whose key is given.
  readonly register: (mobile: string, apiKey?: string) => Promise<string>;
  // A second server on the same database, as another replica; `difference` is what its settings differ in.
  readonly replica: (difference?: Difference) => Promise<Pick<Giao, "url" | "call" | "house" | "drain">>;
  // Before the database is dropped, and after every replica that is opened from now on is closed.
  readonly closeFirst: (close: () => Promise<void>) => void;
  // Stops the server as SIGTERM does; the database stays.
  readonly drain: () => Promise<void>;
};

// `world` stands in for the map, so that distances can be worked out by hand. Unless it `dispatches`, a round of dispatch runs
// only when the sandbox's clock is moved: most tests drive orders by hand.
export async function startGiao(
  env: Readonly<Record<string, string>> = {},
  world: Partial<HouseWorld> = {},
  options: { readonly dispatches: boolean } = { dispatches: false },
): Promise<Giao> {
  const database = await useDatabase();
  const first = await open(database.url, env, database.closeFirst, world, options);
  return {
    ...first,
    databaseUrl: database.url,
    closeFirst: database.closeFirst,
    signIn: async (mobile = DEMO.phone, apiKey: string = DEMO.apiKey) =>
      tokenOf(await first.call("POST", "/v3/accounts/token", { body: { api_key: apiKey, mobile } })),
    register: async (mobile, apiKey: string = DEMO.apiKey) =>
      tokenOf(
        await first.call("POST", "/v3/accounts", {
          body: { api_key: apiKey, mobile, name: `Account ${mobile}`, address: "1 Test Street" },
        }),
      ),
    replica: ({ env: changed = {}, publicUrl, databaseUrl = database.url } = {}) =>
      open(databaseUrl, { ...env, ...changed }, database.closeFirst, world, options, publicUrl),
  };
}

function tokenOf(answer: Answer): string {
  if (answer.status !== 200) throw new Error(`no token: ${JSON.stringify(answer.body)}`);
  return answer.body.token;
}

// Longer than a machine that is lent to others stands still: only tests about these limits are to meet them.
export const PATIENT = {
  DATABASE_CONNECT_SECONDS: String(PATIENT_LIMITS.connectMs / 1000),
  DATABASE_QUERY_SECONDS: String(PATIENT_LIMITS.queryMs / 1000),
  DATABASE_STATEMENT_SECONDS: String(PATIENT_LIMITS.statementMs / 1000),
  DATABASE_LOCK_SECONDS: String(PATIENT_LIMITS.lockMs / 1000),
  DATABASE_IDLE_TRANSACTION_SECONDS: String(PATIENT_LIMITS.idleTransactionMs / 1000),
  REQUEST_DEADLINE_SECONDS: "60",
};

async function open(
  databaseUrl: string,
  env: Readonly<Record<string, string>>,
  closeFirst: (close: () => Promise<void>) => void,
  world: Partial<HouseWorld>,
  options: { readonly dispatches: boolean },
  publicUrl = "http://giao.test",
): Promise<Pick<Giao, "url" | "call" | "house" | "drain">> {
  const database = { DATABASE_URL: databaseUrl, ...pastPooler(databaseUrl) };
  const isAboutLimits = Object.keys(env).some((name) => /^DATABASE_\w+_SECONDS$/.test(name));
  const limits = isAboutLimits ? {} : PATIENT;
  const settings = readSettings({ LOG_LEVEL: "error", ROBOTS: "off", ...limits, ...database, ...env }, "/nowhere", 1);
  const house = await openHouse(settings, openLog(settings.logLevel), databaseUrl, { ...noWorld(), ...world });
  if (isRefusal(house)) throw new Error(house.why);
  closeFirst(house.close);
  const worker = settings.role === "api" ? noWorker : startWorker(house, publicUrl, options);
  closeFirst(worker.stop);
  const server = await openServer(house, publicUrl, worker, { keepsBuild: env.DATA_DIR !== undefined });
  closeFirst(server.drain);
  const url = await server.app.listen({ port: 0, host: "127.0.0.1" });
  return { url, house, drain: server.drain, call: (method, path, call) => callAt(url, method, path, call) };
}

export async function callAt(url: string, method: string, path: string, call: Call = {}): Promise<Answer> {
  const body = call.raw ?? (call.body === undefined ? undefined : JSON.stringify(call.body));
  const response = await fetch(url + path, {
    method,
    redirect: "manual",
    headers: {
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(call.token === undefined ? {} : { authorization: `Bearer ${call.token}` }),
      ...(call.operator ? { "x-operator-key": "sandbox-operator-key" } : {}),
      ...call.headers,
    },
    ...(body === undefined ? {} : { body }),
    signal: call.signal ?? null,
  });
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.startsWith("application/json");
  return { status: response.status, body: isJson ? JSON.parse(text) : text, headers: response.headers };
}
