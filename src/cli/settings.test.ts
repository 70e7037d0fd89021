import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { BadSetting } from "./setting-values.ts";
import { isLoopback, readSettings } from "./settings.ts";

const read = (env: Record<string, string>) => readSettings(env, "/srv/giao", 4);

test("nothing set is a sandbox on this machine alone", () => {
  const settings = read({});
  assert.equal(settings.mode, "sandbox");
  assert.equal(settings.host, "127.0.0.1");
  assert.equal(settings.port, 3000);
  assert.equal(settings.dataDir, "/srv/giao/data");
  assert.equal(settings.mapDir, "/srv/giao/data/map");
  assert.equal(settings.operatorKeys[0], "sandbox-operator-key");
  assert.equal(settings.rateLimits, false);
  assert.equal(settings.callbackAllowPrivate, true);
  assert.equal(settings.robots, true);
  assert.equal(settings.processes, 1);
});

test("standbys are one or several addresses, or none", () => {
  assert.deepEqual(read({}).databaseReadUrls, []);
  const given = { DATABASE_URL: "postgres://p/giao", DATABASE_READ_URL: "postgres://a/giao, postgres://b:5433/giao" };
  assert.deepEqual(read(given).databaseReadUrls, ["postgres://a/giao", "postgres://b:5433/giao"]);
});

test("production has no public secrets, closed callbacks, limits on and no robots", () => {
  const secrets = { TOKEN_SECRET: "t".repeat(32), OPERATOR_KEY: "o".repeat(32) };
  const settings = read({ MODE: "production", PUBLIC_URL: "https://api.example.vn", ...secrets });
  assert.equal(settings.rateLimits, true);
  assert.equal(settings.callbackAllowPrivate, false);
  assert.equal(settings.robots, false);
  assert.equal(settings.operatorKeys[0], secrets.OPERATOR_KEY);
});

const PRODUCTION = {
  MODE: "production",
  PUBLIC_URL: "https://api.example.vn",
  TOKEN_SECRET: "t".repeat(32),
  OPERATOR_KEY: "o".repeat(32),
};

test("what is kept sealed is sealed with SECRETS_KEY, or in production with TOKEN_SECRET while there is none", () => {
  const keys = (env: Record<string, string>) => read(env).secretsKeys;
  const sandbox = "sandbox-secrets-key";
  const [key, old] = ["k".repeat(32), "former key"];
  assert.deepEqual(keys({}), [sandbox]);
  assert.deepEqual(keys({ TOKEN_SECRET: "another" }), [sandbox]);
  assert.deepEqual(keys({ SECRETS_KEY: "short" }), ["short", sandbox]);
  assert.deepEqual(keys(PRODUCTION), [PRODUCTION.TOKEN_SECRET, sandbox]);
  assert.deepEqual(keys({ ...PRODUCTION, SECRETS_KEY: key, SECRETS_KEY_OLD: old }), [
    key,
    old,
    PRODUCTION.TOKEN_SECRET,
    sandbox,
  ]);
});

const folder = mkdtempSync(join(tmpdir(), "giao-settings-"));
after(() => rmSync(folder, { recursive: true }));
const file = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};

