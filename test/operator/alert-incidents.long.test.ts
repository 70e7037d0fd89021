// Troubles and days that alert rules tell: once, however many processes look, and whatever happens to one of them.
import assert from "node:assert/strict";
import { after, beforeEach, describe, test } from "node:test";
import { secondsAfter } from "../../src/domain/accounts/token-life.ts";
import { shiftDate } from "../../src/domain/figures/spans.ts";
import { dateAt, HOME_ZONE, startOfDate } from "../../src/domain/local-time.ts";
import { checkLedger } from "../../src/operations/alerts/check-ledger.ts";
import { judgeAlerts, sweepAlerts } from "../../src/operations/alerts/judge-alerts.ts";
import { claimDueAlerts, countAlerts } from "../../src/store/alerts/alert-messages.ts";
import { assertOk } from "../harness/expect.ts";
import type { Json } from "../harness/giao.ts";
import { secondsUntil } from "../harness/hours.ts";
import { startOrderTests } from "../harness/orders.ts";
import { startPushService } from "../harness/push-service.ts";
import { answer, ok, startReceiver } from "../harness/receiver.ts";
import { startStaff } from "../harness/staff.ts";
import { until } from "../harness/until.ts";

const giao = await startOrderTests();
const { db, clock } = giao.house;
const receiver = await startReceiver();
after(() => receiver.close());
const service = await startPushService();
const staff = await startStaff(giao);
const near = await staff.invite("Near", "viewer", ["HAN"]);
const far = await staff.invite("Far", "viewer", ["SGN"]);
// Looks by itself too, as workers do.
const second = await giao.replica();

const done = async (method: string, path: string, body?: object): Promise<Json> => {
  const answered = await giao.call(method, `/operator/v1${path}`, { operator: true, ...(body ? { body } : {}) });
  assertOk(answered);
  return answered.body;
};
// What is due is judged and sent when the clock was moved.
const advance = async (seconds: number): Promise<void> =>
  assertOk(await giao.call("POST", "/sandbox/v1/clock/advance", { operator: true, body: { seconds } }));
let hooks = 0;
type Rule = {
  readonly id: string;
  readonly path: string;
  readonly heard: () => readonly Json[];
  // So many and no more; workers that look by themselves may have taken one a moment ago.
  readonly has: (count: number) => Promise<void>;
};
async function make(body: object): Promise<Rule> {
  const path = `/hook-${++hooks}`;
  const shared = { name: "A rule", language: "en", webhook_url: receiver.url(path), webhook_shape: "plain" };
  const { id } = await done("POST", "/alert-rules", { ...shared, ...body });
  const heard = () => receiver.seen(path).map(({ body }) => JSON.parse(String(body)));
  const has = async (count: number): Promise<void> => {
    await until(`${count} messages have arrived`, () => heard().length >= count || undefined);
    assert.equal(heard().length, count);
  };
  return { id, path, heard, has };
}
const ended = (ruleId: string): Promise<readonly Json[]> =>
  until("all its messages have ended", async () => {
    const { messages } = await done("GET", `/alerts?rule_id=${ruleId}`);
    return messages.every(({ status }: Json) => status !== "waiting") && messages;
  });
const occasions = (heard: readonly Json[]): readonly string[] =>
  heard.map(({ occasion, title }) => `${occasion}: ${title}`);
const everybodyJudges = async (): Promise<void> => {
  await Promise.all([giao, second, giao, second].map(({ house }) => judgeAlerts(house)));
};

// How long the oldest order of a city has waited, as whoever leads it tells.
async function waits(cityId: string, oldestSeconds: number): Promise<void> {
  const rounds = { done: 1, failed: 0, capped: 0 };
  const cells = { roads: 0, crow: 0 };
  const figures = {
    rounds,
    cells,
    roundSeconds: 0,
    offered: 0,
    drivers: 0,
    waiting: 2,
    oldestSeconds,
    waitingFor: {},
    outcomes: {},
  };
  await db`
    insert into dispatch_leases (city_id, owner, held_until, holder, figures, told_at)
    values (${cityId}, 'test', now() + interval '1 hour', 'test', ${JSON.stringify(figures)}::json, now())
    on conflict (city_id) do update
    set figures = excluded.figures, held_until = excluded.held_until, told_at = excluded.told_at`;
}

beforeEach(async () => {
  await db`delete from alert_rules`;
  await db`delete from alert_messages`;
});

