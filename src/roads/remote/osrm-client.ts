// Asks an OSRM server one question over HTTP: a deadline on each try, one retry, a circuit, a cap on what is read. It
// returns OSRM's own answer, or says that the server is away; what the answer means is for others.
import { Agent, request } from "undici";
import { type Promised, type Refusal, refuse } from "../../domain/refusal.ts";
import type { Profile } from "../../domain/roads.ts";
import type { Clock } from "../../ports/clock.ts";
import { openCircuitBreaker } from "../../ports/flow/circuit-breaker.ts";

export type OsrmSettings = {
  // `{profile}` in it becomes car or bike, for operators who run one server a profile.
  readonly url: string;
  readonly clock: Clock;
  readonly timeoutMs?: number;
};

export type OsrmService = "route" | "table" | "nearest" | "trip" | "match";
export type OsrmAnswer = {
  readonly code: string;
  readonly message: string;
  readonly body: OsrmBody;
  readonly text: string;
};
export type OsrmBody = Readonly<Record<string, unknown>>;

export type OsrmClient = {
  // `path` begins after the profile: coordinates and options.
  readonly ask: (service: OsrmService, profile: Profile, path: string) => Promised<OsrmAnswer, "ROADS_AWAY">;
  readonly close: () => Promise<void>;
};

const LEFT_ALONE = { failuresMax: 5, restMs: 5_000 };
const TRIES = 2;
const TIMEOUT_MS = 2000;
const CONNECTIONS_MAX = 64;
const ANSWER_BYTES_MAX = 32 * 1024 * 1024;

export function connectOsrm(settings: OsrmSettings): OsrmClient {
  const timeoutMs = settings.timeoutMs ?? TIMEOUT_MS;
  const root = settings.url.replace(/\/+$/, "");
  // osrm-routed 6 holds back replies on kept connections for 44 ms (its socket waits for our delayed acknowledgement):
  // without pipelining undici sends `Connection: close` and opens a new one, which costs 0.1 ms on a local network.
  const agent = new Agent({ connections: CONNECTIONS_MAX, pipelining: 0, maxResponseSize: ANSWER_BYTES_MAX });
  // One server a profile may be away while the other answers.
  const circuits = {
    car: openCircuitBreaker(LEFT_ALONE, settings.clock),
    bike: openCircuitBreaker(LEFT_ALONE, settings.clock),
  };

  async function askOnce(url: string): Promise<OsrmAnswer> {
    const { statusCode, body } = await request(url, { dispatcher: agent, signal: AbortSignal.timeout(timeoutMs) });
    const text = await body.text();
    if (statusCode >= 500 || statusCode === 429) throw new Error(`it answered ${statusCode}`);
    return readAnswer(text);
  }

  return {
    ask: async (service, profile, path) => {
      const circuit = circuits[profile];
      if (!circuit.mayTry()) return away("it did not answer lately and is being left alone");
      const url = `${root.replace("{profile}", profile)}/${service}/v1/${profile}/${path}`;
      let why = "";
      for (let tries = 0; tries < TRIES; tries += 1) {
        try {
          const answer = await askOnce(url);
          circuit.succeeded();
          return answer;
        } catch (error) {
          why = describe(error, timeoutMs);
        }
      }
      circuit.failed();
      return away(why);
    },
    close: () => agent.close(),
  };
}

function away(why: string): Refusal<"ROADS_AWAY"> {
  return refuse("ROADS_AWAY", `The routing server is away: ${why}.`);
}

function readAnswer(text: string): OsrmAnswer {
  const parsed: unknown = JSON.parse(text);
  if (typeof parsed !== "object" || parsed === null || !("code" in parsed) || typeof parsed.code !== "string") {
    throw new SyntaxError("no code");
  }
  const message = "message" in parsed && typeof parsed.message === "string" ? parsed.message : "";
  return { code: parsed.code, message, body: { ...parsed }, text };
}

function describe(error: unknown, timeoutMs: number): string {
  if (error instanceof SyntaxError) return "it answered something that is not OSRM's";
  if (!(error instanceof Error)) throw error;
  if (error.name === "TimeoutError") return `no answer within ${timeoutMs} ms`;
  return "code" in error ? `connection failed (${String(error.code)})` : error.message;
}
