// Every release's database, with a few days of life in it, under the present program: it migrates, and everything goes on.
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { Webhook } from "standardwebhooks";
import { schemaNumber } from "../../src/store/migrate.ts";
import { readMigrations } from "../../src/store/migration-files.ts";
import { crowRoads } from "../harness/crow-roads.ts";
import { useDatabase } from "../harness/database.ts";
import { assertOk, assertRefused } from "../harness/expect.ts";
import { ok } from "../harness/fleet.ts";
import { freePort } from "../harness/free-port.ts";
import { callAt, type Json, startGiao } from "../harness/giao.ts";
import { startProgram } from "../harness/program.ts";
import { type Receiver, type Seen, startReceiver } from "../harness/receiver.ts";
import { newDataDir } from "../harness/streets.ts";
import { pageWith } from "../harness/web-session.ts";
import type { KeptOrder, UpgradeRecord } from "./record.ts";
import { RELEASES } from "./releases.ts";
import { restore } from "./restore.ts";
import { digestOf, PUBLIC_URL, type Stage, tellStory } from "./story.ts";

const DATA_DIR = await newDataDir("upgrades");
const DAY = 86_400;
const ENDED = ["COMPLETED", "CANCELLED"];
// Fields of an order that this program tells otherwise than a release did, on purpose and in CHANGELOG.md: what each should be now.
const TOLD_OTHERWISE: Readonly<Record<string, (before: Json) => Json>> = {
  notify_package_return: ({ path }) => path.some((point: Json) => point.status === "FAILED"),
  accept_lat: ({ accept_time, accept_lat }) => (accept_time > 0 ? accept_lat : undefined),
  accept_lng: ({ accept_time, accept_lng }) => (accept_time > 0 ? accept_lng : undefined),
};

type Upgraded = Stage & {
  readonly db: Awaited<ReturnType<typeof useDatabase>>["db"];
  readonly operator: (method: string, path: string, body?: Json) => Promise<Json>;
  readonly advance: (seconds: number) => Promise<Json>;
};

// The program as an operator starts it, on a release's database.
async function upgrade(release: UpgradeRecord, secondsLater: number): Promise<Upgraded> {
  const database = await useDatabase({ from: "nothing" });
  const receiver = await startReceiver();
  database.closeFirst(receiver.close);
  await restore(database.url, release, receiver.url(""), { secondsLater });
  const PORT = String(await freePort());
  const program = startProgram(["serve"], { DATABASE_URL: database.url, DATA_DIR, ROBOTS: "off", PORT, PUBLIC_URL });
  database.closeFirst(async () => {
    program.process.kill("SIGTERM");
    assert.equal(await program.exit(), 0, program.output());
  });
  await program.says(/curl -s/);
  const call: Stage["call"] = (method, path, more) => callAt(`http://127.0.0.1:${PORT}`, method, path, more);
  return {
    call,
    receiver,
    db: database.db,
    operator: async (method, path, body) =>
      ok(await call(method, `/operator/v1${path}`, { operator: true, ...(body === undefined ? {} : { body }) })),
    advance: async (seconds) =>
      ok(await call("POST", "/sandbox/v1/clock/advance", { operator: true, body: { seconds } })),
  };
}

