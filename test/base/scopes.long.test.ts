// Every call of the API's description with every kind of caller. What is expected is written here by hand, apart from the table that the
// program goes by: who is turned away, who is told that it is not theirs, and for whom it does not exist.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { pino } from "pino";
import { enforceScopes } from "../../src/http/access/enforce-scopes.ts";
import { SCOPES } from "../../src/http/access/scopes.ts";
import { openApp } from "../../src/http/base/app.ts";
import { openMeasures } from "../../src/http/base/measures.ts";
import { DEMO } from "../../src/operations/seed.ts";
import { secureRandom } from "../../src/ports/random.ts";
import { openTokens } from "../../src/ports/tokens.ts";
import { assertOk } from "../harness/expect.ts";
import { startFamily, TRACKED } from "../harness/family.ts";
import type { Json } from "../harness/giao.ts";
import { startOrderTests } from "../harness/orders.ts";
import { signInPage } from "../harness/web-session.ts";
import { CALLS } from "./call-classes.ts";
import { BY_MEMBER_ROLE, MEMBER_INITIALS } from "./member-table.ts";
import { BY_ROLE, ROLES } from "./role-table.ts";

const giao = await startOrderTests();
const family = await startFamily(giao);
const { child, parent, otherChild, sibling, stranger } = family;
// Its life is over, so that no call of this file moves it.
for (let status = ""; status !== "COMPLETED"; ) {
  const next = await giao.call("POST", `/sandbox/v1/orders/${child.order}/continue`, { operator: true });
  assertOk(next);
  status = next.body.status;
}

type Headers = Readonly<Record<string, string>>;
const bearer = (token: string): Headers => ({ authorization: `Bearer ${token}` });
const cookie = async (kind: "portal" | "console", body: object): Promise<Headers> => ({
  cookie: (await signInPage(giao, kind, body)).cookie,
  "x-giao-page": "1",
});
const partnerToken = async (api_key: string, scopes: readonly string[]): Promise<string> => {
  const made = await giao.call("POST", "/v3/partner/tokens", { body: { api_key, scopes } });
  assertOk(made);
  return made.body.token;
};
const ALL = ["events:read", "callbacks:read", "callbacks:write", "callbacks:resend"];

const ended = await giao.register("84949000001", family.apiKey);
await giao.signIn("84949000001", family.apiKey);
const deactivated = await giao.register("84949000002", family.apiKey);
await giao.call("PATCH", "/operator/v1/accounts/84949000002", {
  operator: true,
  body: { account_status: "DEACTIVATED" },
});
const yesterday = { now: () => new Date(giao.house.clock.now().getTime() - 86_400_000) };
const expired = await openTokens(giao.house.settings.tokenSecrets, 60, yesterday).sign(
  { phone: sibling.phone, partnerId: family.partner, generation: 1 },
  "ACTIVATED",
  yesterday.now(),
);
const drivers = await giao.call("POST", "/driver/v1/sessions", {
  body: { mobile: DEMO.driver.phone, pin: DEMO.driver.pin },
});
const owner = await cookie("portal", { api_key: family.apiKey, mobile: parent.phone });

const applicantsPhone = "84949000009";
assertOk(await giao.call("POST", "/join/v1/codes", { body: { mobile: applicantsPhone } }));
const sms = await giao.call("GET", `/operator/v1/sms?to=${applicantsPhone}`, { operator: true });
const applicant = await giao.call("POST", "/join/v1/sessions", {
  body: { mobile: applicantsPhone, code: sms.body[0].code },
});

