import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { DEMO } from "../../src/operations/seed.ts";
import { removeOldSessions } from "../../src/operations/sign-ins/sweep-sign-ins.ts";
import { assertOk, assertRefused } from "../harness/expect.ts";
import { startGiao } from "../harness/giao.ts";
import { pageWith, signInPage } from "../harness/web-session.ts";

const giao = await startGiao();
const page = { "x-giao-page": "1" };
const demo = { api_key: DEMO.apiKey, mobile: DEMO.phone };
const clerk = { operator_key: "sandbox-operator-key", name: "Lan" };

const newPartner = async (id: string, mobile: string) => {
  const { body } = await giao.call("POST", "/operator/v1/partners", { operator: true, body: { id, name: id } });
  await giao.register(mobile, body.api_key);
  return { api_key: body.api_key, mobile };
};
const other = await newPartner("other", "84933000001");
await giao.register("84933000002");
await giao.call("PATCH", "/operator/v1/accounts/84933000002", {
  operator: true,
  body: { account_status: "DEACTIVATED" },
});

const signIn = (body: unknown, headers: Readonly<Record<string, string>> = page) =>
  giao.call("POST", "/portal/v1/session", { body, headers });

describe("signing in to the portal", () => {
  test("gives a cookie that scripts cannot read and other sites cannot send", async () => {
    const answer = await signIn(demo);
    assertOk(answer);
    const [pair, ...flags] = (answer.headers.get("set-cookie") ?? "").split("; ");
    assert.match(pair ?? "", /^giao_portal=[0-9a-f]{64}$/);
    assert.deepEqual(flags, ["Path=/", `Max-Age=${30 * 24 * 3600}`, "HttpOnly", "SameSite=Strict"]);
    assert.deepEqual(answer.body.session.account, { _id: DEMO.phone, name: "Demo sender", parent_id: null });
    assert.deepEqual(answer.body.session.partner, { id: "demo", name: "Demo shop" });
    assert.equal(answer.body.mode, "sandbox");
  });

  test("the cookie names the account on every call that takes its token", async () => {
    const browser = await signInPage(giao, "portal", demo);
    assertOk(await browser.call("GET", "/v3/cities?country_id=VN"));
    assertOk(await browser.call("POST", "/sandbox/v1/clock/advance", { body: { seconds: 1 } }));
    const { body } = await browser.call("GET", "/portal/v1/session");
    assert.equal(body.session.account._id, DEMO.phone);
  });

  test("leaves the account's token alone, and a new token leaves the browser alone", async () => {
    const token = await giao.signIn();
    const browser = await signInPage(giao, "portal", demo);
    assertOk(await giao.call("GET", "/v3/cities?country_id=VN", { token }));
    await giao.signIn();
    assertOk(await browser.call("GET", "/v3/cities?country_id=VN"));
  });

  // Each row peels off one fault, as the token call does (D21).
  const faults: readonly (readonly [string, unknown, number, string])[] = [
    ["nothing given", {}, 404, "PARTNER_NOT_FOUND"],
    ["a good key and no phone", { api_key: DEMO.apiKey }, 406, "INVALID_PHONE_NUMBER"],
    ["a phone nobody has", { api_key: DEMO.apiKey, mobile: "84933999999" }, 404, "USER_NOT_FOUND"],
    ["another partner's account", { api_key: DEMO.apiKey, mobile: "84933000001" }, 401, "NOT_AUTHORIZED"],
    ["a deactivated account", { api_key: DEMO.apiKey, mobile: "84933000002" }, 406, "DEACTIVATED_ACCOUNT"],
  ];
  for (const [name, body, status, code] of faults) {
    test(`refuses ${name} with ${status} ${code} and no cookie`, async () => {
      const answer = await signIn(body);
      assertRefused(answer, status, code);
      assert.equal(answer.headers.get("set-cookie"), null);
    });
  }

  test("nobody being signed in is an answer", async () => {
    const answer = await giao.call("GET", "/portal/v1/session", { headers: page });
    assertOk(answer);
    assert.deepEqual(answer.body, { mode: "sandbox", session: null });
  });

  test("over https the cookie is Secure", async () => {
    const secure = await giao.replica({ publicUrl: "https://giao.example" });
    const answer = await secure.call("POST", "/portal/v1/session", { body: demo, headers: page });
    assert.match(answer.headers.get("set-cookie") ?? "", /; Secure$/);
  });
});

