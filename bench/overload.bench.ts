// Four times what it can answer: how much of its best it goes on answering, how long the answered and the refused waited, how
// soon it is itself again, and how many orders it stored for clients that had gone.
//   npm run bench -- overload            OVERLOAD_SECONDS (60), OVERLOAD_TIMES (4), OVERLOAD_KINDS (create,estimate,detail)
import { bearer, openLoadWorld, say, share, took, writeOrder, writeRequest } from "./load-world.ts";
import type { Kind, OpenLoadSeen, Phase, PhaseSeen, Seen } from "./open-load.ts";
import { processorSeconds } from "./side-by-side.ts";

const SECONDS = Number(process.env.OVERLOAD_SECONDS ?? 60);
const TIMES = Number(process.env.OVERLOAD_TIMES ?? 4);
const KINDS = (process.env.OVERLOAD_KINDS ?? "create,estimate,detail").split(",");
const ACCOUNTS = 16;
const WARM_SECONDS = 8;
const PEAK_ROUNDS = 3;
const PEAK_SECONDS = 6;
const PEAK_CONNECTIONS = 48;
const RECOVERY_SECONDS = 5;
const PATIENCE_MS = 2_000;
// An answer that takes longer is not what it was before.
const SOON_MS = 100;

const world = await openLoadWorld();
try {
  const kinds = await writeKinds();
  const run = (phases: readonly Phase[]): Promise<OpenLoadSeen> =>
    world.drive({ kinds, phases, patienceMs: PATIENCE_MS });
  await run([{ name: "warm", seconds: WARM_SECONDS, connections: PEAK_CONNECTIONS }]);
  const peaks: { readonly perSecond: number; readonly busy: number }[] = [];
  for (let round = 0; round < PEAK_ROUNDS; round++) {
    const spentBefore = processorSeconds(world.giao) ?? Number.NaN;
    const { phases } = await run([{ name: "peak", seconds: PEAK_SECONDS, connections: PEAK_CONNECTIONS }]);
    const busy = ((processorSeconds(world.giao) ?? Number.NaN) - spentBefore) / PEAK_SECONDS;
    show(phases[0]!, `closed loop, server's core ${(busy * 100).toFixed(0)} % busy`);
    peaks.push({ perSecond: goodPerSecond(phases[0]!), busy });
  }
  const peak = Math.max(...peaks.map(({ perSecond }) => perSecond));
  const peakPerBusySecond = Math.max(...peaks.map(({ perSecond, busy }) => perSecond / busy));
  const before = await countOrders();
  const spentBefore = processorSeconds(world.giao) ?? Number.NaN;
  const { phases, ownSeconds } = await run([
    { name: "overload", seconds: SECONDS, perSecond: TIMES * peak },
    { name: "after", seconds: RECOVERY_SECONDS, perSecond: peak / 2 },
  ]);
  const [overload, after] = phases as readonly [PhaseSeen, PhaseSeen];
  const percent = (seconds: number): string => `${((seconds / (SECONDS + RECOVERY_SECONDS)) * 100).toFixed(0)} %`;
  const spent = (processorSeconds(world.giao) ?? Number.NaN) - spentBefore;
  show(
    overload,
    `open loop, ${TIMES} times the peak; server's core ${percent(spent)} busy, the generator's ${percent(ownSeconds)} its own`,
  );
  show(after, "open loop, half of the peak");
  const stored = (await countOrders()) - before;
  const all = phases.flatMap(({ seen }) => seen);
  const told = all.filter(({ kind, outcome }) => kind === "create" && outcome === "good").length;
  say("");
  say(`goodput at ${TIMES} times: ${(goodPerSecond(overload) / peak).toFixed(2)} of the peak (0.90 wanted)`);
  const perBusySecond = phases.reduce((sum, phase) => sum + took(phase, "good").length, 0) / spent;
  say(
    `goodput for a second of the server's processor: ${(perBusySecond / peakPerBusySecond).toFixed(2)} of the peak's`,
  );
  say(`p99 of what was accepted: ${share(took(overload, "good"), 0.99).toFixed(0)} ms (1000 at most)`);
  say(
    `p99 of refusals: ${share(took(overload, "refused"), 0.99).toFixed(0)} ms as clients see it, ${await refusedInTime()}`,
  );
  say(`clients that gave up after ${PATIENCE_MS} ms: ${took(overload, "gave up").length} of ${overload.seen.length}`);
  say(`orders stored for clients that had gone: ${stored - told} of ${stored}`);
  say(`itself again ${recovery(after)} after the overload ended (1 s at most)`);
} finally {
  await world.close();
}

