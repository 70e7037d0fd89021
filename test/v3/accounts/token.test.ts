import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { PAIR_GATHER_MS } from "../../../src/domain/accounts/token-life.ts";
import { DEMO } from "../../../src/operations/seed.ts";
import { hashSecret } from "../../../src/ports/secrets.ts";
import { inTransaction } from "../../../src/store/db.ts";
import { assertOk, assertRefused } from "../../harness/expect.ts";
import { type Answer, startGiao } from "../../harness/giao.ts";
import { unanswered, whileAccountsAreHeld } from "../../harness/held-accounts.ts";
import { untilWaiting } from "../../harness/lock-waits.ts";
import { until } from "../../harness/until.ts";

const giao = await startGiao();
const other = await giao.call("POST", "/operator/v1/partners", {
  operator: true,
  body: { id: "other", name: "Other" },
});
await giao.register("84933000001", other.body.api_key);
await giao.register("84933000002");
await giao.call("PATCH", "/operator/v1/accounts/84933000002", {
  operator: true,
  body: { account_status: "DEACTIVATED" },
});

const token = (body: unknown) => giao.call("POST", "/v3/accounts/token", { body });
const whoAmI = (bearer: string) => giao.call("GET", "/v3/cities?country_id=VN", { token: bearer });

const whileHeld = (ask: () => readonly Promise<Answer>[], servers: readonly Pick<typeof giao, "call">[] = [giao]) =>
  whileAccountsAreHeld(giao.house.db, servers, ask);

