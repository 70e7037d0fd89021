// Callback secrets and passwords as the database has them: sealed, each in its own place; and the way there from an older program.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { raw } from "sql-template-tag";
import { Webhook } from "standardwebhooks";
import { isRefusal } from "../../src/domain/refusal.ts";
import { changeSecret, testEndpoint } from "../../src/operations/callbacks/manage-endpoint.ts";
import { createPartner } from "../../src/operations/partners/save-partner.ts";
import { openSecretsVault, sealSecrets } from "../../src/operations/secrets/seal-secrets.ts";
import { keyIdOf, PUBLIC_SECRETS_KEY } from "../../src/ports/vault.ts";
import { migrate } from "../../src/store/migrate.ts";
import { listSecretKeys } from "../../src/store/secrets/secret-keys.ts";
import { crowRoads } from "../harness/crow-roads.ts";
import { useDatabase } from "../harness/database.ts";
import { assertOk } from "../harness/expect.ts";
import { type Json, startGiao } from "../harness/giao.ts";
import { orderBody } from "../harness/orders.ts";
import { startReceiver } from "../harness/receiver.ts";

const giao = await startGiao({}, { roads: crowRoads });
const { db } = giao.house;
const receiver = await startReceiver();
after(() => receiver.close());

const operator = (method: string, path: string, body?: unknown) =>
  giao.call(method, `/operator/v1${path}`, { operator: true, ...(body === undefined ? {} : { body }) });
const troubles: unknown[] = [];
const seal = (house: Pick<typeof giao.house, "db" | "vault"> = giao.house) =>
  sealSecrets(house, { onTrouble: (error) => troubles.push(error) });

type Partner = { readonly id: string; readonly apiKey: string; readonly secret: string };
async function newPartner(id: string, auth?: object): Promise<Partner> {
  const callback = { url: receiver.url(`/${id}`), ...(auth ? { auth } : {}) };
  const made = await operator("POST", "/partners", { id, name: id, callback });
  assertOk(made);
  return { id, apiKey: made.body.api_key, secret: made.body.callback_secret };
}

// Every row of every table, as somebody with a copy of the database reads it.
async function wholeDatabase(): Promise<string> {
  const tables = await db<{ name: string }>`
    select format('%I', tablename) as name from pg_tables where schemaname = 'public'`;
  const texts: string[] = [];
  for (const { name } of tables) {
    const rows = await db<{ row: string }>`select t::text as row from ${raw(name)} as t`;
    texts.push(...rows.map(({ row }) => row));
  }
  return texts.join("\n");
}

async function told(id: string, secrets: readonly string[], house = giao.house): Promise<Json> {
  const before = receiver.seen(`/${id}`).length;
  const exchange = await testEndpoint(house, id, { _id: "00TEST00" });
  assert.ok(!isRefusal(exchange));
  assert.equal(exchange.code, 200, exchange.error);
  const [seen, ...more] = receiver.seen(`/${id}`).slice(before);
  assert.ok(seen);
  assert.deepEqual(more, []);
  for (const secret of secrets)
    new Webhook(secret).verify(seen.body.toString(), seen.headers as Record<string, string>);
  return seen.headers;
}

// As an older program, which knows nothing of sealing, tells that it is there.
const olderReplica = {
  beats: () => db`
    insert into processes (
      name, role, started_at, told_at, per_second, failed_per_second, p50_ms, p99_ms,
      connections, connections_idle, connections_waited_for, memory_bytes
    )
    values ('older/1', 'all', now(), now(), 0, 0, 0, 0, 1, 1, 0, 1)`,
  ends: () => db`delete from processes where name = 'older/1'`,
};

// Rows as that program wrote them.
async function writePlain(id: string, auth: object, secret: string): Promise<void> {
  await db`
    update callback_endpoints
    set auth = ${JSON.stringify(auth)}, secret = ${secret}
    where partner_id = ${id}`;
  await db`update partners set callback_secret = ${secret} where id = ${id}`;
}
const keptOf = async (id: string): Promise<Json> => {
  const [row] = await db<{ secret: string; auth: Json; callbackSecret: string }>`
    select secret, auth, callback_secret
    from callback_endpoints
    join partners on partners.id = partner_id
    where partner_id = ${id}`;
  return row;
};
const isSealed = (text: string): boolean => text.startsWith("sealed:");

const AUTHS = [
  { type: "apikey", secret: "api-key-of-the-shop" },
  { type: "bearer", secret: "bearer-of-the-shop" },
  { type: "basic", username: "name-of-the-shop", password: "mật khẩu of the shop" },
] as const;
const HEADERS = {
  apikey: (headers: Json) => headers.apikey === AUTHS[0].secret,
  bearer: (headers: Json) => headers.authorization === `Bearer ${AUTHS[1].secret}`,
  basic: (headers: Json) =>
    headers.authorization === `Basic ${Buffer.from(`${AUTHS[2].username}:${AUTHS[2].password}`).toString("base64")}`,
};