async function countOrders(): Promise<number> {
  const [{ count = 0 } = {}] = await world.db<{ count: number }>`select count(*) as count from orders`;
  return count;
}

// Two partners, whose accounts take turns.
async function writeKinds(): Promise<readonly Kind[]> {
  const { apiKey } = await world.openPartner("bench");
  const tokens = [...(await world.openAccounts(ACCOUNTS)), ...(await world.openAccounts(ACCOUNTS, apiKey))];
  const order = writeOrder();
  const services = ["SGN-BIKE", "SGN-ECO"].map((_id) => ({ _id, requests: [] }));
  const ids: string[] = [];
  for (const token of tokens) {
    const made = await world.call("/v3/orders", {
      method: "POST",
      headers: bearer(token),
      body: JSON.stringify(order),
    });
    ids.push(JSON.parse(made).order_id);
  }
  const all: Record<string, readonly string[]> = {
    create: tokens.map((token) => writeRequest("POST", "/v3/orders", bearer(token), order)),
    estimate: tokens.map((token) =>
      writeRequest("POST", "/v3/orders/estimates", bearer(token), { ...order, service_id: undefined, services }),
    ),
    detail: tokens.map((token, at) => writeRequest("GET", `/v3/orders/${ids[at]}`, bearer(token))),
  };
  return KINDS.map((name) => ({ name, share: 1 / KINDS.length, requests: all[name]! }));
}

function goodPerSecond(phase: PhaseSeen): number {
  return took(phase, "good").length / phase.seconds;
}

function show(phase: PhaseSeen, how: string): void {
  say(`${phase.name}: ${how}`);
  for (const kind of KINDS) {
    const good = took(phase, "good", kind);
    const perSecond = (outcome: Seen["outcome"]) => (took(phase, outcome, kind).length / phase.seconds).toFixed(0);
    say(
      `  ${kind.padEnd(10)} good ${perSecond("good").padStart(5)}/s  p50 ${share(good, 0.5).toFixed(0)} ms  p99 ${share(good, 0.99).toFixed(0)} ms` +
        `   refused ${perSecond("refused")}/s   gave up ${perSecond("gave up")}/s   wrong ${perSecond("wrong")}/s`,
    );
  }
}

// The first moment after which nobody was refused, failed or kept waiting.
function recovery({ seen }: PhaseSeen): string {
  const late = seen.filter(({ outcome, tookMs }) => outcome !== "good" || tookMs > SOON_MS).map(({ dueMs }) => dueMs);
  return `${(late.reduce((last, dueMs) => Math.max(last, dueMs), 0) / 1000).toFixed(2)} s`;
}

// By the server's own clock, from when a request was read. Nobody was refused before the overload.
async function refusedInTime(): Promise<string> {
  const buckets = [...(await world.measures("giao_http_request_seconds_bucket"))].filter(([name]) =>
    name.includes('status="503"'),
  );
  const upTo = (le: string) =>
    buckets.filter(([name]) => name.includes(`le="${le}"`)).reduce((sum, [, count]) => sum + count, 0);
  const percent = (upTo("0.05") / upTo("+Inf")) * 100;
  return `${percent.toFixed(2)} % within 50 ms by the server's clock (99 wanted)`;
}
