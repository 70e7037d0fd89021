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
const PEAK_ROUNDS = 2;
const PEAK_SECONDS = 6;
const PEAK_CONNECTIONS = 48;
const RECOVERY_SECONDS = 5;
const CROWD_SECONDS = Math.min(15, SECONDS);
const PATIENCE_MS = 2_000;
const GENERATOR_SHARE = 0.3;
// At half of the peak nearly every answer is there in this time.
const SOON_MS = 100;
const FEW = 0.05;
const QUARTER_MS = 250;

const world = await openLoadWorld();
try {
  const kinds = await writeKinds();
  const run = (phases: readonly Phase[]): Promise<OpenLoadSeen> =>
    world.drive({ kinds, phases, patienceMs: PATIENCE_MS, ownShare: GENERATOR_SHARE });
  await run([{ name: "warm", seconds: WARM_SECONDS, connections: PEAK_CONNECTIONS }]);
  const peaks: { readonly perSecond: number; readonly busy: number }[] = [];
  const measurePeak = async (): Promise<void> => {
    for (let round = 0; round < PEAK_ROUNDS; round++) {
      const spentBefore = processorSeconds(world.giao) ?? Number.NaN;
      const databaseBefore = world.databaseSeconds();
      const { phases } = await run([{ name: "peak", seconds: PEAK_SECONDS, connections: PEAK_CONNECTIONS }]);
      const busy = ((processorSeconds(world.giao) ?? Number.NaN) - spentBefore) / PEAK_SECONDS;
      const database = (world.databaseSeconds() - databaseBefore) / PEAK_SECONDS;
      show(
        phases[0]!,
        `closed loop, server's core ${(busy * 100).toFixed(0)} % busy, database ${(database * 100).toFixed(0)} %`,
      );
      peaks.push({ perSecond: goodPerSecond(phases[0]!), busy });
    }
  };
  await measurePeak();
  const peakBefore = mean(peaks.map(({ perSecond }) => perSecond));
  const before = await countOrders();
  const spentBefore = processorSeconds(world.giao) ?? Number.NaN;
  const databaseBefore = world.databaseSeconds();
  const { phases, ownSeconds } = await run([
    { name: "overload", seconds: SECONDS, perSecond: TIMES * peakBefore },
    { name: "after", seconds: RECOVERY_SECONDS, perSecond: peakBefore / 2 },
  ]);
  const [overload, after] = phases as readonly [PhaseSeen, PhaseSeen];
  const percent = (seconds: number): string => `${((seconds / (SECONDS + RECOVERY_SECONDS)) * 100).toFixed(0)} %`;
  const database = percent(world.databaseSeconds() - databaseBefore);
  const spent = (processorSeconds(world.giao) ?? Number.NaN) - spentBefore;
  // Clients that ask again the moment they are refused, as many times more of them.
  const { phases: crowd } = await run([
    { name: "crowd", seconds: CROWD_SECONDS, connections: TIMES * PEAK_CONNECTIONS },
  ]);
  show(
    overload,
    `open loop, ${TIMES} times the peak; server's core ${percent(spent)} busy, database ${database}, the generator's ${percent(ownSeconds)} its own`,
  );
  show(after, "open loop, half of the peak");
  show(crowd[0]!, `closed loop, ${TIMES} times the clients`);
  const stored = (await countOrders()) - before;
  const refusals = await refusedInTime();
  // Before and after, because the machine's own speed drifts.
  await measurePeak();
  const peak = mean(peaks.map(({ perSecond }) => perSecond));
  const peakPerBusySecond = mean(peaks.map(({ perSecond, busy }) => perSecond / busy));
  const all = [...phases, ...crowd].flatMap(({ seen }) => seen);
  const told = all.filter(({ kind, outcome }) => kind === "create" && outcome === "good").length;
  say("");
  say(`goodput at ${TIMES} times: ${(goodPerSecond(overload) / peak).toFixed(2)} of the peak (0.90 wanted)`);
  say(`with ${TIMES} times the clients: ${(goodPerSecond(crowd[0]!) / peak).toFixed(2)} of the peak`);
  const perBusySecond = phases.reduce((sum, phase) => sum + took(phase, "good").length, 0) / spent;
  say(
    `goodput for a second of the server's processor: ${(perBusySecond / peakPerBusySecond).toFixed(2)} of the peak's`,
  );
  say(`p99 of what was accepted: ${share(took(overload, "good"), 0.99).toFixed(0)} ms (1000 at most)`);
  say(`p99 of refusals: ${share(took(overload, "refused"), 0.99).toFixed(0)} ms as clients see it, ${refusals}`);
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

// The first quarter of a second in which nobody was refused or failed, and all but a few had their answer soon.
function recovery({ seen, seconds }: PhaseSeen): string {
  for (let fromMs = 0; fromMs < seconds * 1000; fromMs += QUARTER_MS) {
    const now = seen.filter(({ dueMs }) => dueMs >= fromMs && dueMs < fromMs + QUARTER_MS);
    const late = now.filter(({ tookMs }) => tookMs > SOON_MS);
    if (now.every(({ outcome }) => outcome === "good") && late.length <= FEW * now.length)
      return `${(fromMs / 1000).toFixed(2)} s`;
  }
  return `not within ${seconds} s`;
}

// By the server's own clock, from when a request was read: those at the door at once, the others as it measured. Nobody was refused
// before the overload.
async function refusedInTime(): Promise<string> {
  const sumOf = async (name: string, part: string): Promise<number> =>
    [...(await world.measures(name))].reduce((sum, [line, count]) => sum + (line.includes(part) ? count : 0), 0);
  const atTheDoor = await sumOf("giao_requests_refused_total", 'reason="crowded"');
  const [inTime, all] = await Promise.all(
    ["0.05", "+Inf"].map((le) => sumOf(`giao_http_request_seconds_bucket{le="${le}"`, 'status="503"')),
  );
  const percent = ((atTheDoor + inTime!) / (atTheDoor + all!)) * 100;
  return `${percent.toFixed(2)} % within 50 ms by the server's clock (99 wanted)`;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