for (const auth of AUTHS) {
  test(`secrets of an endpoint with ${auth.type} are sent, and nobody reads them in the database`, async () => {
    const { id, secret } = await newPartner(`sealed-${auth.type}`, auth);
    assert.ok(HEADERS[auth.type](await told(id, [secret])));
    const changed = await changeSecret(giao.house, id);
    assert.ok(!isRefusal(changed));
    assert.ok(HEADERS[auth.type](await told(id, [secret, changed.secret])));
    const everything = await wholeDatabase();
    const words = Object.values(auth).filter((word) => word !== auth.type);
    for (const text of [secret, changed.secret, secret.slice(6, 30), ...words]) {
      assert.ok(!everything.includes(text), `the database holds ${text}`);
    }
    assert.equal((await keptOf(id)).auth.type, auth.type);
  });
}

test("nobody is shown a secret again: not the partner, not the operator, not the audit log", async () => {
  const { id, secret, apiKey } = await newPartner("shown-once", AUTHS[2]);
  const token = await giao.register("84973000001", apiKey);
  const shown = [
    await operator("GET", "/partners"),
    await operator("GET", `/partners/${id}/callbacks`),
    await operator("PATCH", `/partners/${id}`, { callback: { url: receiver.url(`/${id}`), auth: AUTHS[0] } }),
    await operator("GET", "/audit"),
    await giao.call("GET", "/v3/callbacks", { token }),
  ];
  for (const { body } of shown) {
    for (const text of [secret, "sealed:", "whsec_", AUTHS[0].secret, AUTHS[2].username, AUTHS[2].password]) {
      assert.ok(!JSON.stringify(body).includes(text), text);
    }
  }
});

test("a partner that sets its address later signs with the secret it was given with its keys", async () => {
  const made = await operator("POST", "/partners", { id: "later", name: "later" });
  const callback = { url: receiver.url("/later") };
  assertOk(await operator("PATCH", "/partners/later", { callback }));
  await told("later", [made.body.callback_secret]);
});

test("a sealed secret moved into another partner's row signs nothing there, and holds up nobody else", async () => {
  const [thief, victim] = [await newPartner("thief", AUTHS[0]), await newPartner("victim", AUTHS[0])];
  await db`
    update callback_endpoints
    set secret = victim.secret, auth = victim.auth
    from callback_endpoints as victim
    where callback_endpoints.partner_id = 'thief'
      and victim.partner_id = 'victim'`;
  for (const [partner, phone] of [
    [thief, "84973000002"],
    [victim, "84973000003"],
  ] as const) {
    const token = await giao.register(phone, partner.apiKey);
    assertOk(await operator("POST", `/accounts/${phone}/top-ups`, { amount: 90_000, wallet: "main", reference: "r" }));
    assertOk(await giao.call("POST", "/v3/orders", { token, body: orderBody() }));
  }
  assertOk(await giao.call("POST", "/sandbox/v1/clock/advance", { operator: true, body: { seconds: 1 } }));
  assert.equal(receiver.seen("/thief").length, 0);
  assert.equal(receiver.seen("/victim").length, 1);
  const [tried] = await db<{ outcome: string; error: string }>`
    select outcome, error from callback_tries where partner_id = 'thief'`;
  assert.equal(tried?.outcome, "unreachable");
  assert.match(tried?.error ?? "", /cannot be opened/);
  await operator("PATCH", "/partners/thief", { callback: { url: receiver.url("/thief") } });
  await db`delete from callback_endpoints where partner_id = 'thief'`;
});

test("beside an older program secrets stay readable for it; when it has gone they are sealed, in its rows too", async () => {
  await olderReplica.beats();
  const fresh = await newPartner("fresh", AUTHS[1]);
  assert.deepEqual(await keptOf("fresh"), { secret: fresh.secret, callbackSecret: fresh.secret, auth: AUTHS[1] });
  const before = await newPartner("before", AUTHS[2]);
  const changed = await changeSecret(giao.house, "before");
  assert.ok(!isRefusal(changed));
  await seal();
  assert.equal((await keptOf("before")).secret, changed.secret);
  for (const [id, secrets] of [
    ["fresh", [fresh.secret]],
    ["before", [before.secret, changed.secret]],
  ] as const)
    await told(id, secrets);

  await olderReplica.ends();
  assert.equal(await seal(), 0);
  for (const id of ["fresh", "before"]) {
    const { secret, auth, callbackSecret } = await keptOf(id);
    assert.ok([secret, auth.sealed, callbackSecret].every(isSealed));
  }
  const everything = await wholeDatabase();
  for (const text of [fresh.secret, before.secret, changed.secret, AUTHS[1].secret, AUTHS[2].password]) {
    assert.ok(!everything.includes(text), text);
  }
  await told("fresh", [fresh.secret]);
  await told("before", [before.secret, changed.secret]);
  assert.deepEqual(troubles, []);
});