for (const release of RELEASES) {
  describe(`a database of ${release.version}`, async () => {
    const { call, receiver, db, operator, advance } = await upgrade(release, 1);
    const tokens = new Map(release.accounts.map(({ phone, token }) => [phone, token]));
    const tokenOf = (phone: string): string => tokens.get(phone)!;
    const detail = async ({ owner, detail: { _id } }: KeptOrder): Promise<Json> =>
      ok(await call("GET", `/v3/orders/${_id}`, { token: tokenOf(owner) }));
    const named = (name: string): KeptOrder => release.orders.find((order) => order.name === name)!;
    const heldOf = async (phone: string): Promise<number> => (await operator("GET", `/accounts/${phone}`)).held;

    test("is brought to this program's schema, and the program is ready", async () => {
      assertOk(await call("GET", "/readyz"));
      assert.equal(await schemaNumber(db), readMigrations().at(-1)?.number);
    });

    test("has the same money, to the dong", async () => {
      const { ok: clean, problems, journals } = await operator("GET", "/ledger/verify");
      assert.deepEqual({ clean, problems }, { clean: true, problems: [] });
      assert.equal(journals, release.ledger.journals);
      for (const { phone, wallets } of release.accounts) {
        assertHolds(await operator("GET", `/accounts/${phone}`), wallets, phone);
      }
      for (const { phone, token, wallet } of release.drivers) {
        assertHolds(ok(await call("GET", "/driver/v1/wallet", { token })), wallet, phone);
      }
    });

    test("shows every order as it was, to the tokens of before", async () => {
      for (const order of release.orders) {
        const corrected = Object.entries(TOLD_OTHERWISE).map(([field, now]) => [field, now(order.detail)]);
        assertHolds(await detail(order), { ...order.detail, ...Object.fromEntries(corrected) }, order.name);
      }
    });

    test("knows its people: keys, codes, sessions and pins of before", async () => {
      const { partner, invite, cookies, drivers, refreshToken } = release;
      const route = `/routing/bike/route/v1/driving/106.7009,10.7769;106.71,10.79`;
      assertOk(await call("GET", route, { headers: { "api-key": partner.routeKey } }));
      const parent = pageWith({ call }, cookies.portal);
      assert.equal((await parent.call("GET", "/portal/v1/session")).body.session.account._id, invite.parent);
      assertOk(await pageWith({ call }, cookies.console).call("GET", "/operator/v1/orders"));
      const activate = { token: tokenOf(invite.parent), body: { activation_code: invite.code } };
      assertOk(await call("POST", `/v3/accounts/childs/${invite.child}/activate`, activate));
      const refresh = { body: { refresh_token: refreshToken.token } };
      tokens.set(refreshToken.phone, ok(await call("POST", "/v3/accounts/token/refresh", refresh)).token);
      const again = { api_key: partner.apiKey, mobile: invite.child };
      assertOk(await call("POST", "/v3/accounts/token", { body: again }));
      for (const { phone: mobile, pin, token } of drivers) {
        assertOk(await call("POST", "/driver/v1/sessions", { body: { mobile, pin } }));
        assertOk(await call("GET", "/driver/v1/orders", { token }));
      }
    });

    test("repeats the answers it gave to keyed writes, byte for byte", async () => {
      for (const { phone, method, path, key, body, status, answer } of release.calls) {
        const headers = { "idempotency-key": key };
        const said = await call(method, path, { token: tokenOf(phone), body, headers });
        assert.equal(said.headers.get("idempotent-replayed"), "true", `${method} ${path}`);
        assert.deepEqual({ status: said.status, answer: JSON.stringify(said.body) }, { status, answer });
        const other = await call(method, path, { token: tokenOf(phone), body: { ...body, more: 1 }, headers });
        assertRefused(other, 409, "IDEMPOTENCY_KEY_REUSED");
      }
    });

    test("keeps a price that was quoted before", async () => {
      const { phone, body, total } = release.quote;
      assert.equal(ok(await call("POST", "/v3/orders", { token: tokenOf(phone), body })).order.total_price, total);
    });

    test("tells partners what they have not heard, each order's events in turn, and nothing twice", async () => {
      await untilTold(advance, () => operator("GET", "/partners/upgrades/callbacks"));
      const seen = receiver.seen("/upgrades");
      const heard = new Map(seen.map((one) => [bodyOf(one).event_id as string, one]));
      assert.equal(heard.size, seen.length, "an event was sent twice");
      for (const { id, delivered, digest } of release.events) {
        const one = heard.get(id);
        assert.equal(one === undefined, delivered, `${id} was ${delivered ? "sent again" : "not sent"}`);
        if (one) assert.equal(digestOf(bodyOf(one)), digest, id);
      }
      assertInTurn(seen, release);
      for (const { body, headers } of seen) {
        assert.equal(headers.apikey, "not-a-secret");
        for (const secret of release.partner.secrets) {
          // Signed at the program's time, which is the dump's: only the signature is judged.
          const at = new Date(Number(headers["webhook-timestamp"]) * 1000);
          const [, ...signatures] = String(headers["webhook-signature"]).split(/[ ,]/);
          const expected = new Webhook(secret).sign(String(headers["webhook-id"]), at, body.toString());
          assert.ok(signatures.includes(expected.split(",")[1] ?? ""));
        }
      }
    });

    test("sends again what was given up, when it is asked to", async () => {
      const { partnerId, events } = release.givenUp;
      assert.equal((await operator("POST", `/partners/${partnerId}/callbacks/resend`, { since: 0 })).queued, events);
      await untilTold(advance, () => operator("GET", `/partners/${partnerId}/callbacks`));
      const seqs = receiver.seen(`/${partnerId}`).map((one) => bodyOf(one).event_seq);
      assert.deepEqual(seqs, [1, 2]);
    });

    test("takes a driver's steps on an order in hand, through the session of before", async () => {
      const { detail: order } = named("accepted");
      const { token } = release.drivers.find(({ phone }) => phone === order.supplier_id)!;
      for (const step of ["arrive", "pickup", "points/1/deliver", "points/2/deliver"]) {
        assertOk(await call("POST", `/driver/v1/orders/${order._id}/${step}`, { token, body: {} }));
      }
      assert.equal((await detail(named("accepted"))).status, "COMPLETED");
    });

    test("gives back the money of an order that is cancelled now", async () => {
      const order = named("assigning");
      const before = await heldOf(order.owner);
      assertOk(await call("DELETE", `/v3/orders/${order.detail._id}`, { token: tokenOf(order.owner), body: {} }));
      assert.equal(before - (await heldOf(order.owner)), order.detail.total_price);
    });

    test("lets every other order go on to its end, and the money with it", async () => {
      for (const order of release.orders) {
        for (let steps = 0; !isOver(await detail(order)); steps++) {
          assert.ok(steps < 20, `${order.name} does not end`);
          const next = `/sandbox/v1/orders/${order.detail._id}/continue`;
          assertOk(await call("POST", next, { operator: true }));
        }
      }
      const rate = { rated_by: "receiver", rating: 4 };
      const { owner, detail: rated } = named("delivered");
      assertOk(await call("PUT", `/v3/orders/${rated._id}/rate`, { token: tokenOf(owner), body: rate }));
      await untilTold(advance, () => operator("GET", "/partners/upgrades/callbacks"));
      assertInTurn(receiver.seen("/upgrades"), release);
      // What is still held belongs to the order that was made of the quote; nobody takes it, so that time gives it back.
      await advance(DAY);
      const { ok: clean, problems } = await operator("GET", "/ledger/verify");
      assert.deepEqual({ clean, problems }, { clean: true, problems: [] });
      for (const { phone } of release.accounts) {
        assertHolds(await operator("GET", `/accounts/${phone}`), { held: 0, cod: 0 }, phone);
      }
    });
  });

  test(`a database of ${release.version} that is upgraded two months later: what ran out meanwhile ends in order`, async () => {
    const { call, operator, advance, receiver } = await upgrade(release, 60 * DAY);
    // What should have woken while nothing ran wakes now, and has its full time to find a driver.
    for (const seconds of [0, 1_000]) await advance(seconds);
    const { phone, token } = release.accounts[0]!;
    assertRefused(await call("GET", "/v3/cities?country_id=VN", { token }), 401, "NOT_AUTHORIZED");
    assertOk(await call("POST", "/v3/accounts/token", { body: { api_key: release.partner.apiKey, mobile: phone } }));
    for (const { name, detail } of release.orders) {
      const order = await operator("GET", `/orders/${detail._id}`);
      if (!["IDLE", "ASSIGNING"].includes(detail.status)) assert.equal(order.status, detail.status, name);
      else assert.equal(order.cancel_comment, "Auto cancel, no driver accepted", name);
    }
    assert.equal((await operator("GET", "/ledger/verify")).ok, true);
    await untilTold(advance, () => operator("GET", "/partners/upgrades/callbacks"));
    assertInTurn(receiver.seen("/upgrades"), release);
  });
}

