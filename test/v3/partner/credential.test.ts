// Who speaks for a whole partner: its API key, a token made with it, and the portal's browser of its owner.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { openTokens } from "../../../src/ports/tokens.ts";
import { assertOk, assertRefused } from "../../harness/expect.ts";
import { startFamily } from "../../harness/family.ts";
import type { Answer, Call, Giao } from "../../harness/giao.ts";
import { startOrderTests } from "../../harness/orders.ts";
import { signInPage } from "../../harness/web-session.ts";

const giao = await startOrderTests();
const replica = await giao.replica();
const family = await startFamily(giao);
const SCOPES = ["events:read", "callbacks:read", "callbacks:write", "callbacks:resend"] as const;

// Each with what it must have been made for.
const CALLS: readonly (readonly [(typeof SCOPES)[number], string, string, unknown?])[] = [
  ["callbacks:read", "GET", "/v3/callbacks"],
  ["callbacks:write", "PUT", "/v3/callbacks", { url: "http://127.0.0.1:9/ours" }],
  ["callbacks:write", "POST", "/v3/callbacks/secret/rotate"],
  ["callbacks:write", "POST", "/v3/callbacks/test"],
  ["callbacks:write", "POST", "/sandbox/v1/receiver-check", {}],
  ["callbacks:resend", "POST", "/v3/callbacks/resend", { since: 0 }],
  ["callbacks:write", "DELETE", "/v3/callbacks"],
];

const make = (body: object, at: Pick<Giao, "call"> = giao) => at.call("POST", "/v3/partner/tokens", { body });
const tokenFor = async (scopes: readonly string[], api_key = family.apiKey, seconds?: number): Promise<string> => {
  const made = await make({ api_key, scopes, ...(seconds === undefined ? {} : { seconds }) });
  assertOk(made);
  return made.body.token;
};
const settings = (as: Call, at: Pick<Giao, "call"> = giao): Promise<Answer> => at.call("GET", "/v3/callbacks", as);

describe("an account's token", () => {
  test("opens none of the partner's calls, whoever in the family holds it, and says what would", async () => {
    for (const who of ["parent", "child", "sibling"] as const) {
      for (const [scope, method, path, body] of CALLS) {
        const refused = await giao.call(method, path, { token: family[who].token, ...(body ? { body } : {}) });
        assertRefused(refused, 401, "NOT_AUTHORIZED");
        assert.match(refused.body.description, /API key/);
        assert.ok(refused.body.description.includes(scope), refused.body.description);
      }
    }
    const { body } = await settings({ token: family.apiKey });
    assert.equal(body.url, "", "nothing was set");
  });
});

describe("the API key", () => {
  test("opens them all, as a bearer and in a header of its own", async () => {
    for (const as of [{ token: family.apiKey }, { headers: { "api-key": family.apiKey } }]) {
      for (const [, method, path, body] of CALLS) {
        assertOk(await giao.call(method, path, { ...as, ...(body ? { body } : {}) }));
      }
    }
  });

  test("beside an account's token it is the header that counts, and a wrong one is not mended by a good token", async () => {
    const { token } = family.sibling;
    assertOk(await settings({ token, headers: { "api-key": family.apiKey } }));
    const wrong = { "api-key": "0".repeat(40) };
    assertRefused(await settings({ token: family.apiKey, headers: wrong }), 401, "NOT_AUTHORIZED");
    assertRefused(await giao.call("GET", "/v3/orders/events", { token, headers: wrong }), 401, "NOT_AUTHORIZED");
  });

  test("is not the route key, and the route key is not it", async () => {
    for (const as of [{ token: family.routeKey }, { headers: { "api-key": family.routeKey } }]) {
      assertRefused(await settings(as), 401, "NOT_AUTHORIZED");
    }
    const route = "/routing/bike/route/v1/driving/106.698,10.7725;106.699,10.7798";
    assert.equal((await giao.call("GET", route, { headers: { "api-key": family.apiKey } })).status, 401);
  });

  test("is held to the partner's own limit", async () => {
    const made = await giao.call("POST", "/operator/v1/partners", {
      operator: true,
      body: { id: "slow", name: "Slow", rate_limit_per_minute: 2 },
    });
    const token = made.body.api_key;
    const statuses = [];
    for (let nth = 0; nth < 3; nth += 1) statuses.push((await settings({ token })).status);
    assert.deepEqual(statuses, [200, 200, 429]);
  });
});