describe("POST /v3/accounts/token", () => {
  test("gives a JWT whose claims name the account, and a refresh token", async () => {
    const answer = await token({ api_key: DEMO.apiKey, mobile: DEMO.phone });
    assertOk(answer);
    const claims = JSON.parse(Buffer.from(answer.body.token.split(".")[1], "base64url").toString());
    assert.equal(claims.typ, "user");
    assert.equal(claims.cid, DEMO.phone);
    assert.equal(claims.partner, "demo");
    assert.equal(claims.account_status, "ACTIVATED");
    assert.equal(claims.exp - claims.iat, 30 * 24 * 3600);
    assert.match(answer.body.refresh_token, /^[0-9a-f]{64}$/);
    assertOk(await whoAmI(answer.body.token));
  });

  for (const mobile of ["0900000001", "+84900000001", "84 90 000 00 01"]) {
    test(`takes the phone spelled ${mobile}`, async () => assertOk(await token({ api_key: DEMO.apiKey, mobile })));
  }

  // Each row peels off one fault: the order of the rows is the order of the checks (D21).
  const faults: readonly (readonly [string, unknown, number, string])[] = [
    ["nothing given", {}, 404, "PARTNER_NOT_FOUND"],
    ["an array for a body", [], 404, "PARTNER_NOT_FOUND"],
    ["a key of the wrong type and a bad phone", { api_key: 7, mobile: "x" }, 404, "PARTNER_NOT_FOUND"],
    ["an unknown key and a bad phone", { api_key: "ff".repeat(20), mobile: "x" }, 404, "PARTNER_NOT_FOUND"],
    ["a key in null and a good phone", { api_key: null, mobile: DEMO.phone }, 404, "PARTNER_NOT_FOUND"],
    ["a good key and no phone", { api_key: DEMO.apiKey }, 406, "INVALID_PHONE_NUMBER"],
    [
      "a good key and a phone of the wrong type",
      { api_key: DEMO.apiKey, mobile: 84900000001 },
      406,
      "INVALID_PHONE_NUMBER",
    ],
    ["a good key and a landline", { api_key: DEMO.apiKey, mobile: "02838221234" }, 406, "INVALID_PHONE_NUMBER"],
    ["a phone nobody has", { api_key: DEMO.apiKey, mobile: "84933999999" }, 404, "USER_NOT_FOUND"],
    ["another partner's account", { api_key: DEMO.apiKey, mobile: "84933000001" }, 401, "NOT_AUTHORIZED"],
    ["a deactivated account", { api_key: DEMO.apiKey, mobile: "84933000002" }, 406, "DEACTIVATED_ACCOUNT"],
  ];
  for (const [name, body, status, code] of faults) {
    test(`refuses ${name} with ${status} ${code}`, async () => assertRefused(await token(body), status, code));
  }

  test("another partner's deactivated account is told apart only by its own partner", async () => {
    const answer = await token({ api_key: other.body.api_key, mobile: "84933000002" });
    assertRefused(answer, 401, "NOT_AUTHORIZED");
  });

  test("a new token ends the old one at once, on another replica too", async () => {
    const replica = await giao.replica();
    const first = await giao.signIn();
    assertOk(await replica.call("GET", "/v3/cities?country_id=VN", { token: first }));
    const second = await giao.signIn();
    assertRefused(await replica.call("GET", "/v3/cities?country_id=VN", { token: first }), 401, "NOT_AUTHORIZED");
    assertRefused(await whoAmI(first), 401, "NOT_AUTHORIZED");
    assertOk(await whoAmI(second));
  });

  test("requests in flight together get one pair, which works; the next request ends it", async () => {
    const mobiles = [DEMO.phone, "0900000001", "+84 90 000 00 01"];
    for (let round = 0; round < 5; round++) {
      const pairs = await whileHeld(() =>
        Array.from({ length: 20 }, (_, at) => token({ api_key: DEMO.apiKey, mobile: mobiles[at % mobiles.length] })),
      );
      for (const { status, body } of pairs) assert.deepEqual({ status, body }, { status: 200, body: pairs[0]!.body });
      assertOk(await whoAmI(pairs[0]!.body.token));
      const next = (await token({ api_key: DEMO.apiKey, mobile: DEMO.phone })).body;
      assert.notEqual(next.refresh_token, pairs[0]!.body.refresh_token);
      assertRefused(await whoAmI(pairs[0]!.body.token), 401, "NOT_AUTHORIZED");
      assertOk(await whoAmI(next.token));
    }
  });

  test("so do those that come a moment later: an answer leaves when all who ask at once were read", async () => {
    await token({ api_key: DEMO.apiKey, mobile: DEMO.phone });
    const { db, clock } = giao.house;
    const left = clock.now();
    const [made] = await db<{ at: Date }>`select refreshed_at as at from accounts where phone = ${DEMO.phone}`;
    // A timer may be a millisecond early, and a clock that ran ahead goes a tenth slower.
    assert.ok(left.getTime() - made!.at.getTime() >= PAIR_GATHER_MS * 0.8, `${left.toJSON()}, ${made!.at.toJSON()}`);
  });

  test("whoever hangs up takes nothing from the try that follows", async () => {
    const body = { api_key: DEMO.apiKey, mobile: DEMO.phone };
    const first = new AbortController();
    const second = await inTransaction(giao.house.db, async (tx) => {
      await tx`lock table accounts in access exclusive mode`;
      const hungUp = giao.call("POST", "/v3/accounts/token", { body, signal: first.signal });
      await until("the first has come", async () => (await unanswered(giao)) === 1);
      const asked = token(body);
      await until("so has the second", async () => (await unanswered(giao)) === 2);
      first.abort();
      await assert.rejects(hungUp, { name: "AbortError" });
      // Until the server has heard of it.
      await sleep(200);
      return { asked };
    });
    assertOk(await second.asked);
  });

  test("so they do on two replicas, whichever waits for the other", async () => {
    const replica = await giao.replica();
    const body = { api_key: DEMO.apiKey, mobile: DEMO.phone };
    const pairs = await whileHeld(
      () => [giao, replica].map(({ call }) => call("POST", "/v3/accounts/token", { body })),
      [giao, replica],
    );
    for (const pair of pairs) assertOk(pair);
    assert.deepEqual(pairs[1]!.body, pairs[0]!.body);
    assertOk(await whoAmI(pairs[0]!.body.token));
    // Their refresh token is an ordinary one: it works once, and then ends its family.
    const again = { body: { refresh_token: pairs[0]!.body.refresh_token } };
    const next = await replica.call("POST", "/v3/accounts/token/refresh", again);
    assertOk(next);
    assertRefused(await giao.call("POST", "/v3/accounts/token/refresh", again), 401, "NOT_AUTHORIZED");
    assertRefused(await whoAmI(next.body.token), 401, "NOT_AUTHORIZED");
  });

  test("one that had arrived before another replica's answer was made gets the same pair", async () => {
    const replica = await giao.replica();
    const { db, clock, refreshTokens } = giao.house;
    const body = { api_key: DEMO.apiKey, mobile: DEMO.phone };
    // As if this request had waited for a connection while another made its pair, or exchanged one.
    const gets = async (made: string, madeAt: Date) => {
      await db`
        update accounts
        set refresh_hash = ${hashSecret(made)}, refreshed_at = ${madeAt}
        where phone = ${DEMO.phone}`;
      const answer = await replica.call("POST", "/v3/accounts/token", { body });
      assertOk(await whoAmI(answer.body.token));
      return answer.body.refresh_token === made;
    };
    const made = async (madeAt: Date) => {
      const [row] = await db<{ generation: number }>`
        select token_generation as generation from accounts where phone = ${DEMO.phone}`;
      return refreshTokens.first(DEMO.phone, row!.generation, madeAt);
    };
    const [past, future] = [-60_000, 60_000].map((ms) => new Date(clock.now().getTime() + ms));
    assert.equal(await gets(await made(future!), future!), true);
    assert.equal(await gets(await made(past!), past!), false, "it was there before this one came");
    assert.equal(await gets(refreshTokens.after(await made(future!)), future!), false, "an exchange is another's");
  });

  test("a pair that was refreshed meanwhile is not given again", async () => {
    const body = { api_key: DEMO.apiKey, mobile: DEMO.phone };
    const pair = (await token(body)).body;
    const [asked, exchanged] = await whileHeld(() => [
      giao.call("POST", "/v3/accounts/token/refresh", { body: { refresh_token: pair.refresh_token } }),
      token(body),
    ]);
    // Whichever came second has the pair that works.
    const works = await Promise.all([asked!, exchanged!].map(async (one) => (await whoAmI(one.body.token)).status));
    assert.ok(works.includes(200), works.join());
  });

  test("version 1 signs in the same way, also while it registers", async () => {
    const ask = (mobile: string) =>
      giao.call("GET", `/v1/partner/register_account?api_key=${DEMO.apiKey}&mobile=${mobile}&name=Cold`);
    for (const mobile of ["84933000077", "84933000077"]) {
      const pairs = await whileHeld(() => Array.from({ length: 8 }, () => ask(mobile)));
      for (const pair of pairs) assertOk(pair);
      const works = await Promise.all(pairs.map(async (pair) => (await whoAmI(pair.body.token)).status));
      assert.deepEqual(new Set(works), new Set([200]));
    }
  });

  test("a token in use while new ones are issued is either good or a clean 401", async () => {
    const first = await giao.signIn();
    const answers = await Promise.all([
      ...Array.from({ length: 30 }, () => whoAmI(first)),
      giao.signIn(),
      ...Array.from({ length: 30 }, () => whoAmI(first)),
    ]);
    const statuses = answers.filter((answer) => typeof answer !== "string").map((answer) => answer.status);
    assert.ok(statuses.every((status) => status === 200 || status === 401));
    assert.equal((await whoAmI(first)).status, 401);
  });
});