const IDENTITIES = {
  nobody: {},
  "a made-up token": bearer("rubbish"),
  "a token that a newer one ended": bearer(ended),
  "a token whose time is over": bearer(expired),
  "a deactivated account": bearer(deactivated),
  "the creator, a child": bearer(child.token),
  "the creator's parent": bearer(parent.token),
  "another child of the parent": bearer(otherChild.token),
  "an account beside them": bearer(sibling.token),
  "an account of another partner": bearer(stranger.token),
  "the API key": bearer(family.apiKey),
  "the API key in its header": { "api-key": family.apiKey },
  "a partner token for all": bearer(await partnerToken(family.apiKey, ALL)),
  "a partner token for reading callbacks": bearer(await partnerToken(family.apiKey, ["callbacks:read"])),
  "another partner's API key": bearer(family.otherKey),
  "another partner's token for all": bearer(await partnerToken(family.otherKey, ALL)),
  "a driver": bearer(drivers.body.token),
  "an applicant": bearer(applicant.body.token),
  "the operator's key": { "x-operator-key": "sandbox-operator-key" },
  "a wrong operator's key": { "x-operator-key": "sandbox-operator-keys" },
  "the owner's browser": owner,
  "the owner's browser on a foreign page": { cookie: owner.cookie ?? "" },
  "the child's browser": await cookie("portal", { api_key: family.apiKey, mobile: child.phone }),
  "the operator's browser": await cookie("console", { operator_key: "sandbox-operator-key", name: "Lan" }),
  "the route key": { "api-key": family.routeKey },
} satisfies Record<string, Headers>;
type Identity = keyof typeof IDENTITIES;
const EVERYBODY = Object.keys(IDENTITIES) as Identity[];

// By class of call: who gets through, and who is told something other than 401.
type Expected = "through" | 401 | 403 | 404;
const of = (names: readonly Identity[], expected: Expected) => names.map((name) => [name, expected] as const);
const USERS = of(
  [
    "the creator, a child",
    "the creator's parent",
    "another child of the parent",
    "an account beside them",
    "an account of another partner",
    "the owner's browser",
    "the child's browser",
  ],
  "through",
);
const OPERATORS = of(["the operator's key", "the operator's browser"], "through");
const PARTNERS = of(
  [
    "the API key",
    "the API key in its header",
    "a partner token for all",
    "another partner's API key",
    "another partner's token for all",
    "the owner's browser",
  ],
  "through",
);
const CREATOR = of(["the creator, a child", "the child's browser"], "through");
const PAGES = of(["the owner's browser", "the child's browser", "the operator's browser"], "through");
const ELSEWHERE = of(["an account of another partner"], 404);

const CLASSES = {
  anyone: of(EVERYBODY, "through"),
  // Refused for what is in the body, whoever sends it.
  "signs in with the body alone": [],
  "a page of ours": PAGES,
  user: USERS,
  "the portal of a parent": of(["the owner's browser"], "through"),
  "a parent": of(
    ["the creator's parent", "an account beside them", "an account of another partner", "the owner's browser"],
    "through",
  ),
  "the creator": [...CREATOR, ...ELSEWHERE],
  "the creator and the parent": [
    ...CREATOR,
    ...of(["the creator's parent", "the owner's browser"], "through"),
    ...of(["another child of the parent", "an account beside them"], 403),
    ...ELSEWHERE,
  ],
  "any account of the partner": [...USERS, ...ELSEWHERE],
  "user or partner": [...USERS, ...PARTNERS],
  partner: PARTNERS,
  "partner, reading": [...PARTNERS, ...of(["a partner token for reading callbacks"], "through")],
  "partner or operator": [...PARTNERS, ...OPERATORS],
  "user or operator": [...USERS, ...OPERATORS],
  "the creator or operator": [...CREATOR, ...ELSEWHERE, ...OPERATORS],
  operator: OPERATORS,
  driver: of(["a driver"], "through"),
  applicant: of(["an applicant"], "through"),
  "route key": of(["the route key"], "through"),
} satisfies Record<string, readonly (readonly [Identity, Expected])[]>;
type Class = keyof typeof CLASSES;

