import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { AUTH_TYPES, parseCallbackSettings } from "./callback-settings.ts";

const url = "https://partner.example/hooks?shop=1";

const accepted: readonly (readonly [string, unknown, unknown])[] = [
  ["a URL alone needs no auth", { url }, { url, auth: { type: "none" } }],
  ["null auth counts as none", { url, auth: null }, { url, auth: { type: "none" } }],
  ["an API key", { url, auth: { type: "apikey", secret: "k-1" } }, { url, auth: { type: "apikey", secret: "k-1" } }],
  ["a bearer token", { url, auth: { type: "bearer", secret: "t" } }, { url, auth: { type: "bearer", secret: "t" } }],
  [
    "name and password, in any script",
    { url, auth: { type: "basic", username: "giao", password: "mật khẩu: dài" } },
    { url, auth: { type: "basic", username: "giao", password: "mật khẩu: dài" } },
  ],
  [
    "a key for the body",
    { url, auth: { type: "body", secret: "khóa số 1" } },
    { url, auth: { type: "body", secret: "khóa số 1" } },
  ],
  [
    "events of accounts",
    { url, account_events: { balance_low: 500_000, cod_paid_out: true } },
    { url, auth: { type: "none" }, accountEvents: { balanceLow: 500_000, codPaidOut: true } },
  ],
  [
    "no more events of accounts",
    { url, account_events: { balance_low: 0, cod_paid_out: false } },
    { url, auth: { type: "none" }, accountEvents: { balanceLow: null, codPaidOut: false } },
  ],
  [
    "events of accounts of which nothing is said",
    { url, account_events: { balance_low: null, cod_paid_out: null } },
    { url, auth: { type: "none" }, accountEvents: {} },
  ],
  [
    "one kind of events of accounts",
    { url, account_events: { balance_low: 5 } },
    { url, auth: { type: "none" }, accountEvents: { balanceLow: 5 } },
  ],
  ["null for events of accounts", { url, account_events: null }, { url, auth: { type: "none" } }],
  ["an empty password", { url, auth: { type: "basic", username: "giao", password: "" } }, undefined],
  ["unknown keys are ignored", { url, auth: { type: "none", secret: "x" }, more: 1 }, undefined],
  ["a public address", { url: "http://113.161.1.1:8080/x" }, undefined],
  ["a public address of IPv6", { url: "http://[2606:4700::1111]/x" }, undefined],
  ["a name that ends in a dot", { url: "https://partner.example./x" }, undefined],
  ["a URL of 2048 characters", { url: `https://partner.example/${"x".repeat(2_024)}` }, undefined],
  ["a secret of 1024", { url, auth: { type: "apikey", secret: "x".repeat(1_024) } }, undefined],
  ["a name of 256", { url, auth: { type: "basic", username: "x".repeat(256), password: "x".repeat(256) } }, undefined],
  [
    "a name in another script is kept as DNS knows it",
    { url: " https://giao-hàng.vn/h " },
    { url: "https://xn--giao-hng-4ya.vn/h", auth: { type: "none" } },
  ],
];
for (const [name, input, settings] of accepted) {
  test(`callback settings take ${name}`, () => {
    const parsed = parseCallbackSettings(input, false);
    assert.ok(!("refused" in parsed), JSON.stringify(parsed));
    if (settings !== undefined) assert.deepEqual(parsed, settings);
  });
}

