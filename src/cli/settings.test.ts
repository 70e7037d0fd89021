import assert from "node:assert/strict";
import { test } from "node:test";
import { BadSetting, isLoopback, readSettings } from "./settings.ts";

const read = (env: Record<string, string>) => readSettings(env, "/srv/giao", 4);

test("nothing set is a sandbox on this machine alone", () => {
  const settings = read({});
  assert.equal(settings.mode, "sandbox");
  assert.equal(settings.host, "127.0.0.1");
  assert.equal(settings.port, 3000);
  assert.equal(settings.dataDir, "/srv/giao/data");
  assert.equal(settings.mapDir, "/srv/giao/data/map");
  assert.equal(settings.operatorKey, "sandbox-operator-key");
  assert.equal(settings.rateLimits, false);
  assert.equal(settings.callbackAllowPrivate, true);
  assert.equal(settings.robots, true);
  assert.equal(settings.processes, 1);
});

test("production has no public secrets, closed callbacks, limits on and no robots", () => {
  const secrets = { TOKEN_SECRET: "t".repeat(32), OPERATOR_KEY: "o".repeat(32) };
  const settings = read({ MODE: "production", ...secrets });
  assert.equal(settings.rateLimits, true);
  assert.equal(settings.callbackAllowPrivate, false);
  assert.equal(settings.robots, false);
  assert.equal(settings.operatorKey, secrets.OPERATOR_KEY);
});

test("PROCESSES=auto is one a core", () => assert.equal(read({ PROCESSES: "auto" }).processes, 4));
test("an empty value counts as unset", () => assert.equal(read({ PORT: "", MODE: "" }).port, 3000));
test("DRAIN_SECONDS may be a part of a second", () => {
  assert.equal(read({}).drainSeconds, 1);
  assert.equal(read({ DRAIN_SECONDS: "0.25" }).drainSeconds, 0.25);
});
test("PUBLIC_URL loses its trailing slash", () => {
  assert.equal(read({ PUBLIC_URL: "https://api.example.vn/" }).publicUrl, "https://api.example.vn");
});

test("trusted proxies are addresses, ranges or a name for those of one's own house", () => {
  const given = "127.0.0.1, 10.0.0.0/8,fd00::/8 , loopback";
  assert.deepEqual(read({ TRUSTED_PROXIES: given }).trustedProxies, [
    "127.0.0.1",
    "10.0.0.0/8",
    "fd00::/8",
    "loopback",
  ]);
  assert.deepEqual(read({}).trustedProxies, []);
});

const bad: readonly (readonly [Record<string, string>, RegExp])[] = [
  [{ PORT: "abc" }, /^PORT must be a whole number from 0 to 65535, not "abc"\.$/],
  [{ PORT: "70000" }, /^PORT /],
  [{ PORT: "-1" }, /^PORT /],
  [{ PORT: "0", PROCESSES: "2" }, /^PORT must not be 0/],
  [{ MODE: "prod" }, /^MODE must be one of sandbox, production/],
  [{ ROLE: "web" }, /^ROLE /],
  [{ PROCESSES: "0" }, /^PROCESSES /],
  [{ PROCESSES: "many" }, /^PROCESSES /],
  [{ ROBOTS: "yes" }, /^ROBOTS must be one of on, off/],
  [{ RATE_LIMITS: "true" }, /^RATE_LIMITS /],
  [{ CALLBACK_ALLOW_PRIVATE: "1" }, /^CALLBACK_ALLOW_PRIVATE /],
  [{ TRUSTED_PROXIES: "127.0.0.1, everybody" }, /^TRUSTED_PROXIES .* not "everybody"/],
  [{ TRUSTED_PROXIES: "10.0.0.0/33" }, /^TRUSTED_PROXIES /],
  [{ TRUSTED_PROXIES: "0.0.0.0/0" }, /^TRUSTED_PROXIES /],
  [{ TRUSTED_PROXIES: "::/0" }, /^TRUSTED_PROXIES /],
  [{ TRUSTED_PROXIES: "true" }, /^TRUSTED_PROXIES /],
  [{ DRAIN_SECONDS: "a while" }, /^DRAIN_SECONDS must be a number of seconds from 0 to 600, not "a while"\.$/],
  [{ DRAIN_SECONDS: "-1" }, /^DRAIN_SECONDS /],
  [{ DRAIN_SECONDS: "601" }, /^DRAIN_SECONDS /],
  [{ DRAIN_SECONDS: "1e1" }, /^DRAIN_SECONDS /],
  [{ LOG_LEVEL: "loud" }, /^LOG_LEVEL /],
  [{ DATABASE_URL: "mysql://x" }, /^DATABASE_URL must be an address that starts with postgres:/],
  [{ PUBLIC_URL: "api.example.vn" }, /^PUBLIC_URL /],
  [{ SMS_URL: "ftp://x" }, /^SMS_URL /],
  [{ MODE: "production" }, /^TOKEN_SECRET is required/],
  [{ MODE: "production", TOKEN_SECRET: "t".repeat(32) }, /^OPERATOR_KEY is required/],
  [{ MODE: "production", TOKEN_SECRET: "short" }, /^TOKEN_SECRET must have at least 32/],
];
for (const [env, words] of bad) {
  test(`${JSON.stringify(env)} is refused in one line that names the setting`, () => {
    assert.throws(
      () => read(env),
      (error: unknown) => {
        assert.ok(error instanceof BadSetting);
        assert.match(error.message, words);
        assert.ok(!error.message.includes("\n"));
        return true;
      },
    );
  });
}

test("a bad address is not repeated: it may hold a password", () => {
  assert.throws(
    () => read({ DATABASE_URL: "mysql://root:hunter2@db/x" }),
    (error: unknown) => !String(error).includes("hunter2"),
  );
});

test("loopback is this machine alone", () => {
  for (const host of ["127.0.0.1", "127.1.2.3", "::1", "localhost"]) assert.ok(isLoopback(host));
  for (const host of ["0.0.0.0", "::", "192.168.1.2", "127.0.0.1.evil.example"]) assert.ok(!isLoopback(host));
});
