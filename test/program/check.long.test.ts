// `giao check`, and starts that cannot succeed: each says in one line what is wrong and what mends it.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { CHECK } from "../../src/wiring/verbs/check-verb.ts";
import { useDatabase } from "../harness/database.ts";
import { freePort } from "../harness/free-port.ts";
import { startMailServer } from "../harness/mail-server.ts";
import { startProgram } from "../harness/program.ts";
import { startReceiver } from "../harness/receiver.ts";
import { REDIS_MISSING, startRedis } from "../harness/redis.ts";
import { startS3 } from "../harness/s3.ts";
import { pastPooler } from "../harness/server.ts";

const { url: DATABASE_URL, db } = await useDatabase();
const receiver = await startReceiver();
after(receiver.close);
const DATA_DIR = mkdtempSync(join(tmpdir(), "giao-check-"));
const PRODUCTION = {
  MODE: "production",
  DATA_DIR,
  OPERATOR_KEY: "o".repeat(40),
  TOKEN_SECRET: "t".repeat(40),
  PUBLIC_URL: "https://giao.example",
};
const run = async (words: readonly string[], env: Readonly<Record<string, string>>) => {
  const program = startProgram(words, env);
  return { code: await program.exit(), lines: program.output().trim().split("\n") };
};
// The verb without a process of its own, for the findings: how it starts and ends is proved once.
const look = async (env: Readonly<Record<string, string>>) => {
  const given = { ...process.env };
  const said: string[] = [];
  Object.assign(process.env, pastPooler(env.DATABASE_URL ?? ""), env);
  try {
    const code = await CHECK.run([], { say: (text) => said.push(text), complain: (text) => said.push(text) });
    return { code, lines: said.join("\n").trim().split("\n") };
  } finally {
    for (const name of Object.keys(process.env)) if (!(name in given)) delete process.env[name];
    Object.assign(process.env, given);
  }
};
const lineAbout = (lines: readonly string[], about: string) =>
  lines.filter((line) => line.slice(6).startsWith(about)).join("\n");