test("every secret may lie in a file, without the line break at its end", () => {
  const { TOKEN_SECRET, OPERATOR_KEY, ...plain } = PRODUCTION;
  const settings = read({
    ...plain,
    TOKEN_SECRET_FILE: file("token", `${TOKEN_SECRET}\n`),
    OPERATOR_KEY_FILE: file("operator", `${OPERATOR_KEY}\r\n`),
    SECRETS_KEY_FILE: file("secrets", "s".repeat(40)),
    SECRETS_KEY_OLD_FILE: file("old", "former key\n"),
    TOKEN_SECRET_OLD_FILE: file("old-token", "t".repeat(40)),
    OPERATOR_KEY_OLD_FILE: file("old-operator", "o".repeat(40)),
    METRICS_TOKEN_FILE: file("metrics", "m".repeat(40)),
    DATABASE_URL_FILE: file("database", "postgres://giao:hunter2@db/giao\n"),
    SMS_URL_FILE: file("sms", "https://name:word@sms.example.vn/send\n"),
    SMTP_URL_FILE: file("smtp", "smtp://desk%40example.vn:p%40ss@mail.example.vn\n"),
  });
  assert.deepEqual(settings.smtp, {
    host: "mail.example.vn",
    port: 587,
    isTls: false,
    isLocal: false,
    auth: { user: "desk@example.vn", pass: "p@ss" },
    from: "desk@example.vn",
  });
  assert.deepEqual(settings.tokenSecrets, [TOKEN_SECRET, "t".repeat(40)]);
  assert.deepEqual(settings.operatorKeys, [OPERATOR_KEY, "o".repeat(40)]);
  assert.equal(settings.metricsToken, "m".repeat(40));
  assert.deepEqual(settings.secretsKeys.slice(0, 2), ["s".repeat(40), "former key"]);
  assert.equal(settings.databaseUrl, "postgres://giao:hunter2@db/giao");
  assert.equal(settings.smsUrl, "https://name:word@sms.example.vn/send");
});

test("mail is from MAIL_FROM, or from this installation", () => {
  const { smtp } = read({ SMTP_URL: "smtps://[::1]:2465", MAIL_FROM: "Giao <giao@example.vn>" });
  assert.deepEqual(smtp, {
    host: "::1",
    port: 2465,
    isTls: true,
    isLocal: true,
    auth: undefined,
    from: "Giao <giao@example.vn>",
  });
  const { smtp: own } = read({ SMTP_URL: "smtp://mail.vn", PUBLIC_URL: "https://giao.example.vn" });
  assert.equal(own?.from, "giao@giao.example.vn");
  assert.equal(read({}).smtp, undefined);
});