const LAST = ["DELETE /driver/v1/sessions", "DELETE /portal/v1/session", "DELETE /console/v1/session"];
// All doors of an operator and of a driver are theirs alone.
const classOf = (call: string): Class | undefined => {
  if (/^\w+ \/operator\/v1\//.test(call)) return "operator";
  return (CALLS[call] as Class | undefined) ?? (/^\w+ \/driver\/v1\//.test(call) ? "driver" : undefined);
};

// Ids that exist where somebody is told apart by them; nothing is found under the others.
const PARAMS: Headers = {
  tracking_number: TRACKED,
  profile: "bike",
  coordinates: "106.698,10.7725;106.699,10.7798",
  theme: "light",
  path_index: "1",
};
const QUERIES: Headers = { "GET /v3/orders/tracks": `?tracking_number=${TRACKED}` };
const BODIES: Readonly<Record<string, object>> = {
  "POST /sandbox/v1/orders/{order_id}/events": { type: "accept" },
};

function pathOf(call: string): string {
  const [, path = ""] = call.split(" ");
  const isOthers = /^\/(operator|driver)\//.test(path);
  const filled = path.replace(/[{:](\w+)\}?/g, (_, name: string) => {
    if (name === "order_id") return isOthers ? "26ZZZZZZZZ" : child.order;
    return PARAMS[name] ?? "nothing";
  });
  return filled.replace("*", "nothing") + (QUERIES[call] ?? "");
}

type Told = { readonly status: number; readonly code: string; readonly why: string };
async function ask(call: string, headers: Headers, as?: "HEAD"): Promise<Told> {
  const [method = ""] = call.split(" ");
  const takesBody = method !== "GET" && as !== "HEAD";
  const response = await fetch(giao.url + pathOf(call), {
    method: as ?? method,
    headers: { ...headers, ...(takesBody ? { "content-type": "application/json" } : {}) },
    ...(takesBody ? { body: JSON.stringify(BODIES[call] ?? {}) } : {}),
  });
  const { status } = response;
  if (response.headers.get("content-type")?.startsWith("application/json") && as !== "HEAD") {
    const { code = "", description = "" } = (await response.json()) as Json;
    return { status, code, why: description };
  }
  // Some are streams without an end.
  await response.body?.cancel();
  return { status, code: "", why: "" };
}

const AUTH_REFUSALS = ["NOT_AUTHORIZED", "Unauthorized", "DENY_ACCESS_ORDER_DETAIL"];
function classify({ status, code }: Told): string {
  if (status === 403 && code === "DENY_ACCESS_ORDER_DETAIL") return "403";
  if (status === 401) return "401";
  return AUTH_REFUSALS.includes(code) ? `${status} ${code}` : status === 404 ? "404 or through" : "through";
}
function isAsExpected(answer: Told, expected: Expected): boolean {
  const got = classify(answer);
  if (expected === 404) return answer.status === 404;
  return expected === "through" ? /through$/.test(got) : got === String(expected);
}

const document = (await giao.call("GET", "/openapi.json", { operator: true })).body;
const described: readonly string[] = Object.entries<Json>(document.paths).flatMap(([path, operations]) =>
  Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
);

test("every call that is described has somebody it is expected to be for, and none is expected that is not there", () => {
  assert.deepEqual(
    described.filter((call) => classOf(call) === undefined),
    [],
  );
  assert.deepEqual(
    Object.keys(CALLS).filter((call) => !described.includes(call)),
    [],
  );
});

describe(`every call, asked by ${EVERYBODY.length} kinds of callers`, () => {
  for (const call of [...described.filter((one) => !LAST.includes(one)), ...LAST]) {
    const wanted = classOf(call);
    if (!wanted) continue;
    const expectations = new Map<Identity, Expected>(CLASSES[wanted]);
    test(`${call}: ${wanted}`, async () => {
      const wrong: string[] = [];
      const look = async (identity: Identity): Promise<void> => {
        const expected = expectations.get(identity) ?? 401;
        const answer = await ask(call, IDENTITIES[identity]);
        if (!isAsExpected(answer, expected)) {
          wrong.push(`${identity}: expected ${expected}, got ${answer.status} ${answer.code} ${answer.why}`);
        }
        assert.ok(answer.status < 500 || answer.status === 503, `${identity}: ${answer.status} ${answer.why}`);
      };
      // Reads, and callers who are turned away, leave everything as it is and go side by side; a write may change what the next caller finds.
      const changesNothing = (identity: Identity): boolean =>
        call.startsWith("GET ") || (expectations.get(identity) ?? 401) === 401;
      await Promise.all(EVERYBODY.filter(changesNothing).map(look));
      for (const identity of EVERYBODY.filter((one) => !changesNothing(one))) await look(identity);
      assert.deepEqual(wrong, []);
      if (call.startsWith("GET ")) {
        const [get, head] = [await ask(call, {}), await ask(call, {}, "HEAD")];
        assert.equal(head.status, get.status, "HEAD is checked as GET is");
      }
    });
  }
});

describe("every call of the operator's, asked in every role", async () => {
  const keyOf = async (role: string): Promise<Headers> => {
    const made = await giao.call("POST", "/operator/v1/keys", { operator: true, body: { name: `a ${role}`, role } });
    assertOk(made);
    return { "x-operator-key": made.body.key };
  };
  const keys = new Map<string, Headers>();
  for (const [initial, role] of Object.entries(ROLES)) keys.set(initial, await keyOf(role));
  const owners = await keyOf("owner");

  test("none is left out", () => {
    const isOperators = (call: string): boolean => CLASSES[classOf(call) ?? "anyone"] === CLASSES.operator;
    const missing = described.filter((call) => isOperators(call) && BY_ROLE[call] === undefined);
    assert.deepEqual(missing, []);
  });

  for (const [call, allowed] of Object.entries(BY_ROLE)) {
    test(`${call}: owner ${allowed}`, async () => {
      assert.ok(described.includes(call), "it is described");
      const owner = await ask(call, owners);
      assert.equal(classify(owner).replace("404 or ", ""), "through", `owner: ${owner.status} ${owner.why}`);
      for (const [initial, headers] of keys) {
        const { status, code, why } = await ask(call, headers);
        const isRefused = status === 403 && code === "ROLE_NOT_ALLOWED";
        assert.equal(isRefused, !allowed.includes(initial), `${initial}: ${status} ${code} ${why}`);
        if (isRefused) assert.match(why, /^This needs the right "[a-z]+"/);
        assert.notEqual(status, 401, why);
      }
    });
  }
});

describe("every call of the portal's, asked by members in every role", async () => {
  const PASSWORD = "lotus pond at dawn";
  const members = new Map<string, Headers>();
  for (const [initial, role] of Object.entries(MEMBER_INITIALS)) {
    const body = { email: `${role}@shop.example`, name: role, role };
    const invited = await giao.call("POST", "/portal/v1/members", { headers: owner, body });
    assertOk(invited);
    const joining = { token: new URL(invited.body.link).hash.slice(1), password: PASSWORD };
    assertOk(await giao.call("POST", "/portal/v1/join", { headers: { "x-giao-page": "1" }, body: joining }));
    members.set(initial, await cookie("portal", { email: body.email, password: PASSWORD }));
  }

  test("none is left out", () => {
    const isPortals = (call: string): boolean =>
      CLASSES[classOf(call) ?? "driver"].some(([name]) => name === "the owner's browser") &&
      !["anyone", "a page of ours"].includes(classOf(call) ?? "");
    assert.deepEqual(
      described.filter((call) => isPortals(call) && BY_MEMBER_ROLE[call] === undefined),
      [],
    );
  });

  for (const [call, allowed] of Object.entries(BY_MEMBER_ROLE)) {
    test(`${call}: ${allowed}`, async () => {
      assert.ok(described.includes(call), "it is described");
      for (const [initial, headers] of members) {
        const { status, code, why } = await ask(call, headers);
        const isRefused = status === 403 && code === "ROLE_NOT_ALLOWED";
        assert.equal(isRefused, !allowed.includes(initial), `${initial}: ${status} ${code} ${why}`);
        // The order is a child's, which is another matter.
        if (status === 401) assert.match(why, /^Only the account that created order/, initial);
      }
    });
  }
});

describe("the table", () => {
  test("has no row without a call", async () => {
    const missing: string[] = [];
    for (const call of Object.keys(SCOPES)) {
      const answer = await ask(call, {});
      if (answer.status === 404 && /^There is no \w+ call at this path/.test(answer.why)) missing.push(call);
    }
    assert.deepEqual(missing, []);
  });

  const bare = () => {
    const app = openApp({
      log: pino({ level: "silent" }),
      random: secureRandom,
      measures: openMeasures({ totalCount: 0, idleCount: 0, waitingCount: 0 }),
      publicUrl: "http://giao.test",
    });
    enforceScopes(app, () => []);
    return app;
  };

  test("a call that is not in it cannot be registered, in a plugin neither", async () => {
    assert.throws(() => bare().get("/v3/secrets", async () => ({})), /GET \/v3\/secrets is not in the table/);
    assert.throws(() => bare().delete("/v3/services", async () => ({})), /DELETE \/v3\/services is not in the table/);
    const inPlugin = bare().register(async (doors) => {
      doors.get("/v3/secrets", async () => ({}));
    });
    await assert.rejects(async () => inPlugin, /not in the table/);
  });

  test("a call that brings a check of its own cannot be registered", () => {
    const own = { onRequest: async () => undefined };
    assert.throws(() => bare().get("/v3/cities", own, async () => ({})), /brings a check of its own/);
  });
});