describe("a token made with it", () => {
  for (const granted of SCOPES) {
    test(`for ${granted} opens what that names and nothing else`, async () => {
      const token = await tokenFor([granted]);
      const feed = await giao.call("GET", "/v3/orders/events", { token });
      if (granted === "events:read") assert.ok(feed.body.events.length >= 4, "the whole partner's");
      else assertRefused(feed, 401, "NOT_AUTHORIZED");
      for (const [scope, method, path, body] of CALLS) {
        const answer = await giao.call(method, path, { token, ...(body ? { body } : {}) });
        if (scope === granted) assert.ok(answer.status === 200 || answer.body.code === "NOT_FOUND", path);
        else assertRefused(answer, 401, "NOT_AUTHORIZED");
      }
      assertRefused(await giao.call("GET", "/v3/orders", { token }), 401, "NOT_AUTHORIZED");
    });
  }

  test("says what it is for and until when; its time is what was asked for, or an hour", async () => {
    const now = giao.house.clock.now().getTime() / 1000;
    const made = await make({ api_key: family.apiKey, scopes: ["callbacks:read", "events:read"], seconds: 120 });
    assertOk(made);
    assert.deepEqual(made.body.scopes, ["events:read", "callbacks:read"]);
    assert.ok(Math.abs(made.body.expires_at - now - 120) < 60, String(made.body.expires_at - now));
    const usual = await make({ api_key: family.apiKey, scopes: ["events:read"] });
    assert.ok(Math.abs(usual.body.expires_at - now - 3_600) < 60);
    const [, payload = ""] = made.body.token.split(".");
    const claims = JSON.parse(Buffer.from(payload, "base64url").toString());
    assert.equal(claims.typ, "partner");
    assert.ok(!made.body.token.includes(family.apiKey) && !JSON.stringify(claims).includes(family.apiKey));
  });

  test("is refused for what is wrong with the wish, then for the key", async () => {
    const good = { api_key: family.apiKey, scopes: ["events:read"] };
    for (const [body, field] of [
      [{ scopes: good.scopes }, "api_key"],
      [{ ...good, api_key: 7 }, "api_key"],
      [{ ...good, scopes: "events:read" }, "scopes"],
      [{ ...good, scopes: [] }, "scopes"],
      [{ ...good, scopes: ["everything"] }, "scopes"],
      [{ ...good, seconds: "60" }, "seconds"],
      [{ ...good, seconds: 59 }, "seconds"],
      [{ ...good, seconds: 2_592_001 }, "seconds"],
      [{ scopes: ["everything"], api_key: "nobody's" }, "scopes"],
    ] as const) {
      const refused = await make(body);
      assertRefused(refused, 400, "INVALID_DATA");
      assert.equal(refused.body.field, field);
    }
    assertRefused(await make({ ...good, api_key: "nobody's" }), 404, "PARTNER_NOT_FOUND");
    assertRefused(await make({ ...good, api_key: family.routeKey }), 404, "PARTNER_NOT_FOUND");
  });

  test("made up, signed by another or changed, it is nobody's", async () => {
    const token = await tokenFor(["callbacks:read"]);
    const [head, , tail] = token.split(".");
    const claims = { typ: "partner", partner: family.partner, iss: "giao", scopes: SCOPES, exp: 9_999_999_999 };
    const changed = `${head}.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.${tail}`;
    const foreign = await openTokens(["another secret of 32 characters!"], 60, giao.house.clock).signPartner({
      partnerId: family.partner,
      keyHash: "00",
      scopes: SCOPES,
      expiresAt: new Date(Date.now() + 1e9),
    });
    for (const wrong of [changed, foreign, `${token}x`]) {
      assertRefused(await settings({ token: wrong }), 401, "NOT_AUTHORIZED");
    }
  });

  test("of another partner sees that partner's settings", async () => {
    assertOk(
      await giao.call("PUT", "/v3/callbacks", { token: family.apiKey, body: { url: "http://127.0.0.1:9/ours" } }),
    );
    const theirs = await settings({ token: await tokenFor(["callbacks:read"], family.otherKey) });
    assert.equal(theirs.body.url, "");
  });
});

