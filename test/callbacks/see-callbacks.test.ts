// Reading the log and the stream page by page, and sending again what was given up.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import type { Caller } from "../../src/domain/accounts/account.ts";
import { isRefusal, type Refusal } from "../../src/domain/refusal.ts";
import { RESEND_MAX, resendMatching, seeEventLog } from "../../src/operations/callbacks/event-log.ts";
import { setEndpoint } from "../../src/operations/callbacks/manage-endpoint.ts";
import { readEvents, resendOne, resendSince, seeCallbackLog } from "../../src/operations/callbacks/see-callbacks.ts";
import type { CallbackClient } from "../../src/outbound/callback-client.ts";
import { secureRandom } from "../../src/ports/random.ts";
import { openSecrets } from "../../src/store/callbacks/kept-secrets.ts";
import { recordTries, type TriedEvent } from "../../src/store/callbacks/queue.ts";
import { addPartner, append, vault } from "../harness/callback-world.ts";
import { useDatabase } from "../harness/database.ts";

const { db } = await useDatabase();
const noon = new Date("2026-03-02T05:00:00Z");
let wakes = 0;
const deps = { db, clock: { now: () => noon }, wakeCallbacks: () => void wakes++, callbackLogDays: 30 };

beforeEach(async () => {
  await db`truncate callback_endpoints, callback_events, callback_queue, callback_tries, accounts, orders, partners cascade`;
  for (const id of ["p1", "p2"]) await addPartner(db, id, "https://partner.example/hooks", noon);
  wakes = 0;
});

function tried(orderId: string, next: TriedEvent["next"], made = 1): TriedEvent {
  const exchange = {
    outcome: "answered",
    code: 500,
    text: "",
    retryAfter: undefined,
    elapsedMs: 3,
    error: "",
  } as const;
  return { orderId, seq: 1, partnerId: "p1", try: made, triedAt: noon, exchange, isRefused: false, next };
}
const record = (tries: readonly TriedEvent[]) => recordTries(db, tries, 99);
const put = (orderId: string, partnerId = "p1") => append(db, { partnerId, orderId, seq: 1 }, noon);
function allowed<Value>(value: Value | Refusal<string>): Value {
  assert.ok(!isRefusal(value), JSON.stringify(value));
  return value;
}

test("the log says that there is more exactly when there is", async () => {
  await put("A");
  const retry = { step: "retry", at: noon, failures: 1, wasEarly: false } as const;
  for (const made of [1, 2, 3]) await record([tried("A", retry, made)]);
  const page = async (limit: number, after?: string) => {
    const { tries, next } = allowed(await seeCallbackLog(deps, "p1", { orderId: "A" }, after, limit));
    return { tries: tries.map((row) => row.try), next };
  };
  assert.deepEqual(await page(3), { tries: [3, 2, 1], next: undefined });
  assert.deepEqual(await page(3, ""), { tries: [3, 2, 1], next: undefined });
  const first = await page(2);
  assert.deepEqual(first.tries, [3, 2]);
  assert.deepEqual(await page(2, first.next), { tries: [1], next: undefined });
});

test("a partner reads everything of its stream, an account what its orders have", async () => {
  const phone = "84800000001";
  await db`
    insert into accounts (phone, partner_id, name, address, referral_code, created_at)
    values (${phone}, 'p1', 'x', 'x', 'x', ${noon})`;
  await db`
    insert into orders (
      id, partner_id, creator_phone, service_id, city_id, status, seq, tracking_token, created_at, content, state
    )
    values ('26AAAAAA', 'p1', ${phone}, 's', 'c', 'COMPLETED', 1, ${"0".repeat(22)}, ${noon}, '{}', '{}')`;
  await put("26AAAAAA");
  await put("26BBBBBB");
  await put("26CCCCCC", "p2");
  const read = async (reader: Parameters<typeof readEvents>[1]) =>
    allowed(await readEvents(deps, reader, undefined, 10)).events.map(({ orderId }) => orderId);
  const account = { phone, partnerId: "p1", parentPhone: null } as Caller;
  assert.deepEqual(await read(account), ["26AAAAAA"]);
  assert.deepEqual(await read({ partnerId: "p1" }), ["26AAAAAA", "26BBBBBB"]);
});

test("a partner that was given no secret with its keys gets one with its first settings, and keeps it", async () => {
  // Settings are saved without calling anybody.
  const callbackClient = { send: assert.fail, close: assert.fail } as unknown as CallbackClient;
  const clock = { ...deps.clock, trueTime: deps.clock, isCertain: () => true };
  const endpoints = { db, clock, vault, random: secureRandom, callbackClient, allowPrivateCallbacks: false };
  await addPartner(db, "p3", undefined, noon);
  const secretAfter = async (url: string) => {
    const { endpoint } = await setEndpoint(endpoints, "p3", { url, auth: { type: "none" } });
    return endpoint && openSecrets(vault, endpoint).secret;
  };
  const first = await secretAfter("https://partner.example/1");
  assert.match(first ?? "", /^whsec_/);
  assert.equal(await secretAfter("https://partner.example/2"), first);
});