describe("a cookie alone proves nothing", () => {
  test("without the page's header it is refused, on reads and on writes", async () => {
    const { cookie } = await signInPage(giao, "portal", demo);
    const headers = { cookie };
    assertRefused(await giao.call("GET", "/v3/cities?country_id=VN", { headers }), 401, "NOT_AUTHORIZED");
    assertRefused(await giao.call("GET", "/portal/v1/session", { headers }), 401, "NOT_AUTHORIZED");
    assertRefused(await giao.call("DELETE", "/portal/v1/session", { headers }), 401, "NOT_AUTHORIZED");
    assertOk(await pageWith(giao, cookie).call("GET", "/v3/cities?country_id=VN"));
  });

  for (const origin of ["https://evil.example", "http://127.0.0.1:1", "null", "rubbish"]) {
    test(`from a page at ${origin} it is refused`, async () => {
      const browser = await signInPage(giao, "portal", demo);
      const answer = await browser.call("GET", "/v3/cities?country_id=VN", { headers: { origin } });
      assertRefused(answer, 401, "NOT_AUTHORIZED");
      assertRefused(await signIn(demo, { ...page, origin }), 401, "NOT_AUTHORIZED");
    });
  }

  test("from a page of this server it is taken, by its public name and by the name it was called by", async () => {
    const browser = await signInPage(giao, "portal", demo);
    for (const origin of ["http://giao.test", giao.url]) {
      assertOk(await browser.call("GET", "/v3/cities?country_id=VN", { headers: { origin } }));
    }
  });

  test("no preflight lets a foreign page send its header or a cookie", async () => {
    const headers = { origin: "https://evil.example", "access-control-request-method": "GET" };
    const answer = await giao.call("OPTIONS", "/v3/cities", { headers });
    assert.ok(!answer.headers.get("access-control-allow-headers")?.includes("giao"));
    assert.equal(answer.headers.get("access-control-allow-credentials"), null);
    const own = await giao.call("OPTIONS", "/portal/v1/session", { headers });
    assert.equal(own.status, 404);
    assert.equal(own.headers.get("access-control-allow-origin"), null);
  });

  test("a made-up or cut cookie is nobody's", async () => {
    for (const cookie of [`giao_portal=${"0".repeat(64)}`, "giao_portal=x", "giao_portal="]) {
      assertRefused(await pageWith(giao, cookie).call("GET", "/v3/cities?country_id=VN"), 401, "NOT_AUTHORIZED");
    }
  });

  test("its id is not in the database, only its hash", async () => {
    const { cookie } = await signInPage(giao, "portal", demo);
    const [row] = await giao.house.db<{ dump: string }>`
      select jsonb_agg(web_sessions)::text as dump
      from web_sessions`;
    assert.ok(row && !row.dump.includes(cookie.split("=")[1] ?? ""));
  });
});