describe("no driver", () => {
  test("is told once when it begins and once when it is over, whoever and how many look", async () => {
    const rule = await make({ kind: "no_driver", minutes: 15 });
    await waits("SGN", 100);
    await advance(1);
    assert.deepEqual(rule.heard(), []);
    await waits("SGN", 930);
    await everybodyJudges();
    await everybodyJudges();
    await advance(1);
    await rule.has(1);
    assert.deepEqual(occasions(rule.heard()), ["began: Ho Chi Minh City: no driver for 16 min"]);
    const [first] = rule.heard();
    assert.deepEqual(first.facts, { wait_seconds: 930, waiting: 2 });
    assert.deepEqual([first.city_id, first.partner_id, first.link], ["SGN", "", "http://giao.test/console/live"]);
    const [listed] = (await done("GET", "/alert-rules")).rules;
    assert.deepEqual(
      listed.open.map(({ subject }: Json) => subject),
      ["SGN"],
    );
    assert.ok(listed.open[0].since > 0);
    // One of them tells it.
    const measures = await Promise.all([giao, second].map(({ call }) => call("GET", "/metrics", { operator: true })));
    assert.match(measures.map(({ body }) => body).join("\n"), /^giao_alert_incidents 1$/m);
    // It comes and goes within minutes: still the same trouble.
    await waits("SGN", 0);
    await advance(200);
    await waits("SGN", 1_000);
    await advance(200);
    await waits("SGN", 0);
    await advance(200);
    await rule.has(1);
    await advance(301);
    await everybodyJudges();
    await advance(1);
    await rule.has(2);
    assert.deepEqual(occasions(rule.heard()).slice(1), ["ended: Ho Chi Minh City: orders find a driver again"]);
    // And a new one is a new one.
    await waits("SGN", 900);
    await advance(1);
    await rule.has(3);
    await waits("SGN", 0);
  });

  test("a program that starts anew knows what was told; a rule that changed, was off or is gone begins anew without a word", async () => {
    const rule = await make({ kind: "no_driver", minutes: 15, city_id: "SGN" });
    await waits("SGN", 1_000);
    await advance(1);
    await rule.has(1);
    const started = await giao.replica();
    await judgeAlerts(started.house);
    await advance(1);
    await rule.has(1);
    await done("PATCH", `/alert-rules/${rule.id}`, { on: false });
    await waits("SGN", 0);
    await advance(400);
    await done("PATCH", `/alert-rules/${rule.id}`, { on: true, minutes: 10 });
    await advance(400);
    await rule.has(1);
    await waits("SGN", 700);
    await advance(1);
    await rule.has(2);
    await done("PATCH", `/alert-rules/${rule.id}`, { name: "Another name" });
    await advance(1);
    await rule.has(2);
    await done("DELETE", `/alert-rules/${rule.id}`);
    await waits("SGN", 0);
    await advance(400);
    await rule.has(2);
    assert.equal((await done("GET", "/alerts")).messages.length, 2);
  });
});

describe("a message", () => {
  test("is sent again with the same id, later and later; that it is over waits for that it began", async () => {
    const rule = await make({ kind: "no_driver", minutes: 15, city_id: "HAN" });
    receiver.script(rule.path, answer(503), answer(500), ok);
    await waits("HAN", 1_000);
    await advance(1);
    await waits("HAN", 0);
    await advance(20);
    await rule.has(1);
    await advance(20);
    await rule.has(2);
    // Over by now, and the first word has not arrived.
    await advance(121);
    await rule.has(3);
    await advance(301);
    await advance(1);
    await rule.has(4);
    assert.deepEqual(
      rule.heard().map(({ occasion }) => occasion),
      ["began", "began", "began", "ended"],
    );
    assert.equal(
      new Set(
        rule
          .heard()
          .slice(0, 3)
          .map(({ id }) => id),
      ).size,
      1,
    );
    const messages = await ended(rule.id);
    assert.deepEqual(
      messages.map(({ occasion, status, tries }: Json) => [occasion, status, tries]),
      [
        ["ended", "sent", 1],
        ["began", "sent", 3],
      ],
    );
  });

  test("is given up when nobody takes it for long, and at once where it is refused", async () => {
    const away = await make({ kind: "no_driver", city_id: "HAN" });
    const strict = await make({ kind: "no_driver", city_id: "HAN" });
    receiver.script(away.path, answer(502));
    receiver.script(strict.path, answer(403));
    await waits("HAN", 1_000);
    for (const seconds of [1, 31, 121, 601, 1_801, 3_601, 7_201, 7_201]) {
      await waits("HAN", 1_000);
      await advance(seconds);
    }
    await waits("HAN", 0);
    const last = async (id: string): Promise<Json> => (await ended(id))[0];
    const [gone, refused] = [await last(away.id), await last(strict.id)];
    assert.deepEqual([gone.status, gone.tries, gone.error], ["failed", 7, "it answered 502"]);
    assert.deepEqual([refused.status, refused.tries, refused.error], ["failed", 1, "it answered 403"]);
    // Monitoring hears of both, of no try that somebody watched, and no more of a rule that was turned off.
    await done("POST", `/alert-rules/${strict.id}/test`);
    const countFailed = async () => (await countAlerts(db, secondsAfter(clock.now(), -86_400))).failed;
    assert.equal(await countFailed(), 2);
    await done("PATCH", `/alert-rules/${strict.id}`, { on: false });
    assert.equal(await countFailed(), 1);
  });

  test("that a worker claimed and died over is sent by another", async () => {
    const rule = await make({ kind: "no_driver", city_id: "HAN" });
    receiver.script(rule.path, ok);
    await waits("HAN", 1_000);
    await judgeAlerts(giao.house);
    const claimed = await claimDueAlerts(db, clock.now(), secondsAfter(clock.now(), 60), 10);
    const isOurs = claimed.length === 1;
    await advance(61);
    await rule.has(1);
    const messages = await ended(rule.id);
    assert.deepEqual([messages[0].status, messages[0].tries], ["sent", isOurs ? 2 : 1]);
    await waits("HAN", 0);
  });
});