describe("POST /v3/accounts/token/refresh", () => {
  const refresh = (refresh_token: unknown) =>
    giao.call("POST", "/v3/accounts/token/refresh", { body: { refresh_token } });

  test("exchanges a refresh token once", async () => {
    const pair = await token({ api_key: DEMO.apiKey, mobile: DEMO.phone });
    const next = await refresh(pair.body.refresh_token);
    assertOk(next);
    assertRefused(await whoAmI(pair.body.token), 401, "NOT_AUTHORIZED");
    assertOk(await whoAmI(next.body.token));
    assertRefused(await refresh(pair.body.refresh_token), 401, "NOT_AUTHORIZED");
  });

  test("exchanges of one token that are in flight together get one pair, which works", async () => {
    const pair = await token({ api_key: DEMO.apiKey, mobile: DEMO.phone });
    const answers = await whileHeld(() => [1, 2, 3, 4].map(() => refresh(pair.body.refresh_token)));
    for (const answer of answers) {
      assertOk(answer);
      assert.deepEqual(answer.body, answers[0]!.body);
    }
    assertOk(await whoAmI(answers[0]!.body.token));
    assertOk(await refresh(answers[0]!.body.refresh_token));
  });

  test("so they do on two replicas", async () => {
    const replica = await giao.replica();
    const body = { refresh_token: (await token({ api_key: DEMO.apiKey, mobile: DEMO.phone })).body.refresh_token };
    const [first, second] = await whileHeld(
      () => [giao, replica].map(({ call }) => call("POST", "/v3/accounts/token/refresh", { body })),
      [giao, replica],
    );
    assertOk(first!);
    assert.deepEqual(second!.body, first!.body);
    assertOk(await whoAmI(first!.body.token));
  });

  test("so does one that comes while the other waits for its row, and is read when that one has its answer", async () => {
    const busy = await giao.replica({ env: { REQUESTS_IN_FLIGHT: "1" } });
    const body = { refresh_token: (await token({ api_key: DEMO.apiKey, mobile: DEMO.phone })).body.refresh_token };
    const refresh = () => busy.call("POST", "/v3/accounts/token/refresh", { body });
    const { asked } = await inTransaction(giao.house.db, async (tx) => {
      await tx`lock table accounts in exclusive mode`;
      const first = refresh();
      await untilWaiting(giao.house.db);
      const second = refresh();
      await until("both have come", async () => (await unanswered(busy)) === 2);
      return { asked: [first, second] };
    });
    const [first, second] = await Promise.all(asked);
    assertOk(first!);
    assert.deepEqual(second!.body, first!.body);
    assertOk(await whoAmI(first!.body.token));
  });

  test("one that had arrived before another replica exchanged it gets the same pair", async () => {
    const pair = (await token({ api_key: DEMO.apiKey, mobile: DEMO.phone })).body;
    const replica = await giao.replica();
    const next = (await refresh(pair.refresh_token)).body;
    // As if this request had waited for a connection meanwhile.
    const later = new Date(giao.house.clock.now().getTime() + 60_000);
    await giao.house.db`update accounts set refreshed_at = ${later} where phone = ${DEMO.phone}`;
    const body = { refresh_token: pair.refresh_token };
    const again = await replica.call("POST", "/v3/accounts/token/refresh", { body });
    assertOk(again);
    assert.equal(again.body.refresh_token, next.refresh_token);
    assertOk(await whoAmI(again.body.token));
    assertOk(await whoAmI(next.token));
  });

  test("a replayed one ends its whole family: the newest token and refresh token too, on every replica", async () => {
    const replica = await giao.replica();
    for (const replayedAt of [0, 1, 3]) {
      const chain = [(await token({ api_key: DEMO.apiKey, mobile: DEMO.phone })).body];
      for (let link = 0; link < 4; link++) chain.push((await refresh(chain.at(-1)!.refresh_token)).body);
      const newest = chain.at(-1)!;
      assertOk(await whoAmI(newest.token));
      const body = { refresh_token: chain[replayedAt]!.refresh_token };
      assertRefused(await replica.call("POST", "/v3/accounts/token/refresh", { body }), 401, "NOT_AUTHORIZED");
      assertRefused(await whoAmI(newest.token), 401, "NOT_AUTHORIZED");
      assertRefused(await refresh(newest.refresh_token), 401, "NOT_AUTHORIZED");
      // The partner's key opens a new family, which the old one's tokens cannot touch.
      const fresh = (await token({ api_key: DEMO.apiKey, mobile: DEMO.phone })).body;
      for (const { refresh_token } of chain) assertRefused(await refresh(refresh_token), 401, "NOT_AUTHORIZED");
      assertOk(await whoAmI(fresh.token));
      assertOk(await refresh(fresh.refresh_token));
    }
  });

  test("a token made up with a family's first half is a replay, one with another half ends nothing", async () => {
    const pair = (await token({ api_key: DEMO.apiKey, mobile: DEMO.phone })).body;
    const half = pair.refresh_token.slice(0, 32);
    assertRefused(await refresh("0".repeat(32) + pair.refresh_token.slice(32)), 401, "NOT_AUTHORIZED");
    assertOk(await whoAmI(pair.token));
    assertRefused(await refresh(half + "0".repeat(32)), 401, "NOT_AUTHORIZED");
    assertRefused(await whoAmI(pair.token), 401, "NOT_AUTHORIZED");
  });

  test("one that was given before families were known is exchanged, and then replayed as any other", async () => {
    const pair = (await token({ api_key: DEMO.apiKey, mobile: DEMO.phone })).body;
    await giao.house.db`update accounts set refresh_family = null, refreshed_at = null where phone = ${DEMO.phone}`;
    const next = await refresh(pair.refresh_token);
    assertOk(next);
    assertOk(await whoAmI(next.body.token));
    assertRefused(await refresh(pair.refresh_token), 401, "NOT_AUTHORIZED");
    assertRefused(await whoAmI(next.body.token), 401, "NOT_AUTHORIZED");
  });

  test("a deactivated account's newest one is refused and works again with the account", async () => {
    const phone = "84933000009";
    await giao.register(phone);
    const pair = (await token({ api_key: DEMO.apiKey, mobile: phone })).body;
    const set = (account_status: string) =>
      giao.call("PATCH", `/operator/v1/accounts/${phone}`, { operator: true, body: { account_status } });
    await set("DEACTIVATED");
    assertRefused(await refresh(pair.refresh_token), 401, "NOT_AUTHORIZED");
    await set("ACTIVATED");
    assertOk(await refresh(pair.refresh_token));
  });

  for (const [name, given] of [
    ["nothing", undefined],
    ["a number", 5],
    ["an unknown token", "0".repeat(64)],
  ] as const) {
    test(`refuses ${name}`, async () => assertRefused(await refresh(given), 401, "NOT_AUTHORIZED"));
  }
});

