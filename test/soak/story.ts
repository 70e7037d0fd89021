// One play for several stages: people use the platform while somebody breaks things, then everything is told and proved. `npm run soak` and
// `deploy/try-ha` differ in what they stand on and what they break.
import { setTimeout as sleep } from "node:timers/promises";
import { seededChance } from "../../src/domain/chance.ts";
import { openDatabase } from "../../src/store/db.ts";
import type { Receiver } from "../harness/receiver.ts";
import { newFacts } from "./facts.ts";
import { HungUp, type Line, openLine } from "./line.ts";
import { drive, type Person, type Sender, send, topUp } from "./people.ts";
import { proveAll } from "./proof.ts";
import type { Heard } from "./world.ts";

const DRIVERS = 10;
const SENDERS_PER_PARTNER = 4;
const SETTLE_ROUNDS_MAX = 60;
const SETTLE_MS_MAX = 300_000;

export type Stage = {
  // Where people call; those that are down may be among them.
  readonly urls: () => readonly string[];
  // Of the primary, when the load has ended.
  readonly databaseUrl: () => string;
  readonly receiver: Receiver;
  readonly heard: Heard;
};

export type Play = {
  readonly seconds: number;
  readonly seed: number;
  // Resolves when the time is over and nothing is broken any more.
  readonly breakThings: (line: Line, goesOn: () => boolean) => Promise<void>;
};

// What was promised and is not so, and the longest time in which nobody was served.
export type Outcome = { readonly broken: readonly string[]; readonly outageMs: number };

// Prints what came of it.
export async function play(stage: Stage, { seconds, seed, breakThings }: Play): Promise<Outcome> {
  const line = openLine(stage.urls, seededChance(seed + 2));
  const facts = newFacts();
  const { senders, drivers } = await invite(line, stage.receiver);
  const endsAt = performance.now() + seconds * 1000;
  const isTime = (): boolean => performance.now() < endsAt;
  // People are there as long as things break, for whatever that takes.
  let isBreaking = true;
  const goesOn = (): boolean => isBreaking || isTime();
  const person = (at: number): Person => ({ line, facts, chance: seededChance(seed + 10 + at) });
  const people = [
    ...senders.map((sender, at) => send(person(at), sender, goesOn)),
    ...drivers.map((phone, at) => drive(person(100 + at), phone, goesOn)),
    topUp(person(200), senders, goesOn),
  ].map((work) => work.catch(unlessHungUp));
  await breakThings(line, isTime);
  isBreaking = false;
  await Promise.all(people);
  const outageMs = line.figures.outage.longestMs();
  say(`the load has ended: ${facts.orders.size} orders acknowledged; waiting until everything is told`);
  const db = openDatabase(stage.databaseUrl());
  try {
    const untilTold = () => Promise.race([settle(line, db), tooLong()]);
    await untilTold();
    const proved = await proveAll(line, db, facts, stage.heard, untilTold);
    const broken = [...line.figures.broken, ...facts.broken, ...proved];
    report(line, broken);
    say(
      `${facts.orders.size} orders and ${facts.topUps.size} top-ups acknowledged, ${told(stage.heard)} callbacks taken`,
    );
    return { broken, outageMs };
  } finally {
    line.hangUp();
    await db.close();
  }
}

// Two partners with senders who have money, and drivers.
export async function invite(
  line: Line,
  receiver: Receiver,
): Promise<{ readonly senders: readonly Sender[]; readonly drivers: readonly string[] }> {
  const operator = async (method: string, path: string, body: object) => {
    const reply = await line.ask(method, `/operator/v1${path}`, { operator: true, body });
    if (reply.status !== 200) throw new Error(`${path}: ${reply.status} ${JSON.stringify(reply.body)}`);
    return reply.body;
  };
  const senders: Sender[] = [];
  for (const mood of ["calm", "rude"]) {
    const callback = { url: receiver.url(`/${mood}`) };
    const partner = await operator("POST", "/partners", { id: `soak-${mood}`, name: mood, callback });
    for (let at = 0; at < SENDERS_PER_PARTNER; at++) {
      const phone = `8490${mood === "calm" ? 1 : 2}00000${at}`;
      const body = { api_key: partner.api_key, mobile: phone, name: "Sender", address: "1 Soak Street" };
      await line.ask("POST", "/v3/accounts", { body });
      await operator("POST", `/accounts/${phone}/top-ups`, { amount: 900_000_000, wallet: "main", reference: "first" });
      senders.push({ phone, apiKey: partner.api_key });
    }
  }
  const drivers = Array.from({ length: DRIVERS }, (_, at) => `8491200000${at}`);
  for (const mobile of drivers) {
    const driver = { mobile, name: "Driver", plate_number: "59A1-1", vehicle: "BIKE", city_id: "SGN", pin: "1234" };
    await operator("POST", "/drivers", driver);
    await operator("POST", `/drivers/${mobile}/top-ups`, { amount: 900_000_000, reference: "first" });
  }
  return { senders, drivers };
}

// Retries wait for hours of the schedule; the sandbox's clock brings them forward.
export async function settle(line: Line, db: ReturnType<typeof openDatabase>): Promise<void> {
  for (let round = 0; round < SETTLE_ROUNDS_MAX; round++) {
    const [{ waiting } = { waiting: 0 }] = await db<{ waiting: number }>`
      select count(*)::int as waiting from callback_queue where partner_id like 'soak-%'`;
    if (waiting === 0) return;
    await line.ask("POST", "/sandbox/v1/clock/advance", { operator: true, body: { seconds: 60 } });
    await sleep(500);
  }
}

async function tooLong(): Promise<never> {
  await sleep(SETTLE_MS_MAX, undefined, { ref: false });
  throw new Error(`what waits was not told within ${SETTLE_MS_MAX / 1000} s after the load ended`);
}

function report(line: Line, broken: readonly string[]): void {
  const { figures } = line;
  const ms = figures.answeredMs.sort((a, b) => a - b);
  const at = (share: number) => Math.round(ms[Math.floor((ms.length - 1) * share)] ?? 0);
  say(`tries: ${figures.tries} (${[...figures.byStatus].map(([status, times]) => `${status}: ${times}`).join(", ")})`);
  say(`answered after p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, at most ${at(1)} ms`);
  for (const promise of broken) say(`BROKEN: ${promise}`);
}

function told(heard: Heard): number {
  return [...heard.values()].reduce((sum, seqs) => sum + seqs.length, 0);
}

function unlessHungUp(error: unknown): void {
  if (!(error instanceof HungUp)) throw error;
}

export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