test("fulfilment below a share is told of the city it is in, to those who may hear of that city", async () => {
  const rule = await make({ kind: "low_fulfilment", percent: 80, hours: 3, orders_min: 5, push: true });
  const [inHanoi, inSaigon] = [service.browser("near"), service.browser("far")];
  assertOk(await near.call("PUT", "/push", { ...inHanoi.subscription, language: "vi" }));
  assertOk(await far.call("PUT", "/push", { ...inSaigon.subscription, language: "en" }));
  const counts = { orders: 8, "outcome.DELIVERED": 4, "outcome.CANCELLED": 4 };
  await db`
    insert into figures (kind, span, at, city_id, service_id, subject, counts)
    values ('orders', 'hour', date_trunc('hour', ${clock.now()}::timestamptz), 'HAN', 'HAN-BIKE', '', ${JSON.stringify(counts)}::jsonb)
    on conflict (kind, span, at, city_id, service_id, subject) do update
    set counts = excluded.counts`;
  await advance(1);
  await rule.has(1);
  const [began] = rule.heard();
  assert.equal(began.title, "Ha Noi: fulfilment is below 80 %");
  assert.deepEqual(began.facts, { fulfilment: 0.5, ended: 8, hours: 3 });
  await until("the browser is told", () => inHanoi.seen().length > 0 || undefined);
  assert.equal(inHanoi.received()[0].title, "Hà Nội: tỷ lệ hoàn thành dưới 80 %");
  assert.deepEqual(inSaigon.seen(), []);
});

test("an endpoint that takes no callbacks is told of its partner, and that it takes them again", async () => {
  const rule = await make({ kind: "endpoint_down", minutes: 5 });
  receiver.script("/partner", answer(410));
  const callback = { url: receiver.url("/partner") };
  await done("PATCH", "/partners/demo", { callback });
  await giao.created();
  await advance(1);
  await until("the endpoint has said that it is gone", () => receiver.seen("/partner").length > 0 || undefined);
  await advance(1);
  assert.deepEqual(rule.heard(), []);
  await advance(300);
  await rule.has(1);
  const [began] = rule.heard();
  assert.equal(began.title, "Demo shop: callbacks do not arrive");
  assert.deepEqual([began.partner_id, began.city_id, began.facts.held], ["demo", "", "stopped"]);
  assert.equal(began.link, "http://giao.test/console/partners/demo");
  receiver.script("/partner", ok);
  await done("PATCH", "/partners/demo", { callback });
  await advance(1);
  await advance(301);
  await rule.has(2);
  assert.deepEqual(occasions(rule.heard()).slice(1), ["ended: Demo shop: callbacks arrive again"]);
});