test("the story that dumps are made of can be told to this program, and has an order in every state", async () => {
  const giao = await startGiao({}, { roads: crowRoads });
  const receiver = await startReceiver();
  after(receiver.close);
  const { orders, events, givenUp } = await tellStory({ call: giao.call, receiver });
  const statuses = new Set(orders.map((order) => order.detail.status));
  assert.equal(statuses.size, 8);
  assert.ok(events.some((event) => event.delivered) && events.some((event) => !event.delivered));
  assert.equal(givenUp.events, 2);
});

const bodyOf = (seen: Seen): Json => JSON.parse(seen.body.toString());

function isOver({ status, sub_status, path }: Json): boolean {
  const failed = path.some((point: Json) => point.status === "FAILED");
  return ENDED.includes(status) && (!failed || sub_status === "RETURNED");
}

// Moves the clock until the circuit has been probed and nothing waits any more, but not so far that orders run out of time.
async function untilTold(advance: (seconds: number) => Promise<Json>, look: () => Promise<Json>): Promise<void> {
  for (let round = 0; (await look()).waiting > 0; round++) {
    assert.ok(round < 10, `callbacks still wait: ${JSON.stringify(await look())}`);
    await advance(30);
  }
}

// Of each order every event comes after the one before it, beginning with the first that had not been delivered.
function assertInTurn(seen: ReturnType<Receiver["seen"]>, release: UpgradeRecord): void {
  const last = new Map<string, number>();
  for (const { orderId, seq, delivered } of release.events) {
    if (delivered) last.set(orderId, Math.max(seq, last.get(orderId) ?? 0));
  }
  for (const { _id, event_seq } of seen.map(bodyOf)) {
    assert.equal(event_seq, (last.get(_id) ?? 0) + 1, `order ${_id}`);
    last.set(_id, event_seq);
  }
}

// All that was there is there and the same; a newer program may say more.
function assertHolds(now: Json, before: Json, where: string): void {
  if (before === null || typeof before !== "object") {
    assert.deepEqual(now, before, where);
    return;
  }
  if (Array.isArray(before)) assert.equal(now.length, before.length, where);
  for (const key of Object.keys(before)) assertHolds(now?.[key], before[key], `${where}.${key}`);
}