describe("cookie and token", () => {
  test("a token wins over a cookie: its account is the caller", async () => {
    const browser = await signInPage(giao, "portal", demo);
    const token = await giao.register("84933000010");
    await browser.call("PUT", "/v3/accounts", { token, body: { name: "Named by token" } });
    const account = await giao.call("GET", "/operator/v1/accounts/84933000010", { operator: true });
    assert.equal(account.body.name, "Named by token");
  });

  test("a wrong token is refused beside a good cookie, and so is a wrong operator key", async () => {
    const browser = await signInPage(giao, "portal", demo);
    assertRefused(await browser.call("GET", "/v3/cities?country_id=VN", { token: "rubbish" }), 401, "NOT_AUTHORIZED");
    const operator = await signInPage(giao, "console", clerk);
    const headers = { "x-operator-key": "rubbish" };
    assertRefused(await operator.call("GET", "/operator/v1/partners", { headers }), 401, "NOT_AUTHORIZED");
  });

  test("one tenant's cookie reads nothing of another's", async () => {
    const mine = await signInPage(giao, "portal", demo);
    const theirs = await signInPage(giao, "portal", other);
    await giao.call("PATCH", "/operator/v1/partners/demo", {
      operator: true,
      body: { callback: { url: "http://127.0.0.1:9/hook" } },
    });
    assert.equal((await mine.call("GET", "/v3/callbacks")).body.url, "http://127.0.0.1:9/hook");
    assert.notEqual((await theirs.call("GET", "/v3/callbacks")).body.url, "http://127.0.0.1:9/hook");
    assert.deepEqual((await theirs.call("GET", "/v3/orders")).body.orders, []);
  });
});

describe("the console's session", () => {
  test("opens the operator's calls, and the portal's does not", async () => {
    const operator = await signInPage(giao, "console", clerk);
    assert.match(operator.cookie, /^giao_console=/);
    assertOk(await operator.call("GET", "/operator/v1/partners"));
    assert.equal((await operator.call("GET", "/console/v1/session")).body.session.name, "Lan");
    const partner = await signInPage(giao, "portal", demo);
    assertRefused(await partner.call("GET", "/operator/v1/partners"), 401, "NOT_AUTHORIZED");
    assertRefused(await operator.call("GET", "/v3/cities?country_id=VN"), 401, "NOT_AUTHORIZED");
  });

  test("a portal's cookie under the console's name is nobody's", async () => {
    const { cookie } = await signInPage(giao, "portal", demo);
    const swapped = pageWith(giao, cookie.replace("giao_portal", "giao_console"));
    assertRefused(await swapped.call("GET", "/operator/v1/partners"), 401, "NOT_AUTHORIZED");
  });

  test("the page says whom somebody signed in to both acts as, in the sandbox's tools", async () => {
    const partner = await signInPage(giao, "portal", demo);
    const operator = await signInPage(giao, "console", clerk);
    const cookie = `${partner.cookie}; ${operator.cookie}`;
    const check = (name: string) =>
      giao.call("POST", "/sandbox/v1/receiver-check", { body: {}, headers: { cookie, "x-giao-page": name } });
    assertRefused(await check("console"), 400, "MISSING_REQUIRED_INFO");
    assert.notEqual((await check("portal")).body.code, "MISSING_REQUIRED_INFO");
  });

  test("needs the key, then a name", async () => {
    const open = (body: unknown) => giao.call("POST", "/console/v1/session", { body, headers: page });
    assertRefused(await open({}), 401, "NOT_AUTHORIZED");
    assertRefused(await open({ operator_key: "wrong", name: " " }), 401, "NOT_AUTHORIZED");
    assertRefused(await open({ ...clerk, name: " " }), 400, "MISSING_REQUIRED_INFO");
    assertRefused(await open({ ...clerk, name: "x".repeat(81) }), 400, "MISSING_REQUIRED_INFO");
  });

  test("a new operator key ends every session of the old one", async () => {
    const operator = await signInPage(giao, "console", clerk);
    const rekeyed = await giao.replica({ env: { OPERATOR_KEY: "another-operator-key" } });
    assertRefused(await operator.at(rekeyed).call("GET", "/operator/v1/partners"), 401, "NOT_AUTHORIZED");
    assertOk(await operator.call("GET", "/operator/v1/partners"));
  });
});