describe("tokens in general", () => {
  const badTokens: readonly (readonly [string, string | undefined])[] = [
    ["no header", undefined],
    ["another scheme", "Basic ZGVtbzpkZW1v"],
    ["an empty bearer", "Bearer "],
    ["rubbish", "Bearer rubbish"],
    ["a JWT signed with another secret", `Bearer ${forged("HS256")}`],
    ["a JWT that says it needs no signature", `Bearer ${forged("none")}`],
    ["a very long one", `Bearer ${"a".repeat(5000)}`],
  ];
  for (const [name, authorization] of badTokens) {
    test(`${name} is 401 NOT_AUTHORIZED`, async () => {
      const headers = authorization === undefined ? {} : { authorization };
      assertRefused(await giao.call("GET", "/v3/cities?country_id=VN", { headers }), 401, "NOT_AUTHORIZED");
    });
  }

  test("a deactivated account's token is 401", async () => {
    const bearer = await giao.register("84933000003");
    assertOk(await whoAmI(bearer));
    await giao.call("PATCH", "/operator/v1/accounts/84933000003", {
      operator: true,
      body: { account_status: "DEACTIVATED" },
    });
    assertRefused(await whoAmI(bearer), 401, "NOT_AUTHORIZED");
  });

  test("neither keys nor refresh tokens are in the database, only their hashes", async () => {
    const pair = await token({ api_key: DEMO.apiKey, mobile: DEMO.phone });
    const [row] = await giao.house.db<{ dump: string }>`
      select (select jsonb_agg(accounts) from accounts)::text || (select jsonb_agg(partner_keys) from partner_keys)::text as dump`;
    assert.ok(row && !row.dump.includes(pair.body.refresh_token) && !row.dump.includes(DEMO.apiKey));
  });

  // Last in the file: it moves the clock for everybody.
  test("a token older than thirty days has expired", async () => {
    const bearer = await giao.signIn();
    await giao.call("POST", "/sandbox/v1/clock/advance", { operator: true, body: { seconds: 30 * 24 * 3600 + 1 } });
    assertRefused(await whoAmI(bearer), 401, "NOT_AUTHORIZED");
    assertOk(await whoAmI(await giao.signIn()));
  });
});

function forged(alg: string): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const claims = { typ: "user", iss: "giao", cid: DEMO.phone, partner: "demo", gen: 1, exp: 4_000_000_000 };
  return `${part({ alg, typ: "JWT" })}.${part(claims)}.${alg === "none" ? "" : "c2lnbmF0dXJl"}`;
}