test("a ledger that is not clean is told, and that it is again; one process looks, once an hour", async () => {
  const rule = await make({ kind: "ledger_unclean" });
  await advance(3_700);
  assert.deepEqual(rule.heard(), []);
  await db`insert into journals (kind, reference, posted_at) values ('hold', 'empty', ${clock.now()})`;
  await Promise.all([checkLedger(giao.house), checkLedger(second.house)]);
  await advance(1);
  assert.deepEqual(rule.heard(), []);
  await advance(3_700);
  await rule.has(1);
  assert.match(rule.heard()[0].title, /^The ledger is not clean: 1 found$/);
  await db`alter table journals disable trigger user`;
  await db`delete from journals where reference = 'empty'`;
  await advance(3_700);
  await advance(301);
  await rule.has(2);
  assert.deepEqual(occasions(rule.heard()).slice(1), ["ended: The ledger is clean again"]);
});

// To the next moment at which the platform's clock shows this hour.
async function untilHour(hour: number): Promise<string> {
  await advance(1 + secondsUntil(hour, clock.now()));
  return dateAt(HOME_ZONE, clock.now());
}

test("a day is told once at its hour, whoever looks; turned on after it, it waits for the next", async () => {
  const rule = await make({ kind: "daily_summary", hour: 9, city_id: "SGN" });
  const today = await untilHour(8);
  await everybodyJudges();
  assert.deepEqual(rule.heard(), []);
  const figures = async (date: string, orders: number) => {
    const counts = { orders, "outcome.DELIVERED": orders - 1, "outcome.CANCELLED": 1, revenue: 50_000 };
    await db`
      insert into figures (kind, span, at, city_id, service_id, subject, counts)
      values ('orders', 'day', ${startOfDate(HOME_ZONE, date)}, 'SGN', 'SGN-BIKE', '', ${JSON.stringify(counts)}::jsonb)
      on conflict (kind, span, at, city_id, service_id, subject) do update
      set counts = excluded.counts`;
  };
  await figures(shiftDate(today, -1), 20);
  await figures(shiftDate(today, -8), 10);
  await untilHour(9);
  await everybodyJudges();
  await advance(3_600);
  await everybodyJudges();
  await advance(1);
  await rule.has(1);
  const [day, ...more] = rule.heard();
  assert.deepEqual(more, []);
  assert.equal(day.title, `${shiftDate(today, -1)}, Ho Chi Minh City: 20 orders, fulfilment 95 %`);
  assert.deepEqual([day.facts.orders, day.facts.orders_week_before, day.facts.revenue], [20, 10, 50_000]);
  const late = await make({ kind: "daily_summary", hour: 9 });
  await advance(60);
  assert.deepEqual(late.heard(), []);
  await untilHour(9);
  await rule.has(2);
  await late.has(1);
});

test("documents that end are told once a day, and nothing while none does", async () => {
  const rule = await make({ kind: "documents_ending", hour: 9, city_id: "SGN" });
  await untilHour(9);
  assert.deepEqual(rule.heard(), []);
  const today = dateAt(HOME_ZONE, clock.now());
  await db`
    insert into applications (
      id, phone, city_id, status, name, plate_number, vehicle, bank, bank_account, bank_holder, pin_hash, consented_at, created_at,
      changed_at, decided_at
    )
    select 'a1', phone, 'SGN', 'APPROVED', 'An', '59X1', 'BIKE', 'B', '1', 'An', 'x', now(), now(), now(), now()
    from drivers
    where city_id = 'SGN'
    limit 1`;
  for (const [kind, days] of [
    ["licence", -1],
    ["insurance", 5],
    ["registration", 200],
  ] as const) {
    await db`
      insert into application_documents (application_id, kind, is_current, token, media_type, bytes, width, height, expires_on, uploaded_at)
      values ('a1', ${kind}, true, ${kind.padEnd(32, "0").replace(/[^0-9a-f]/g, "0")}, 'image/png', 1, 1, 1, ${shiftDate(today, days)}::date, now())`;
  }
  await advance(60);
  await advance(60);
  await rule.has(1);
  const [told, ...more] = rule.heard();
  assert.deepEqual(more, []);
  assert.deepEqual([told.facts.ending, told.facts.ended, told.facts.until], [2, 1, shiftDate(today, 30)]);
});

test("what was told is forgotten after ALERT_DAYS", async () => {
  const rule = await make({ kind: "no_driver" });
  await done("POST", `/alert-rules/${rule.id}/test`);
  await sweepAlerts(giao.house);
  assert.equal((await done("GET", "/alerts")).messages.length, 1);
  await advance(91 * 86_400);
  await sweepAlerts(giao.house);
  assert.equal((await done("GET", "/alerts")).messages.length, 0);
});
