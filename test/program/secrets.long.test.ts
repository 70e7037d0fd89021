// The keys that seal, as an operator meets them: a start with the wrong one, and `giao secrets rotate`.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { useDatabase } from "../harness/database.ts";
import { freePort } from "../harness/free-port.ts";
import { callAt } from "../harness/giao.ts";
import { type Program, startProgram } from "../harness/program.ts";
import { newDataDir } from "../harness/streets.ts";

const { url: DATABASE_URL, db } = await useDatabase();
const DATA_DIR = await newDataDir("secrets");
const base = { DATABASE_URL, DATA_DIR, ROBOTS: "off", PORT: "0", LOG_LEVEL: "error" };
const [FIRST, SECOND, THIRD] = ["1", "2", "3"].map((end) => "a-key-".padEnd(40, end)) as [string, string, string];
const production = {
  ...base,
  MODE: "production",
  DEMO_STREETS: "yes",
  PUBLIC_URL: "https://api.example.vn",
  TOKEN_SECRET: "token-secret-".padEnd(40, "t"),
  OPERATOR_KEY: "operator-key-".padEnd(40, "o"),
};
const withFirst = { ...production, SECRETS_KEY: FIRST };
const withBoth = { ...production, SECRETS_KEY: SECOND, SECRETS_KEY_OLD: FIRST };
const withSecond = { ...production, SECRETS_KEY: SECOND };

const run = async (words: readonly string[], env: Readonly<Record<string, string>>) => {
  const program = startProgram(words, env);
  return { code: await program.exit(), output: program.output() };
};
const stop = async (program: Program) => {
  program.process.kill("SIGTERM");
  assert.equal(await program.exit(), 0, program.output());
};
const keysInUse = async (): Promise<readonly string[]> => {
  const rows = await db<{ key: string }>`
    select distinct split_part(callback_secret, ':', 2) as key
    from partners
    where callback_secret is not null`;
  return rows.map(({ key }) => key);
};

describe("the keys that seal", () => {
  test("what an older program left plain is sealed before a server is ready", async () => {
    await db`update partners set callback_secret = 'whsec_leftplain' where id = 'demo'`;
    const made = await run(["partner", "create", "shop", "--name", "Shop"], withFirst);
    assert.equal(made.code, 0, made.output);
    const server = startProgram(["serve"], withFirst);
    await server.says(/API +http/);
    const [demo] = await db<{ callbackSecret: string }>`select callback_secret from partners where id = 'demo'`;
    assert.match(demo?.callbackSecret ?? "", /^sealed:/);
    assert.equal((await keysInUse()).length, 1);

    const wrong = await run(["secrets", "show"], withFirst);
    assert.equal(wrong.code, 2);
    assert.match(wrong.output, /giao secrets rotate/);
    // The server is at work without the new key.
    const early = await run(["secrets", "rotate"], withBoth);
    assert.equal(early.code, 1);
    assert.match(early.output, /^giao: \S+ runs without this SECRETS_KEY .*\n$/);
    await stop(server);
  });

  test("a wrong key stops the start with one line, and shows no key", async () => {
    const [before] = await keysInUse();
    const wrong = await run(["serve"], withSecond);
    assert.equal(wrong.code, 1);
    assert.match(wrong.output, new RegExp(`^giao: SECRETS_KEY does not open the secrets .* ${before}.*\\n$`));
    for (const key of [FIRST, SECOND]) assert.ok(!wrong.output.includes(key));
  });

  test("rotate seals everything with the new key and says when the old one can go", async () => {
    const [before] = await keysInUse();
    const server = startProgram(["serve"], withBoth);
    await server.says(/API +http/);
    assert.deepEqual(await keysInUse(), [before]);
    const rotated = await run(["secrets", "rotate"], withBoth);
    assert.equal(rotated.code, 0, rotated.output);
    assert.match(rotated.output, /secrets +100 %/);
    // Two partners' callback secrets and the key that signs web push.
    assert.match(rotated.output, /3 rows were sealed anew; the key is now [0-9a-f]{16}\./);
    assert.match(rotated.output, /SECRETS_KEY_OLD can go/);
    const [now] = await keysInUse();
    assert.notEqual(now, before);
    await stop(server);
    const alone = await run(["secrets", "rotate"], withSecond);
    assert.equal(alone.code, 0, alone.output);
    assert.match(alone.output, /^0 rows were sealed anew/m);
  });

  test("a row that does not open is named, and the old key is kept for it", async () => {
    await db`
      update partners
      set callback_secret = (select callback_secret from partners where id = 'shop')
      where id = 'demo'`;
    const third = { ...withSecond, SECRETS_KEY: THIRD, SECRETS_KEY_OLD: SECOND };
    const rotated = await run(["secrets", "rotate"], third);
    assert.equal(rotated.code, 1);
    assert.match(rotated.output, /giao: partners\.callback_secret of partner demo cannot be opened/);
    assert.match(rotated.output, /1 rows are not: keep SECRETS_KEY_OLD/);
    assert.equal((await db`select id from secret_keys`).length, 2);
  });
});

describe("production", () => {
  test("starts with every secret in a file, in several processes too, and tells browsers to keep to https", async () => {
    const files = Object.fromEntries(
      Object.entries({ ...production, SECRETS_KEY: THIRD, SECRETS_KEY_OLD: SECOND })
        .filter(([name]) => /SECRET|KEY|DATABASE/.test(name))
        .map(([name, text]) => {
          writeFileSync(join(DATA_DIR, name), `${text}\n`);
          return [`${name}_FILE`, join(DATA_DIR, name)];
        }),
    );
    const port = await freePort();
    const { PUBLIC_URL, MODE, DEMO_STREETS } = production;
    const server = startProgram(["serve"], {
      ...files,
      ...{
        PUBLIC_URL,
        MODE,
        DEMO_STREETS,
        DATA_DIR,
        ROBOTS: "off",
        LOG_LEVEL: "error",
        PROCESSES: "2",
        PORT: String(port),
      },
    });
    await server.says(/API +https:\/\/api\.example\.vn\/v3/);
    const answer = await callAt(`http://127.0.0.1:${port}`, "GET", "/operator/v1/partners", {
      headers: { "x-operator-key": production.OPERATOR_KEY },
    });
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get("strict-transport-security"), "max-age=31536000");
    await stop(server);
  });

  test("does not start without PUBLIC_URL", async () => {
    const { PUBLIC_URL: _, ...without } = withFirst;
    const refused = await run(["serve"], without);
    assert.equal(refused.code, 1);
    assert.equal(refused.output, "giao: PUBLIC_URL is required when MODE is production.\n");
  });
});