const auth = (more: object) => ({ url, auth: more });
const refused: readonly (readonly [unknown, string])[] = [
  [undefined, "callback"],
  [null, "callback"],
  ["https://partner.example", "callback"],
  [[], "callback"],
  [{}, "callback.url"],
  [{ url: 7 }, "callback.url"],
  [{ url: " " }, "callback.url"],
  [{ url: "partner.example/hooks" }, "callback.url"],
  [{ url: "ftp://partner.example/" }, "callback.url"],
  [{ url: "file:///etc/passwd" }, "callback.url"],
  [{ url: "javascript:alert(1)" }, "callback.url"],
  [{ url: "https://" }, "callback.url"],
  [{ url: "https://user:pass@partner.example/" }, "callback.url"],
  [{ url: "https://user@partner.example/" }, "callback.url"],
  [{ url: "https://:pass@partner.example/" }, "callback.url"],
  [{ url: `https://partner.example/${"x".repeat(2_025)}` }, "callback.url"],
  [{ url: "http://127.0.0.1./" }, "callback.url"],
  [{ url: "http://[fd00:ec2::254]/" }, "callback.url"],
  [{ url: "https://partner.example/#here" }, "callback.url"],
  [{ url: "https://partner.example:0/" }, "callback.url"],
  [{ url: `https://partner.example/${"x".repeat(2048)}` }, "callback.url"],
  [{ url: "http://127.0.0.1/" }, "callback.url"],
  [{ url: "http://2130706433/" }, "callback.url"],
  [{ url: "http://0x7f.1/" }, "callback.url"],
  [{ url: "http://0177.0.0.1/" }, "callback.url"],
  [{ url: "http://[::1]/" }, "callback.url"],
  [{ url: "http://[::ffff:10.0.0.1]/" }, "callback.url"],
  [{ url: "http://169.254.169.254/latest/meta-data" }, "callback.url"],
  [{ url: "http://localhost/" }, "callback.url"],
  [{ url: "http://localhost./" }, "callback.url"],
  [{ url: "http://LOCALHOST/" }, "callback.url"],
  [{ url: "http://metadata.google.internal/" }, "callback.url"],
  [{ url: "http://metadata.google.internal./" }, "callback.url"],
  [{ url: "" }, "callback.url"],
  [{ url: "http://printer.local/" }, "callback.url"],
  [{ url: "http://postgres:5432/" }, "callback.url"],
  [auth([]), "callback.auth"],
  [auth({}), "callback.auth.type"],
  [auth({ type: "digest" }), "callback.auth.type"],
  [auth({ type: "apikey" }), "callback.auth.secret"],
  [auth({ type: "apikey", secret: "" }), "callback.auth.secret"],
  [auth({ type: "apikey", secret: "two words" }), "callback.auth.secret"],
  [auth({ type: "apikey", secret: "a\r\nhost: elsewhere" }), "callback.auth.secret"],
  [auth({ type: "bearer", secret: "mật-khẩu" }), "callback.auth.secret"],
  [auth({ type: "bearer", secret: "x".repeat(1025) }), "callback.auth.secret"],
  [auth({ type: "body" }), "callback.auth.secret"],
  [auth({ type: "body", secret: "" }), "callback.auth.secret"],
  [auth({ type: "body", secret: "line\nbreak" }), "callback.auth.secret"],
  [auth({ type: "body", secret: "x".repeat(1025) }), "callback.auth.secret"],
  [auth({ type: "basic", password: "p" }), "callback.auth.username"],
  [auth({ type: "basic", username: "", password: "p" }), "callback.auth.username"],
  [auth({ type: "basic", username: "a:b", password: "p" }), "callback.auth.username"],
  [auth({ type: "basic", username: "x".repeat(257), password: "p" }), "callback.auth.username"],
  [auth({ type: "basic", username: "a", password: "x".repeat(257) }), "callback.auth.password"],
  [auth({ type: "basic", username: "a" }), "callback.auth.password"],
  [auth({ type: "basic", username: "a", password: "line\nbreak" }), "callback.auth.password"],
  [{ url, account_events: [] }, "callback.account_events"],
  [{ url, account_events: { balance_low: -1 } }, "callback.account_events.balance_low"],
  [{ url, account_events: { balance_low: 1.5, cod_paid_out: 1 } }, "callback.account_events.balance_low"],
  [{ url, account_events: { balance_low: 1e15 } }, "callback.account_events.balance_low"],
  [{ url, account_events: { cod_paid_out: "yes" } }, "callback.account_events.cod_paid_out"],
  [{ url, auth: { type: "token" }, account_events: 5 }, "callback.auth.type"],
];
for (const [input, field] of refused) {
  test(`callback settings refuse ${JSON.stringify(input)?.slice(0, 90)} and name ${field}`, () => {
    const parsed = parseCallbackSettings(input, false);
    assert.ok("refused" in parsed, JSON.stringify(parsed));
    assert.equal(parsed.refused, "INVALID_DATA");
    assert.equal(parsed.field, field);
    assert.ok(parsed.why.startsWith(`${field} must `), parsed.why);
  });
}

test("the sandbox takes receivers on its own machine, but never a metadata service", () => {
  for (const local of ["http://127.0.0.1:9000/", "http://localhost:9000/", "http://[::1]/", "http://10.1.2.3/"]) {
    assert.ok(!("refused" in parseCallbackSettings({ url: local }, true)), local);
  }
  for (const metadata of ["http://169.254.169.254/", "http://[fd00:ec2::254]/", "http://[::ffff:169.254.169.254]/"]) {
    assert.ok("refused" in parseCallbackSettings({ url: metadata }, true), metadata);
  }
});

test("whatever comes in is taken or refused, and what is taken can be taken again", () => {
  fc.assert(
    fc.property(fc.record({ url: fc.oneof(fc.webUrl(), fc.anything()), auth: fc.anything() }), (input) => {
      const parsed = parseCallbackSettings(input, false);
      if (!("refused" in parsed)) assert.deepEqual(parseCallbackSettings(parsed, false), parsed);
    }),
  );
});

test("every kind of showing who we are can be chosen by its name", () => {
  const more = { secret: "s", username: "giao", password: "p" };
  const chosen = AUTH_TYPES.map((type) => parseCallbackSettings({ url, auth: { type, ...more } }, false));
  assert.deepEqual(
    chosen.map((settings) => "auth" in settings && settings.auth.type),
    AUTH_TYPES,
  );
});