describe("giao check", () => {
  test("finds a good installation good", async () => {
    const env = { DATABASE_URL, DATA_DIR, PORT: String(await freePort()), SMS_URL: receiver.url("/sms") };
    const { code, lines } = await run(["check"], env);
    assert.equal(code, 0, lines.join("\n"));
    assert.match(lineAbout(lines, "database"), /^ok .* PostgreSQL \d+\.\d+, database \S+, user \S+$/);
    assert.match(lineAbout(lines, "clock"), /^ok/);
    assert.match(lineAbout(lines, "schema"), /^ok +schema +\d+$/);
    assert.match(lineAbout(lines, "SMS_URL"), /^ok .* answers$/);
    assert.match(lines.at(-1) ?? "", / 0 bad, 0 to mind/);
  });

  test("tries the mail server without sending anything, and never shows the password", async () => {
    const mail = await startMailServer();
    const ask = async (SMTP_URL: string) => {
      const { lines } = await look({ DATA_DIR, PORT: "0", SMTP_URL });
      assert.doesNotMatch(lines.join("\n"), /a word|a%20word|wrong-words/);
      return lineAbout(lines, "SMTP_URL");
    };
    const at = new URL(mail.url).host;
    assert.match(await ask(mail.url), /^ok .* 127\.0\.0\.1:\d+ answers, without TLS, and takes the password$/);
    assert.match(await ask(`smtp://${at}`), /^ok .* without TLS, and was given no password$/);
    const wrong = await ask(`smtp://desk:wrong-words@${at}`);
    assert.match(wrong, /^BAD .*Invalid login: 535.* -> {2}are user and password in SMTP_URL right\?$/);
    const spoken = await ask(mail.url.replace("smtp:", "smtps:"));
    assert.match(spoken, /^BAD .* -> {2}is it up, may this machine reach it, and is it smtp:\/\/ or smtps:\/\/\?$/);
    const upgraded = await startMailServer({ disabledCommands: ["AUTH"] });
    assert.match(
      await ask(upgraded.url),
      /^WARN .* with TLS, and asks for no password {2}-> {2}take user and password out/,
    );
    const tls = await startMailServer({ secure: true });
    assert.match(await ask(tls.url.replace("smtp:", "smtps:")), /^ok .* with TLS, and takes the password$/);
    const echo = await startMailServer({
      onAuth: ({ password }, _session, done) => done(new Error(`not ${password}`)),
    });
    assert.match(await ask(echo.url), /^BAD .* not …/);
    const away = await ask(`smtp://desk:wrong-words@127.0.0.1:${await freePort()}`);
    assert.match(away, /^BAD .*ECONNREFUSED.* -> {2}is it up/);
    assert.match(await ask(`smtp://desk:wrong-words@127.0.0.1:${receiver.port}`), /^BAD .* -> {2}is it up/);
    for (const server of [mail, upgraded, tls, echo]) assert.deepEqual(server.mails(), []);
  });

  test("looks at the live plane", { skip: REDIS_MISSING }, async () => {
    const redis = await startRedis("--maxmemory-policy", "allkeys-lru");
    try {
      const ask = async (LIVE_URL: string) => (await look({ DATABASE_URL, DATA_DIR, PORT: "0", LIVE_URL })).lines;
      assert.match(
        lineAbout(await ask(redis.url), "live plane"),
        /^WARN .* may evict any key .* maxmemory-policy noeviction/,
      );
      redis.ask("config", "set", "maxmemory-policy", "noeviction");
      assert.match(
        lineAbout(await ask(redis.url), "live plane"),
        /^ok .* Redis 7\.\S+ at 127\.0\.0\.1:\d+ takes writes$/,
      );
      redis.ask("config", "set", "requirepass", "secret");
      const locked = lineAbout(await ask(redis.url), "live plane");
      assert.match(locked, /^BAD .*NOAUTH.* -> {2}is it up, .* password in LIVE_URL/);
    } finally {
      await redis.stop();
    }
    const away = (await look({ DATABASE_URL, DATA_DIR, PORT: "0", LIVE_URL: redis.url })).lines;
    assert.match(lineAbout(away, "live plane"), /^BAD .*ECONNREFUSED/);
  });

  test("tries the photos' bucket", async () => {
    const s3 = await startS3();
    try {
      const ask = async (differs: Readonly<Record<string, string>>) => {
        const env = { DATABASE_URL, DATA_DIR, PORT: "0", ...s3.settings, ...differs };
        return lineAbout((await run(["check"], env)).lines, "photos");
      };
      assert.match(await ask({}), /^ok .* http:\S+\/giao-photos\/town\/photos\/ keeps, shows and removes$/);
      assert.deepEqual(s3.names(), []);
      assert.match(
        await ask({ PHOTOS_SECRET: "wrong" }),
        /^BAD .* 403 SignatureDoesNotMatch {2}-> {2}is PHOTOS_ENDPOINT right/,
      );
    } finally {
      await s3.stop();
    }
  });

  test("names each thing that is not, and what mends it", async () => {
    const closed = await freePort();
    await db`update schema_migrations set number = number + 1000, serves = number + 1000 where number = (select max(number) from schema_migrations)`;
    const env = {
      ...PRODUCTION,
      DATABASE_URL,
      DATABASE_READ_URL: DATABASE_URL,
      PORT: new URL(receiver.url("/")).port,
      PUBLIC_URL: `http://127.0.0.1:${closed}`,
      SMS_URL: `http://127.0.0.1:${closed}/sms`,
    };
    const { code, lines } = await run(["check"], env);
    await db`update schema_migrations set number = number - 1000, serves = 14 where number > 1000`;
    assert.equal(code, 1);
    assert.match(lineAbout(lines, "schema"), /^BAD .* -> {2}start a newer program$/);
    assert.match(lineAbout(lines, "standby"), /^BAD .* is no standby of this database/);
    assert.match(lineAbout(lines, "map"), /^BAD .* -> {2}giao map build/);
    assert.match(lineAbout(lines, "port"), /^BAD .* is taken by another program/);
    assert.match(lineAbout(lines, "PUBLIC_URL"), /^WARN .* ECONNREFUSED/);
    assert.match(lineAbout(lines, "SMS_URL"), /^BAD .* ECONNREFUSED/);
  });

  test("a wrong password, and a setting that is none, are a line each", async () => {
    const url = new URL(DATABASE_URL);
    url.pathname = "/nobody_made_this";
    const missing = await look({ DATABASE_URL: String(url), DATA_DIR });
    assert.match(lineAbout(missing.lines, "database"), /^BAD .* -> {2}make the database: createdb$/);
    const wrong = await run(["check"], { PORT: "many", DATA_DIR });
    assert.deepEqual([wrong.code, wrong.lines.length], [1, 2]);
    assert.match(wrong.lines[0] ?? "", /^BAD +settings +PORT must be/);
  });
});

describe("a start", () => {
  test("without its database ends at once with one line, before a map is looked for", async () => {
    const port = await freePort();
    const env = { DATABASE_URL: `postgres://giao:secret@127.0.0.1:${port}/giao`, DATA_DIR: join(DATA_DIR, "none") };
    const { code, lines } = await run(["serve"], env);
    assert.deepEqual([code, lines.length], [1, 1]);
    assert.match(
      lines[0] ?? "",
      /^giao: the database cannot be reached: .*ECONNREFUSED.* DATABASE_URL names 127\.0\.0\.1:\d+; /,
    );
    assert.doesNotMatch(lines[0] ?? "", /secret/);
    assert.equal(existsSync(env.DATA_DIR), false);
  });

  test("in production without a map of its own is refused, unless demo streets are asked for", async () => {
    const { code, lines } = await run(["serve"], { ...PRODUCTION, DATABASE_URL });
    assert.deepEqual([code, lines.length], [1, 1]);
    assert.match(lines[0] ?? "", /^giao: There is no map in .* giao map build .* DEMO_STREETS=yes\.$/);
  });

  const old = "/usr/bin/node";
  const major = existsSync(old)
    ? Number(execFileSync(old, ["--version"], { encoding: "utf8" }).slice(1).split(".")[0])
    : 0;
  test("with an older Node goes on with the one that npm ci brought", {
    skip: major === 0 || major >= 24 ? `${old} is not an older Node` : false,
  }, () => {
    assert.match(execFileSync(old, ["bin/giao.js", "--help"], { encoding: "utf8" }), /^giao <verb>/);
  });
});