test("an older program that wakes up late gets no endpoint that it could not sign for", async () => {
  await newPartner("woken", AUTHS[0]);
  // Due later, so that this server's own worker leaves it alone meanwhile.
  await db`
    insert into callback_queue (order_id, seq, partner_id, queued_at, due_at, scheduled_at)
    values ('26WOKEN000', 1, 'woken', now(), now() + interval '12 hours', now())`;
  const lease = (owner: string) => db<{ partnerId: string }>`
    select partner_id
    from lease_callback_endpoints(${owner}, interval '30 seconds', now() + interval '1 day', 10) as partner_id
    where partner_id = 'woken'`;
  await assert.rejects(() => lease("0b1e5d1c-older"), /callback_endpoints_opened/);
  // One that it serves at this moment is left to it until it has let go.
  await writePlain("woken", AUTHS[0], "whsec_older");
  assert.equal((await lease("0b1e5d1c-older")).length, 1);
  assert.equal(await seal(), 1);
  assert.equal((await keptOf("woken")).secret, "whsec_older");
  await db`update callback_endpoints set lease_until = now() - interval '1 second' where partner_id = 'woken'`;
  assert.equal(await seal(), 0);
  assert.ok(isSealed((await keptOf("woken")).secret));
  await db`delete from callback_queue where partner_id = 'woken'`;
});

test("thousands of rows that an older program left are sealed, and a second run finds nothing to do", async () => {
  const count = 1_050;
  await db`
    insert into partners (id, name, callback_secret, created_at)
    select 'many-' || n, 'many', 'whsec_many' || n, now()
    from generate_series(1, ${count}) as n`;
  await db`
    insert into callback_endpoints (partner_id, url, auth, secret, previous_secret, previous_secret_until, saved_at)
    select 'many-' || n, 'https://x.example', '{"type":"apikey","secret":"apikey-many"}', 'whsec_many' || n,
      'whsec_manyold' || n, now() + interval '1 hour', now()
    from generate_series(1, ${count}) as n`;
  let rows = 0;
  const sealing = { onTrouble: (error: unknown) => troubles.push(error), onSealed: (some: number) => (rows += some) };
  assert.equal(await sealSecrets(giao.house, sealing), 0);
  // The server's own sweep may have taken some of them.
  assert.ok(rows <= 2 * count, String(rows));
  assert.ok(!/whsec_many|apikey-many/.test(await wholeDatabase()));
  rows = 0;
  assert.equal(await sealSecrets(giao.house, sealing), 0);
  assert.equal(rows, 0);
  await db`delete from callback_endpoints where partner_id like 'many-%'`;
  await db`delete from partners where id like 'many-%'`;
});

test("a key that nothing was sealed with does not stand in the way of another: a first start with other settings", async () => {
  const { db: empty } = await useDatabase({ from: "nothing" });
  await migrate(empty);
  const current = async () => (await listSecretKeys(empty)).find(({ isCurrent }) => isCurrent)?.id;
  assert.ok(!isRefusal(await openSecretsVault(empty, ["at first"])));
  assert.equal(await current(), keyIdOf("at first"));
  const later = await openSecretsVault(empty, ["on second thought"]);
  assert.ok(!isRefusal(later));
  assert.equal(await current(), keyIdOf("on second thought"));
  const deps = { db: empty, clock: giao.house.clock, random: giao.house.random, vault: later };
  assert.ok(!isRefusal(await createPartner(deps, { id: "first", name: "First" })));
  assert.equal(await seal({ db: empty, vault: later }), 0);
  assert.ok(isRefusal(await openSecretsVault(empty, ["at first"])));
  assert.deepEqual(await listSecretKeys(empty), [{ id: keyIdOf("on second thought"), isCurrent: true }]);
});

test("what a sandbox sealed, a house with a key of its own opens and seals anew, once no other is left with the public one", async () => {
  const { id, secret } = await newPartner("public", AUTHS[0]);
  const own = await openSecretsVault(db, ["a key of its own", PUBLIC_SECRETS_KEY]);
  assert.ok(!isRefusal(own));
  const isOwn = async () => (await listSecretKeys(db)).some((key) => key.id === own.keyIds[0] && key.isCurrent);
  assert.equal(await isOwn(), false);
  await giao.drain();
  const replica = await giao.replica({ env: { SECRETS_KEY: "a key of its own" } });
  assert.equal(await isOwn(), true);
  assert.equal(await seal(replica.house), 0);
  assert.equal((await keptOf(id)).secret.split(":")[1], own.keyIds[0]);
  await told(id, [secret], replica.house);
  assert.ok(isRefusal(await openSecretsVault(db, [PUBLIC_SECRETS_KEY])));
  assert.deepEqual(troubles, []);
});