describe("the end of a session", () => {
  test("signing out ends it on every replica, and takes the cookie away", async () => {
    const replica = await giao.replica();
    const browser = await signInPage(giao, "portal", demo);
    const second = await signInPage(giao, "portal", demo);
    assertOk(await browser.at(replica).call("GET", "/v3/cities?country_id=VN"));
    const answer = await browser.call("DELETE", "/portal/v1/session");
    assert.match(answer.headers.get("set-cookie") ?? "", /^giao_portal=; Path=\/; Max-Age=0; HttpOnly/);
    assertRefused(await browser.at(replica).call("GET", "/v3/cities?country_id=VN"), 401, "NOT_AUTHORIZED");
    assertOk(await second.at(replica).call("GET", "/v3/cities?country_id=VN"));
    assertOk(await browser.call("DELETE", "/portal/v1/session"));
  });

  test("a deactivated account is signed out, and stays so when it is activated again", async () => {
    await giao.register("84933000003");
    const browser = await signInPage(giao, "portal", { ...demo, mobile: "84933000003" });
    for (const account_status of ["DEACTIVATED", "ACTIVATED"]) {
      await giao.call("PATCH", "/operator/v1/accounts/84933000003", { operator: true, body: { account_status } });
      assertRefused(await browser.call("GET", "/v3/cities?country_id=VN"), 401, "NOT_AUTHORIZED");
    }
  });

  test("rotating a partner's keys signs its browsers out, and the old key opens none that outlives it", async () => {
    const rotated = await newPartner("rotated", "84933000004");
    const before = await signInPage(giao, "portal", rotated);
    const bystander = await signInPage(giao, "portal", other);
    await giao.call("POST", "/operator/v1/partners/rotated/keys/rotate", { operator: true });
    assertRefused(await before.call("GET", "/v3/cities?country_id=VN"), 401, "NOT_AUTHORIZED");
    assertOk(await bystander.call("GET", "/v3/cities?country_id=VN"));
    const answer = await signIn(rotated);
    const maxAge = Number(/Max-Age=(\d+)/.exec(answer.headers.get("set-cookie") ?? "")?.[1]);
    assert.ok(maxAge <= 24 * 3600, `${maxAge} s`);
  });

  test("of many sign-ins the newest twenty stay", async () => {
    await giao.register("84933000005");
    const account = { ...demo, mobile: "84933000005" };
    const first = await signInPage(giao, "portal", account);
    const second = await signInPage(giao, "portal", account);
    for (let more = 0; more < 19; more += 1) await signInPage(giao, "portal", account);
    assertRefused(await first.call("GET", "/v3/cities?country_id=VN"), 401, "NOT_AUTHORIZED");
    assertOk(await second.call("GET", "/v3/cities?country_id=VN"));
  });

  // Last in the file: they move the clock for everybody.
  const pass = (seconds: number) =>
    giao.call("POST", "/sandbox/v1/clock/advance", { operator: true, body: { seconds } });

  test("unused for three days it is over; used, it goes on until its thirtieth", async () => {
    const idle = await signInPage(giao, "portal", demo);
    const used = await signInPage(giao, "portal", demo);
    for (let days = 0; days < 28; days += 2) {
      await pass(2 * 24 * 3600);
      assertOk(await used.call("GET", "/v3/cities?country_id=VN"));
    }
    assertRefused(await idle.call("GET", "/v3/cities?country_id=VN"), 401, "NOT_AUTHORIZED");
    assert.equal((await idle.call("GET", "/portal/v1/session")).body.session, null);
    await pass(2 * 24 * 3600);
    assertRefused(await used.call("GET", "/v3/cities?country_id=VN"), 401, "NOT_AUTHORIZED");
  });

  test("sessions that are over are swept, those in use stay", async () => {
    const browser = await signInPage(giao, "portal", demo);
    await removeOldSessions(giao.house);
    const rows = await giao.house.db`select 1 from web_sessions`;
    assert.equal(rows.length, 1);
    assertOk(await browser.call("GET", "/v3/cities?country_id=VN"));
  });
});