test("sending one again wakes the worker, and one that cannot be sent does not", async () => {
  await put("26AAAAAA");
  await record([tried("26AAAAAA", { step: "delivered" })]);
  assert.ok(isRefusal(await resendOne(deps, "p2", "evt_26AAAAAA_1")));
  assert.equal(wakes, 0);
  allowed(await resendOne(deps, "p1", "evt_26AAAAAA_1"));
  assert.equal(wakes, 1);
});

test("everything given up is sent again, more than one batch of it, and the worker is woken once", async () => {
  assert.equal(await resendSince(deps, "p1", noon), 0);
  assert.equal(wakes, 0);
  await put("A");
  await record([tried("A", { step: "give_up" })]);
  assert.deepEqual([await resendSince(deps, "p1", noon), wakes], [1, 1]);
  const orders = Array.from({ length: 501 }, (_, nth) => `B${nth}`);
  for (const orderId of orders) await db`select append_callback_event(${orderId}, 1, 'p1', 'status', '{}', ${noon})`;
  await record(orders.map((orderId) => tried(orderId, { step: "give_up" })));
  assert.deepEqual([await resendSince(deps, "p1", noon), wakes], [501, 2]);
});

// One a minute, the last one now.
const HOW_MANY = RESEND_MAX + 2;
async function tellMany(): Promise<void> {
  await db`
    insert into callback_events (order_id, seq, partner_id, type, happened_at, body)
    select 'M' || nth, 1, 'p1', case when nth = 1 then 'rare' else 'status' end, ${noon}::timestamptz - make_interval(mins => ${HOW_MANY} - nth), '{}'
    from generate_series(1, ${HOW_MANY}::int) as nth
    order by nth`;
}

test("in a long log a look is bounded, a time is found at once, and too many are sent to nobody", async () => {
  await tellMany();
  const idsOf = (page: { readonly events: readonly { readonly orderId: string }[] }) =>
    page.events.map(({ orderId }) => orderId);
  // Ten thousand are looked at for a page, which comes short and says where to go on.
  const short = allowed(await seeEventLog(deps, "p1", { type: "rare" }, undefined, 50));
  assert.deepEqual([idsOf(short), short.next !== undefined], [[], true]);
  const rest = allowed(await seeEventLog(deps, "p1", { type: "rare" }, short.next, 50));
  assert.deepEqual([idsOf(rest), rest.next], [["M1"], undefined]);
  const minutes = (nth: number) => new Date(noon.getTime() - (HOW_MANY - nth) * 60_000);
  const old = allowed(await seeEventLog(deps, "p1", { from: minutes(3), to: minutes(5) }, undefined, 50));
  assert.deepEqual([idsOf(old), old.next], [["M5", "M4", "M3"], undefined]);

  assert.ok(isRefusal(await resendMatching(deps, "p1", {}, false)));
  assert.deepEqual([await db`select from callback_queue`, wakes], [[], 0]);
  const most = { from: minutes(3) };
  assert.deepEqual(allowed(await resendMatching(deps, "p1", most, true)), { matching: RESEND_MAX, queued: 0 });
  assert.deepEqual(allowed(await resendMatching(deps, "p1", { to: minutes(700) }, false)), {
    matching: 700,
    queued: 700,
  });
  assert.equal(wakes, 1);
  // Once more: those that wait stay one each.
  assert.deepEqual(allowed(await resendMatching(deps, "p1", { to: minutes(700) }, false)), {
    matching: 700,
    queued: 700,
  });
  const [row] = await db<{ rows: number }>`select count(*) as rows from callback_queue where partner_id = 'p1'`;
  assert.equal(row?.rows, 700);
});

test("what failed is found among very many that did not, and of more than fit at once too", async () => {
  await tellMany();
  await db`
    insert into callback_queue (order_id, seq, partner_id, queued_at, due_at, scheduled_at, given_up_at)
    select order_id, 1, 'p1', ${noon}, ${noon}, ${noon}, ${noon} from callback_events where order_id in ('M1', 'M2')`;
  const few = allowed(await seeEventLog(deps, "p1", { result: "failed" }, undefined, 50));
  assert.deepEqual(
    [few.events.map(({ orderId, state }) => `${orderId} ${state}`), few.next],
    [["M2 given_up", "M1 given_up"], undefined],
  );
  await db`
    insert into callback_queue (order_id, seq, partner_id, queued_at, due_at, scheduled_at, given_up_at)
    select order_id, 1, 'p1', ${noon}, ${noon}, ${noon}, ${noon} from callback_events
    on conflict do nothing`;
  const many = allowed(await seeEventLog(deps, "p1", { result: "failed" }, undefined, 50));
  assert.deepEqual([many.events.length, many.events[0]?.orderId], [50, `M${HOW_MANY}`]);
});