test("a path in a _FILE setting starts at the folder the program was started in", () => {
  file("here", "postgres://db/giao");
  assert.equal(readSettings({ DATABASE_URL_FILE: "here" }, folder, 1).databaseUrl, "postgres://db/giao");
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

test("requests in flight are found by the process, unless their number is given", () => {
  const { requests } = read({});
  assert.deepEqual(requests, { inFlight: undefined, queued: 512, deadlineSeconds: 10 });
  assert.equal(read({ REQUESTS_IN_FLIGHT: "auto" }).requests.inFlight, undefined);
  assert.equal(read({ REQUESTS_IN_FLIGHT: "40" }).requests.inFlight, 40);
});

test("limits on waits for the database are seconds, and decimals are allowed", () => {
  const { databaseLimits } = read({ DATABASE_POOL: "4", DATABASE_LOCK_SECONDS: "0.25" });
  assert.deepEqual(databaseLimits, {
    poolMax: 4,
    connectMs: 5_000,
    queryMs: 8_000,
    statementMs: 7_000,
    lockMs: 250,
    idleTransactionMs: 5_000,
    groupMax: 64,
  });
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
  [{ CALLBACK_GAP_TRIES: "0" }, /^CALLBACK_GAP_TRIES /],
  [{ SECOND_ATTEMPT_PERCENT: "201" }, /^SECOND_ATTEMPT_PERCENT /],
  [{ RETURN_PERCENT: "half" }, /^RETURN_PERCENT /],
  [{ METRICS_TOKEN: "two words" }, /^METRICS_TOKEN must not contain spaces/],
  [{ ...PRODUCTION, METRICS_TOKEN: "short" }, /^METRICS_TOKEN must have at least 32/],
  [{ ...PRODUCTION, OPERATOR_KEY_OLD: "short" }, /^OPERATOR_KEY_OLD must have at least 32/],
  [{ DATABASE_READ_URL: "postgres://a/giao" }, /^DATABASE_READ_URL needs DATABASE_URL/],
  [{ DATABASE_URL: "postgres://p/giao", DATABASE_READ_URL: "postgres://a/giao,b" }, /^DATABASE_READ_URL must be /],
  [{ LIVE_URL: "redis://a", LIVE_CA: "-----BEGIN CERTIFICATE-----" }, /^LIVE_CA needs a LIVE_URL with TLS/],
  [{ LIVE_URL: "rediss://a", LIVE_CA: "/path/ca.pem" }, /^LIVE_CA must be certificates/],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: "collector:4318" }, /^OTEL_EXPORTER_OTLP_ENDPOINT must be an address/],
  [{ OTEL_EXPORTER_OTLP_HEADERS: "key" }, /^OTEL_EXPORTER_OTLP_HEADERS must be name=value/],
  [{ OIDC_ISSUER: "http://id.example" }, /^OIDC_ISSUER needs OIDC_CLIENT_ID and OIDC_CLIENT_SECRET/],
  [{ OIDC_ROLES: "admins=king" }, /^OIDC_ROLES must be like/],
  [{ OTEL_TRACES_SAMPLER_ARG: "2" }, /^OTEL_TRACES_SAMPLER_ARG /],
  [{ PHOTOS_URL: "s3://Bucket" }, /^PHOTOS_URL must be s3:/],
  [{ PHOTOS_URL: "https://bucket/prefix" }, /^PHOTOS_URL must be s3:/],
  [{ PHOTOS_URL: "s3://bucket/../other" }, /^PHOTOS_URL must be s3:/],
  [{ PHOTOS_URL: "s3://bucket", PHOTOS_KEY: "key" }, /^PHOTOS_URL needs PHOTOS_KEY and PHOTOS_SECRET/],
  [{ PHOTOS_ENDPOINT: "minio:9000" }, /^PHOTOS_ENDPOINT must be an address/],
  [{ PHOTOS_URL: "s3://bucket", PHOTOS_REGION: "Here" }, /^PHOTOS_REGION /],
  [{ TRUSTED_PROXIES: "127.0.0.1, everybody" }, /^TRUSTED_PROXIES .* not "everybody"/],
  [{ TRUSTED_PROXIES: "10.0.0.0/33" }, /^TRUSTED_PROXIES /],
  [{ TRUSTED_PROXIES: "0.0.0.0/0" }, /^TRUSTED_PROXIES /],
  [{ TRUSTED_PROXIES: "::/0" }, /^TRUSTED_PROXIES /],
  [{ TRUSTED_PROXIES: "true" }, /^TRUSTED_PROXIES /],
  [{ REQUESTS_IN_FLIGHT: "0" }, /^REQUESTS_IN_FLIGHT must be auto or a whole number from 1 to 10000, not "0"\.$/],
  [{ REQUESTS_IN_FLIGHT: "all" }, /^REQUESTS_IN_FLIGHT must be auto or /],
  [{ REQUESTS_QUEUED: "-1" }, /^REQUESTS_QUEUED /],
  [{ REQUEST_DEADLINE_SECONDS: "0" }, /^REQUEST_DEADLINE_SECONDS /],
  [{ DRAIN_SECONDS: "a while" }, /^DRAIN_SECONDS must be a number of seconds from 0 to 600, not "a while"\.$/],
  [{ DRAIN_SECONDS: "-1" }, /^DRAIN_SECONDS /],
  [{ DRAIN_SECONDS: "601" }, /^DRAIN_SECONDS /],
  [{ DRAIN_SECONDS: "1e1" }, /^DRAIN_SECONDS /],
  [{ LOG_LEVEL: "loud" }, /^LOG_LEVEL /],
  [{ DATABASE_URL: "mysql://x" }, /^DATABASE_URL must be an address that starts with postgres:/],
  [{ DATABASE_POOL: "0" }, /^DATABASE_POOL must be a whole number from 1 to 1000/],
  [{ DATABASE_GROUP: "65" }, /^DATABASE_GROUP must be a whole number from 1 to 64/],
  [
    { DATABASE_CONNECT_SECONDS: "0" },
    /^DATABASE_CONNECT_SECONDS must be a number of seconds from 0.1 to 600, not "0"\.$/,
  ],
  [{ DATABASE_QUERY_SECONDS: "never" }, /^DATABASE_QUERY_SECONDS /],
  [{ DATABASE_IDLE_TRANSACTION_SECONDS: "1e3" }, /^DATABASE_IDLE_TRANSACTION_SECONDS /],
  [{ DATABASE_STATEMENT_SECONDS: "8" }, /^DATABASE_STATEMENT_SECONDS must be less than DATABASE_QUERY_SECONDS/],
  [{ DATABASE_LOCK_SECONDS: "7" }, /^DATABASE_LOCK_SECONDS must be less than DATABASE_STATEMENT_SECONDS/],
  [{ PUBLIC_URL: "api.example.vn" }, /^PUBLIC_URL /],
  [{ SMS_URL: "ftp://x" }, /^SMS_URL /],
  [{ SMTP_URL: "mail.example.vn" }, /^SMTP_URL /],
  [{ SMTP_URL: "smtp://" }, /^SMTP_URL /],
  [{ MAIL_FROM: "nobody" }, /^MAIL_FROM /],
  [{ MAIL_FROM: "a@b.vn\r\nbcc: c@d.vn" }, /^MAIL_FROM /],
  [{ ALERT_DAYS: "1" }, /^ALERT_DAYS /],
  [{ MODE: "production" }, /^TOKEN_SECRET is required/],
  [{ MODE: "production", TOKEN_SECRET: "t".repeat(32) }, /^OPERATOR_KEY is required/],
  [{ MODE: "production", TOKEN_SECRET: "short" }, /^TOKEN_SECRET must have at least 32/],
  [{ ...PRODUCTION, PUBLIC_URL: "" }, /^PUBLIC_URL is required when MODE is production\.$/],
  [{ ...PRODUCTION, PUBLIC_URL: "api.example.vn" }, /^PUBLIC_URL must be an address/],
  [{ ...PRODUCTION, SECRETS_KEY: "short" }, /^SECRETS_KEY must have at least 32/],
  [{ TOKEN_SECRET: "a", TOKEN_SECRET_FILE: "b" }, /^TOKEN_SECRET and TOKEN_SECRET_FILE are both set/],
  [
    { OPERATOR_KEY_FILE: "/nowhere/key" },
    /^OPERATOR_KEY_FILE names \/nowhere\/key, which cannot be read \(ENOENT\)\.$/,
  ],
  [{ SECRETS_KEY_FILE: file("empty", "\n") }, /^SECRETS_KEY_FILE names .*empty, which is empty\.$/],
  [
    { ...PRODUCTION, TOKEN_SECRET: "", TOKEN_SECRET_FILE: file("short", "short") },
    /^TOKEN_SECRET must have at least 32/,
  ],
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

test("a bucket is named in the path, at AWS unless told otherwise", () => {
  const keys = { PHOTOS_KEY: "id", PHOTOS_SECRET_FILE: file("bucket-secret", "hush\n") };
  const aws = read({ ...keys, PHOTOS_URL: "s3://town/photos/", PHOTOS_REGION: "ap-southeast-1" }).photoBucket;
  assert.equal(aws?.root.href, "https://s3.ap-southeast-1.amazonaws.com/town/photos/");
  assert.equal(aws?.secret, "hush");
  const own = read({ ...keys, PHOTOS_URL: "s3://town", PHOTOS_ENDPOINT: "http://minio:9000/" }).photoBucket;
  assert.equal(own?.root.href, "http://minio:9000/town/");
});

test("a bad address is not repeated: it may hold a password", () => {
  assert.throws(
    () => read({ DATABASE_URL: "mysql://root:hunter2@db/x" }),
    (error: unknown) => !String(error).includes("hunter2"),
  );
  assert.throws(
    () => read({ DATABASE_URL_FILE: file("wrong", "mysql://root:hunter2@db/x") }),
    (error: unknown) => !String(error).includes("hunter2"),
  );
});

test("loopback is this machine alone", () => {
  for (const host of ["127.0.0.1", "127.1.2.3", "::1", "localhost"]) assert.ok(isLoopback(host));
  for (const host of ["0.0.0.0", "::", "192.168.1.2", "127.0.0.1.evil.example"]) assert.ok(!isLoopback(host));
});
