// Whoever judges alert rules and sends what they tell is killed at any moment, many times, while troubles begin and end: each is told, and twice only
// where the kill came between the sending and its record.
import assert from "node:assert/strict";
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { after, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { seededChance } from "../../src/domain/chance.ts";
import { shiftDate } from "../../src/domain/figures/spans.ts";
import { dateAt, HOME_ZONE, startOfDate } from "../../src/domain/local-time.ts";
import { assertOk } from "../harness/expect.ts";
import { PATIENT, startGiao } from "../harness/giao.ts";
import { startMailServer } from "../harness/mail-server.ts";
import { ok, startReceiver } from "../harness/receiver.ts";
import { pastPooler } from "../harness/server.ts";

const mail = await startMailServer();
const receiver = await startReceiver();
after(() => receiver.close());
// Whoever is killed does all of the work.
const giao = await startGiao({ ROLE: "api", SMTP_URL: mail.url });
const { db, clock } = giao.house;
const seed = Number(process.env.SEED ?? 7);
const chance = seededChance(seed);
const KILLS = 24;
const DAYS = 3;
const CITIES = ["SGN", "HAN", "DAD", "VCA"];
// Longer than a trouble must be gone to be over, and than a claim holds.
const ROUND_SECONDS = 301;

const env = { ...PATIENT, DATABASE_URL: giao.databaseUrl, ...pastPooler(giao.databaseUrl), SMTP_URL: mail.url };
// One that does not come up, because the machine stood still meanwhile, is started again, as whoever looks after it does.
async function startSending(tries = 5): Promise<ChildProcess> {
  const sending = fork(join(import.meta.dirname, "alerts-process.ts"), [JSON.stringify(env)]);
  after(() => sending.kill("SIGKILL"));
  const isUp = await Promise.race([once(sending, "message").then(() => true), once(sending, "exit").then(() => false)]);
  if (isUp) return sending;
  assert.ok(tries > 1, "the sender ends by itself");
  return startSending(tries - 1);
}

async function hasDone(sending: ChildProcess, rounds: number): Promise<void> {
  for (let nth = 0; nth < rounds; nth++) await once(sending, "message");
}

async function makeRule(path: string, rule: object): Promise<void> {
  const body = { name: "A rule", mail: ["desk@giao.example"], webhook_url: receiver.url(path), ...rule };
  const shape = { language: "en", webhook_shape: "plain" };
  assertOk(await giao.call("POST", "/operator/v1/alert-rules", { operator: true, body: { ...body, ...shape } }));
}

async function setWaits(cityId: string, oldestSeconds: number): Promise<void> {
  const figures = JSON.stringify({ oldestSeconds, waiting: 2 });
  await db`
    insert into dispatch_leases (city_id, owner, held_until, holder, figures, told_at)
    values (${cityId}, 'test', now() + interval '1 hour', 'test', ${figures}::json, now())
    on conflict (city_id) do update
    set figures = excluded.figures, held_until = excluded.held_until, told_at = excluded.told_at`;
}

// What somebody who watches from outside expects to be told, by occasion and subject.
const expected = new Map<string, number>();
const expect = (what: string): void => void expected.set(what, (expected.get(what) ?? 0) + 1);
const troubled = new Set<string>();

// A trouble stays until it was seen, and is gone until that was: what comes and goes while nobody looks is nothing to tell.
async function changeSomeCities(): Promise<void> {
  const rows = await db<{ subject: string }>`select subject from alert_incidents where ended_at is null`;
  for (const city of CITIES) {
    const isSeen = rows.some(({ subject }) => subject === city);
    if (troubled.has(city) === isSeen && chance() < 0.6) {
      expect(`${isSeen ? "ended" : "began"} ${city}`);
      if (isSeen) troubled.delete(city);
      else troubled.add(city);
    }
    await setWaits(city, troubled.has(city) ? 1_000 : 0);
  }
}

async function nextDay(): Promise<void> {
  const day = shiftDate(dateAt(HOME_ZONE, clock.now()), 1);
  const nine = startOfDate(HOME_ZONE, day)!.getTime() + 9 * 3_600_000;
  await clock.advance(nine + 1_000 - clock.now().getTime());
  expect(`day ${day}`);
}

// At any moment, or, some times, when the receiver has a webhook or the mail server a mail that it has not answered yet. Not more often: after seven tries
// of which nobody noted the end a message is given up.
async function killInTheMiddle(nth: number): Promise<void> {
  const sending = await startSending();
  const ended = once(sending, "exit");
  const kill = () => sending.kill("SIGKILL");
  if (nth % 5 === 1) for (const path of ["/troubles", "/days"]) receiver.script(path, kill, ok);
  if (nth % 5 === 3) mail.whenGiven(kill);
  const [rounds, ms] = [Math.floor(chance() * 3), chance() * 200];
  await Promise.race([hasDone(sending, rounds).then(() => sleep(ms)), ended]);
  kill();
  await ended;
  for (const path of ["/troubles", "/days"]) receiver.script(path, ok);
  mail.whenGiven(undefined);
}

type Message = {
  readonly id: string;
  readonly way: string;
  readonly status: string;
  readonly error: string;
  readonly tries: number;
  readonly what: string;
};

test("each trouble and each day is told, whenever the worker is killed, and twice only if the kill came before the record", {
  timeout: 600_000,
}, async (t) => {
  t.diagnostic(`SEED=${seed}`);
  await makeRule("/troubles", { kind: "no_driver", minutes: 15 });
  await makeRule("/days", { kind: "daily_summary", hour: 9, city_id: "SGN" });
  // How many kills left a message claimed and without a record of what came of it.
  const doubts = new Map<string, number>();
  for (let nth = 0; nth < KILLS; nth++) {
    if (nth % (KILLS / DAYS) === 0) await nextDay();
    await changeSomeCities();
    await clock.advance(ROUND_SECONDS * 1_000);
    await killInTheMiddle(nth);
    const left = await db<{ id: string }>`select id from alert_messages where status = 'waiting' and tries > 0`;
    for (const { id } of left) doubts.set(id, (doubts.get(id) ?? 0) + 1);
  }
  const sending = await startSending();
  // A trouble that is gone is seen to be, and then over; then what is said of it is sent, after what was said of its beginning.
  for (let nth = 0; nth < 4; nth++) {
    await clock.advance(ROUND_SECONDS * 1_000);
    await hasDone(sending, 3);
  }
  const messages = await db<Message>`
    select id, way, status, error, tries, occasion || ' ' || coalesce(day::text, subject) as what from alert_messages`;
  const told = new Map<string, number>();
  const hear = (id: unknown) => told.set(String(id), (told.get(String(id)) ?? 0) + 1);
  for (const { headers } of receiver.seen()) hear(headers["idempotency-key"]);
  for (const { headers } of mail.mails()) hear(headers["message-id"]?.slice(1).split("@")[0]);
  for (const way of ["mail", "webhook"]) {
    const count = (what: string) => messages.filter((one) => one.way === way && one.what === what).length;
    const counted = new Map([...expected.keys()].map((what) => [what, count(what)]));
    assert.deepEqual(counted, expected, way);
  }
  const unsent = messages.filter(({ status }) => status !== "sent");
  assert.deepEqual(unsent, []);
  assert.deepEqual(new Set(told.keys()), new Set(messages.map(({ id }) => id)));
  for (const { id, what, way } of messages) {
    const [times = 0, most] = [told.get(id), 1 + (doubts.get(id) ?? 0)];
    assert.ok(times <= most, `${what} by ${way} was told ${times} times after ${most - 1} kills before its record`);
  }
  const twice = messages.filter(({ id }) => (told.get(id) ?? 0) > 1);
  t.diagnostic(`${messages.length} messages, ${doubts.size} claimed at a kill, ${twice.length} told more than once`);
  assert.deepEqual(
    new Set(twice.map(({ way }) => way)),
    new Set(["mail", "webhook"]),
    "kills between sending and record",
  );
  assert.ok(messages.length > 2 * KILLS, `${messages.length} messages`);
});