describe("the portal's browser", () => {
  const sign = (phone: string, api_key = family.apiKey) => signInPage(giao, "portal", { api_key, mobile: phone });

  test("of an account that is nobody's child speaks for the partner, a child's for itself", async () => {
    const owner = await sign(family.parent.phone);
    assertOk(await owner.call("GET", "/v3/callbacks"));
    assert.ok((await owner.call("GET", "/v3/orders/events")).body.events.length >= 4);
    const child = await sign(family.child.phone);
    assertRefused(await child.call("GET", "/v3/callbacks"), 401, "NOT_AUTHORIZED");
    const own = await child.call("GET", "/v3/orders/events");
    assert.deepEqual(
      new Set(own.body.events.map(({ order }: { order: { _id: string } }) => order._id)),
      new Set([family.child.order]),
    );
  });

  test("from a foreign page, or beside a wrong key, it is refused", async () => {
    const owner = await sign(family.parent.phone);
    for (const headers of [{ "x-giao-page": "" }, { origin: "https://evil.example" }, { "api-key": "wrong" }]) {
      assertRefused(
        await owner.call("GET", "/v3/callbacks", { headers: headers as Record<string, string> }),
        401,
        "NOT_AUTHORIZED",
      );
    }
  });
});

// Last in the file: they move the clock for everybody.
describe("the end of a credential", () => {
  test("a token ends with its time, on every replica", async () => {
    const token = await tokenFor(["callbacks:read"], family.apiKey, 60);
    for (const at of [giao, replica]) assertOk(await settings({ token }, at));
    await giao.advance(61);
    for (const at of [giao, replica]) assertRefused(await settings({ token }, at), 401, "NOT_AUTHORIZED");
  });

  test("a key that is rotated away takes its tokens and browsers along when its day is over, on every replica", async () => {
    const { partner, parent, apiKey: old } = family;
    const browser = await signInPage(giao, "portal", { api_key: old, mobile: parent.phone });
    const before = await tokenFor(["callbacks:read"], old, 2_592_000);
    const rotated = await giao.call("POST", `/operator/v1/partners/${partner}/keys/rotate`, { operator: true });
    assertOk(rotated);
    const fresh = rotated.body.api_key;
    // Browsers at once; programs have a day to change over.
    assertRefused(await browser.call("GET", "/v3/callbacks"), 401, "NOT_AUTHORIZED");
    const late = await signInPage(giao, "portal", { api_key: old, mobile: parent.phone });
    const made = await make({ api_key: old, scopes: ["callbacks:read"], seconds: 2_592_000 });
    const day = giao.house.clock.now().getTime() / 1000 + 24 * 3600;
    assert.ok(made.body.expires_at <= day, "a token of the old key does not outlive it");
    const during = made.body.token;
    const after = await tokenFor(["callbacks:read"], fresh, 2_592_000);
    for (const at of [giao, replica]) {
      for (const token of [old, fresh, before, during, after]) assertOk(await settings({ token }, at));
      assertOk(await late.at(at).call("GET", "/v3/callbacks"));
    }
    await giao.advance(24 * 3600 + 1);
    for (const at of [giao, replica]) {
      for (const token of [old, before, during]) assertRefused(await settings({ token }, at), 401, "NOT_AUTHORIZED");
      assertRefused(await late.at(at).call("GET", "/v3/callbacks"), 401, "NOT_AUTHORIZED");
      for (const token of [fresh, after]) assertOk(await settings({ token }, at));
    }
  });
});
